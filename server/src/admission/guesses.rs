//! Codes and secrets that were tried in vain, so that the same one is paid for once.

use std::{
    collections::VecDeque,
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
};

/// As many are remembered for a network; one that was forgotten costs again.
const REMEMBERED: usize = 32;

/// A room's code or the hash of a seat's secret that somebody tries, as a hash.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Guess(u64);

/// The latest wrong guesses of a network.
#[derive(Debug, Default)]
pub(super) struct WrongGuesses(VecDeque<Guess>);

impl WrongGuesses {
    pub(super) fn has(&self, guess: Guess) -> bool {
        self.0.contains(&guess)
    }

    pub(super) fn remember(&mut self, guess: Guess) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back(guess);
    }
}

impl Guess {
    /// Two things of the same hash count as one guess, which gains an attacker one of
    /// 2^64 tries.
    #[must_use]
    pub fn of(tried: &impl Hash) -> Guess {
        let mut hasher = DefaultHasher::new();
        tried.hash(&mut hasher);
        Guess(hasher.finish())
    }
}

/// It may be a live room's code a moment later: it stays out of logs.
impl fmt::Debug for Guess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Guess")
    }
}
