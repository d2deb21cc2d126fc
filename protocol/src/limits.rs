//! The limits that the contract names, with their defaults.
//!
//! Every field is also a flag, an environment variable and a line of the server's configuration
//! file.

use serde::{Deserialize, Serialize};

use crate::settings::ClockSetting;

macro_rules! limits {
    ($($(#[doc = $doc:literal])* $name:ident: $default:literal,)*) => {
        /// Limits of a server. `welcome` and `/info` carry the values in force.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(default)]
        pub struct Limits { $($(#[doc = $doc])* pub $name: u64,)* }

        impl Default for Limits {
            fn default() -> Self {
                Limits { $($name: $default,)* }
            }
        }

        impl Limits {
            /// Every limit's name and what it means, in the order of the contract.
            pub const NAMES: &'static [(&'static str, &'static str)] =
                &[$((stringify!($name), concat!($($doc),*)),)*];

            /// A limit's value by name.
            pub fn get(&self, name: &str) -> Option<u64> {
                match name { $(stringify!($name) => Some(self.$name),)* _ => None }
            }

            /// A limit's place by name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut u64> {
                match name { $(stringify!($name) => Some(&mut self.$name),)* _ => None }
            }
        }
    };
}

limits! {
    /// bytes of a message or frame from a client
    message_bytes: 4096,
    /// how deep the JSON of a message may nest
    nesting: 16,
    /// milliseconds from connecting to a whole request, and from the answer to the next request or `hello`
    hello_ms: 5_000,
    /// milliseconds between the server's pings
    ping_ms: 20_000,
    /// milliseconds without any frame after which a connection counts as dead
    dead_ms: 45_000,
    /// milliseconds without any frame after which a seat in a running game is pinged; three times as many where it asks for nothing
    seat_ping_ms: 1_000,
    /// milliseconds without any frame after which a seat in a running game is away, at the latest
    seat_dead_ms: 12_000,
    /// milliseconds a write may stay untaken
    write_ms: 10_000,
    /// milliseconds the server reads on after it has sent a close
    linger_ms: 2_000,
    /// messages a second from a connection
    commands_per_s: 10,
    /// messages that may come at once after silence
    commands_burst: 30,
    /// changes of its name and its devices a second from a connection
    names_per_s: 1,
    /// changes of its name and its devices that may come at once
    names_burst: 5,
    /// control frames a second from a connection
    control_per_s: 10,
    /// connections in all; fewer where the system allows fewer open files
    connections: 10_000,
    /// connections from one address; five times as many while the server is less than half full
    connections_per_address: 200,
    /// connections from one address that have not said `hello` yet
    ungreeted_per_address: 64,
    /// rooms in all
    rooms: 100_000,
    /// rooms that one address has opened and that have not ended
    rooms_per_address: 1_000,
    /// correspondence rooms, whose clock counts days, in all; a share of their own beside the other rooms
    correspondence_rooms: 20_000,
    /// correspondence rooms that one address has opened and that have not ended
    correspondence_rooms_per_address: 20,
    /// microseconds of the server's work a second for one address
    work_us_per_s: 50_000,
    /// microseconds of such work that may come at once after silence
    work_burst_us: 1_000_000,
    /// rooms created a minute from one address
    rooms_per_minute: 120,
    /// wrong codes a minute from one address; as many again, each the first of its connection in a minute
    failed_joins_per_minute: 10,
    /// milliseconds away before a seat counts as lost
    lost_after_ms: 3_000,
    /// milliseconds a lost player has before the other may claim
    lost_grace_ms: 40_000,
    /// the least that grace shrinks to under a short clock, in milliseconds
    short_grace_ms: 10_000,
    /// milliseconds a player who left on purpose has before the other may claim
    left_grace_ms: 10_000,
    /// milliseconds for each side's first move
    first_move_ms: 60_000,
    /// milliseconds for a move in a game without clocks
    idle_move_ms: 900_000,
    /// milliseconds an empty room waits for somebody to come back
    empty_room_ms: 120_000,
    /// milliseconds a room lives at most
    room_age_ms: 86_400_000,
    /// milliseconds a correspondence room waits for its guest, and after a game for the next
    correspondence_wait_ms: 1_209_600_000,
    /// events of a room; it ends with the game in which it has had as many
    room_events: 20_000,
    /// milliseconds an offer stays open
    offer_ms: 30_000,
    /// milliseconds before the next offer after a declined or expired one
    offer_cooldown_ms: 10_000,
    /// spectators of a room
    spectators: 5_000,
    /// the most of a round trip that is credited to a player's clock, in milliseconds
    rtt_credit_ms: 500,
    /// milliseconds in which both halves of a new pair must answer a ping
    match_answer_ms: 2_000,
    /// computers that play at once; a tenth of them for one address, half while less than half play
    computers: 1_000,
    /// milliseconds from the beginning of a computer's turn to its move
    computer_move_ms: 500,
    /// the same between two computers, so that one can follow
    exhibition_move_ms: 1_500,
    /// milliseconds from the end of a game between two computers to their next
    exhibition_pause_ms: 8_000,
}

/// A correspondence room lives longer than its longest game: 361 moves of 14 days are almost 14 years.
const CORRESPONDENCE_AGE_MS: u64 = 20 * 365 * 86_400_000;

impl Limits {
    /// Longest life of a room with that clock.
    pub fn age_ms(&self, clock: ClockSetting) -> u64 {
        match clock.is_correspondence() {
            true => CORRESPONDENCE_AGE_MS,
            false => self.room_age_ms,
        }
    }

    /// Time that a room with that clock waits for people once the last of them has gone; one of correspondence waits so
    /// long for a guest, too, and for the next game.
    pub fn wait_ms(&self, clock: ClockSetting) -> u64 {
        match clock.is_correspondence() {
            true => self.correspondence_wait_ms,
            false => self.empty_room_ms,
        }
    }

    /// Time for a lost player to come back before the other may claim the game: a quarter of
    /// the clock, between the short grace and the whole one.
    pub fn grace_ms(&self, clock: ClockSetting) -> u64 {
        clock.initial_ms().map_or(self.lost_grace_ms, |clock_ms| {
            (clock_ms / 4)
                .min(self.lost_grace_ms)
                .max(self.short_grace_ms)
        })
    }
}

#[cfg(test)]
mod tests;
