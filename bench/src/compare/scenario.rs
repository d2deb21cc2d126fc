//! The loads that figures are measured under.

use std::time::Duration;

use load::plan::{AudiencePlan, Drive, LoadPlan};

/// Commands, and so events, that each room plays before memory is read a second time.
pub const EVENTS_PER_ROOM: u64 = 200;
/// Length of a window: short, so that many rounds can be compared.
pub const WINDOW: Duration = Duration::from_secs(2);
/// Play before counting: connections are new, caches cold.
const WARM: Duration = Duration::from_secs(1);
/// No move before counting: seats that ask for nothing are asked less often after 15 s.
const UNTIL_CALM: Duration = Duration::from_secs(20);
/// Moves a second before spectators: enough for a process to be busy, and few enough for the load.
const WATCHED_PER_S: f64 = 50.0;
/// Seconds between two moves of a room in which people think.
pub const HUMAN_PACE_S: f64 = 2.0;

/// A load and its name in tables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scenario {
    pub name: &'static str,
    pub plan: LoadPlan,
}

const PLAYED: LoadPlan = LoadPlan {
    rooms: 200,
    drive: Drive::FlatOut,
    warm: WARM,
    window: WINDOW,
    ..LoadPlan::NOTHING
};

impl Scenario {
    pub const PLAY: Scenario = Scenario::of("200 rooms in closed loop", PLAYED);
    pub const PLAY_5000: Scenario = Scenario::rooms("5,000 rooms in closed loop", 5_000);
    pub const PLAY_BESIDE_COMPUTERS: Scenario = Scenario::of(
        "200 rooms in closed loop beside 200 games between computers",
        LoadPlan {
            exhibitions: 200,
            ..PLAYED
        },
    );
    pub const PACED: Scenario = Scenario::of("2,000 moves/s in 200 rooms", paced(2_000.0));
    pub const PACED_100: Scenario = Scenario::of("100 moves/s in 200 rooms", paced(100.0));
    pub const PACED_500: Scenario = Scenario::of("500 moves/s in 200 rooms", paced(500.0));
    /// Long enough for one move in a thousand to be some moves.
    pub const PACED_LONG: Scenario = Scenario::of(
        "2,000 moves/s in 200 rooms, for 5 s",
        LoadPlan {
            window: Duration::from_secs(5),
            ..paced(2_000.0)
        },
    );
    pub const MEMORY: Scenario = Scenario::played(
        "2,000 connections, idle and after 200 events a room",
        1_000,
        EVENTS_PER_ROOM,
    );
    pub const IDLE_1000: Scenario = Scenario::idle("1,000 idle connections", 500);
    pub const IDLE_10000: Scenario = Scenario::idle("10,000 idle connections", 5_000);
    pub const SEATS_1000: Scenario = Scenario::seats(
        "1,000 seats in running games where nobody moves, for 20 s",
        500,
    );
    pub const SEATS_10000: Scenario = Scenario::seats(
        "10,000 seats in running games where nobody moves, for 20 s",
        5_000,
    );
    pub const WATCHED: Scenario =
        Scenario::watched("1,000 spectators of one room", 1_000, WATCHED_PER_S);
    pub const PARTLY_SILENT: Scenario = Scenario::of(
        "1,000 spectators of one room, 100 of whom read nothing",
        watched(1_000, 100, WATCHED_PER_S),
    );
    pub const RECONNECT_STORM: Scenario = Scenario::of(
        "10,000 clients cut at once and back",
        LoadPlan {
            rooms: 5_000,
            storm: true,
            ..LoadPlan::NOTHING
        },
    );

    const fn of(name: &'static str, plan: LoadPlan) -> Scenario {
        Scenario { name, plan }
    }

    /// Number of rooms in closed loop.
    pub const fn rooms(name: &'static str, rooms: u64) -> Scenario {
        Scenario::of(name, LoadPlan { rooms, ..PLAYED })
    }

    /// Two connections in each room that do nothing.
    pub const fn idle(name: &'static str, rooms: u64) -> Scenario {
        Scenario::of(
            name,
            LoadPlan {
                rooms,
                memory: true,
                ..LoadPlan::NOTHING
            },
        )
    }

    /// The same, watched for the interval of the server's pings, so that each is measured as often as every other.
    const fn seats(name: &'static str, rooms: u64) -> Scenario {
        Scenario::of(
            name,
            LoadPlan {
                rooms,
                warm: UNTIL_CALM,
                window: Duration::from_secs(20),
                ..LoadPlan::NOTHING
            },
        )
    }

    /// Number of rooms, and of the commands, and so events, of each.
    pub const fn played(name: &'static str, rooms: u64, commands: u64) -> Scenario {
        Scenario::of(
            name,
            LoadPlan {
                rooms,
                drive: Drive::CommandsEach(commands),
                memory: true,
                ..LoadPlan::NOTHING
            },
        )
    }

    /// Number of spectators of one room, who all read, and moves a second.
    pub const fn watched(name: &'static str, spectators: u64, moves_per_s: f64) -> Scenario {
        Scenario::of(name, watched(spectators, 0, moves_per_s))
    }

    /// Number of rooms of two who think before each move.
    pub const fn people(name: &'static str, rooms: u64) -> Scenario {
        Scenario::of(
            name,
            LoadPlan {
                rooms,
                memory: true,
                // Each room has moved twice before anything is counted.
                warm: Duration::from_secs(4),
                window: Duration::from_secs(12),
                ..paced(rooms as f64 / HUMAN_PACE_S)
            },
        )
    }
}

const fn paced(moves_per_s: f64) -> LoadPlan {
    LoadPlan {
        drive: Drive::MovesPerSecond(moves_per_s),
        ..PLAYED
    }
}

const fn watched(spectators: u64, silent: u64, moves_per_s: f64) -> LoadPlan {
    LoadPlan {
        rooms: 0,
        drive: Drive::Sit,
        audience: AudiencePlan {
            spectators,
            silent,
            moves_per_s,
        },
        ..PLAYED
    }
}
