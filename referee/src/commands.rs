//! The dispatch of a seat's commands, and those that end a game: resign, abort, claim.

use protocol::{
    Accepted, Command, Refusal, Seat,
    event::{EndReason, GameResult},
    request::{Claim, Claimed},
};

use crate::{
    choices, computer,
    context::{Context, Decision},
    draft::Draft,
    lifecycle::{self, call_off, end_game, may_abort},
    moves, offers, seats,
};

/// Decides a command of a seat, which the caller has authenticated.
///
/// # Errors
/// With the refusal; the draft is unchanged then.
pub fn command(draft: &mut Draft, seat: Seat, command: &Command, context: &Context) -> Decision {
    if draft.view().ended.is_some() {
        return Err(Refusal::NotInRoom);
    }
    let done = match command {
        Command::Move(wanted) => moves::play(draft, seat, *wanted, context),
        Command::Choose(wanted) => choices::choose(draft, seat, *wanted, context),
        Command::Resign(about) => resign(draft, seat, about.game, context),
        Command::Abort(about) => abort(draft, seat, about.game, context),
        Command::Claim(claim) => self::claim(draft, seat, *claim, context),
        Command::Leave => seats::leave(draft, seat, context),
        Command::Offer(offer) => offers::offer(draft, seat, *offer, context),
        Command::Accept(answer) => offers::accept(draft, seat, answer.offer, context),
        Command::Decline(answer) => offers::decline(draft, seat, answer.offer, context),
        Command::RemoveGuest => seats::remove_guest(draft, seat, context),
        Command::SeatComputer(wanted) => computer::seat(draft, seat, wanted.computer, context),
    }?;
    computer::answer(draft, context);
    Ok(done)
}

fn resign(draft: &mut Draft, seat: Seat, game: u32, context: &Context) -> Decision {
    draft.game(game)?;
    lifecycle::resign(draft, seat, context);
    Ok(Accepted::Resigned { seq: draft.seq() })
}

fn abort(draft: &mut Draft, seat: Seat, game: u32, context: &Context) -> Decision {
    draft.game(game)?;
    if !may_abort(draft) {
        return Err(Refusal::TooLateToAbort);
    }
    call_off(draft, Some(seat), context);
    Ok(Accepted::Aborted { seq: draft.seq() })
}

fn claim(draft: &mut Draft, seat: Seat, claim: Claim, context: &Context) -> Decision {
    let game = draft.game(claim.game)?;
    let wanted = claim.result;
    if wanted == Claimed::Draw && game.no_open_lines {
        end_game(
            draft,
            GameResult::Drawn,
            None,
            EndReason::NoOpenLines,
            context,
        );
        return Ok(Accepted::Claimed { seq: draft.seq() });
    }
    let lost = draft.view().seats[seat.other()]
        .as_ref()
        .and_then(|other| other.lost);
    let lost = lost.ok_or(match wanted {
        Claimed::Win => Refusal::OpponentPresent,
        Claimed::Draw => Refusal::LinesOpen,
    })?;
    if game.turn.is_some_and(|turn| turn.seat == seat) {
        return Err(Refusal::ClaimOnYourTurn);
    }
    if draft.at_ms() < lost.deadline_ms {
        return Err(Refusal::GraceRunning {
            deadline_ms: lost.deadline_ms,
        });
    }
    match wanted {
        Claimed::Win => end_game(
            draft,
            GameResult::Won,
            Some(seat),
            EndReason::ClaimedWin,
            context,
        ),
        Claimed::Draw => end_game(
            draft,
            GameResult::Drawn,
            None,
            EndReason::ClaimedDraw,
            context,
        ),
    }
    Ok(Accepted::Claimed { seq: draft.seq() })
}
