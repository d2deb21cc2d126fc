//! Spectators of one room. Not written yet: it says so.

use std::time::Duration;

use hdrhistogram::Histogram;

use crate::{
    Fault,
    client::target::Target,
    machine::meter::{Meter, Spent},
};

/// How much is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Spectators of the room.
    pub spectators: u64,
    /// So many of them read nothing.
    pub silent: u64,
    /// How long they play before anything is counted.
    pub warm: Duration,
    /// How long is counted.
    pub window: Duration,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Work {
    /// Events that players and spectators have read.
    pub deliveries: u64,
    /// Microseconds from sending until a spectator had read.
    pub latency_us: Histogram<u64>,
    /// Microseconds from sending until the last spectator had read.
    pub last_us: Histogram<u64>,
    /// What it took.
    pub spent: Spent,
}

/// Plays before spectators, and measures meanwhile.
///
/// # Errors
/// Always, as yet.
pub async fn play(_target: &Target, _meter: &Meter, _plan: Plan) -> Result<Work, Fault> {
    Err("the load with spectators is not there yet".into())
}
