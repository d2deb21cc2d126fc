//! Offers between the two: draw, takeback, rematch, restart.

use game::Outcome;
use protocol::{
    Accepted, Event, Refusal, Seat,
    event::{Closed, GameResult, How, Offer, OfferKind},
    request::MakeOffer,
};

use crate::{
    clock::begin_turn,
    context::{Context, Decision},
    draft::Draft,
    lifecycle::{end_game, start},
};

/// Opens an offer, or accepts the other's when it is the same.
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
    let deadline_ms = draft.at_ms() + context.limits.offer_ms;
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

/// Whether an offer has a place at this moment, and the ply it is about.
fn fits(draft: &Draft, wanted: MakeOffer) -> Result<Option<u32>, Refusal> {
    let game = draft.running();
    match wanted.kind {
        OfferKind::Draw | OfferKind::Restart => draft.game().map(|_| None),
        OfferKind::Takeback => {
            draft.game()?;
            let made = draft.ply();
            wanted
                .ply
                .filter(|ply| *ply < made)
                .map(Some)
                .ok_or(Refusal::BadTakeback { ply: made })
        }
        OfferKind::Rematch if game.is_some() => Err(Refusal::GameRunning),
        OfferKind::Rematch => Ok(None),
    }
}

/// The open offer with that number, made by the other side.
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

/// Does what was offered.
pub(crate) fn accept(draft: &mut Draft, seat: Seat, id: u64, context: &Context) -> Decision {
    let open = answerable(draft, seat, id)?;
    match open.kind {
        OfferKind::Draw => end_game(draft, GameResult::Drawn, None, How::Agreed, context),
        OfferKind::Takeback => take_back(draft, open, context)?,
        OfferKind::Rematch => start(draft, context),
        OfferKind::Restart => {
            end_game(draft, GameResult::Aborted, None, How::Restarted, context);
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

fn take_back(draft: &mut Draft, open: Offer, context: &Context) -> Result<(), Refusal> {
    let game = draft.game()?;
    let made = draft.ply();
    let ply = open
        .ply
        .filter(|ply| *ply < made)
        .ok_or(Refusal::BadTakeback { ply: made })?;
    let number = game.number;
    let clocks = match (ply as usize).checked_sub(1) {
        None => game.first_clocks,
        Some(last) => game.moves.get(last).and_then(|played| played.clocks),
    };
    let seat = if ply % 2 == 0 { game.x } else { game.x.other() };
    let turn = begin_turn(draft, seat, ply as usize, clocks, context);
    let position = draft.board().at_ply(ply as usize);
    let dead = position.is_some_and(|board| *board.outcome() == Outcome::Open { dead: true });
    draft.push(Event::TakenBack {
        game: number,
        ply,
        by: open.by,
        clocks,
        turn,
        dead,
    });
    Ok(())
}

/// Lays the other's offer aside; whoever made it has to wait before the next.
pub(crate) fn decline(draft: &mut Draft, seat: Seat, id: u64, context: &Context) -> Decision {
    let open = answerable(draft, seat, id)?;
    let again_ms = draft.at_ms() + context.limits.offer_cooldown_ms;
    draft.push(Event::OfferClosed {
        offer: id,
        why: Closed::Declined,
        by: open.by,
        again_ms,
    });
    Ok(Accepted::Declined { seq: draft.seq() })
}
