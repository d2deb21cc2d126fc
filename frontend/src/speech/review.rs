//! The engine's review of a game in words.

use archive::{replay::Game, review::Reviewed};
use engine::Value;
use game::{Judged, Verdict, notation};
use sentences::{Catalogue, say};

/// More moves than these are not named as better ones.
const NAMED: usize = 4;

/// Meaning of the signs, and whether they are facts.
pub fn review_legend(text: &Catalogue, reviewed: &Reviewed) -> String {
    match reviewed.review.exact {
        true => say!(text, REVIEW_EXACT),
        false => say!(text, REVIEW_OPINION),
    }
}

/// The number of mistakes, and which decided the game.
pub fn review_sum(text: &Catalogue, game: &Game, reviewed: &Reviewed) -> String {
    match (reviewed.mistakes().count(), game.decisive(reviewed)) {
        (0, _) => say!(text, MISTAKES_NONE),
        (count, None) => say!(text, MISTAKES_SOME, count),
        (count, Some(number)) => say!(text, MISTAKES_DECIDED, count, number),
    }
}

/// Sentence about the move of that number, from 1, behind its sign; nothing for
/// one that kept what there was. An opening's is told apart from those.
pub fn review_move(
    text: &Catalogue,
    game: &Game,
    reviewed: &Reviewed,
    number: usize,
) -> Option<String> {
    if (1..=game.settled()).contains(&number) {
        return Some(say!(text, REVIEW_OPENING_MOVE));
    }
    let judged = reviewed.judged(number)?;
    let mark = game.mark(number);
    let cells = || better(game, judged);
    let sentence = match (judged.verdict, reviewed.worth(number)) {
        (Verdict::Kept, _) => return None,
        (Verdict::Lost, Some(Value::Wins(_))) => {
            say!(text, REVIEW_LOST_WIN, mark, cells = cells())
        }
        (Verdict::Lost, Some(Value::Draw)) => {
            say!(text, REVIEW_LOST_DRAW, mark, cells = cells())
        }
        (Verdict::Lost, None) => say!(text, REVIEW_LOST, mark, cells = cells()),
        (Verdict::Only, Some(Value::Wins(_))) => say!(text, REVIEW_ONLY_WIN, mark),
        (Verdict::Only, Some(Value::Draw)) => say!(text, REVIEW_ONLY_DRAW, mark),
        (Verdict::Only, None) => say!(text, REVIEW_ONLY, mark),
    };
    let sentence = match (reviewed.review.exact, judged.proved) {
        // All of it is, which the legend says.
        (true, _) => sentence,
        (false, true) => say!(text, MISTAKES_PROVED, sentence),
        (false, false) => say!(text, MISTAKES_LIKELY, sentence),
    };
    Some(format!("{} {sentence}", reviewed.sign(number)))
}

/// All that is said of a game: what the signs mean, which moves are the opening's, each other that has a sign, and the sum.
pub fn review(text: &Catalogue, game: &Game, reviewed: &Reviewed) -> Vec<String> {
    let settled = game.settled();
    let opening = (settled > 0).then(|| say!(text, REVIEW_OPENING, count = settled));
    let said = (settled + 1..=game.length()).filter_map(|number| {
        let sentence = review_move(text, game, reviewed, number)?;
        Some(say!(text, REVIEW_MOVE, number, sentence))
    });
    let legend = review_legend(text, reviewed);
    let sum = review_sum(text, game, reviewed);
    let start = std::iter::once(legend).chain(opening);
    start.chain(said).chain([sum]).collect()
}

fn better(game: &Game, judged: &Judged) -> String {
    let rules = game.saved().record.settings.rules;
    let cells = judged.best.iter().take(NAMED);
    let names = cells.filter_map(|cell| notation::name(rules, *cell));
    let more = (judged.best.len() > NAMED).then(|| "...".to_owned());
    names.chain(more).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
