//! Codes and secrets that were tried in vain, so that the same one is paid for once, and by which
//! connections, so that others of the same network have a first try left.

use std::{
    collections::VecDeque,
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// As many are remembered for a network; one that was forgotten counts again.
const REMEMBERED: usize = 32;

/// A room's code or the hash of a seat's secret that somebody tries, as a hash.
#[derive(Clone, Copy)]
pub struct Guess {
    tried: u64,
    pub(super) by: Guesser,
}

/// A connection that tries codes: nobody but the budget tells it from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guesser(u64);

/// Time without a first try for a connection that guessed wrong.
const FIRST_EVERY_MS: u64 = 60_000;

/// The connections of a network that guessed wrong lately, with when they did.
#[derive(Debug, Default)]
pub(super) struct WrongGuessers(VecDeque<(Guesser, u64)>);

impl WrongGuessers {
    pub(super) fn has(&self, guesser: Guesser, now_ms: u64) -> bool {
        let lately = |since_ms: u64| now_ms < since_ms.saturating_add(FIRST_EVERY_MS);
        self.0
            .iter()
            .any(|(known, since_ms)| *known == guesser && lately(*since_ms))
    }

    pub(super) fn remember(&mut self, guesser: Guesser, now_ms: u64) {
        self.0.retain(|(known, _)| *known != guesser);
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back((guesser, now_ms));
    }
}

impl Guesser {
    /// A connection that has not tried anything.
    pub fn new() -> Guesser {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Guesser(NEXT.fetch_add(1, Relaxed))
    }

    /// Its number, for [`Guesser::numbered`].
    pub fn number(self) -> u64 {
        self.0
    }

    /// The connection that has this number at that node, or here.
    pub fn numbered(number: u64, node: Option<&str>) -> Guesser {
        let Some(node) = node else {
            return Guesser(number);
        };
        let mut hasher = DefaultHasher::new();
        (node, number).hash(&mut hasher);
        // Those of this node count from 0 and do not get there.
        Guesser(hasher.finish() | 1 << 63)
    }
}

impl Default for Guesser {
    fn default() -> Self {
        Guesser::new()
    }
}

/// The latest wrong guesses of a network.
#[derive(Debug, Default)]
pub(super) struct WrongGuesses(VecDeque<u64>);

impl WrongGuesses {
    pub(super) fn has(&self, guess: Guess) -> bool {
        self.0.contains(&guess.tried)
    }

    pub(super) fn remember(&mut self, guess: Guess) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back(guess.tried);
    }
}

impl Guess {
    /// Two things of the same hash count as one guess, which gains an attacker one of
    /// 2^64 tries.
    pub fn of(tried: &impl Hash, by: Guesser) -> Guess {
        let mut hasher = DefaultHasher::new();
        tried.hash(&mut hasher);
        let tried = hasher.finish();
        Guess { tried, by }
    }
}

/// It may be a live room's code a moment later: it stays out of logs.
impl fmt::Debug for Guess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Guess")
    }
}
