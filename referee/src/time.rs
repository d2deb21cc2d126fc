//! What happens by itself: turns, clocks, deadlines, and a server that was away.
//!
//! Knows nothing of who wakes it: it is asked what is due, and answers.

use protocol::{
    Event, Limits, View,
    event::{Cause, Closed, GameResult, How, RoomEnd, Turn, TurnLimit},
    ids::{BySeat, Seat},
    settings::ClockSetting,
};

use super::{Context, Draft, computer, grace_ms, seats::start};

/// When something next happens in a room by itself; nothing does once it has ended.
#[must_use]
pub fn next_deadline(view: &View) -> Option<u64> {
    let moves_ms = computer::thinking(view).map(|turn| turn.moves_ms);
    [next_deadline_but_moves(view), moves_ms]
        .into_iter()
        .flatten()
        .min()
}

/// The same, while the move of the computer that is to move is being looked for.
#[must_use]
pub fn next_deadline_but_moves(view: &View) -> Option<u64> {
    if view.seq == 0 || view.ended.is_some() {
        return None;
    }
    let turn = view
        .running()
        .and_then(|game| game.turn)
        .map(|turn| turn.due_ms);
    let offer = view.offer.map(|offer| offer.deadline_ms);
    let next = next_game_ms(view);
    [Some(view.closes_ms), view.empty_until_ms, turn, offer, next]
        .into_iter()
        .flatten()
        .min()
}

/// Lets everything happen whose time has come.
pub fn due(draft: &mut Draft, context: &Context) {
    // Each round ends, closes or loses something that cannot come again by
    // itself at the same instant; the bound is a belt to those braces.
    for _ in 0..8 {
        if !one_due(draft, context) {
            return;
        }
    }
}

fn one_due(draft: &mut Draft, context: &Context) -> bool {
    let now = draft.at_ms();
    let view = draft.table().view();
    let past = |deadline: Option<u64>| deadline.is_some_and(|ms| ms <= now);
    if view.seq == 0 || view.ended.is_some() {
        return false;
    }
    let turn = view.running().and_then(|game| game.turn);
    let offer = view.offer.filter(|offer| offer.deadline_ms <= now);
    if let Some(seat) = Seat::BOTH
        .into_iter()
        .find(|seat| newly_lost(view, *seat, context))
    {
        lose(draft, seat, Cause::Link, context.limits);
    } else if let Some(offer) = offer {
        let again_ms = now + context.limits.offer_cooldown_ms;
        draft.push(Event::OfferClosed {
            offer: offer.id,
            why: Closed::Expired,
            by: offer.by,
            again_ms,
        });
    } else if let Some(turn) = turn.filter(|turn| turn.due_ms <= now) {
        turn_over(draft, turn, context);
    } else if past(Some(view.closes_ms)) {
        end_room(draft, RoomEnd::Age, context);
    } else if past(view.empty_until_ms) || unwatched(view, context) {
        end_room(draft, RoomEnd::Empty, context);
    } else if past(next_game_ms(view)) {
        start(draft, context);
    } else {
        return false;
    }
    true
}

/// Whether two computers have played for nobody for long enough.
fn unwatched(view: &View, context: &Context) -> bool {
    let since_ms = context.unwatched_since_ms.unwrap_or(context.now_ms);
    computer::is_exhibition(view) && since_ms + context.limits.empty_room_ms <= context.now_ms
}

/// When the next game begins by itself.
fn next_game_ms(view: &View) -> Option<u64> {
    let over = view.game.as_ref()?.over?;
    over.next_ms
}

fn newly_lost(view: &View, seat: Seat, context: &Context) -> bool {
    let known = view.seats[seat]
        .as_ref()
        .is_none_or(|seated| seated.lost.is_some());
    let gone = context.away_since_ms[seat]
        .is_some_and(|ms| ms + context.limits.lost_after_ms <= context.now_ms);
    gone && !known
}

/// Marks a seat as lost, with the grace that goes with the cause.
pub(super) fn lose(draft: &mut Draft, seat: Seat, cause: Cause, limits: &Limits) {
    let view = draft.table().view();
    let deadline_ms = draft.at_ms() + grace_ms(view, cause, limits);
    // While a game runs its own deadlines bring it to an end, unless nobody but
    // a computer is there to wait for them.
    let empty_until_ms = match view.running() {
        Some(_) if view.computer(seat.other()).is_none() => None,
        _ => draft.empty_until(Some(seat), limits),
    };
    draft.push(Event::Lost {
        seat,
        cause,
        deadline_ms,
        empty_until_ms,
    });
}

