//! The one answer of each request.

use game::{Cell, Rules};
use serde::{Deserialize, Serialize};

use crate::{
    absent::is_default,
    event::{Offer, Score, Turn},
    ids::{BySeat, Player, RoomCode, Seat, TicketId},
    limits::Limits,
    notice::Notice,
    opening::OpeningRule,
    refusal::Refusal,
    request::Choice,
    settings::ClockSetting,
};

/// A reply frame: the request's number and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reply {
    /// The request's number.
    pub id: u64,
    /// The result.
    #[serde(flatten)]
    pub answer: Answer,
}

/// Done, or refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// It is done, and kept as `welcome` promises.
    Ok(Accepted),
    /// It was refused and changed nothing.
    Error(Refused),
}

/// A refusal, and the room's last event when it was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refused {
    /// Why.
    #[serde(flatten)]
    pub why: Refusal,
    /// The last event, if a room decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
}

/// Result of a request that was done. `seq` is the last event that belongs to it; the reply comes
/// after every event up to that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Accepted {
    /// To `hello`.
    Welcome(Box<Welcome>),
    /// To `quick_match` and `play`: the connection waits.
    Queued {
        /// The ticket's public id, by which others may know it.
        ticket: TicketId,
        /// Its place among the tickets that could be paired with one of the
        /// same games, from 1.
        position: u32,
    },
    /// To `cancel`.
    Cancelled,
    /// To `create_room`; the `room` frame follows.
    Created(Entered),
    /// To `join_room`; the `room` frame follows.
    Joined(Entered),
    /// To `watch_room` and `exhibit`; the `room` frame follows.
    Watching {
        /// The room.
        room: RoomCode,
    },
    /// To `unwatch`.
    Unwatched,
    /// To `resume`; missing events or the `room` frame follow.
    Resumed(Entered),
    /// To `set_name`.
    Named {
        /// The name as it is kept, or nothing for a numbered guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// To `hint`.
    Hint {
        /// The game's number.
        game: u32,
        /// The move's number in the game, from 0.
        ply: u32,
        /// Where the computer would play.
        cell: Cell,
    },
    /// To `review`.
    Review(game::Review),
    /// To `analyse`.
    Analysis(game::Ranking),
    /// To `react`.
    Reacted,
    /// To `rooms`.
    Rooms {
        /// A page of rooms.
        rooms: Vec<Listed>,
        /// Where the next page begins, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<RoomCode>,
        /// Those who wait for anybody and may be seen, who waited longest first: 20
        /// at most, and with the first page only.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        waiting: Vec<WaitingPlayer>,
        /// Number of connections that have said `hello`, the asking one included.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        online: Option<u32>,
    },
    /// To `seats`.
    Seats {
        /// How it stands in the room of each secret, in their order; `null` where one holds no seat.
        seats: Vec<Option<HeldSeat>>,
    },
    /// To `subscribe`.
    Subscribed,
    /// To `unsubscribe`.
    Unsubscribed,
    /// To `share_seat`.
    SeatShared {
        /// Until when the token leads to it, once.
        until_ms: u64,
        /// Number of devices that hold it now.
        devices: u32,
    },
    /// To `take_seat`; the `room` frame follows.
    SeatTaken(Entered),
    /// To `unshare_seat`.
    SeatUnshared {
        /// Number of devices that hold it no longer.
        devices: u32,
    },
    /// To `set_webhook`.
    WebhookSet,
    /// To `remove_webhook`.
    WebhookRemoved,
    /// To `move`.
    Moved {
        /// The last event that belongs to it.
        seq: u64,
    },
    /// To `choose`.
    Chosen {
        /// The last event that belongs to it.
        seq: u64,
    },
    /// To `resign`.
    Resigned {
        /// The last event that belongs to it.
        seq: u64,
    },
    /// To `abort`.
    Aborted {
        /// The last event that belongs to it.
        seq: u64,
    },
    /// To `claim`.
    Claimed {
        /// The last event that belongs to it.
        seq: u64,
    },
    /// To `leave`.
    Left {
        /// The last event that belongs to it.
        seq: u64,
    },
    /// To `offer`: it is open.
    Offered {
        /// The last event that belongs to it.
        seq: u64,
        /// Its number.
        offer: u64,
    },
    /// To `accept`, and to an `offer` that crossed one of its kind.
    Accepted {
        /// The last event that belongs to it.
        seq: u64,
    },
    /// To `decline`.
    Declined {
        /// The last event that belongs to it.
        seq: u64,
    },
    /// To `seat_computer`.
    ComputerSeated {
        /// The last event that belongs to it.
        seq: u64,
    },
    /// To `remove_guest`.
    Removed {
        /// The last event that belongs to it.
        seq: u64,
        /// The room's new code.
        room: RoomCode,
    },
}

