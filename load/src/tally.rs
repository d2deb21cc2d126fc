//! Counts of a load so far: games and events played and watched, and failures.

use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use hdrhistogram::Histogram;

use crate::{
    BenchError, advice,
    client::pair::PlayedCommand,
    lock,
    stats::{latencies_us, record},
};

/// Counted since the last [`LoadTally::reset`], the room with spectators apart; failures since the
/// beginning.
#[derive(Clone, Debug)]
pub struct LoadCounts {
    pub moves: u64,
    /// Moves that were due before the command before had arrived.
    pub late: u64,
    /// Bytes of text that came to the players.
    pub received: u64,
    /// From sending until the opponent had read, of every command.
    pub latency_us: Histogram<u64>,
    /// The same, since the last [`LoadTally::second`].
    second_us: Histogram<u64>,
    /// Moves in that second.
    second_moves: u64,
    /// The room with spectators.
    pub watched: WatchedCounts,
    /// Rooms that have done what they were to do.
    pub finished: u64,
    /// Rooms, spectators and idle connections that failed.
    pub errors: u64,
    /// Why the first of them did.
    pub first_error: Option<Arc<str>>,
}

/// Events read in the room with spectators.
#[derive(Clone, Debug)]
pub struct WatchedCounts {
    pub moves: u64,
    /// Moves that were due before the command before had arrived.
    pub late: u64,
    /// Events and replies that came to the players.
    pub to_players: u64,
    /// Events that came to the spectators.
    pub to_spectators: u64,
    /// From sending until a spectator had read.
    pub latency_us: Histogram<u64>,
    /// When each command was sent since the last reset, and the `seq` of the first's event.
    sent: Vec<Instant>,
    first_seq: u64,
}

/// Progress of a load, reported every second.
#[derive(Clone, Copy, Debug)]
pub struct LoadProgress {
    /// Seconds that were counted.
    pub at_s: u64,
    /// Moves in the last second.
    pub moves_per_s: f64,
    /// 99th percentile of the last second's latencies, in microseconds.
    pub p99_us: u64,
    /// Failures since the beginning.
    pub errors: u64,
}

/// [`LoadCounts`] shared by all tasks of a load.
pub struct LoadTally(Mutex<LoadCounts>);

impl WatchedCounts {
    /// A command is sent whose event will have that `seq`.
    pub fn send(&mut self, seq: u64, at: Instant) {
        if self.sent.is_empty() {
            self.first_seq = seq;
        }
        self.sent.push(at);
    }

    /// A spectator has read the event with that `seq`.
    pub fn read(&mut self, seq: u64, now: Instant) {
        let place = seq.checked_sub(self.first_seq);
        let sent = place.and_then(|place| self.sent.get(place as usize));
        if let Some(sent) = sent {
            self.to_spectators += 1;
            record(&mut self.latency_us, now.saturating_duration_since(*sent));
        }
    }
}

impl LoadCounts {
    fn new() -> Result<LoadCounts, BenchError> {
        Ok(LoadCounts {
            moves: 0,
            late: 0,
            received: 0,
            latency_us: latencies_us()?,
            second_us: latencies_us()?,
            second_moves: 0,
            watched: WatchedCounts {
                moves: 0,
                late: 0,
                to_players: 0,
                to_spectators: 0,
                latency_us: latencies_us()?,
                sent: Vec::new(),
                first_seq: 0,
            },
            finished: 0,
            errors: 0,
            first_error: None,
        })
    }

    /// Commands: moves, offers and acceptances.
    pub fn commands(&self) -> u64 {
        self.latency_us.len()
    }
}

impl LoadTally {
    /// Nothing counted yet.
    pub fn new() -> Result<LoadTally, BenchError> {
        Ok(LoadTally(Mutex::new(LoadCounts::new()?)))
    }

    /// The counts.
    pub fn counts(&self) -> MutexGuard<'_, LoadCounts> {
        lock(&self.0)
    }

    /// Counts a command.
    pub fn played(&self, command: &PlayedCommand, in_time: bool) {
        let mut counts = self.counts();
        counts.moves += u64::from(command.is_move);
        counts.second_moves += u64::from(command.is_move);
        counts.late += u64::from(!in_time);
        counts.received += command.received;
        record(&mut counts.second_us, command.took);
        record(&mut counts.latency_us, command.took);
    }

    /// Counts a failure.
    pub fn failed(&self, why: &BenchError) {
        let mut counts = self.counts();
        counts.errors += 1;
        counts
            .first_error
            .get_or_insert_with(|| advice::explain(why).into());
    }

    /// Counts from zero. Failures stay: what failed does not play any more.
    pub fn reset(&self) -> Result<(), BenchError> {
        let mut counts = self.counts();
        *counts = LoadCounts {
            finished: counts.finished,
            errors: counts.errors,
            first_error: counts.first_error.take(),
            ..LoadCounts::new()?
        };
        Ok(())
    }

    /// Counts of the second that ends now.
    pub fn second(&self, at_s: u64) -> LoadProgress {
        let mut counts = self.counts();
        let progress = LoadProgress {
            at_s,
            moves_per_s: counts.second_moves as f64,
            p99_us: counts.second_us.value_at_quantile(0.99),
            errors: counts.errors,
        };
        counts.second_us.reset();
        counts.second_moves = 0;
        progress
    }
}

/// Count a second.
pub fn rate(count: u64, wall: Duration) -> f64 {
    count as f64 / wall.as_secs_f64()
}

#[cfg(test)]
mod tests;
