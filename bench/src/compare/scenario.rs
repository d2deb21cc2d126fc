//! The loads that figures are measured under.

use std::time::Duration;

use crate::load::plan::{AudiencePlan, Drive, LoadPlan};

/// Commands, and so events, that each room plays before memory is read a second time.
pub const EVENTS_PER_ROOM: u64 = 200;
/// Length of a window: short, so that many rounds can be compared.
pub const WINDOW: Duration = Duration::from_secs(2);
/// Play before counting: connections are new, caches cold.
const WARM: Duration = Duration::from_secs(1);
/// Moves a second before spectators: enough for a process to be busy, and few enough for the load.
const WATCHED_PER_S: f64 = 50.0;
/// Files a process needs besides its connections.
const OTHER_FILES: u64 = 100;

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
    pub const PLAY_5000: Scenario = Scenario::of(
        "5,000 rooms in closed loop",
        LoadPlan {
            rooms: 5_000,
            ..PLAYED
        },
    );
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
    pub const MEMORY: Scenario = Scenario::of(
        "2,000 connections, idle and after 200 events a room",
        LoadPlan {
            rooms: 1_000,
            drive: Drive::CommandsEach(EVENTS_PER_ROOM),
            memory: true,
            ..LoadPlan::NOTHING
        },
    );
    pub const IDLE_1000: Scenario = Scenario::of("1,000 idle connections", idle(500, 0));
    /// Two of the server's ping intervals, so that each was pinged as often as every other.
    pub const IDLE_10000: Scenario =
        Scenario::of("10,000 idle connections, watched for 40 s", idle(5_000, 40));
    /// Ten questions to each where seats are asked every second, and one or none where they are
    /// asked like other connections.
    pub const SEATS_1000: Scenario = Scenario::of(
        "1,000 seats in running games where nobody moves, for 10 s",
        LoadPlan {
            rooms: 500,
            warm: WARM,
            window: Duration::from_secs(10),
            ..LoadPlan::NOTHING
        },
    );
    pub const WATCHED: Scenario = Scenario::of("1,000 spectators of one room", watched(0));
    pub const PARTLY_SILENT: Scenario = Scenario::of(
        "1,000 spectators of one room, 100 of whom read nothing",
        watched(100),
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

    /// Files that the load and the measured process each must be able to open.
    pub fn files(self) -> u64 {
        self.plan.connections() + OTHER_FILES
    }
}

const fn paced(moves_per_s: f64) -> LoadPlan {
    LoadPlan {
        drive: Drive::MovesPerSecond(moves_per_s),
        ..PLAYED
    }
}

const fn idle(rooms: u64, seconds: u64) -> LoadPlan {
    LoadPlan {
        rooms,
        memory: true,
        window: Duration::from_secs(seconds),
        ..LoadPlan::NOTHING
    }
}

const fn watched(silent: u64) -> LoadPlan {
    LoadPlan {
        rooms: 0,
        drive: Drive::Sit,
        audience: AudiencePlan {
            spectators: 1_000,
            silent,
            moves_per_s: WATCHED_PER_S,
        },
        ..PLAYED
    }
}
