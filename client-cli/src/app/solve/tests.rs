//! Unit tests of `solve`.

use super::*;
use game::Rules;

fn at(rules: &str, moves: &str) -> Result<Board, String> {
    let text = Catalogue::for_language("en");
    let empty = Board::new(rules.parse().unwrap());
    position::after(&text, empty, Layout::Keypad, moves)
}

fn solved(rules: &str, moves: &str, nodes: u64) -> String {
    let mut line = line(&at(rules, moves).unwrap(), nodes);
    assert!(line.nodes <= nodes);
    line.nodes = 0;
    serde_json::to_string(&line).unwrap()
}

#[test]
fn a_position_is_one_line_of_json() {
    for (rules, moves, line) in [
        (
            "3x3x3",
            "b2 b3",
            r#"{"value":"first","distance":5,"best":["a3","c3","a2","c2","a1","c1"],"nodes":0,"exact":true}"#,
        ),
        (
            "3x3x3",
            "5, 7",
            r#"{"value":"draw","distance":null,"best":["b3","c3","a2","c2","a1","b1","c1"],"nodes":0,"exact":true}"#,
        ),
        (
            "3x3x3-misere",
            "a1",
            r#"{"value":"second","distance":8,"best":["b3","a2","c2","b1"],"nodes":0,"exact":true}"#,
        ),
        (
            "3x3x3",
            "b2 a3 b3 a2 b1",
            r#"{"value":"first","distance":0,"best":[],"nodes":0,"exact":true}"#,
        ),
        (
            "3x3x3",
            "a3 b3 c3 b2 a2 c2 b1 a1 c1",
            r#"{"value":"draw","distance":0,"best":[],"nodes":0,"exact":true}"#,
        ),
    ] {
        assert_eq!(solved(rules, moves, 100_000), line, "{rules} {moves}");
    }
}

#[test]
fn without_a_proof_the_answer_is_the_computers_move() {
    let line = solved("15x15x5", "h8 a1 i8 a15 j8 o1 k8 g8", 1);
    let wanted = r#"{"value":null,"distance":null,"best":["l8"],"nodes":0,"exact":false}"#;
    assert_eq!(line, wanted);
}

#[test]
fn a_move_that_cannot_be_made_is_named_with_its_reason() {
    for (rules, moves, said) in [
        ("3x3x3", "b2 b9", "Move 2, b9, is not on the board"),
        ("3x3x3", "b2 zz", "Move 2, zz, is not a cell"),
        ("4x4x4", "5", "Move 1, 5, is not a cell"),
        ("3x3x3", "b2 5", "Move 2, 5, cannot be made: that cell"),
        (
            "3x3x3",
            "b2 a3 b3 a2 b1 c1",
            "Move 6, c1, cannot be made: the game",
        ),
    ] {
        let sentence = at(rules, moves).unwrap_err();
        assert!(sentence.starts_with(said), "{sentence}");
    }
}

#[test]
fn an_empty_board_too_large_to_be_solved_is_opened_in_the_centre() {
    let line = line(&Board::new(Rules::GOMOKU), 1_000);
    assert_eq!((line.exact, line.best), (false, vec!["h8".to_owned()]));
}
