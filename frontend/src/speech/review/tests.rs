//! Unit tests of `review`.

use super::*;
use crate::sample::games::{WILD, played, reviewed, swapped, unsearched};

fn said(tag: &str, cells: &[u16]) -> Vec<String> {
    let game = Game::check(played(cells)).unwrap();
    review(&Catalogue::for_language(tag), &game, &reviewed(cells))
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
            "4 mistakes; decided at move 6.",
        ]
    );
}

#[test]
fn marks_of_an_opening_are_called_so() {
    let text = Catalogue::for_language("en");
    let game = Game::check(swapped()).unwrap();
    let found = unsearched(&game.question());
    let lines = review(&text, &game, &found);
    assert_eq!(
        lines[1],
        "Moves 1 to 5 were placed in the opening, and are not judged."
    );
    let said = |number| review_move(&text, &game, &found, number);
    let opening = Some("Placed in the opening, and not judged.".to_owned());
    assert_eq!(said(0), None);
    for number in 1..=5 {
        assert_eq!(said(number), opening, "{number}");
    }
    assert_ne!(said(6), opening);
}

#[test]
fn a_game_without_a_mistake_says_so_in_every_language() {
    for tag in sentences::TAGS {
        let lines = said(tag, &[4]);
        assert_eq!(lines.len(), 2, "{tag}: {lines:?}");
    }
}

#[test]
fn an_unproved_review_is_called_an_opinion() {
    let text = Catalogue::for_language("en");
    let cells = WILD;
    let game = Game::check(played(&cells)).unwrap();
    let mut opinion = reviewed(&cells);
    opinion.review.exact = false;
    opinion.worth.fill(None);
    opinion.review.moves[1].as_mut().unwrap().proved = false;
    let lines = review(&text, &game, &opinion);
    assert!(lines[0].contains("opinion"), "{lines:?}");
    assert_eq!(lines[1], "Move 2: ? Likely: O made a mistake; better: b2.");
    assert_eq!(lines[3], "Move 4: ! Proved: O found the only move.");
}
