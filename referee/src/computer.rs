//! Seats that the server's own computer has: how it sits down, how it answers
//! an offer, when it moves. What it moves is brought from outside.
//!
//! Knows nothing of how a move is found.

use game::{Cell, Outcome};
use protocol::{
    Accepted, Command, Computer, Event, Limits, Player, Refusal, RoomCode, Seat, Settings, View,
    event::{Closed, OfferKind, Replaced, Score, Turn},
    ids::BySeat,
    request::Move,
    view::Seated,
};

use super::{
    Context, Draft, Verdict,
    commands::{seq, wire_ply},
    offers,
    seats::start,
    time::begin_turn,
};
use crate::PrivateChange;

/// Opens a room where two computers play, with their first game.
pub fn exhibit(
    draft: &mut Draft,
    settings: Settings,
    code: RoomCode,
    computers: BySeat<Computer>,
    context: &Context,
) {
    draft.private.push(PrivateChange::Code { code });
    draft.push(Event::Created {
        settings,
        host: Player::computer(computers.host),
        closes_ms: draft.at_ms() + context.limits.room_age_ms,
    });
    sit(draft, Seat::Guest, computers.guest, None);
    start(draft, context);
}

/// Sits a computer down opposite `seat`, and begins a game if none is running.
///
/// # Errors
/// When somebody is there, or has not been away for long enough.
pub fn seat(draft: &mut Draft, seat: Seat, computer: Computer, context: &Context) -> Verdict {
    let view = draft.table().view();
    let opposite = seat.other();
    let replaced = match &view.seats[opposite] {
        None => None,
        Some(other) if other.player.is_computer() => match view.running() {
            Some(_) => return Err(Refusal::GameRunning),
            None => None,
        },
        Some(other) => Some(replaceable(draft, opposite, other)?),
    };
    if replaced.is_some() {
        draft.private.push(PrivateChange::Freed { seat: opposite });
    }
    if draft.table().running().is_some() {
        take_over(draft, opposite, computer, replaced, context);
    } else {
        sit(draft, opposite, computer, None);
        start(draft, context);
    }
    Ok(Accepted::ComputerSeated { seq: seq(draft) })
}

/// Who sits there, if they have been lost for longer than their grace.
fn replaceable(draft: &Draft, seat: Seat, seated: &Seated) -> Result<Replaced, Refusal> {
    let lost = seated.lost.ok_or(Refusal::OpponentPresent)?;
    if draft.at_ms() < lost.deadline_ms {
        return Err(Refusal::GraceRunning {
            deadline_ms: lost.deadline_ms,
        });
    }
    Ok(Replaced {
        seat,
        player: seated.player.clone(),
        ply: wire_ply(draft.table().board().ply()),
    })
}

fn take_over(
    draft: &mut Draft,
    seat: Seat,
    computer: Computer,
    replaced: Option<Replaced>,
    context: &Context,
) {
    lapse(draft, seat);
    let game = draft.table().running();
    let clocks = game.and_then(|game| game.clocks);
    let turn = game.and_then(|game| game.turn).map(|turn| {
        if turn.seat != seat {
            return turn;
        }
        let ply = draft.table().board().ply();
        Turn {
            moves_ms: Some(draft.at_ms() + context.limits.computer_move_ms),
            ..begin_turn(draft, seat, ply, clocks, context)
        }
    });
    sit(draft, seat, computer, replaced.zip(turn));
}

/// What who is gone has offered is not the computer's to stand by.
fn lapse(draft: &mut Draft, by: Seat) {
    let again_ms = draft.at_ms();
    if let Some(offer) = draft.table().view().offer.filter(|offer| offer.by == by) {
        draft.push(Event::OfferClosed {
            offer: offer.id,
            why: Closed::Expired,
            by,
            again_ms,
        });
    }
}

fn sit(draft: &mut Draft, seat: Seat, computer: Computer, over: Option<(Replaced, Turn)>) {
    let (replaced, turn) = over.unzip();
    draft.push(Event::Joined {
        seat,
        player: Player::computer(computer),
        score: Score::default(),
        replaced,
        turn,
    });
}

/// A computer accepts what is offered to it, except a draw while a line is open.
pub(super) fn answer(draft: &mut Draft, context: &Context) {
    let view = draft.table().view();
    let Some(offer) = view.offer else { return };
    let seat = offer.by.other();
    if view.computer(seat).is_none() {
        return;
    }
    let dead = *draft.table().board().outcome() == Outcome::Open { dead: true };
    let answered = match offer.kind {
        OfferKind::Draw if !dead => offers::decline(draft, seat, offer.id, context),
        _ => offers::accept(draft, seat, offer.id, context),
    };
    debug_assert!(answered.is_ok(), "an open offer can be answered");
}

/// A computer's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// Whose.
    pub seat: Seat,
    /// How it plays.
    pub computer: Computer,
    /// The game's number.
    pub game: u32,
    /// The move's number.
    pub ply: u32,
    /// When it moves.
    pub moves_ms: u64,
}

/// The computer that is to move, if one is.
#[must_use]
pub fn thinking(view: &View) -> Option<Thinking> {
    let game = view.running()?;
    let turn = game.turn?;
    Some(Thinking {
        seat: turn.seat,
        computer: view.computer(turn.seat)?,
        game: game.number,
        ply: wire_ply(game.moves.len()),
        moves_ms: turn.moves_ms?,
    })
}

/// Makes the move that was found for a computer's turn; nothing happens when
/// that turn is over.
pub fn moved(draft: &mut Draft, turn: Thinking, cell: Cell, context: &Context) {
    let now = thinking(draft.table().view());
    if now.is_none_or(|now| (now.game, now.ply, now.seat) != (turn.game, turn.ply, turn.seat)) {
        return;
    }
    let wish = Move {
        game: turn.game,
        ply: turn.ply,
        cell,
    };
    let made = super::command(draft, turn.seat, &Command::Move(wish), context);
    debug_assert!(made.is_ok(), "the computer plays by the rules: {made:?}");
}

/// Whether two computers play here.
#[must_use]
pub fn is_exhibition(view: &View) -> bool {
    Seat::BOTH
        .into_iter()
        .all(|seat| view.computer(seat).is_some())
}

/// When a computer moves whose turn begins at `since_ms`.
pub(super) fn moves_ms(view: &View, seat: Seat, since_ms: u64, limits: &Limits) -> Option<u64> {
    view.computer(seat)?;
    Some(match is_exhibition(view) {
        true => since_ms + limits.exhibition_move_ms,
        false => since_ms + limits.computer_move_ms,
    })
}
