//! The command `oxo solve`: the value of a position, as a line of JSON.

use engine::{Budget, Player, Value, solve};
use frontend::{exit::Exit, stdio::output::print_values};
use game::{
    Board, Level, Mark,
    notation::{self, Layout},
};
use sentences::Catalogue;
use serde::Serialize;

use super::{failure::Failure, position};
use crate::cli;

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
pub(super) fn run(text: &Catalogue, keys: Layout, args: &cli::SolveArgs) -> Result<Exit, Failure> {
    let empty = Board::new(args.board.rules(text)?);
    let board = position::after(text, empty, keys, &args.moves)?;
    print_values([line(&board, args.nodes)])?;
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

/// A value on the wire.
pub(super) fn word(value: Value) -> &'static str {
    match value {
        Value::Wins(Mark::X) => "first",
        Value::Wins(Mark::O) => "second",
        Value::Draw => "draw",
    }
}

#[cfg(test)]
mod tests;
