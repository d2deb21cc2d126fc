//! Seats of the server's own computer: sitting down, answering offers, moving. The engine searches
//! the move outside of the referee.

use game::Cell;
use protocol::{
    Accepted, Computer, Event, OpeningChoice, Player, Refusal, RoomCode, Seat, Settings,
    event::{Closed, NextTurn, OfferKind, Replaced, Score},
    ids::BySeat,
    request::{Choose, Move},
    view::Seated,
};

pub use crate::thinking::{Thinking, is_exhibition, places_left, thinking};
use crate::{
    choices,
    clock::{begin_turn, both_acted},
    context::{Context, Decision},
    draft::Draft,
    lifecycle::start,
    moves, offers,
    private::PrivateChange,
};

/// Opens an exhibition, a room where two computers play, with its first game.
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
        empty_until_ms: None,
    });
    sit(draft, Seat::Guest, computers.guest, None);
    start(draft, context);
}

/// Whether a computer may sit in a room with these settings.
///
/// # Errors
/// At correspondence: nobody would be lost there who leaves it alone, and the room would never end.
pub fn may_play(settings: Settings) -> Result<(), Refusal> {
    match settings.clock.is_correspondence() {
        false => Ok(()),
        true => Err(Refusal::BadField {
            field: "computer".to_owned(),
            detail: "cannot play where the clock counts days".to_owned(),
        }),
    }
}

/// Seats a computer opposite `seat`, and starts a game if none is running.
///
/// # Errors
/// When the opponent is there or within their grace, at correspondence, or when as many computers play as may.
pub fn seat(draft: &mut Draft, seat: Seat, computer: Computer, context: &Context) -> Decision {
    let view = draft.view();
    may_play(view.settings)?;
    (context.may_seat_computer)()?;
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
    if draft.running().is_some() {
        take_over(draft, opposite, computer, replaced, context);
    } else {
        sit(draft, opposite, computer, None);
        start(draft, context);
    }
    Ok(Accepted::ComputerSeated { seq: draft.seq() })
}

/// The player of a seat, if lost for longer than the grace.
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
        ply: draft.ply(),
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
    let game = draft.running();
    let clocks = game.and_then(|game| game.clocks);
    let turn = game.and_then(|game| game.turn).map(|turn| {
        if turn.seat != seat {
            return NextTurn::new(turn, draft.at_ms(), Some(turn));
        }
        let counts = both_acted(draft, draft.board().ply());
        NextTurn {
            moves_ms: Some(draft.at_ms() + context.limits.computer_move_ms),
            ..begin_turn(draft, seat, counts, clocks, context)
        }
    });
    sit(draft, seat, computer, replaced.zip(turn));
}

/// Closes the offer of the player whom the computer replaces.
fn lapse(draft: &mut Draft, by: Seat) {
    let again_ms = draft.at_ms();
    if let Some(offer) = draft.view().offer.filter(|offer| offer.by == by) {
        draft.push(Event::OfferClosed {
            offer: offer.id,
            reason: Closed::Expired,
            by,
            again_ms,
        });
    }
}

fn sit(draft: &mut Draft, seat: Seat, computer: Computer, over: Option<(Replaced, NextTurn)>) {
    let (replaced, turn) = over.unzip();
    draft.push(Event::Joined {
        seat,
        player: Player::computer(computer),
        score: Score::default(),
        replaced,
        turn,
    });
}

/// Answers an offer made to a computer: accepts it, but declines a draw while a line is open.
pub(crate) fn answer(draft: &mut Draft, context: &Context) {
    let view = draft.view();
    let Some(offer) = view.offer else { return };
    let seat = offer.by.other();
    if view.computer(seat).is_none() {
        return;
    }
    let no_open_lines = draft.running().is_some_and(|game| game.no_open_lines);
    let answered = match offer.kind {
        OfferKind::Draw if !no_open_lines => offers::decline(draft, seat, offer.id, context),
        _ => offers::accept(draft, seat, offer.id, context),
    };
    debug_assert!(answered.is_ok(), "an open offer can be answered");
}

/// Action of a computer in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputerAct {
    /// It marks a cell.
    Mark(Cell),
    /// It chooses in the opening.
    Choose(OpeningChoice),
}

/// Plays the act found for a computer's turn; nothing if that turn is over.
pub fn moved(draft: &mut Draft, turn: Thinking, act: ComputerAct, context: &Context) {
    let turn_of = |it: Thinking| (it.game, it.ply, it.seat, it.stage);
    if thinking(draft.view()).map(turn_of) != Some(turn_of(turn)) {
        return;
    }
    let (game, ply) = (turn.game, turn.ply);
    let made = match act {
        ComputerAct::Mark(cell) => {
            let wanted = Move { game, ply, cell };
            moves::play(draft, turn.seat, wanted, context)
        }
        ComputerAct::Choose(choice) => {
            let wanted = Choose { game, ply, choice };
            choices::choose(draft, turn.seat, wanted, context)
        }
    };
    debug_assert!(made.is_ok(), "an engine's move is legal: {made:?}");
}
