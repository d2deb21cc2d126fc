//! Computers in a view: whose turn it is, when they move, whether two play each other.

use protocol::{Computer, Limits, OpeningStage, Seat, View};

use crate::draft::wire_ply;

/// A computer's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// The computer's seat.
    pub seat: Seat,
    /// The computer, with its level.
    pub computer: Computer,
    /// The game's number.
    pub game: u32,
    /// The move's number.
    pub ply: u32,
    /// Stage of the opening, which says what it may do.
    pub stage: Option<OpeningStage>,
    /// When it moves.
    pub moves_ms: u64,
}

/// The computer that is to move, if one is.
pub fn thinking(view: &View) -> Option<Thinking> {
    let game = view.running()?;
    let turn = game.turn?;
    Some(Thinking {
        seat: turn.seat,
        computer: view.computer(turn.seat)?,
        game: game.number,
        ply: wire_ply(game.moves.len()),
        stage: game.opening,
        moves_ms: turn.moves_ms?,
    })
}

/// Number of marks that the seat to act places one after the other, in an opening.
pub fn places_left(view: &View) -> usize {
    let game = view.running();
    game.map_or(0, |game| game.places_left(view.settings.opening))
}

/// Whether two computers play here.
pub fn is_exhibition(view: &View) -> bool {
    Seat::BOTH
        .into_iter()
        .all(|seat| view.computer(seat).is_some())
}

/// When `seat` moves, if a computer's, in a turn that begins at `since_ms`.
pub(crate) fn moves_ms(view: &View, seat: Seat, since_ms: u64, limits: &Limits) -> Option<u64> {
    view.computer(seat)?;
    Some(match is_exhibition(view) {
        true => since_ms + limits.exhibition_move_ms,
        false => since_ms + limits.computer_move_ms,
    })
}
