//! Deadlines: turns, clocks, offers and rooms that run out, and the refund after an outage.

use protocol::{
    Event, Limits, View,
    event::{Cause, Closed, EndReason, GameResult, NextTurn, RoomEnd, Turn, TurnLimit},
    ids::Seat,
};

use crate::{
    clock::later,
    context::Context,
    draft::Draft,
    lifecycle::{end_game, end_room, lose, start},
    thinking::{is_exhibition, thinking},
};

/// The next deadline of a room; none once it has ended.
pub fn next_deadline(view: &View) -> Option<u64> {
    let moves_ms = thinking(view).map(|turn| turn.moves_ms);
    [next_deadline_but_moves(view), moves_ms]
        .into_iter()
        .flatten()
        .min()
}

/// The same without the computer's move, for while that is being searched.
pub fn next_deadline_but_moves(view: &View) -> Option<u64> {
    next_of(view, due_turn(view, false))
}

/// The same without the computer's turn, for while its clock stands.
pub fn next_deadline_while_standing(view: &View) -> Option<u64> {
    next_of(view, due_turn(view, true))
}

/// The turn that ends at its deadline. A computer's does only by its clock, while that runs.
fn due_turn(view: &View, stands: bool) -> Option<Turn> {
    let turn = view.running()?.turn?;
    let runs = || !stands && turn.limit == TurnLimit::Clock;
    (view.computer(turn.seat).is_none() || runs()).then_some(turn)
}

fn next_of(view: &View, turn: Option<Turn>) -> Option<u64> {
    if view.seq == 0 || view.ended.is_some() {
        return None;
    }
    let turn = turn.map(|turn| turn.due_ms);
    let offer = view.offer.map(|offer| offer.deadline_ms);
    let next = next_game_ms(view);
    [Some(view.closes_ms), view.empty_until_ms, turn, offer, next]
        .into_iter()
        .flatten()
        .min()
}

/// Applies every deadline that has passed.
pub fn due(draft: &mut Draft, context: &Context) {
    // A deadline that was applied is gone, so this ends; the bound is defensive.
    for _ in 0..8 {
        if !one_due(draft, context) {
            return;
        }
    }
}

fn one_due(draft: &mut Draft, context: &Context) -> bool {
    let now = draft.at_ms();
    let view = draft.view();
    let past = |deadline: Option<u64>| deadline.is_some_and(|ms| ms <= now);
    if view.seq == 0 || view.ended.is_some() {
        return false;
    }
    let turn = due_turn(view, context.stands_since_ms.is_some());
    let offer = view.offer.filter(|offer| offer.deadline_ms <= now);
    if let Some((seat, since_ms)) = Seat::BOTH
        .into_iter()
        .find_map(|seat| Some((seat, newly_lost(view, seat, now, context)?)))
    {
        lose(draft, seat, Cause::Link, since_ms, context.limits);
    } else if let Some(offer) = offer {
        let again_ms = now + context.limits.offer_cooldown_ms;
        draft.push(Event::OfferClosed {
            offer: offer.id,
            reason: Closed::Expired,
            by: offer.by,
            again_ms,
        });
    } else if let Some(turn) = turn.filter(|turn| turn.due_ms <= now) {
        turn_over(draft, turn, context);
    } else if past(Some(view.closes_ms)) {
        end_room(draft, RoomEnd::Age, context);
    } else if past(view.empty_until_ms) || unwatched(view, now, context) {
        end_room(draft, RoomEnd::Empty, context);
    } else if past(next_game_ms(view)) {
        start(draft, context);
    } else {
        return false;
    }
    true
}

/// Whether an exhibition has been without spectators for long enough.
fn unwatched(view: &View, now_ms: u64, context: &Context) -> bool {
    let since_ms = context.unwatched_since_ms.unwrap_or(now_ms);
    is_exhibition(view) && since_ms + context.limits.empty_room_ms <= now_ms
}

