//! An open loop: so much is asked for every second, whatever has been answered.
//!
//! A latency begins when its request was due, not when a lane got round to it, so that waiting
//! behind others counts.

use std::time::Duration;

use futures::future::join_all;
use tokio::time::{Instant, sleep_until, timeout};

/// Time for answers beyond the time of the requests:
/// generous, because it only decides what counts as a collapse.
const COLLAPSE: Duration = Duration::from_secs(60);
/// Requests a second of one lane, so that it has usually been answered when
/// its next is due.
const PER_LANE: u32 = 20;

/// The request.
pub struct Offer {
    pub per_s: u32,
    pub lasts: Duration,
}

impl Offer {
    /// Number of clients that ask at the same time.
    pub fn lanes(&self) -> usize {
        self.per_s.div_ceil(PER_LANE) as usize
    }

    fn requests(&self) -> u32 {
        (f64::from(self.per_s) * self.lasts.as_secs_f64()) as u32
    }
}

/// A client that asks one thing after the other.
pub trait Lane {
    /// Asks and waits for the answer.
    async fn ask(&mut self);
}

/// Latency of each answer, sorted; and the time of all of them.
pub struct Latencies {
    each: Vec<Duration>,
    all: Duration,
}

impl Latencies {
    /// The time that this many per cent do not exceed.
    pub fn percentile(&self, per_cent: usize) -> Duration {
        self.each[(self.each.len() - 1) * per_cent / 100]
    }

    /// Answers a second.
    pub fn per_s(&self) -> f64 {
        self.each.len() as f64 / self.all.as_secs_f64()
    }
}

/// Asks for it, and waits for every answer.
///
/// # Panics
/// When they do not all come.
pub async fn offer<L: Lane>(offer: &Offer, lanes: &mut [L]) -> Latencies {
    let count = offer.lanes();
    let begun = Instant::now();
    let lanes = lanes.iter_mut().take(count).enumerate();
    let lanes = lanes.map(|(first, lane)| async move {
        let mut latencies = Vec::new();
        for number in (first as u32..offer.requests()).step_by(count) {
            let due = begun + Duration::from_secs(1) * number / offer.per_s;
            // The load has its own time; nothing is waited for here.
            sleep_until(due).await;
            lane.ask().await;
            latencies.push(due.elapsed());
        }
        latencies
    });
    let answered = timeout(offer.lasts + COLLAPSE, join_all(lanes)).await;
    let all = begun.elapsed();
    let mut each: Vec<_> = answered.expect("all answers").concat();
    assert_eq!(each.len(), offer.requests() as usize);
    each.sort();
    Latencies { each, all }
}
