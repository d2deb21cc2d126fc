//! The loads that figures are measured under, by name.

use std::time::Duration;

use crate::load::plan::{AudiencePlan, Drive, LoadPlan};

/// Commands, and so events, that each room plays before memory is read a second time.
pub const EVENTS_PER_ROOM: u64 = 200;
/// Moves a second before spectators: enough for a process to be busy, and few enough for the load.
const WATCHED_PER_S: f64 = 50.0;
/// Files a process needs besides its connections.
const OTHER_FILES: u64 = 100;

/// What is put on a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    /// So many rooms in closed loop; none: as many as usual.
    Play(Option<u64>),
    /// The usual rooms in closed loop, beside so many games between computers.
    PlayBesideComputers(u64),
    /// So many moves a second in the usual rooms.
    Paced(u32),
    /// So many connections, idle and after play.
    Memory(u64),
    /// So many idle connections, watched for so many seconds: a whole number of the server's ping
    /// intervals (20 s), so that each was pinged as often as every other.
    Idle(u64, u64),
    /// So many spectators of one room, so many of whom read nothing.
    Watch(u64, u64),
    /// So many clients, cut at once, reconnect at once.
    ReconnectStorm(u64),
}

/// What the person who measures may choose.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Rooms, where a scenario does not name their number.
    pub rooms: u64,
    /// How long is counted.
    pub window: Duration,
}

impl Scenario {
    /// As a table calls it.
    pub fn describe(self, extent: Extent) -> String {
        let usual = grouped(extent.rooms);
        match self {
            Scenario::Play(rooms) => {
                let rooms = rooms.map_or(usual, grouped);
                format!("{rooms} rooms in closed loop")
            }
            Scenario::PlayBesideComputers(games) => format!(
                "{usual} rooms in closed loop beside {} games between computers",
                grouped(games)
            ),
            Scenario::Paced(rate) => format!("{} moves/s in {usual} rooms", grouped(rate.into())),
            Scenario::Memory(connections) => format!(
                "{} connections, idle and after {EVENTS_PER_ROOM} events a room",
                grouped(connections)
            ),
            Scenario::Idle(connections, seconds) => {
                let connections = grouped(connections);
                format!("{connections} idle connections, watched for {seconds} s")
            }
            Scenario::Watch(spectators, 0) => {
                format!("{} spectators of one room", grouped(spectators))
            }
            Scenario::Watch(spectators, silent) => format!(
                "{} spectators of one room, {} of whom read nothing",
                grouped(spectators),
                grouped(silent)
            ),
            Scenario::ReconnectStorm(clients) => {
                format!("{} clients cut at once and back", grouped(clients))
            }
        }
    }

    /// Whether a server has always something to do under it, but for waiting for its disk.
    pub fn is_closed_loop(self) -> bool {
        matches!(self, Scenario::Play(_) | Scenario::PlayBesideComputers(_))
    }

    /// What the engine is to do.
    pub fn plan(self, extent: Extent, warm: Duration) -> LoadPlan {
        let played = LoadPlan {
            rooms: extent.rooms,
            drive: Drive::FlatOut,
            warm,
            window: extent.window,
            ..LoadPlan::NOTHING
        };
        match self {
            Scenario::Play(rooms) => LoadPlan {
                rooms: rooms.unwrap_or(extent.rooms),
                ..played
            },
            Scenario::PlayBesideComputers(exhibitions) => LoadPlan {
                exhibitions,
                ..played
            },
            Scenario::Paced(rate) => LoadPlan {
                drive: Drive::MovesPerSecond(rate.into()),
                ..played
            },
            Scenario::Memory(connections) => LoadPlan {
                rooms: connections / 2,
                drive: Drive::CommandsEach(EVENTS_PER_ROOM),
                memory: true,
                ..LoadPlan::NOTHING
            },
            Scenario::Idle(connections, seconds) => LoadPlan {
                rooms: connections / 2,
                memory: true,
                window: Duration::from_secs(seconds),
                ..LoadPlan::NOTHING
            },
            Scenario::Watch(spectators, silent) => LoadPlan {
                rooms: 0,
                drive: Drive::Sit,
                audience: AudiencePlan {
                    spectators,
                    silent,
                    moves_per_s: WATCHED_PER_S,
                },
                ..played
            },
            Scenario::ReconnectStorm(clients) => LoadPlan {
                rooms: clients / 2,
                storm: true,
                ..LoadPlan::NOTHING
            },
        }
    }

    /// Files that the load and the measured process each must be able to open.
    pub fn files(self, extent: Extent) -> u64 {
        self.plan(extent, Duration::ZERO).connections() + OTHER_FILES
    }
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1_000), number % 1_000),
    }
}

#[cfg(test)]
mod tests;
