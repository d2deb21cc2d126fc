//! Runs `oxo solve`: the value of a position, as a line of JSON.

use engine::{Budget, Player, Value, solve};
use game::{
    Board, IllegalMove, Level, Mark, Rules,
    notation::{self, Layout, NotationError},
};
use serde::Serialize;

use super::failure::Failure;
use crate::{cli, exit::Exit, key::say, locale::Catalogue, stdio::output::print_json};

/// The line, in the order in which it is promised.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct SolveOutput {
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
pub(super) fn run(text: &Catalogue, keys: Layout, args: &cli::SolveArgs) -> Result<Exit, Failure> {
    let board = position(text, args.board.rules(text)?, keys, &args.moves)?;
    let json = serde_json::to_string(&line(&board, args.nodes));
    print_json(&[json.unwrap_or_default()])?;
    Ok(Exit::Fine)
}

fn line(board: &Board, nodes: u64) -> SolveOutput {
    let solution = solve(board, Budget::nodes(nodes));
    let known = solution.exact;
    let over = board.outcome().is_over();
    let player = Player::new(Level::TOP).opening_in_centre();
    let guess = || player.choose(board, 0, Budget::nodes(nodes));
    let best = match known {
        true => solution.best,
        false => guess().into_iter().collect(),
    };
    let name = |cell| notation::name(board.rules(), cell);
    let distance = if over { Some(0) } else { solution.distance };
    SolveOutput {
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
                say!(text, USAGE_MOVE_OUTSIDE, number, text = name, last)
            }
            _ => say!(text, USAGE_MOVE_UNREADABLE, number, text = name),
        })?;
        board = board.play(cell).map_err(|refused| match refused.why {
            IllegalMove::GameOver => say!(text, USAGE_MOVE_OVER, number, text = name),
            // A cell that was read is on the board.
            IllegalMove::CellTaken { .. } | IllegalMove::OutsideBoard { .. } => {
                say!(text, USAGE_MOVE_TAKEN, number, text = name)
            }
        })?;
    }
    Ok(board)
}

#[cfg(test)]
mod tests;