/// When the next game of an exhibition begins.
fn next_game_ms(view: &View) -> Option<u64> {
    let over = view.game.as_ref()?.over?;
    over.next_ms
}

/// Since when a seat has been away, if that is now long enough to count.
fn newly_lost(view: &View, seat: Seat, now_ms: u64, context: &Context) -> Option<u64> {
    let since_ms = context.away_since_ms[seat].filter(|_| may_be_lost(view, seat))?;
    (since_ms + context.limits.lost_after_ms <= now_ms).then_some(since_ms)
}

/// Whether a seat would be lost by being away: in a correspondence room that is normal.
pub fn may_be_lost(view: &View, seat: Seat) -> bool {
    let is_known = view.seats[seat].as_ref().is_none_or(|s| s.lost.is_some());
    !is_known && view.ended.is_none() && !view.settings.clock.is_correspondence()
}

fn turn_over(draft: &mut Draft, turn: Turn, context: &Context) {
    let other = turn.seat.other();
    let there = draft.view().seats[other]
        .as_ref()
        .is_some_and(|s| s.lost.is_none());
    match turn.limit {
        TurnLimit::FirstMove => {
            let by = Some(turn.seat);
            end_game(
                draft,
                GameResult::Aborted,
                by,
                EndReason::NoFirstMove,
                context,
            );
        }
        TurnLimit::Clock => end_game(
            draft,
            GameResult::Won,
            Some(other),
            EndReason::Flag,
            context,
        ),
        TurnLimit::Idle if there => end_game(
            draft,
            GameResult::Won,
            Some(other),
            EndReason::Idle,
            context,
        ),
        TurnLimit::Idle => {
            let by = Some(turn.seat);
            end_game(draft, GameResult::Aborted, by, EndReason::Idle, context);
        }
    }
}

/// Whether a room that everybody has gone from ends as empty: not while the deadlines of a game
/// between people end that, nor as an exhibition, which ends for want of spectators.
fn ends_when_empty(view: &View) -> bool {
    let against_computer = Seat::BOTH
        .into_iter()
        .any(|seat| view.computer(seat).is_some());
    !is_exhibition(view) && (view.running().is_none() || against_computer)
}

/// For how long a computer's turn has stood because its opponent was away, before an outage and
/// with it.
fn stood_ms(view: &View, turn: Turn, at_ms: u64, limits: &Limits) -> u64 {
    let opposite = view.seats[turn.seat.other()].as_ref();
    let lost = opposite.and_then(|seated| seated.lost);
    let Some(lost) = lost.filter(|_| view.computer(turn.seat).is_some()) else {
        return 0;
    };
    // The grace began when they were last heard.
    let grace_ms = limits.grace_ms(view.settings.clock);
    let away_ms = lost.deadline_ms.saturating_sub(grace_ms);
    at_ms.saturating_sub(away_ms.max(turn.since_ms))
}

/// Refunds an outage of `lost_ms`: every deadline moves by as much, and both seats have a fresh
/// grace to come back where there is one.
pub fn away(draft: &mut Draft, lost_ms: u64, limits: &Limits) {
    let view = draft.view();
    let at = draft.at_ms();
    let before = view.running().and_then(|game| game.turn);
    let turn = before.map(|turn| later(turn, lost_ms.max(stood_ms(view, turn, at, limits))));
    let offer = view.offer.map(|mut offer| {
        offer.deadline_ms += lost_ms;
        offer
    });
    let waits = view.settings.clock.is_correspondence();
    let empty_until_ms = match waits {
        true => view.empty_until_ms.map(|ms| ms + lost_ms),
        false => ends_when_empty(view).then_some(at + limits.empty_room_ms),
    };
    let event = Event::Away {
        lost_ms,
        closes_ms: view.closes_ms + lost_ms,
        clocks: None,
        turn: turn.map(|turn| NextTurn::new(turn, at, before)),
        offer,
        deadline_ms: (!waits).then(|| at + limits.grace_ms(view.settings.clock)),
        empty_until_ms,
    };
    draft.push(event);
}
