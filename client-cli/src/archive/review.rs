//! A game looked at by the computer, on a thread of its own that ends as soon
//! as nobody waits for it any more.

use std::{
    future::pending,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use engine::{
    Budget, Value,
    review::{NODES, review},
    value,
};
use game::{Board, Cell, Judged, Review, Rules, Verdict};
use tokio::sync::oneshot;

/// A game to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub rules: Rules,
    /// First to last.
    pub cells: Vec<Cell>,
}

/// What the computer has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reviewed {
    pub review: Review,
    /// What there was to keep, where a move did something to it.
    pub(crate) worth: Vec<Option<Value>>,
}

/// How far a review has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Progress {
    #[default]
    Unasked,
    Thinking,
    There(Reviewed),
}

impl Progress {
    /// The review, once it is there.
    #[must_use]
    pub fn there(&self) -> Option<&Reviewed> {
        match self {
            Progress::There(reviewed) => Some(reviewed),
            Progress::Unasked | Progress::Thinking => None,
        }
    }
}

impl Reviewed {
    /// Looks at a game, until `stop` says yes.
    fn of(game: &Question, stop: &dyn Fn() -> bool) -> Reviewed {
        let budget = Budget::nodes(NODES).until(stop);
        let review = review(game.rules, &game.cells, budget);
        let worth = review.moves.iter().enumerate().map(|(ply, judged)| {
            let quiet = judged.as_ref()?.verdict == Verdict::Kept;
            let before = Board::replay(game.rules, &game.cells[..ply]).ok()?;
            let asked = review.exact && !quiet;
            asked.then(|| value(&before, budget).0).flatten()
        });
        let worth = worth.collect();
        Reviewed { review, worth }
    }

    /// What is said of the move of that number, from 1.
    #[must_use]
    pub fn judged(&self, number: usize) -> Option<&Judged> {
        self.review.moves.get(number.checked_sub(1)?)?.as_ref()
    }

    /// What there was to keep, if that is proved, and the move did something to it.
    #[must_use]
    pub fn worth(&self, number: usize) -> Option<Value> {
        *self.worth.get(number.checked_sub(1)?)?
    }

    /// The sign behind that move: `?` threw the value away, `!` was the only one
    /// that kept it; nothing behind any other.
    #[must_use]
    pub fn sign(&self, number: usize) -> &'static str {
        match self.judged(number).map(|judged| judged.verdict) {
            Some(Verdict::Lost) => "?",
            Some(Verdict::Only) => "!",
            Some(Verdict::Kept) | None => "",
        }
    }
}

/// A computer that thinks. It stops when this is dropped.
#[derive(Debug)]
pub struct Thinker {
    stop: Arc<AtomicBool>,
    answer: oneshot::Receiver<Reviewed>,
}

impl Thinker {
    /// Begins to look at a game.
    #[must_use]
    pub fn begin(game: Question) -> Thinker {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, answer) = oneshot::channel();
        let stopped = Arc::clone(&stop);
        let think = move || {
            let found = Reviewed::of(&game, &|| stopped.load(Ordering::Relaxed));
            // Nobody may wait for it any more.
            let _ = sender.send(found);
        };
        // Without a thread there is no answer, which whoever waits is told.
        let _ = thread::Builder::new()
            .name("review".to_owned())
            .spawn(think);
        Thinker { stop, answer }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Waits for the answer of a thinker, if there is one, who is gone then; nothing
/// if it could not think.
pub async fn answered(thinker: &mut Option<Thinker>) -> Option<Reviewed> {
    let Some(thinking) = thinker else {
        return pending().await;
    };
    let answer = (&mut thinking.answer).await.ok();
    *thinker = None;
    answer
}

#[cfg(test)]
pub(crate) mod tests {
    use game::Mark;

    use super::*;

    /// What there is to say of a game on 3×3.
    pub(crate) fn reviewed(cells: &[Cell]) -> Reviewed {
        Reviewed::of(&question(Rules::CLASSIC, cells), &|| false)
    }

    /// A game that X wins, in which both sides throw everything away.
    pub(crate) const WILD: [Cell; 7] = [0, 1, 2, 4, 3, 5, 6];

    fn question(rules: Rules, cells: &[Cell]) -> Question {
        let cells = cells.to_vec();
        Question { rules, cells }
    }

    #[test]
    fn a_move_has_its_sign_and_what_was_to_be_kept() {
        let found = reviewed(&WILD);
        let signs: Vec<&str> = (0..=8).map(|number| found.sign(number)).collect();
        assert_eq!(signs, ["", "", "?", "?", "!", "?", "?", "!", ""]);
        for (number, worth) in [
            (2, Value::Draw),
            (3, Value::Wins(Mark::X)),
            (4, Value::Draw),
        ] {
            assert_eq!(found.worth(number), Some(worth), "{number}");
        }
        assert_eq!(found.worth(1), None, "it did nothing");
    }

    #[tokio::test]
    async fn a_thinker_answers_once_and_is_gone() {
        let mut thinker = Some(Thinker::begin(question(Rules::CLASSIC, &[4, 1])));
        let found = answered(&mut thinker).await.unwrap();
        assert!(found.review.exact && thinker.is_none());
    }

    #[tokio::test]
    async fn a_thinker_that_is_dropped_stops() {
        let thinker = Thinker::begin(question(Rules::GOMOKU, &[112]));
        let stop = Arc::clone(&thinker.stop);
        drop(thinker);
        assert!(stop.load(Ordering::Relaxed));
        let stopped = Reviewed::of(&question(Rules::GOMOKU, &[112]), &|| true);
        assert_eq!(stopped.review.moves, [None]);
    }
}
