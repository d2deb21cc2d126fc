//! Report of a run, as a table for people.

use std::{collections::BTreeMap, time::Duration};

use crate::{breach::Stats, cycle::Harness};

/// Everything a run did.
#[derive(Debug, Default)]
pub struct Total {
    ends: BTreeMap<&'static str, u64>,
    before_life: u64,
    stats: Stats,
    checkpoints: u64,
    starts: Vec<Duration>,
}

impl Total {
    /// A server was destroyed in that phase.
    pub fn count(&mut self, phase: &'static str) {
        *self.ends.entry(phase).or_default() += 1;
    }

    /// Number of servers destroyed.
    pub fn ends(&self) -> u64 {
        self.ends.values().sum()
    }

    /// Another data directory is begun.
    pub fn begin_life(&mut self) {
        self.before_life = self.ends();
    }

    /// Number of servers destroyed on this data directory.
    pub fn ends_of_life(&self) -> u64 {
        self.ends() - self.before_life
    }

    /// Adds what a harness did on its data directory.
    ///
    /// # Panics
    /// When nothing was acknowledged or no game ended: then nothing was tried.
    pub fn add(&mut self, harness: &Harness) {
        assert!(harness.total.acknowledged > 0, "nothing was acknowledged");
        assert!(harness.total.games > 0, "no game ended");
        self.stats.acknowledged += harness.total.acknowledged;
        self.stats.events += harness.total.events;
        self.stats.games += harness.total.games;
        self.stats.rooms += harness.rooms_opened();
        self.checkpoints += harness.checkpoints;
        self.starts.extend(&harness.starts);
    }

    /// Prints the table.
    pub fn print(mut self, what: &str) {
        self.starts.sort();
        let median = self.starts.get(self.starts.len() / 2);
        println!("{what}: {} servers destroyed", self.ends());
        for (phase, times) in &self.ends {
            println!("  {phase:<12} {times:>8}");
        }
        let Stats {
            acknowledged,
            events,
            rooms,
            games,
        } = self.stats;
        println!("  acknowledged {acknowledged:>8}\n  events       {events:>8}");
        println!("  rooms        {rooms:>8}\n  games        {games:>8}");
        println!(
            "  killed soon after a checkpoint began: {}",
            self.checkpoints
        );
        println!(
            "  time to listen: median {} ms, max {} ms",
            median.map_or(0, Duration::as_millis),
            self.starts.last().map_or(0, Duration::as_millis)
        );
    }
}
