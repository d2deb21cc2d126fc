//! Moves: whose turn, on which cell, within what time, and what follows.

use game::{Board, Cell, IllegalMove, Outcome};
use protocol::{
    Accepted, Event, Refusal, Seat,
    event::{GameResult, How, OfferKind, Over, Turn, TurnLimit},
    ids::BySeat,
    request::Move,
};

use crate::{
    clock::{allowance, begin_turn, charged},
    context::{Context, Decision},
    draft::Draft,
    lifecycle::{self, free_leavers},
};

/// Draws a seat's mark.
pub(crate) fn play(draft: &mut Draft, seat: Seat, wanted: Move, context: &Context) -> Decision {
    let (turn, board) = allowed(draft, seat, wanted)?;
    let mark = draft.board().to_move();
    let (credit_ms, clocks) = clocks_after(draft, turn, context);
    let (lines, dead, over) = judged(draft, &board, seat, context);
    let next = match over {
        Some(_) => None,
        None => Some(begin_turn(
            draft,
            seat.other(),
            board.ply(),
            clocks,
            context,
        )),
    };
    let lapsed = lapses(draft, seat, over.is_some());
    let Move { game, ply, cell } = wanted;
    let is_over = over.is_some();
    let moved = Event::Moved {
        game,
        ply,
        seat,
        mark,
        cell,
        credit_ms,
        clocks,
        turn: next,
        lines,
        dead,
        lapsed,
        over,
    };
    draft.push_move(moved, board);
    if is_over {
        free_leavers(draft, context);
    }
    Ok(Accepted::Moved { seq: draft.seq() })
}

/// The turn that a move ends, and the position after it.
fn allowed(draft: &Draft, seat: Seat, wanted: Move) -> Result<(Turn, Board), Refusal> {
    let game = draft.game()?;
    let ply = draft.ply();
    if (wanted.game, wanted.ply) != (game.number, ply) {
        return Err(Refusal::Stale {
            game: game.number,
            ply,
        });
    }
    let turn = game
        .turn
        .filter(|turn| turn.seat == seat)
        .ok_or(Refusal::NotYourTurn)?;
    let played = draft.board().clone().play(wanted.cell);
    played
        .map(|board| (turn, board))
        .map_err(|rejected| refusal(rejected.why))
}

/// The part of the turn that is not charged, and the clocks after it.
fn clocks_after(draft: &Draft, turn: Turn, context: &Context) -> (u64, Option<BySeat<u64>>) {
    let clocks = draft.running().and_then(|game| game.clocks);
    if turn.limit != TurnLimit::Clock {
        return (0, clocks);
    }
    let elapsed = draft.at_ms().saturating_sub(turn.since_ms);
    let credit_ms = elapsed.min(allowance(turn.seat, context));
    let setting = draft.view().settings.clock;
    let after = clocks.map(|clocks| charged(setting, clocks, turn.seat, elapsed - credit_ms));
    (credit_ms, after)
}

/// What a position means: completed lines, whether nobody can complete one any
/// more, and how the game ended, if it did.
fn judged(
    draft: &Draft,
    board: &Board,
    mover: Seat,
    context: &Context,
) -> (Vec<Vec<Cell>>, bool, Option<Over>) {
    let over = |result, winner, how| Some(lifecycle::over(draft, result, winner, how, context));
    match board.outcome() {
        Outcome::Won { by, lines } => {
            // Whoever is to move next has not made the line, and has won only in misère.
            let winner = if *by == board.to_move() {
                mover.other()
            } else {
                mover
            };
            let over = over(GameResult::Won, Some(winner), How::Line);
            (lines.clone(), false, over)
        }
        Outcome::Drawn => (Vec::new(), true, over(GameResult::Drawn, None, How::Full)),
        Outcome::Open { dead } => (Vec::new(), *dead, None),
    }
}

/// The offer that a move by `seat` lays aside: a draw by the other's move, a
/// takeback by any, everything by the game's end.
fn lapses(draft: &Draft, seat: Seat, over: bool) -> Option<u64> {
    let offer = draft.view().offer?;
    let lapses = over
        || match offer.kind {
            OfferKind::Draw => offer.by != seat,
            OfferKind::Takeback => true,
            OfferKind::Rematch | OfferKind::Restart => false,
        };
    lapses.then_some(offer.id)
}

fn refusal(why: IllegalMove) -> Refusal {
    match why {
        IllegalMove::OutsideBoard { cell, cells } => Refusal::CellOutside { cell, cells },
        IllegalMove::CellTaken { cell, .. } => Refusal::CellTaken { cell },
        IllegalMove::GameOver => Refusal::NoGame,
    }
}
