//! Unit tests of `language`.

use game::LineRule;
use serde_json::json;

use super::*;

/// The position after these moves.
pub(crate) fn position(rules: Rules, moves: &[Cell]) -> BotPosition {
    let mut view = View::default();
    view.settings.rules = rules;
    let played = |(ply, cell): (usize, &Cell)| protocol::view::Played {
        cell: *cell,
        mark: Mark::BOTH[ply % 2],
        at_ms: 0,
        clock_ms: None,
    };
    let game = GameView {
        number: 3,
        x: Seat::Guest,
        started_ms: 0,
        first_clocks: None,
        clocks: None,
        moves: moves.iter().enumerate().map(played).collect(),
        turn: None,
        lines: Vec::new(),
        no_open_lines: false,
        over: None,
        replaced: None,
        opening: None,
        choices: Vec::new(),
    };
    BotPosition::of(&view, &game).unwrap()
}

#[test]
fn a_question_to_the_program_has_the_whole_position() {
    let asked = position(
        Rules::new(4, 3, 3).unwrap().with(LineRule::Loses),
        &[0, 5, 11],
    )
    .question(1_500);
    let expected = json!({
        "type": "move", "game": 3, "ply": 3,
        "rules": {"width": 4, "height": 3, "line": 3, "misere": true},
        "moves": [0, 5, 11],
        "board": ["X...", ".O..", "...X"],
        "mark": "O",
        "legal": [1, 2, 3, 4, 6, 7, 8, 9, 10],
        "names": ["b3", "c3", "d3", "a2", "c2", "d2", "a1", "b1", "c1"],
        "ms": 1_500,
    });
    assert_eq!(serde_json::to_value(asked).unwrap(), expected);
}

#[test]
fn a_move_is_a_cell_or_its_name_and_nothing_else() {
    let position = position(Rules::CLASSIC, &[4]);
    let not_free = |name: &str| Err(NoMove::NotFree(name.to_owned()));
    for (line, read) in [
        (r#"{"cell":0}"#, Ok(0)),
        (r#"{"move":"C1"}"#, Ok(8)),
        (r#"{"cell":2,"nodes":17}"#, Ok(2)),
        (r#"{"cell":4}"#, not_free("4")),
        (r#"{"move":"b2"}"#, not_free("b2")),
        (r#"{"cell":9}"#, not_free("9")),
        (r#"{"move":"d9"}"#, not_free("d9")),
    ] {
        assert_eq!(position.answer(line), read, "{line}");
    }
    for line in [
        "",
        "4",
        "b2",
        "{}",
        r#"{"cell":-1}"#,
        r#"{"cell":"4"}"#,
        "[4]",
    ] {
        let nonsense = NoMove::Nonsense(line.to_owned());
        assert_eq!(position.answer(line), Err(nonsense));
    }
}