/// A seat was taken or taken up again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Entered {
    /// The room's code.
    pub room: RoomCode,
    /// The seat.
    pub seat: Seat,
    /// The number of the seat's last command; 0 before the first.
    pub n: u64,
    /// That command's answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Box<Answer>>,
    /// The address to give to a friend.
    pub url: String,
}

/// The answer to `hello`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Welcome {
    /// The version that both speak from here on.
    pub version: u64,
    /// Features of this server beyond version 1's contract.
    pub features: Vec<String>,
    /// Identity of the server.
    pub server: ServerName,
    /// The name under which the player will be seen, if it is not empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The limits in force.
    pub limits: Limits,
    /// The server's time.
    pub at_ms: u64,
    /// Addresses under which others can reach this server.
    pub addresses: Vec<String>,
    /// Promises of the server.
    pub promise: Promise,
    /// A room where two computers always play, if the server keeps one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exhibition: Option<RoomCode>,
    /// Where to connect from the next time on: another base address of the
    /// same service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The operator's notice to everybody, if there is one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub notice: Notice,
}

/// Identity of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerName {
    /// The program.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A server's promises about acknowledged commands and known events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Promise {
    /// Where something acknowledged is at that moment.
    pub acknowledged: Kept,
    /// Longest time for which a finished game can still be asked for.
    pub games_kept_ms: u64,
    /// Whether network addresses are written to logs.
    pub addresses_logged: bool,
}

/// Where something is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kept {
    /// On disk, synced.
    Disk,
    /// In memory: a restart forgets it.
    Memory,
}

/// A room in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listed {
    /// The room's code.
    pub room: RoomCode,
    /// Board and line.
    pub rules: Rules,
    /// Clock.
    pub clock: ClockSetting,
    /// How games are opened there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub opening: OpeningRule,
    /// Players there, host first.
    pub players: Vec<Player>,
    /// Whether one may sit down.
    pub waiting: bool,
    /// Whether one may watch.
    pub watchable: bool,
    /// The running score.
    pub score: Score,
    /// Number of spectators.
    pub spectators: u32,
}

/// A seat, and how it stands in its room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeldSeat {
    /// The room's code.
    pub room: RoomCode,
    /// The seat.
    pub seat: Seat,
    /// Board and line.
    pub rules: Rules,
    /// Clock.
    pub clock: ClockSetting,
    /// Players by seat; `null` is a free seat.
    pub players: BySeat<Option<Player>>,
    /// The running score.
    pub score: Score,
    /// Seat to move, and until when, if a game is running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
    /// The open offer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
}

/// Somebody who waits for anybody, as others see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WaitingPlayer {
    /// The ticket's public id, which `play` answers.
    pub ticket: TicketId,
    /// Player who waits; without a name or a number for somebody who gave no name.
    pub player: Player,
    /// The boards they would play, the dearest first.
    pub boards: Choice<Rules>,
    /// The clocks they would play with, the dearest first.
    pub clocks: Choice<ClockSetting>,
    /// Whether a program will do as the opponent too.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bots: bool,
}

impl Answer {
    /// A refusal outside any room.
    pub fn refused(why: Refusal) -> Answer {
        Answer::Error(Refused { why, seq: None })
    }
}

#[cfg(test)]
mod tests;
