//! Offers between the seats: draw, takeback, rematch, restart.

use game::Outcome;
use protocol::{
    Accepted, Event, Refusal, Seat,
    event::{Closed, EndReason, GameResult, Offer, OfferKind},
    request::MakeOffer,
};

use crate::{
    clock::{begin_turn, both_acted},
    context::{Context, Decision},
    draft::{Draft, wire_ply},
    lifecycle::{end_game, start},
};

/// Opens an offer, or accepts the opponent's if it is the same.
pub(crate) fn offer(
    draft: &mut Draft,
    seat: Seat,
    wanted: MakeOffer,
    context: &Context,
) -> Decision {
    let ply = fits(draft, wanted)?;
    let view = draft.view();
    let me = view.seats[seat].as_ref().ok_or(Refusal::NotSeated)?;
    if view.seats[seat.other()].is_none() {
        return Err(Refusal::NoOpponent);
    }
    if let Some(open) = view.offer {
        let crossing = open.by != seat && (open.kind, open.ply) == (wanted.kind, ply);
        return if crossing {
            accept(draft, seat, open.id, context)
        } else {
            Err(Refusal::OfferOpen { offer: open.id })
        };
    }
    if let Some(again_ms) = me.may_offer_ms.filter(|ms| draft.at_ms() < *ms) {
        return Err(Refusal::OfferCooldown { again_ms });
    }
    let id = view.offers + 1;
    let deadline_ms = open_until_ms(draft, context);
    draft.push(Event::Offered {
        offer: Offer {
            id,
            by: seat,
            kind: wanted.kind,
            ply,
            deadline_ms,
        },
    });
    Ok(Accepted::Offered {
        seq: draft.seq(),
        offer: id,
    })
}

/// Until when an offer stays open. In a correspondence room that is until the opponent moves, who may have the whole of
/// the next turn for that, or while it waits for the next game.
fn open_until_ms(draft: &Draft, context: &Context) -> u64 {
    let view = draft.view();
    let clock = view.settings.clock;
    let Some(days_ms) = clock.initial_ms().filter(|_| clock.is_correspondence()) else {
        return draft.at_ms() + context.limits.offer_ms;
    };
    let turn = view.running().and_then(|game| game.turn);
    turn.map(|turn| turn.due_ms + days_ms)
        .or(view.empty_until_ms)
        .unwrap_or(view.closes_ms)
}

/// The ply that an offer is about, if it is a takeback; a refusal if the offer makes no sense now.
fn fits(draft: &Draft, wanted: MakeOffer) -> Result<Option<u32>, Refusal> {
    let game = draft.running();
    match wanted.kind {
        OfferKind::Draw | OfferKind::Restart => draft.game(wanted.game).map(|_| None),
        OfferKind::Takeback => {
            let settled = wire_ply(draft.game(wanted.game)?.settled_plies());
            let made = draft.ply();
            wanted
                .ply
                .filter(|ply| *ply < made && *ply >= settled)
                .map(Some)
                .ok_or(Refusal::BadTakeback { ply: made })
        }
        OfferKind::Rematch if game.is_some() => Err(Refusal::GameRunning),
        OfferKind::Rematch => draft.is_present(wanted.game).map(|()| None),
    }
}

/// The open offer number `id`, which has to be the opponent's.
fn answerable(draft: &Draft, seat: Seat, id: u64) -> Result<Offer, Refusal> {
    let open = draft
        .view()
        .offer
        .filter(|open| open.id == id)
        .ok_or(Refusal::NoSuchOffer)?;
    if open.by == seat {
        return Err(Refusal::OwnOffer);
    }
    Ok(open)
}

/// Accepts an offer.
pub(crate) fn accept(draft: &mut Draft, seat: Seat, id: u64, context: &Context) -> Decision {
    let open = answerable(draft, seat, id)?;
    match open.kind {
        OfferKind::Draw => end_game(draft, GameResult::Drawn, None, EndReason::Agreed, context),
        OfferKind::Takeback => take_back(draft, open, context)?,
        OfferKind::Rematch => start(draft, context),
        OfferKind::Restart => {
            end_game(
                draft,
                GameResult::Aborted,
                None,
                EndReason::Restarted,
                context,
            );
            if draft
                .view()
                .seats
                .iter()
                .all(|(_, seated)| seated.is_some())
            {
                start(draft, context);
            }
        }
    }
    Ok(Accepted::Accepted { seq: draft.seq() })
}

/// Takes moves back. Every move and the game's end close the offer, so it fits the position.
fn take_back(draft: &mut Draft, open: Offer, context: &Context) -> Result<(), Refusal> {
    let game = draft.running().ok_or(Refusal::NoGame)?;
    let ply = open.ply.map_or(usize::MAX, |ply| ply as usize);
    let bad = Refusal::BadTakeback { ply: draft.ply() };
    let (Some(retracted), Some(position)) = (game.moves.get(ply), draft.board().at_ply(ply)) else {
        return Err(bad);
    };
    let clocks = game.clocks_after(ply, draft.view().settings.opens);
    let mover = game.seat_of(retracted.mark);
    draft.push(Event::TakenBack {
        game: game.number,
        ply: wire_ply(ply),
        by: open.by,
        clocks: clocks.filter(|_| clocks != game.clocks),
        turn: begin_turn(draft, mover, both_acted(draft, ply), clocks, context),
        no_open_lines: *position.outcome()
            == Outcome::Open {
                no_open_lines: true,
            },
    });
    Ok(())
}

/// Declines the opponent's offer, who has to wait before the next one.
pub(crate) fn decline(draft: &mut Draft, seat: Seat, id: u64, context: &Context) -> Decision {
    let open = answerable(draft, seat, id)?;
    let again_ms = draft.at_ms() + context.limits.offer_cooldown_ms;
    draft.push(Event::OfferClosed {
        offer: id,
        reason: Closed::Declined,
        by: open.by,
        again_ms,
    });
    Ok(Accepted::Declined { seq: draft.seq() })
}

/// The offer that lapses by a move or a choice of `seat`: a draw offer by the other side's move, a takeback
/// offer by any move, every offer by the game's end.
pub(crate) fn lapses(draft: &Draft, seat: Seat, over: bool) -> Option<u64> {
    let offer = draft.view().offer?;
    let lapses = over
        || match offer.kind {
            OfferKind::Draw => offer.by != seat,
            OfferKind::Takeback => true,
            // One that is open for days is answered by playing on.
            OfferKind::Restart => {
                draft.view().settings.clock.is_correspondence() && offer.by != seat
            }
            OfferKind::Rematch => false,
        };
    lapses.then_some(offer.id)
}
