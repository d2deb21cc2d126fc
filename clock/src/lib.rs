//! The server's clock, the only source of time and of waiting: Unix
//! milliseconds, never running back. It notices gaps: times in which the
//! process or the whole machine stood still.

mod outage;

#[cfg(not(target_os = "linux"))]
use std::{sync::LazyLock, time::Instant};
use std::{
    sync::{
        Arc,
        atomic::{
            AtomicU64,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use jiff::Timestamp;
use parking_lot::Mutex;
use tokio::sync::watch;

pub use outage::Outage;

/// Longest time between two readings of a system clock: see [`Clock::keep_reading`].
const READ_EVERY_MS: u64 = 500;
/// The longest time between two readings that is not a gap: more than a busy
/// machine keeps every thread waiting.
const GAP_MS: u64 = 2_000;

/// A clock that everything of one server shares.
#[derive(Clone, Debug)]
pub struct Clock {
    source: Source,
    gaps: Arc<Gaps>,
}

#[derive(Clone, Debug)]
enum Source {
    /// The wall's time at the start, moved on by the machine's uptime, so that
    /// a correction of the wall's clock never runs a game's clock back: Unix
    /// milliseconds when the machine started.
    System { booted_ms: Arc<AtomicU64> },
    /// Stands still until it is moved.
    Manual(watch::Sender<u64>),
}

/// The times between two readings in which nothing ran.
#[derive(Debug, Default)]
struct Gaps {
    /// An instant at most [`READ_EVERY_MS`] before the last reading. Published after `resumed_ms`.
    read_ms: AtomicU64,
    /// When the last gap ended; 0 before the first.
    resumed_ms: AtomicU64,
    all: Mutex<Vec<Outage>>,
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Clock {
        let wall = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let clock = Clock {
            source: Source::System {
                booted_ms: Arc::new(millis(wall.saturating_sub(uptime())).into()),
            },
            gaps: Arc::default(),
        };
        clock.gaps.read_ms.store(clock.time_ms(), Release);
        clock
    }

    /// A clock that shows `now_ms` until [`Clock::advance`] moves it.
    pub fn manual(now_ms: u64) -> Clock {
        Clock {
            source: Source::Manual(watch::Sender::new(now_ms)),
            gaps: Arc::default(),
        }
    }

    /// The time now. A gap that has just ended is known before anybody sees a
    /// time after it.
    pub fn now_ms(&self) -> u64 {
        let now_ms = self.time_ms();
        self.note_reading(now_ms);
        now_ms
    }

    /// The same in microseconds, for how long something takes.
    pub fn now_us(&self) -> u64 {
        let now_us = match &self.source {
            Source::System { booted_ms } => booted_ms.load(Relaxed) * 1_000 + micros(uptime()),
            Source::Manual(time) => *time.borrow() * 1_000,
        };
        self.note_reading(now_us / 1_000);
        now_us
    }

    fn note_reading(&self, now_ms: u64) {
        if matches!(self.source, Source::System { .. })
            && now_ms.saturating_sub(self.gaps.read_ms.load(Acquire)) >= READ_EVERY_MS
        {
            self.gaps.read(now_ms);
        }
    }

    fn time_ms(&self) -> u64 {
        match &self.source {
            Source::System { booted_ms } => booted_ms.load(Relaxed) + millis(uptime()),
            Source::Manual(time) => *time.borrow(),
        }
    }

    /// Moves a manual clock on; a system clock moves by itself.
    pub fn advance(&self, by_ms: u64) {
        if let Source::Manual(time) = &self.source {
            time.send_modify(|now| *now += by_ms);
        }
    }

    /// Goes on from that instant, if it is later than now: what another node has decided until then did happen. The step is
    /// no gap; those of before are forgotten, since the time lost until then is known by other means.
    pub fn go_on_from(&self, at_ms: u64) {
        self.gaps.all.lock().clear();
        match &self.source {
            Source::System { booted_ms } => {
                let uptime_ms = millis(uptime());
                self.gaps.read_ms.fetch_max(at_ms, Release);
                booted_ms.fetch_max(at_ms.saturating_sub(uptime_ms), Relaxed);
            }
            Source::Manual(time) => time.send_modify(|now| *now = at_ms.max(*now)),
        }
    }

    /// Moves a manual clock on by a gap.
    pub fn stand_still(&self, for_ms: u64) {
        let from_ms = self.time_ms();
        self.gaps.add(Outage {
            from_ms,
            to_ms: from_ms + for_ms,
        });
        self.advance(for_ms);
    }

    /// When the last gap ended; 0 before the first.
    pub fn resumed_ms(&self) -> u64 {
        self.gaps.resumed_ms.load(Acquire)
    }

    /// Part of all gaps that came after `at_ms`, where that is `least_ms` or more of one.
    pub fn missed_ms(&self, at_ms: u64, least_ms: u64) -> u64 {
        if self.resumed_ms() <= at_ms {
            return 0;
        }
        let gaps = self.gaps.all.lock();
        let missed = gaps.iter().map(|gap| gap.after_ms(at_ms));
        missed.filter(|ms| *ms >= least_ms).sum()
    }

    /// The gaps after the first `known`.
    pub fn gaps(&self, known: usize) -> Vec<Outage> {
        self.gaps.all.lock().iter().skip(known).copied().collect()
    }

    /// Waits for as long as the clock may go unread. To be called again and
    /// again, so that the time of an idle server is no gap.
    pub async fn keep_reading(&self) {
        self.sleep(READ_EVERY_MS).await;
    }

    /// Waits until it is `at_ms` or later.
    pub async fn sleep_until(&self, at_ms: u64) {
        match &self.source {
            Source::System { .. } => {
                let left_ms = at_ms.saturating_sub(self.now_ms());
                // Even the shortest sleep would last until the timer's next tick.
                if left_ms > 0 {
                    tokio::time::sleep(Duration::from_millis(left_ms)).await;
                }
            }
            Source::Manual(time) => {
                // The sender lives in `time` itself, so the wait cannot fail.
                let _ = time.subscribe().wait_for(|now| *now >= at_ms).await;
            }
        }
    }

    /// Waits for `ms` milliseconds.
    pub async fn sleep(&self, ms: u64) {
        self.sleep_until(self.now_ms() + ms).await;
    }
}

impl Gaps {
    /// Notes a reading, and the gap before it if there was one.
    #[cold]
    fn read(&self, now_ms: u64) {
        let mut all = self.all.lock();
        let from_ms = self.read_ms.load(Acquire);
        if now_ms.saturating_sub(from_ms) > GAP_MS {
            all.push(Outage {
                from_ms,
                to_ms: now_ms,
            });
            self.resumed_ms.store(now_ms, Release);
        }
        // Another thread may have read a later time meanwhile.
        self.read_ms.fetch_max(now_ms, Release);
    }

    fn add(&self, gap: Outage) {
        self.all.lock().push(gap);
        self.resumed_ms.store(gap.to_ms, Release);
    }
}

/// Time since the machine started, the time for which it was suspended included.
#[cfg(target_os = "linux")]
fn uptime() -> Duration {
    let uptime = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    Duration::new(
        u64::try_from(uptime.tv_sec).unwrap_or_default(),
        u32::try_from(uptime.tv_nsec).unwrap_or_default(),
    )
}

/// Time since the process started.
#[cfg(not(target_os = "linux"))]
fn uptime() -> Duration {
    static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
    STARTED.elapsed()
}

/// The next instant at which one task has something to do, moved by others.
#[derive(Debug, Default)]
pub struct NextDeadline(watch::Sender<Option<u64>>);

impl NextDeadline {
    /// Moves it; without an instant there is nothing to do.
    pub fn set(&self, at_ms: Option<u64>) {
        self.0
            .send_if_modified(|next| std::mem::replace(next, at_ms) != at_ms);
    }

    /// Waits until it is reached, however often it is moved meanwhile.
    /// Cancel-safe.
    pub async fn reached(&self, clock: &Clock) {
        let mut moved = self.0.subscribe();
        loop {
            let next = *moved.borrow_and_update();
            let reached = async {
                match next {
                    Some(at_ms) => clock.sleep_until(at_ms).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = reached => return,
                // The sender lives in `self`, so this only ever means a change.
                _ = moved.changed() => {}
            }
        }
    }
}

/// An instant of Unix time in the calendar; none where its years end.
pub fn timestamp(unix_ms: u64) -> Option<Timestamp> {
    Timestamp::from_millisecond(i64::try_from(unix_ms).ok()?).ok()
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_continues_another_never_runs_back_and_has_no_gaps() {
        for clock in [Clock::manual(5_000), Clock::system()] {
            clock.stand_still(10_000);
            let now_ms = clock.now_ms();
            clock.go_on_from(now_ms - 1_000);
            assert!(clock.now_ms() >= now_ms);
            clock.go_on_from(now_ms + 60_000);
            assert!(clock.now_ms() >= now_ms + 60_000);
            assert_eq!((clock.gaps(0).len(), clock.missed_ms(0, 0)), (0, 0));
        }
    }
}
