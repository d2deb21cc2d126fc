//! Unit tests of `replay`.

use std::rc::Rc;

use archive::SavedGame;
use frontend::text_board::Charset;
use protocol::{Player, ids::BySeat};
use sentences::Catalogue;
use serde_json::json;

use super::*;
use crate::sample::games::{WILD, json_of, played, reviewed, won};

fn settings() -> PlainSettings {
    PlainSettings {
        text: Rc::new(Catalogue::for_language("en")),
        keys: notation::Layout::Keypad,
        charset: Charset::Ascii,
    }
}

fn game(saved: SavedGame) -> Game {
    Game::check(saved).unwrap()
}

#[test]
fn a_whole_game_is_its_moves_its_end_and_its_result() {
    let room = won(1).record.room;
    let expected = format!(
        "Ana (you) plays X, Bob plays O; room {room}, game 1, 2026-11-21 02:44 UTC.
Board 3 by 3, 3 in a row wins; clock: none.
1. b2 a3  2. c3 b3  3. a1
    a   b   c
  +---+---+---+
3 | O | O |*X*|
  +---+---+---+
2 |   |*X*|   |
  +---+---+---+
1 |*X*|   |   |
  +---+---+---+
You made a line: you win!
Score: Ana (you) 1, Bob 0, drawn 0."
    );
    assert_eq!(whole(&settings(), &game(won(1)), None).join("\n"), expected);
}

#[test]
fn a_review_marks_the_moves_and_says_why() {
    let cells = WILD;
    let (game, found) = (game(played(&cells)), reviewed(&cells));
    let lines = whole(&settings(), &game, Some(&found));
    assert_eq!(lines[2], "1. a3 b3?  2. c3? b2!  3. a2? c2?  4. a1!");
    let said = "! The only move of O that kept the draw.";
    assert!(lines.contains(&format!("Move 4: {said}")), "{lines:?}");
    assert_eq!(position(&settings(), &game, 4, Some(&found))[1], said);
    assert_eq!(position(&settings(), &game, 1, Some(&found)).len(), 9);
}

#[tokio::test]
async fn a_review_is_asked_for_once_and_said_when_it_is_there() {
    let (settings, game) = (settings(), game(played(&WILD)));
    let mut show = Show::new(&settings, &game, false);
    assert!(show.review_search.is_none());
    let thinking = show.answer(&StepOutcome::Review);
    assert_eq!(thinking, show.answer(&StepOutcome::Review));
    assert_eq!(thinking.len(), 1);
    show.reviewed = answered(&mut show.review_search).await;
    assert_eq!(show.answer(&StepOutcome::Review).len(), 8);
    assert!(show.review_search.is_none(), "nothing is asked twice");
}

#[test]
fn a_position_says_who_moved_and_how_long_it_took() {
    let mut saved = won(1);
    saved.record.game.first_clocks = Some(BySeat::from_fn(|_| 60_000));
    saved.record.game.moves[1].clock_ms = Some(59_000);
    let game = game(saved);
    let lines = position(&settings(), &game, 2, None);
    assert_eq!(lines[0], "Move 2 of 5: Bob, O on a3, after 0:01.");
    assert_eq!(lines[1], "Clocks: Ana 1:00, Bob 0:59.");
    assert_eq!(lines[4], "3 |[O]|   |   |");
    let first = position(&settings(), &game, 0, None);
    assert_eq!(first[0], "The board before the first of 5 moves.");
    assert_eq!(first[1], "Clocks: Ana 1:00, Bob 1:00.");
    assert_eq!(first.len(), 10, "no result");
}

#[test]
fn a_game_on_the_largest_board_keeps_to_the_columns() {
    let mut value = json_of(&won(1));
    value["settings"]["rules"] = json!({"width": 19, "height": 19, "line": 19});
    value["game"]["over"]["reason"] = json!("resigned");
    let moves = (0..300).map(|ply| {
        let mark = if ply % 2 == 0 { "X" } else { "O" };
        json!({"cell": ply, "mark": mark, "at_ms": u64::MAX})
    });
    value["game"]["moves"] = moves.collect();
    let game = game(SavedGame::parse(value.to_string().as_bytes()).unwrap());
    let lines = whole(&settings(), &game, None);
    assert!(lines.iter().all(|line| line.chars().count() < 80));
    assert!(lines.iter().any(|line| line.ends_with("150. n4 o4")));
}

#[test]
fn a_hostile_name_moves_no_cursor() {
    let mut saved = won(1);
    saved.record.players.guest = Some(Player::named("\u{1b}[2J\u{202e}Bob\n"));
    saved.seat = None;
    let game = game(saved);
    for at in 0..=game.length() {
        for line in
            whole(&settings(), &game, None)
                .iter()
                .chain(&position(&settings(), &game, at, None))
        {
            assert!(!line.contains(char::is_control), "{line:?}");
            assert!(!line.contains('\u{202e}'), "{line:?}");
        }
    }
}
