//! The position that the moves on a command line lead to.

use game::{
    Board, IllegalMove,
    notation::{self, Layout, NotationError},
};
use sentences::{Catalogue, say};

/// The position after moves such as `b2 a1`.
///
/// # Errors
/// With the sentence that says which of them cannot be made, and why.
pub(super) fn after(
    text: &Catalogue,
    mut board: Board,
    keys: Layout,
    moves: &str,
) -> Result<Board, String> {
    let rules = board.rules();
    let names = moves.split([' ', ',', '\t', '\n']);
    let names = names.filter(|name| !name.is_empty());
    for (number, name) in (board.ply() + 1..).zip(names) {
        let cell = notation::parse_with(rules, keys, name).map_err(|why| match why {
            NotationError::OutsideBoard { last } => {
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
