//! What a seat wishes, decided: giving up, calling off, claiming; the rest is
//! handed on.
//!
//! Knows nothing of who may speak for a seat; that was checked before.

use protocol::{
    Accepted, Command, Refusal, Seat,
    event::{GameResult, How},
    request::Claimed,
    view::GameView,
};

use super::{
    Context, Draft, Verdict, computer, moves, offers, seats,
    time::{call_off, end_game},
};

/// Decides a command of a seat.
///
/// # Errors
/// With the refusal; nothing has happened then.
pub fn command(draft: &mut Draft, seat: Seat, command: &Command, context: &Context) -> Verdict {
    if draft.table().view().ended.is_some() {
        return Err(Refusal::NotInRoom);
    }
    let done = match command {
        Command::Move(wish) => moves::play(draft, seat, *wish, context),
        Command::Resign => resign(draft, seat, context),
        Command::Abort => abort(draft, context),
        Command::Claim(claim) => self::claim(draft, seat, claim.what, context),
        Command::Leave => seats::leave(draft, seat, context),
        Command::Offer(offer) => offers::offer(draft, seat, *offer, context),
        Command::Accept(answer) => offers::accept(draft, seat, answer.offer, context),
        Command::Decline(answer) => offers::decline(draft, seat, answer.offer, context),
        Command::RemoveGuest => seats::remove_guest(draft, seat, context),
        Command::SeatComputer(wish) => computer::seat(draft, seat, wish.computer, context),
    }?;
    computer::answer(draft, context);
    Ok(done)
}

pub(super) fn running(draft: &Draft) -> Result<&GameView, Refusal> {
    draft.table().running().ok_or(Refusal::NoGame)
}

pub(super) fn seq(draft: &Draft) -> u64 {
    draft.table().view().seq
}

pub(super) fn wire_ply(ply: usize) -> u32 {
    // A board has at most 361 cells.
    u32::try_from(ply).unwrap_or(u32::MAX)
}

fn resign(draft: &mut Draft, seat: Seat, context: &Context) -> Verdict {
    running(draft)?;
    end_game(
        draft,
        GameResult::Won,
        Some(seat.other()),
        How::Resigned,
        context,
    );
    Ok(Accepted::Resigned { seq: seq(draft) })
}

fn abort(draft: &mut Draft, context: &Context) -> Verdict {
    running(draft)?;
    if draft.table().board().ply() >= 2 {
        return Err(Refusal::TooLateToAbort);
    }
    call_off(draft, context);
    Ok(Accepted::Aborted { seq: seq(draft) })
}

fn claim(draft: &mut Draft, seat: Seat, what: Claimed, context: &Context) -> Verdict {
    let game = running(draft)?;
    if what == Claimed::Draw && game.dead {
        end_game(draft, GameResult::Drawn, None, How::Dead, context);
        return Ok(Accepted::Claimed { seq: seq(draft) });
    }
    let lost = draft.table().view().seats[seat.other()]
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
    Ok(Accepted::Claimed { seq: seq(draft) })
}
