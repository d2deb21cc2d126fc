//! What a position is worth, as a line of JSON.

use engine::{Budget, Player, Value, solve};
use game::{
    Board, IllegalMove, Level, Mark, Rules,
    notation::{self, Layout, NotationError},
};
use serde::Serialize;

use super::failure::Failure;
use crate::{cli, exit::Exit, jsonl::one_line, key::say, locale::Catalogue, stdio::output::print};

/// The line, in the order in which it is promised.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Line {
    /// `first` is X, who began; nothing if it is not known.
    value: Option<&'static str>,
    /// In moves; nothing in a draw that is still to come, or if it is not known.
    distance: Option<u16>,
    best: Vec<String>,
    nodes: u64,
    exact: bool,
}

/// Prints what the position after some moves is worth.
///
/// # Errors
/// When there are no such rules or moves.
pub(super) fn run(text: &Catalogue, keys: Layout, args: &cli::Solve) -> Result<Exit, Failure> {
    let rules = args.board.rules(text);
    let board = rules.and_then(|rules| position(text, rules, keys, &args.moves));
    let board = board.map_err(Failure::Usage)?;
    let json = serde_json::to_string(&line(&board, args.nodes));
    print(&[one_line(json.unwrap_or_default())])?;
    Ok(Exit::Fine)
}

fn line(board: &Board, nodes: u64) -> Line {
    let solution = solve(board, Budget::nodes(nodes));
    let known = solution.exact;
    let over = board.outcome().is_over();
    let guess = || Player::new(Level::TOP).choose(board, 0, Budget::nodes(nodes));
    let best = match known {
        true => solution.best,
        false => guess().into_iter().collect(),
    };
    let name = |cell| notation::name(board.rules(), cell);
    let distance = if over { Some(0) } else { solution.distance };
    Line {
        value: solution.value.filter(|_| known).map(word),
        distance: distance.filter(|_| known),
        best: best.into_iter().filter_map(name).collect(),
        nodes: solution.nodes,
        exact: known,
    }
}

fn word(value: Value) -> &'static str {
    match value {
        Value::Wins(Mark::X) => "first",
        Value::Wins(Mark::O) => "second",
        Value::Draw => "draw",
    }
}

/// The position after moves such as `b2 a1`, or the sentence that says which of
/// them cannot be made, and why.
fn position(text: &Catalogue, rules: Rules, keys: Layout, moves: &str) -> Result<Board, String> {
    let names = moves.split([' ', ',', '\t', '\n']);
    let names = names.filter(|name| !name.is_empty());
    let mut board = Board::new(rules);
    for (number, name) in (1..).zip(names) {
        let cell = notation::parse_with(rules, keys, name).map_err(|why| match why {
            NotationError::OutsideBoard { last, .. } => {
                say!(
                    text,
                    USAGE_MOVE_OUTSIDE,
                    number = number,
                    text = name,
                    last = last
                )
            }
            _ => say!(text, USAGE_MOVE_UNREADABLE, number = number, text = name),
        })?;
        board = board.play(cell).map_err(|refused| match refused.why {
            IllegalMove::GameOver => say!(text, USAGE_MOVE_OVER, number = number, text = name),
            // A cell that was read is on the board.
            IllegalMove::CellTaken { .. } | IllegalMove::OutsideBoard { .. } => {
                say!(text, USAGE_MOVE_TAKEN, number = number, text = name)
            }
        })?;
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(rules: &str, moves: &str) -> Result<Board, String> {
        let text = Catalogue::for_wish("en");
        position(&text, rules.parse().unwrap(), Layout::Keypad, moves)
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
    fn without_a_proof_it_says_what_the_computer_would_play() {
        let line = solved("15x15x5", "h8 a1 i8 a15 j8 o1 k8 g8", 1);
        let wanted = r#"{"value":null,"distance":null,"best":["l8"],"nodes":0,"exact":false}"#;
        assert_eq!(line, wanted);
    }

    #[test]
    fn a_move_that_cannot_be_made_is_named_with_its_reason() {
        for (rules, moves, said) in [
            ("3x3x3", "b2 b9", "Move 2, b9, is not on the board"),
            ("3x3x3", "b2 zz", "Move 2, zz, names no cell"),
            ("4x4x4", "5", "Move 1, 5, names no cell"),
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
}
