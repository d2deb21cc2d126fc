//! Moves: their legality, their cost in time, and their consequences.

use game::{Board, Cell, IllegalMove, Mark, Outcome};
use protocol::{
    Accepted, Event, OpeningStage, Refusal, Seat,
    event::{EndReason, GameResult, Turn},
    request::Move,
};

use crate::{
    choices,
    clock::{begin_turn, both_acted, charge},
    context::{Context, Decision},
    draft::Draft,
    lifecycle::{Ending, ending, free_leavers},
    offers::lapses,
    opening,
};

/// Makes a seat's move.
pub(crate) fn play(draft: &mut Draft, seat: Seat, wanted: Move, context: &Context) -> Decision {
    let (turn, board) = allowed(draft, seat, wanted)?;
    choices::chosen_by_placing(draft, seat, context);
    let before = draft.running().and_then(|game| game.clocks);
    let (credit_ms, clocks) = charge(draft, before, turn, context);
    let (lines, no_open_lines, ending) = judged(draft, &board, seat, context);
    let is_over = ending.is_some();
    let (acts, stage) = opening::after_move(draft, seat, board.ply());
    let next = match is_over {
        true => None,
        false => {
            let counts = both_acted(draft, board.ply());
            Some(begin_turn(draft, acts, counts, clocks, context))
        }
    };
    let Move { game, ply, cell } = wanted;
    let moved = Event::Moved {
        game,
        ply,
        cell,
        mark: others_mark(draft, seat),
        credit_ms,
        clock_ms: clocks
            .filter(|_| clocks != before)
            .map(|clocks| clocks[seat]),
        turn: next,
        lines,
        no_open_lines,
        lapsed_offer: lapses(draft, seat, is_over),
        score: ending.as_ref().and_then(|ending| ending.score),
        empty_until_ms: ending.as_ref().and_then(|ending| ending.empty_until_ms),
        over: ending.map(|ending| ending.over),
        opening: stage,
    };
    draft.push_move(moved, board);
    if is_over {
        free_leavers(draft, context);
    }
    Ok(Accepted::Moved { seq: draft.seq() })
}

/// The turn that a legal move ends, and the position after it.
fn allowed(draft: &Draft, seat: Seat, wanted: Move) -> Result<(Turn, Board), Refusal> {
    let game = draft.game_at(wanted.game, wanted.ply)?;
    let turn = game
        .turn
        .filter(|turn| turn.seat == seat && game.opening.is_none_or(OpeningStage::may_place))
        .ok_or(Refusal::NotYourTurn)?;
    let played = draft.board().clone().play(wanted.cell);
    played
        .map(|board| (turn, board))
        .map_err(|rejected| refusal(rejected.why))
}

/// The mark that is drawn, where it is not the mover's own, as in an opening.
fn others_mark(draft: &Draft, seat: Seat) -> Option<Mark> {
    let game = draft.running().filter(|game| game.opening.is_some())?;
    let mark = game.next_mark(draft.view().settings.opens);
    (mark != game.mark_of(seat)).then_some(mark)
}

/// The completed lines, whether no line is open any more, and how the game ended, if it did.
fn judged(
    draft: &Draft,
    board: &Board,
    mover: Seat,
    context: &Context,
) -> (Vec<Vec<Cell>>, bool, Option<Ending>) {
    let over = |result, winner, reason| Some(ending(draft, result, winner, reason, context));
    match board.outcome() {
        Outcome::Won { by, lines } => {
            // The winner is the opponent of the mover only in misère.
            let winner = if *by == board.to_move() {
                mover.other()
            } else {
                mover
            };
            let over = over(GameResult::Won, Some(winner), EndReason::Line);
            (lines.clone(), false, over)
        }
        Outcome::Drawn => (
            Vec::new(),
            true,
            over(GameResult::Drawn, None, EndReason::Full),
        ),
        Outcome::Open { no_open_lines } => (Vec::new(), *no_open_lines, None),
    }
}

fn refusal(why: IllegalMove) -> Refusal {
    match why {
        IllegalMove::OutsideBoard { cell, cells } => Refusal::CellOutside { cell, cells },
        IllegalMove::CellTaken { cell, .. } => Refusal::CellTaken { cell },
        IllegalMove::GameOver => Refusal::NoGame,
    }
}
