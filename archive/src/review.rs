//! The engine's review of a finished game, computed on a thread of its own.

use std::future::pending;

use engine::{
    Budget, Value,
    review::{NODES, review},
    value,
};
use game::{Board, Cell, Judged, Review, Rules, Verdict};

use crate::search_thread::SearchThread;

/// A game to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewRequest {
    pub rules: Rules,
    /// First to last.
    pub cells: Vec<Cell>,
    /// Number of them that the opening settled.
    pub settled: usize,
}

/// The computer's findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reviewed {
    pub review: Review,
    /// Value of the position before, where a move changed it.
    pub worth: Vec<Option<Value>>,
}

/// Progress of a review.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ReviewProgress {
    #[default]
    Unasked,
    Thinking,
    There(Reviewed),
}

impl ReviewProgress {
    /// The review, once it is there.
    pub fn there(&self) -> Option<&Reviewed> {
        match self {
            ReviewProgress::There(reviewed) => Some(reviewed),
            ReviewProgress::Unasked | ReviewProgress::Thinking => None,
        }
    }
}

impl Reviewed {
    /// Looks at a game, until `stop` says yes: the moves that were not looked at by then have no verdict.
    pub fn of(game: &ReviewRequest, stop: &dyn Fn() -> bool) -> Reviewed {
        let budget = Budget::nodes(NODES).until(stop);
        let mut review = review(game.rules, &game.cells, budget);
        // The marks of an opening are placed for the sake of the choice, not to win by them.
        for judged in review.moves.iter_mut().take(game.settled) {
            *judged = None;
        }
        let worth = review.moves.iter().enumerate().map(|(ply, judged)| {
            let judged = judged.as_ref()?;
            let before = Board::replay(game.rules, &game.cells[..ply]).ok()?;
            let asked = judged.proved && judged.verdict != Verdict::Kept;
            asked.then(|| value(&before, budget).0).flatten()
        });
        let worth = worth.collect();
        Reviewed { review, worth }
    }

    /// Verdict on the move of that number, from 1.
    pub fn judged(&self, number: usize) -> Option<&Judged> {
        self.review.moves.get(number.checked_sub(1)?)?.as_ref()
    }

    /// Value of the position before, if that is proved and the move changed it.
    pub fn worth(&self, number: usize) -> Option<Value> {
        *self.worth.get(number.checked_sub(1)?)?
    }

    /// The moves that threw something away, by their numbers from 1.
    pub fn mistakes(&self) -> impl Iterator<Item = usize> {
        let lost = |number: &usize| {
            let judged = self.judged(*number);
            judged.is_some_and(|judged| judged.verdict == Verdict::Lost)
        };
        (1..=self.review.moves.len()).filter(lost)
    }

    /// The sign behind that move: `?` threw the value away, `!` was the only one
    /// that kept it; nothing behind any other.
    pub fn sign(&self, number: usize) -> &'static str {
        match self.judged(number).map(|judged| judged.verdict) {
            Some(Verdict::Lost) => "?",
            Some(Verdict::Only) => "!",
            Some(Verdict::Kept) | None => "",
        }
    }
}

/// A review under way. It stops when this is dropped.
pub type ReviewSearch = SearchThread<Reviewed>;

impl ReviewRequest {
    /// Begins to look at the game.
    #[must_use]
    pub fn begin(self) -> ReviewSearch {
        SearchThread::start(move |stop| Some(Reviewed::of(&self, stop)))
    }
}

/// Waits for the result of a search, if there is one, which is gone then; nothing
/// if it could not search.
pub async fn answered(search: &mut Option<ReviewSearch>) -> Option<Reviewed> {
    let Some(running) = search else {
        return pending().await;
    };
    let answer = running.result().await;
    *search = None;
    answer
}

#[cfg(test)]
mod tests;
