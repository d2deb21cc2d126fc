//! What came to the spectators of a room and its players, and when.
//!
//! Knows nothing of connections.

use std::{
    collections::VecDeque,
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};

use hdrhistogram::Histogram;

use crate::{Fault, lock, stats::latencies_us};

/// How much has been delivered so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Delivered {
    /// Moves made.
    pub moves: u64,
    /// Moves that were late.
    pub late: u64,
    /// Events and replies at the players.
    pub to_players: u64,
    /// Events at the spectators.
    pub to_spectators: u64,
}

impl Delivered {
    /// What came in between.
    #[must_use]
    pub fn since(self, from: Delivered) -> Delivered {
        Delivered {
            moves: self.moves - from.moves,
            late: self.late - from.late,
            to_players: self.to_players - from.to_players,
            to_spectators: self.to_spectators - from.to_spectators,
        }
    }
}

/// What has come, of all who read.
pub struct Tally {
    /// Events and replies that came to the players.
    pub to_players: AtomicU64,
    /// Moves made.
    pub moves: AtomicU64,
    /// Moves that were due before the one before had arrived.
    pub late: AtomicU64,
    seen: Mutex<Seen>,
}

/// What the spectators have read.
pub struct Seen {
    readers: u64,
    deliveries: u64,
    /// Whether moves that are sent now count for the latencies.
    pub counting: bool,
    /// Moves that somebody has not read yet, and the number of the first.
    open: VecDeque<Sent>,
    first_seq: u64,
    /// Microseconds from sending until a spectator had read.
    pub latency_us: Histogram<u64>,
    /// Microseconds from sending until the last spectator had read.
    pub last_us: Histogram<u64>,
}

struct Sent {
    at: Instant,
    unread: u64,
    counted: bool,
}

impl Tally {
    /// Nothing yet, of so many spectators who read.
    ///
    /// # Errors
    /// Never, with the bounds that the latencies have.
    pub fn new(readers: u64) -> Result<Tally, Fault> {
        let seen = Seen {
            readers,
            deliveries: 0,
            counting: false,
            open: VecDeque::new(),
            first_seq: 0,
            latency_us: latencies_us()?,
            last_us: latencies_us()?,
        };
        Ok(Tally {
            to_players: 0.into(),
            moves: 0.into(),
            late: 0.into(),
            seen: Mutex::new(seen),
        })
    }

    /// How much has been delivered so far.
    #[must_use]
    pub fn delivered(&self) -> Delivered {
        Delivered {
            moves: self.moves.load(Relaxed),
            late: self.late.load(Relaxed),
            to_players: self.to_players.load(Relaxed),
            to_spectators: self.seen().deliveries,
        }
    }

    /// What the spectators have read.
    pub fn seen(&self) -> MutexGuard<'_, Seen> {
        lock(&self.seen)
    }
}

impl Seen {
    /// A move leaves whose event will have that number.
    pub fn sent(&mut self, seq: u64, at: Instant) {
        if self.open.is_empty() {
            self.first_seq = seq;
        }
        if self.readers > 0 {
            self.open.push_back(Sent {
                at,
                unread: self.readers,
                counted: self.counting,
            });
        }
    }

    /// Whether somebody has yet to read a move that counts.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.open.iter().any(|sent| sent.counted)
    }

    /// A spectator has the event of that number.
    pub fn read(&mut self, seq: u64, now: Instant) {
        let place = seq.checked_sub(self.first_seq);
        let Some(sent) = place.and_then(|place| self.open.get_mut(place as usize)) else {
            return;
        };
        self.deliveries += 1;
        sent.unread = sent.unread.saturating_sub(1);
        if sent.counted {
            let us = now.saturating_duration_since(sent.at).as_micros() as u64;
            self.latency_us.saturating_record(us);
            if sent.unread == 0 {
                self.last_us.saturating_record(us);
            }
        }
        while self.open.front().is_some_and(|sent| sent.unread == 0) {
            self.open.pop_front();
            self.first_seq += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn every_reader_counts_and_the_last_one_once_a_move() {
        let tally = Tally::new(3).unwrap();
        let mut seen = tally.seen();
        let begin = Instant::now();
        let at = |ms| begin + Duration::from_millis(ms);
        // Not counted: before the window.
        seen.sent(9, at(0));
        seen.counting = true;
        seen.sent(10, at(100));
        for (seq, ms) in [(9, 1), (9, 2), (10, 101), (10, 102), (9, 103), (10, 107)] {
            seen.read(seq, at(ms));
        }
        assert_eq!(seen.deliveries, 6);
        assert_eq!((seen.latency_us.len(), seen.last_us.len()), (3, 1));
        assert!(seen.last_us.equivalent(seen.last_us.max(), 7_000));
        assert!(seen.open.is_empty());
        // An event that no move led to is nobody's delivery.
        seen.read(11, at(110));
        assert_eq!(seen.deliveries, 6);
    }
}
