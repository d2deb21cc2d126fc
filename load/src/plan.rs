//! The parts of a load, and the limits that it needs of a server.

use std::time::Duration;

/// Clients that connect at the same time.
pub const AT_ONCE: usize = 16;

/// Files a process needs besides its connections.
const OTHER_FILES: u64 = 100;

/// The most spectators that a room has by default.
pub const MOST_SPECTATORS: u64 = 5_000;

/// The players' behaviour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drive {
    /// Closed loop: each command follows as soon as the opponent has the event of the one before.
    FlatOut,
    /// Moves a second of all rooms together, at fixed instants spread over the rooms.
    /// Offers and acceptances follow at once.
    MovesPerSecond(f64),
    /// Commands in each room in closed loop, then nothing.
    CommandsEach(u64),
    /// Nothing; pings are answered.
    Sit,
}

impl Drive {
    /// Moves a second, where they are at fixed instants.
    pub fn moves_per_s(self) -> Option<f64> {
        match self {
            Drive::MovesPerSecond(rate) => Some(rate),
            _ => None,
        }
    }
}

/// Spectators of one more room, and the rate of its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AudiencePlan {
    /// Spectators, the silent ones included; none: there is no such room.
    pub spectators: u64,
    /// Number of those that read nothing.
    pub silent: u64,
    /// Moves a second.
    pub moves_per_s: f64,
}

/// A load: who connects, what they do and for how long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadPlan {
    /// Rooms with two players.
    pub rooms: u64,
    /// Drive of these rooms.
    pub drive: Drive,
    /// Connections that only sit in rooms, two in each.
    pub idle: u64,
    /// A room with spectators.
    pub audience: AudiencePlan,
    /// Games between two computers.
    pub exhibitions: u64,
    /// Cut all players at once, and let all of them come back at once.
    pub storm: bool,
    /// Read the server's memory before, after connecting and after driving.
    pub memory: bool,
    /// The first failure ends it; else failures are counted.
    pub strict: bool,
    /// Warm-up: time of play before anything is counted.
    pub warm: Duration,
    /// Length of the window that is counted.
    pub window: Duration,
}

impl LoadPlan {
    /// A strict plan of nothing.
    pub const NOTHING: LoadPlan = LoadPlan {
        rooms: 0,
        drive: Drive::Sit,
        idle: 0,
        audience: AudiencePlan {
            spectators: 0,
            silent: 0,
            moves_per_s: 0.0,
        },
        exhibitions: 0,
        storm: false,
        memory: false,
        strict: true,
        warm: Duration::ZERO,
        window: Duration::ZERO,
    };

    /// Connections that this takes.
    pub fn connections(&self) -> u64 {
        let watching = match self.audience.spectators {
            0 => 0,
            spectators => spectators + 2,
        };
        2 * self.rooms + 2 * self.idle.div_ceil(2) + watching
    }

    /// Files that this process and the server each must be able to open.
    pub fn files(&self) -> u64 {
        self.connections() + OTHER_FILES
    }

    /// Rooms that this takes.
    pub fn all_rooms(&self) -> u64 {
        self.rooms + self.idle.div_ceil(2) + u64::from(self.audience.spectators > 0)
    }
}

#[cfg(test)]
mod tests;