fn turn_over(draft: &mut Draft, turn: Turn, context: &Context) {
    let other = turn.seat.other();
    let there = draft.table().view().seats[other]
        .as_ref()
        .is_some_and(|s| s.lost.is_none());
    match turn.limit {
        TurnLimit::FirstMove => {
            end_game(draft, GameResult::Aborted, None, How::NoFirstMove, context)
        }
        TurnLimit::Clock => end_game(draft, GameResult::Won, Some(other), How::Flag, context),
        TurnLimit::Idle if there => {
            end_game(draft, GameResult::Won, Some(other), How::Idle, context)
        }
        TurnLimit::Idle => end_game(draft, GameResult::Aborted, None, How::Idle, context),
    }
}

/// Ends the running game otherwise than by a move.
pub(super) fn end_game(
    draft: &mut Draft,
    result: GameResult,
    winner: Option<Seat>,
    how: How,
    context: &Context,
) {
    let Some(game) = draft.table().running() else {
        return;
    };
    let number = game.number;
    let clocks = clocks_at(draft);
    let lapsed = draft.table().view().offer.map(|offer| offer.id);
    let over = draft.over(result, winner, how, context);
    draft.push(Event::Finished {
        game: number,
        clocks,
        over,
        lapsed,
    });
    super::seats::free_leavers(draft, context);
}

/// Calls the running game off: it does not count.
pub(super) fn call_off(draft: &mut Draft, context: &Context) {
    end_game(draft, GameResult::Aborted, None, How::CalledOff, context);
}

/// Ends the room, and with it the running game.
pub(super) fn end_room(draft: &mut Draft, why: RoomEnd, context: &Context) {
    let over = draft
        .table()
        .running()
        .map(|_| draft.over(GameResult::Aborted, None, How::RoomEnded, context));
    draft.push(Event::Ended { why, over });
}

/// The clocks at this instant: the one of who is to move has run since the
/// turn began.
pub(super) fn clocks_at(draft: &Draft) -> Option<BySeat<u64>> {
    let game = draft.table().running()?;
    let mut clocks = game.clocks?;
    if let Some(turn) = game.turn.filter(|turn| turn.limit == TurnLimit::Clock) {
        let elapsed = draft.at_ms().saturating_sub(turn.since_ms);
        clocks[turn.seat] = clocks[turn.seat].saturating_sub(elapsed);
    }
    Some(clocks)
}

/// The turn that begins now, before move number `ply`.
pub(super) fn begin_turn(
    draft: &Draft,
    seat: Seat,
    ply: usize,
    clocks: Option<BySeat<u64>>,
    context: &Context,
) -> Turn {
    let limits = context.limits;
    let (limit, lasts_ms) = match clocks {
        // Neither clock runs before both have shown that they are there.
        _ if ply < 2 => (TurnLimit::FirstMove, limits.first_move_ms),
        Some(clocks) => (TurnLimit::Clock, clocks[seat] + allowance(seat, context)),
        None => (TurnLimit::Idle, limits.idle_move_ms),
    };
    let since_ms = draft.at_ms();
    Turn {
        seat,
        since_ms,
        due_ms: since_ms + lasts_ms,
        limit,
        moves_ms: computer::moves_ms(draft.table().view(), seat, since_ms, limits),
    }
}

/// The part of a turn that the network may take without being charged.
pub(super) fn allowance(seat: Seat, context: &Context) -> u64 {
    context.rtt_ms[seat]
        .unwrap_or(0)
        .min(context.limits.rtt_credit_ms)
}

/// The clocks after `seat` has moved within `used_ms` of its own time.
pub(super) fn charged(
    setting: ClockSetting,
    clocks: BySeat<u64>,
    seat: Seat,
    used_ms: u64,
) -> BySeat<u64> {
    let mut after = clocks;
    after[seat] = match setting {
        ClockSetting::None => clocks[seat],
        ClockSetting::PerMove { move_ms } => move_ms.into(),
        ClockSetting::Total { increment_ms, .. } => {
            clocks[seat].saturating_sub(used_ms) + u64::from(increment_ms)
        }
    };
    after
}

/// The server was away for `lost_ms`: every deadline moves by as much, and
/// both seats have a fresh grace to come back.
pub fn away(draft: &mut Draft, lost_ms: u64, limits: &Limits) {
    let view = draft.table().view();
    let at = draft.at_ms();
    let turn = view.running().and_then(|game| game.turn).map(|turn| Turn {
        since_ms: turn.since_ms + lost_ms,
        due_ms: turn.due_ms + lost_ms,
        moves_ms: turn.moves_ms.map(|ms| ms + lost_ms),
        ..turn
    });
    let offer = view.offer.map(|mut offer| {
        offer.deadline_ms += lost_ms;
        offer
    });
    let event = Event::Away {
        lost_ms,
        closes_ms: view.closes_ms + lost_ms,
        clocks: view.game.as_ref().and_then(|game| game.clocks),
        turn,
        offer,
        deadline_ms: at + grace_ms(view, Cause::Restart, limits),
        empty_until_ms: (view.running().is_none() && !computer::is_exhibition(view))
            .then_some(at + limits.empty_room_ms),
    };
    draft.push(event);
}
