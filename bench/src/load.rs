//! The closed loop: rooms that play for ever, the next command as soon as the
//! other side has seen the one before, and what that costs the process that
//! serves them.
//!
//! Knows nothing of what serves them. It is one thread, so that it cannot take
//! more than one core from what it measures.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use futures::{StreamExt, TryStreamExt, stream};
use tokio::{task::JoinSet, time::timeout};

use crate::{
    Fault,
    line::PATIENCE,
    pair::{Pair, Wire},
    procfs::cpu_of,
};

/// Pairs that connect at the same time.
const AT_ONCE: usize = 16;

/// How much is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Rooms that play at once.
    pub rooms: u64,
    /// How long they play before anything is counted.
    pub warm: Duration,
    /// How long is counted.
    pub window: Duration,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// Commands carried out: nine moves, an offer and its acceptance a game.
    pub exchanges: u64,
    /// Bytes of text that came to the clients.
    pub received: u64,
    /// How long was counted.
    pub wall: Duration,
    /// CPU time of the process that served.
    pub served: Duration,
    /// CPU time of this process.
    pub own: Duration,
}

impl Work {
    /// Microseconds of the server's CPU for one exchange.
    #[must_use]
    pub fn cpu_us(&self) -> f64 {
        self.served.as_secs_f64() * 1e6 / self.exchanges as f64
    }

    /// Exchanges a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.exchanges as f64 / self.wall.as_secs_f64()
    }

    /// Bytes of text delivered for one exchange.
    #[must_use]
    pub fn bytes(&self) -> f64 {
        self.received as f64 / self.exchanges as f64
    }

    /// How much of a core the server used.
    #[must_use]
    pub fn served_busy(&self) -> f64 {
        self.served.as_secs_f64() / self.wall.as_secs_f64()
    }

    /// How much of a core this process used.
    #[must_use]
    pub fn own_busy(&self) -> f64 {
        self.own.as_secs_f64() / self.wall.as_secs_f64()
    }
}

#[derive(Default)]
struct Counts {
    exchanges: AtomicU64,
    received: AtomicU64,
    stop: AtomicBool,
}

/// Seats so many pairs.
///
/// # Errors
/// When one does not get there.
pub async fn seat(
    wire: Wire,
    to: SocketAddr,
    numbers: std::ops::Range<u64>,
) -> Result<Vec<Pair>, Fault> {
    stream::iter(numbers.map(|number| Pair::open(wire, to, number)))
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
}

/// Plays, and measures the process `pid` meanwhile.
///
/// # Errors
/// When a room comes to a stop, or the process does.
pub async fn play(wire: Wire, to: SocketAddr, pid: u32, plan: Plan) -> Result<Work, Fault> {
    let counts = Arc::new(Counts::default());
    let mut rooms = JoinSet::new();
    for mut pair in seat(wire, to, 0..plan.rooms).await? {
        let counts = Arc::clone(&counts);
        rooms.spawn(async move {
            while !counts.stop.load(Relaxed) {
                let count = |bytes| {
                    counts.exchanges.fetch_add(1, Relaxed);
                    counts.received.fetch_add(bytes, Relaxed);
                    !counts.stop.load(Relaxed)
                };
                pair.play_game(count).await?;
            }
            Ok::<(), Fault>(())
        });
    }
    let measured = tokio::select! {
        measured = measure(&counts, pid, plan) => measured?,
        Some(early) = rooms.join_next() => {
            early??;
            return Err("a room ended by itself".into());
        }
    };
    counts.stop.store(true, Relaxed);
    let ended = async {
        while let Some(room) = rooms.join_next().await {
            room??;
        }
        Ok::<(), Fault>(())
    };
    timeout(PATIENCE * 2, ended)
        .await
        .map_err(|_| "a room did not come to its end")??;
    Ok(measured)
}

async fn measure(counts: &Counts, pid: u32, plan: Plan) -> Result<Work, Fault> {
    let now = || {
        Ok::<_, Fault>(Work {
            exchanges: counts.exchanges.load(Relaxed),
            received: counts.received.load(Relaxed),
            wall: Duration::ZERO,
            served: cpu_of(pid)?,
            own: cpu_of(std::process::id())?,
        })
    };
    tokio::time::sleep(plan.warm).await;
    let (begin, from) = (Instant::now(), now()?);
    tokio::time::sleep(plan.window).await;
    let (wall, to) = (begin.elapsed(), now()?);
    if to.exchanges == from.exchanges {
        return Err("nothing was played".into());
    }
    Ok(Work {
        exchanges: to.exchanges - from.exchanges,
        received: to.received - from.received,
        wall,
        served: to.served.saturating_sub(from.served),
        own: to.own.saturating_sub(from.own),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_follow_from_what_was_counted() {
        let work = Work {
            exchanges: 20_000,
            received: 10_000_000,
            wall: Duration::from_secs(4),
            served: Duration::from_secs(2),
            own: Duration::from_secs(3),
        };
        assert_eq!(work.cpu_us(), 100.0);
        assert_eq!(work.rate(), 5_000.0);
        assert_eq!(work.bytes(), 500.0);
        assert_eq!((work.served_busy(), work.own_busy()), (0.5, 0.75));
    }
}
