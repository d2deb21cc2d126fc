//! What a connection costs that sits in a room and does nothing.
//!
//! Knows nothing of what it is connected to.

use std::{net::SocketAddr, time::Duration};

use crate::{Fault, load::seat, pair::Wire, procfs::resident_kib};

/// Pairs that come and stay before the first reading, so that code and tables
/// every process needs once are not counted as a connection's.
const FIRST: u64 = 10;
/// How long a process may settle before a reading.
const SETTLE: Duration = Duration::from_millis(1_500);

/// KiB of resident memory for each of so many connections, two a room.
///
/// # Errors
/// When they do not all get a seat.
pub async fn kib_per_connection(
    wire: Wire,
    to: SocketAddr,
    pid: u32,
    connections: u64,
) -> Result<f64, Fault> {
    let pairs = connections / 2;
    let first = seat(wire, to, 0..FIRST).await?;
    tokio::time::sleep(SETTLE).await;
    let before = resident_kib(pid)?;
    let rest = seat(wire, to, FIRST..FIRST + pairs).await?;
    tokio::time::sleep(SETTLE).await;
    let after = resident_kib(pid)?;
    drop((first, rest));
    Ok((after as f64 - before as f64) / (pairs * 2) as f64)
}
