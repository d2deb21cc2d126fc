//! What a connection costs that sits in a room and does nothing: memory, and
//! the CPU time of its heartbeats.
//!
//! Knows nothing of what it is connected to.

use std::time::Duration;

use tokio::{task::JoinSet, time::sleep};

use crate::{
    Fault,
    client::target::Target,
    load::closed::seat,
    machine::meter::{Meter, Spent},
};

/// Pairs that come and stay before the first reading, so that code and tables
/// every process needs once are not counted as a connection's.
const FIRST: u64 = 10;
/// How long a process may settle before a reading.
const SETTLE: Duration = Duration::from_millis(1_500);

/// How much is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Connections, two a room.
    pub connections: u64,
    /// How long they are watched doing nothing. A whole number of the server's
    /// ping intervals (20 s), so that each was pinged as often as every other.
    pub window: Duration,
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// KiB of resident memory a connection, its share of a room included.
    pub kib: f64,
    /// What was used while they sat there.
    pub spent: Spent,
}

/// Seats that many, and watches them sit.
///
/// # Errors
/// When they do not all get a seat, or one loses its connection.
pub async fn sit(target: &Target, meter: &Meter, plan: Plan) -> Result<Work, Fault> {
    let pairs = plan.connections / 2;
    let first = seat(target, 0..FIRST).await?;
    sleep(SETTLE).await;
    let before = meter.resident_kib()?;
    let rest = seat(target, FIRST..FIRST + pairs).await?;
    sleep(SETTLE).await;
    let after = meter.resident_kib()?;
    let mut sitting = JoinSet::new();
    for mut pair in first.into_iter().chain(rest) {
        sitting.spawn(async move { pair.sit().await });
    }
    let mark = meter.begin()?;
    tokio::select! {
        () = sleep(plan.window) => {}
        Some(ended) = sitting.join_next() => match ended?? {},
    }
    Ok(Work {
        kib: (after as f64 - before as f64) / (pairs * 2) as f64,
        spent: meter.since(&mark)?,
    })
}
