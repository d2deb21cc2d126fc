//! The closed loop: rooms that play for ever, the next command as soon as the
//! other side has seen the one before, and what that costs the process that
//! serves them.
//!
//! Knows nothing of what serves them. It is one thread, so that it cannot take
//! more than one core from what it measures.

use std::{
    ops::Range,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use futures::{StreamExt, TryStreamExt, stream};
use hdrhistogram::Histogram;
use tokio::{task::JoinSet, time::timeout};

use crate::{
    Fault,
    client::{
        line::PATIENCE,
        pair::{Exchange, Pair},
        target::Target,
    },
    lock,
    machine::meter::{Meter, Spent},
    stats::latencies_us,
};

/// Clients that connect at the same time.
pub const AT_ONCE: usize = 16;

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
#[derive(Clone, Debug)]
pub struct Work {
    /// What was counted.
    pub tally: Tally,
    /// What it took.
    pub spent: Spent,
}

/// Exchanges as they are counted: nine moves, an offer and its acceptance a
/// game.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Bytes of text that came to the clients.
    pub received: u64,
    /// Microseconds from sending until the opponent had read, of every exchange.
    pub latency_us: Histogram<u64>,
}

impl Tally {
    /// Of nothing yet.
    ///
    /// # Errors
    /// Never: the bounds are constants.
    pub fn new() -> Result<Tally, Fault> {
        Ok(Tally {
            received: 0,
            latency_us: latencies_us()?,
        })
    }

    /// Counts one.
    pub fn count(&mut self, exchange: &Exchange) {
        self.received += exchange.received;
        let took_us = u64::try_from(exchange.took.as_micros()).unwrap_or(u64::MAX);
        self.latency_us.saturating_record(took_us);
    }

    /// Begins anew.
    pub fn reset(&mut self) {
        self.received = 0;
        self.latency_us.reset();
    }

    /// Exchanges.
    #[must_use]
    pub fn exchanges(&self) -> u64 {
        self.latency_us.len()
    }

    /// Bytes of text delivered for one exchange.
    #[must_use]
    pub fn bytes(&self) -> f64 {
        self.received as f64 / self.exchanges() as f64
    }
}

impl Work {
    /// What was counted while that was spent.
    ///
    /// # Errors
    /// When it is nothing, of which nothing can be said.
    pub fn of(tally: Tally, spent: Spent) -> Result<Work, Fault> {
        match tally.exchanges() {
            0 => Err("nothing was played".into()),
            _ => Ok(Work { tally, spent }),
        }
    }

    /// Exchanges a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.tally.exchanges() as f64 / self.spent.wall.as_secs_f64()
    }
}

/// Seats so many pairs.
///
/// # Errors
/// When one does not get there.
pub async fn seat(target: &Target, numbers: Range<u64>) -> Result<Vec<Pair>, Fault> {
    stream::iter(numbers.map(|number| Pair::open(target, number)))
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
}

/// What all rooms count in until they are to stop.
struct Counts {
    tally: Mutex<Tally>,
    stop: AtomicBool,
}

impl Counts {
    fn tally(&self) -> MutexGuard<'_, Tally> {
        lock(&self.tally)
    }
}

/// Plays, and measures meanwhile.
///
/// # Errors
/// When a room comes to a stop, or the measured process does.
pub async fn play(target: &Target, meter: &Meter, plan: Plan) -> Result<Work, Fault> {
    let counts = Arc::new(Counts {
        tally: Mutex::new(Tally::new()?),
        stop: AtomicBool::new(false),
    });
    let mut rooms = JoinSet::new();
    for pair in seat(target, 0..plan.rooms).await? {
        rooms.spawn(play_on(pair, Arc::clone(&counts)));
    }
    let work = tokio::select! {
        work = measure(&counts, meter, plan) => work?,
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
    Ok(work)
}

async fn play_on(mut pair: Pair, counts: Arc<Counts>) -> Result<(), Fault> {
    while !counts.stop.load(Relaxed) {
        let count = |exchange| {
            counts.tally().count(&exchange);
            !counts.stop.load(Relaxed)
        };
        pair.play_game(count).await?;
    }
    Ok(())
}

async fn measure(counts: &Counts, meter: &Meter, plan: Plan) -> Result<Work, Fault> {
    tokio::time::sleep(plan.warm).await;
    let mark = meter.begin()?;
    counts.tally().reset();
    tokio::time::sleep(plan.window).await;
    let spent = meter.since(&mark)?;
    Work::of(counts.tally().clone(), spent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_follow_from_what_was_counted() {
        let spent = Spent {
            wall: Duration::from_secs(4),
            served: None,
            own: Duration::from_secs(3),
            probe_ns: None,
        };
        let mut tally = Tally::new().unwrap();
        assert!(Work::of(tally.clone(), spent).is_err());
        for took_us in [1_000, 3_000] {
            let took = Duration::from_micros(took_us);
            tally.count(&Exchange {
                received: 500,
                took,
            });
        }
        let work = Work::of(tally.clone(), spent).unwrap();
        assert_eq!((work.rate(), work.tally.bytes()), (0.5, 500.0));
        assert_eq!(work.tally.latency_us.value_at_quantile(0.5), 1_000);
        tally.reset();
        assert_eq!((tally.exchanges(), tally.received), (0, 0));
    }
}
