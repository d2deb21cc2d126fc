//! Seats taken by people: open, join, return, leave, remove a guest, rename.

use protocol::{
    Accepted, Event, Limits, Player, Refusal, RoomCode, Seat, SecretHash, Settings, View,
    event::{Cause, NextTurn, Score, TurnLimit},
    name::unique_name,
    settings::Watching,
};

use crate::{
    clock::later,
    context::{Context, Decision},
    draft::Draft,
    lifecycle::{call_off, empty_until, free, give_up, left_on_purpose, lose, start},
    private::PrivateChange,
    thinking::thinking,
};

/// A person or program that takes a seat.
#[derive(Clone, Debug)]
pub struct Newcomer {
    /// The cleaned name, or none for a numbered guest.
    pub name: Option<String>,
    /// Whether it is a user's program.
    pub bot: bool,
    /// The hash of the secret that will hold the seat.
    pub hash: SecretHash,
}

/// Opens a room with its host.
pub fn open(
    draft: &mut Draft,
    settings: Settings,
    code: RoomCode,
    host: &Newcomer,
    limits: &Limits,
) {
    let at_ms = draft.at_ms();
    let (age_ms, wait_ms) = (
        limits.age_ms(settings.clock),
        limits.wait_ms(settings.clock),
    );
    let is_correspondence = settings.clock.is_correspondence();
    let player = player(draft.view(), Seat::Host, host.name.as_deref(), host.bot);
    draft.private.push(PrivateChange::Code { code });
    draft.private.push(PrivateChange::Seated {
        seat: Seat::Host,
        hash: host.hash,
    });
    if is_correspondence {
        let public = settings.listed || settings.watching == Watching::Open;
        draft.private.push(PrivateChange::Correspondence { public });
    }
    draft.push(Event::Created {
        settings,
        host: player,
        closes_ms: at_ms + age_ms,
        empty_until_ms: is_correspondence.then_some(at_ms + wait_ms),
    });
}

/// Takes a free seat. With both seats taken a game begins.
///
/// # Errors
/// When no seat is free.
pub fn join(draft: &mut Draft, newcomer: &Newcomer, context: &Context) -> Result<Seat, Refusal> {
    let view = draft.view();
    if view.ended.is_some() {
        return Err(Refusal::NoSuchRoom);
    }
    let may_watch = view.settings.watching != Watching::None;
    let free = Seat::BOTH
        .into_iter()
        .find(|seat| view.seats[*seat].is_none());
    let seat = free.ok_or(Refusal::RoomFull { may_watch })?;
    let player = player(view, seat, newcomer.name.as_deref(), newcomer.bot);
    draft.private.push(PrivateChange::Seated {
        seat,
        hash: newcomer.hash,
    });
    draft.push(Event::Joined {
        seat,
        player,
        score: Score::default(),
        replaced: None,
        turn: None,
    });
    if draft.view().seats[seat.other()].is_some() {
        start(draft, context);
    }
    Ok(seat)
}

/// The public player, with a name that differs from the one opposite.
fn player(view: &View, seat: Seat, name: Option<&str>, bot: bool) -> Player {
    let opposite = view.seats[seat.other()].as_ref();
    let taken = opposite.and_then(|seated| seated.player.name.as_deref());
    let player = match name {
        None => Player::guest(if seat == Seat::Host { 1 } else { 2 }),
        Some(name) => Player::named(unique_name(name, taken)),
    };
    Player { bot, ..player }
}

/// Marks a lost seat as connected again. The turn of a computer that has stood since goes on.
pub fn returned(draft: &mut Draft, seat: Seat, stands_since_ms: Option<u64>) {
    let turn = stands_since_ms.and_then(|since_ms| resumed(draft, since_ms));
    let lost = draft.view().seats[seat]
        .as_ref()
        .is_some_and(|seated| seated.lost.is_some());
    if lost || turn.is_some() {
        draft.push(Event::Returned { seat, turn });
    }
}

/// The turn of a computer that would have moved meanwhile, later by the time for which its clock
/// has stood. Without a clock it is only late.
fn resumed(draft: &Draft, since_ms: u64) -> Option<NextTurn> {
    let now_ms = draft.at_ms();
    let late = thinking(draft.view()).is_some_and(|it| it.moves_ms <= now_ms);
    let turn = draft.view().running()?.turn?;
    if !late || turn.limit != TurnLimit::Clock {
        return None;
    }
    let stood_ms = now_ms.saturating_sub(since_ms.max(turn.since_ms));
    (stood_ms > 0).then(|| NextTurn::new(later(turn, stood_ms), now_ms, Some(turn)))
}

/// Renames a player; no event when the name is the same.
///
/// # Errors
/// During a game.
pub fn rename(draft: &mut Draft, seat: Seat, name: Option<&str>) -> Result<(), Refusal> {
    let view = draft.view();
    if view.running().is_some() {
        return Err(Refusal::NameDuringGame);
    }
    let bot = view.seats[seat]
        .as_ref()
        .is_some_and(|seated| seated.player.bot);
    let player = player(view, seat, name, bot);
    if view.seats[seat]
        .as_ref()
        .is_some_and(|seated| seated.player != player)
    {
        draft.push(Event::Renamed { seat, player });
    }
    Ok(())
}

/// Leaves a seat. In a game against a person the short grace begins, or it is given up where there
/// is none; a game against a computer is called off; otherwise the seat is free at once.
pub(crate) fn leave(draft: &mut Draft, seat: Seat, context: &Context) -> Decision {
    if draft.view().computer(seat.other()).is_some() {
        call_off(draft, Some(seat), context);
    } else if draft.view().settings.clock.is_correspondence() {
        give_up(draft, seat, context);
    }
    if draft.running().is_none() {
        free(draft, seat, context);
    } else {
        let now_ms = draft.at_ms();
        lose(draft, seat, Cause::Left, now_ms, context.limits);
        if left_on_purpose(draft, seat.other()) {
            call_off(draft, None, context);
        }
    }
    Ok(Accepted::Left { seq: draft.seq() })
}

/// The event of a step from which on the room goes by the code that the step gives it: the one that
/// frees the removed guest's seat, or the first of a new room.
pub fn new_code_from(events: &[Event]) -> usize {
    let frees = |event: &Event| match event {
        Event::Removed { .. } => true,
        Event::Left { seat, .. } => *seat == Seat::Guest,
        _ => false,
    };
    events.iter().position(frees).unwrap_or(0)
}

/// Removes a guest who hasn't moved yet.
pub(crate) fn remove_guest(draft: &mut Draft, by: Seat, context: &Context) -> Decision {
    if by != Seat::Host {
        return Err(Refusal::NotHost);
    }
    let guest = draft
        .view()
        .seats
        .guest
        .as_ref()
        .ok_or(Refusal::NoOpponent)?;
    if guest.moved {
        return Err(Refusal::GuestHasMoved);
    }
    call_off(draft, Some(by), context);
    // A guest who had left meanwhile was freed by the game's end.
    if draft.view().seats.guest.is_some() {
        draft
            .private
            .push(PrivateChange::Freed { seat: Seat::Guest });
        let empty_until_ms = empty_until(draft, Some(Seat::Guest), context.limits);
        draft.push(Event::Removed {
            seat: Seat::Guest,
            empty_until_ms,
        });
    }
    let room = context.fresh_code();
    draft.private.push(PrivateChange::Code { code: room });
    Ok(Accepted::Removed {
        seq: draft.seq(),
        room,
    })
}
