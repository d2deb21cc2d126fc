//! The dispatch of a seat's commands, and those that end a game: giving up, calling off, claiming.

use protocol::{
    Accepted, Command, Refusal, Seat,
    event::{GameResult, How},
    request::Claimed,
};

use crate::{
    computer,
    context::{Context, Decision},
    draft::Draft,
    lifecycle::{call_off, end_game},
    moves, offers, seats,
};

/// Decides a command of a seat. Who may speak for it was checked before.
///
/// # Errors
/// With the refusal; nothing has happened then.
pub fn command(draft: &mut Draft, seat: Seat, command: &Command, context: &Context) -> Decision {
    if draft.view().ended.is_some() {
        return Err(Refusal::NotInRoom);
    }
    let done = match command {
        Command::Move(wanted) => moves::play(draft, seat, *wanted, context),
        Command::Resign => resign(draft, seat, context),
        Command::Abort => abort(draft, context),
        Command::Claim(claim) => self::claim(draft, seat, claim.what, context),
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

fn resign(draft: &mut Draft, seat: Seat, context: &Context) -> Decision {
    draft.game()?;
    end_game(
        draft,
        GameResult::Won,
        Some(seat.other()),
        How::Resigned,
        context,
    );
    Ok(Accepted::Resigned { seq: draft.seq() })
}

fn abort(draft: &mut Draft, context: &Context) -> Decision {
    draft.game()?;
    if draft.board().ply() >= 2 {
        return Err(Refusal::TooLateToAbort);
    }
    call_off(draft, context);
    Ok(Accepted::Aborted { seq: draft.seq() })
}

fn claim(draft: &mut Draft, seat: Seat, what: Claimed, context: &Context) -> Decision {
    let game = draft.game()?;
    if what == Claimed::Draw && game.dead {
        end_game(draft, GameResult::Drawn, None, How::Dead, context);
        return Ok(Accepted::Claimed { seq: draft.seq() });
    }
    let lost = draft.view().seats[seat.other()]
        .as_ref()
        .and_then(|other| other.lost);
    let lost = lost.ok_or(match what {
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
    match what {
        Claimed::Win => end_game(draft, GameResult::Won, Some(seat), How::ClaimedWin, context),
        Claimed::Draw => end_game(draft, GameResult::Drawn, None, How::ClaimedDraw, context),
    }
    Ok(Accepted::Claimed { seq: draft.seq() })
}
