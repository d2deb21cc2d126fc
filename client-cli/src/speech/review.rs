//! What the computer says of the moves of a game, in words.

use engine::Value;
use game::{Judged, Verdict, notation};

use crate::{
    archive::{replay::Game, review::Reviewed},
    key::say,
    locale::Catalogue,
};

/// More moves than these are not named as better ones.
const NAMED: usize = 4;

/// What the signs mean, and whether they are facts.
#[must_use]
pub fn review_legend(text: &Catalogue, reviewed: &Reviewed) -> String {
    match reviewed.review.exact {
        true => say!(text, REVIEW_EXACT),
        false => say!(text, REVIEW_OPINION),
    }
}

/// What is said of the move of that number, from 1, behind its sign; nothing of
/// one that kept what there was.
#[must_use]
pub fn review_move(
    text: &Catalogue,
    game: &Game,
    reviewed: &Reviewed,
    number: usize,
) -> Option<String> {
    let judged = reviewed.judged(number)?;
    let mark = game.mark(number);
    let cells = || better(game, judged);
    let sentence = match (judged.verdict, reviewed.worth(number)) {
        (Verdict::Kept, _) => return None,
        (Verdict::Lost, Some(Value::Wins(_))) => {
            say!(text, REVIEW_LOST_WIN, mark = mark, cells = cells())
        }
        (Verdict::Lost, Some(Value::Draw)) => {
            say!(text, REVIEW_LOST_DRAW, mark = mark, cells = cells())
        }
        (Verdict::Lost, None) => say!(text, REVIEW_LOST, mark = mark, cells = cells()),
        (Verdict::Only, Some(Value::Wins(_))) => say!(text, REVIEW_ONLY_WIN, mark = mark),
        (Verdict::Only, Some(Value::Draw)) => say!(text, REVIEW_ONLY_DRAW, mark = mark),
        (Verdict::Only, None) => say!(text, REVIEW_ONLY, mark = mark),
    };
    Some(format!("{} {sentence}", reviewed.sign(number)))
}

/// All that is said of a game: what the signs mean, and each move that has one.
#[must_use]
pub fn review(text: &Catalogue, game: &Game, reviewed: &Reviewed) -> Vec<String> {
    let said = (1..=game.length()).filter_map(|number| {
        let sentence = review_move(text, game, reviewed, number)?;
        Some(say!(
            text,
            REVIEW_MOVE,
            number = number,
            sentence = sentence
        ))
    });
    let mut lines: Vec<String> = said.collect();
    if lines.is_empty() {
        lines.push(say!(text, REVIEW_CLEAN));
    }
    lines.insert(0, review_legend(text, reviewed));
    lines
}

fn better(game: &Game, judged: &Judged) -> String {
    let rules = game.saved().record.settings.rules;
    let cells = judged.best.iter().take(NAMED);
    let names = cells.filter_map(|cell| notation::name(rules, *cell));
    let more = (judged.best.len() > NAMED).then(|| "...".to_owned());
    names.chain(more).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{
        review::tests::{WILD, reviewed},
        tests::played,
    };

    fn said(tag: &str, cells: &[u16]) -> Vec<String> {
        let game = Game::check(played(cells)).unwrap();
        review(&Catalogue::for_wish(tag), &game, &reviewed(cells))
    }

    #[test]
    fn each_sign_has_its_sentence() {
        assert_eq!(
            said("en", &WILD),
            [
                "Proved: ? threw the win or the draw away, ! was the only move that kept it.",
                "Move 2: ? O threw the draw away; b2 kept it.",
                "Move 3: ? X threw the win away; a2, b2, a1 kept it.",
                "Move 4: ! The only move of O that kept the draw.",
                "Move 5: ? X threw the draw away; b1 kept it.",
                "Move 6: ? O threw the win away; b1 kept it.",
                "Move 7: ! The only move of X that kept the win.",
            ]
        );
    }

    #[test]
    fn a_game_without_a_mistake_says_so_in_every_language() {
        for tag in crate::locale::TAGS {
            let lines = said(tag, &[4]);
            assert_eq!(lines.len(), 2, "{tag}: {lines:?}");
        }
    }

    #[test]
    fn an_opinion_is_called_one() {
        let text = Catalogue::for_wish("en");
        let cells = WILD;
        let game = Game::check(played(&cells)).unwrap();
        let mut opinion = reviewed(&cells);
        opinion.review.exact = false;
        opinion.worth.fill(None);
        let lines = review(&text, &game, &opinion);
        assert!(lines[0].contains("opinion"), "{lines:?}");
        assert_eq!(lines[1], "Move 2: ? O made a mistake; better was: b2.");
        assert_eq!(lines[3], "Move 4: ! O found the only move.");
    }
}
