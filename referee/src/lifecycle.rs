//! Beginnings and ends of games and rooms, and the seats that are lost and freed with them.

use protocol::{
    Event, GameId, Limits,
    event::{Cause, EndReason, GameResult, Over, RoomEnd, Score},
    ids::{BySeat, Seat},
    settings::{Alternate, First},
    view::Seated,
};

use crate::{
    clock::{begin_turn, both_acted, clocks_at},
    context::Context,
    draft::Draft,
    opening,
    private::PrivateChange,
    thinking::is_exhibition,
};

/// Begins the next game.
pub(crate) fn start(draft: &mut Draft, context: &Context) {
    let view = draft.view();
    let (number, first) = match &view.game {
        Some(last) => (
            last.number + 1,
            last.over.map_or(Seat::Host, |over| over.next_first),
        ),
        None => (1, first_seat(view.settings.first, context)),
    };
    let x = view.settings.opens.x(first);
    let opening = opening::stage(view.settings.opening, 0, None);
    let initial_ms = view.settings.clock.initial_ms();
    let clocks = initial_ms.map(|ms| BySeat {
        host: ms,
        guest: ms,
    });
    let turn = begin_turn(draft, first, false, clocks, context);
    draft.push(Event::Started {
        game: number,
        x,
        clocks,
        turn,
        opening,
    });
}

fn first_seat(first: First, context: &Context) -> Seat {
    match first {
        First::Host => Seat::Host,
        First::Guest => Seat::Guest,
        First::Random if (context.random)() & 1 == 0 => Seat::Host,
        First::Random => Seat::Guest,
    }
}

/// The end of a game, and the changes beside it.
pub(crate) struct Ending {
    pub over: Over,
    /// The score, if it changes.
    pub score: Option<Score>,
    /// When the room ends if nobody comes back.
    pub empty_until_ms: Option<u64>,
}

/// How the running game ends: the score, who begins next, what follows. `seat` has won it, or
/// brought it about that it does not count.
pub(crate) fn ending(
    draft: &Draft,
    result: GameResult,
    seat: Option<Seat>,
    reason: EndReason,
    context: &Context,
) -> Ending {
    let view = draft.view();
    let mut score = view.score;
    match (result, seat) {
        (GameResult::Won, Some(Seat::Host)) => score.host += 1,
        (GameResult::Won, Some(Seat::Guest)) => score.guest += 1,
        (GameResult::Drawn, _) => score.draws += 1,
        _ => {}
    }
    let game = view.game.as_ref();
    let first = game.map_or(Seat::Host, |game| game.first(view.settings.opens));
    let next_first = match (result, view.settings.alternate) {
        (GameResult::Aborted, _) | (_, Alternate::Fixed) => first,
        (_, Alternate::Yes) => first.other(),
    };
    let over = Over {
        result,
        winner: seat.filter(|_| result == GameResult::Won),
        by: seat.filter(|_| result == GameResult::Aborted),
        reason,
        id: game_id(draft, result, context),
        next_first,
        next_ms: is_exhibition(view).then_some(draft.at_ms() + context.limits.exhibition_pause_ms),
    };
    Ending {
        over,
        score: (score != view.score).then_some(score),
        empty_until_ms: empty_until(draft, None, context.limits),
    }
}

/// The id of the game that ends. A game called off before the first move is not kept.
fn game_id(draft: &Draft, result: GameResult, context: &Context) -> Option<GameId> {
    let empty = result == GameResult::Aborted && draft.board().ply() == 0;
    // Games between two computers are endless and are not kept.
    let empty = empty || is_exhibition(draft.view());
    let half = || u128::from((context.random)());
    (context.keeps_games && !empty).then(|| GameId::at(draft.at_ms(), (half() << 64) + half()))
}

/// When the room ends as empty once `going` has gone too. A person who sits and is not lost keeps
/// it, but not while a correspondence room waits for a game; a computer does not, and an exhibition
/// ends for want of spectators instead.
pub(crate) fn empty_until(draft: &Draft, going: Option<Seat>, limits: &Limits) -> Option<u64> {
    let there = |(seat, seated): (Seat, &Option<Seated>)| {
        let there = |s: &Seated| s.lost.is_none() && !s.player.is_computer();
        Some(seat) != going && seated.as_ref().is_some_and(there)
    };
    let view = draft.view();
    let clock = view.settings.clock;
    let empty = clock.is_correspondence() || !view.seats.iter().any(there);
    (empty && !is_exhibition(view)).then(|| draft.at_ms() + limits.wait_ms(clock))
}

/// Ends the running game otherwise than by a move; `seat` is as for [`ending`].
pub(crate) fn end_game(
    draft: &mut Draft,
    result: GameResult,
    seat: Option<Seat>,
    reason: EndReason,
    context: &Context,
) {
    let Some(game) = draft.running() else {
        return;
    };
    let (number, before) = (game.number, game.clocks);
    let clocks = clocks_at(draft).filter(|now| Some(*now) != before);
    let lapsed_offer = draft.view().offer.map(|offer| offer.id);
    let ending = ending(draft, result, seat, reason, context);
    draft.push(Event::Finished {
        game: number,
        clocks,
        over: ending.over,
        score: ending.score,
        empty_until_ms: ending.empty_until_ms,
        lapsed_offer,
    });
    free_leavers(draft, context);
}

/// Whether a game may be called off by one side: before both have acted.
pub(crate) fn may_abort(draft: &Draft) -> bool {
    !both_acted(draft, draft.board().ply())
}

/// Gives the running game to the opponent.
pub(crate) fn resign(draft: &mut Draft, seat: Seat, context: &Context) {
    let winner = Some(seat.other());
    end_game(draft, GameResult::Won, winner, EndReason::Resigned, context);
}

/// Ends the running game because `seat` leaves it for good.
pub(crate) fn give_up(draft: &mut Draft, seat: Seat, context: &Context) {
    match may_abort(draft) {
        true => call_off(draft, Some(seat), context),
        false => resign(draft, seat, context),
    }
}

/// Calls the running game off: it does not count. `by` is nobody when both have left.
pub(crate) fn call_off(draft: &mut Draft, by: Option<Seat>, context: &Context) {
    end_game(
        draft,
        GameResult::Aborted,
        by,
        EndReason::CalledOff,
        context,
    );
}

/// Ends the room, and with it the running game.
pub(crate) fn end_room(draft: &mut Draft, reason: RoomEnd, context: &Context) {
    let over = draft.running().map(|_| {
        ending(
            draft,
            GameResult::Aborted,
            None,
            EndReason::RoomEnded,
            context,
        )
        .over
    });
    draft.push(Event::Ended { reason, over });
}

/// Ends the room because the operator wants it, and with it the running game.
pub fn close(draft: &mut Draft, context: &Context) {
    if draft.view().seq > 0 && draft.view().ended.is_none() {
        end_room(draft, RoomEnd::Operator, context);
    }
}

/// Events that a room has at most beyond those it may have, for the game that is being played:
/// more than twice as many as the largest board has cells.
const GAME_EVENTS: u64 = 1_000;

/// Ends a room that has had as many events as it may, with its present game or, where that does
/// not end, in the middle of it.
pub fn end_when_full(draft: &mut Draft, context: &Context) {
    let view = draft.view();
    let most = match view.running() {
        None => context.limits.room_events,
        Some(_) => context.limits.room_events.saturating_add(GAME_EVENTS),
    };
    if view.seq >= most && view.ended.is_none() {
        end_room(draft, RoomEnd::Events, context);
    }
}

/// Marks a seat as lost, with the grace that goes with the cause, from `since_ms` on.
pub(crate) fn lose(draft: &mut Draft, seat: Seat, cause: Cause, since_ms: u64, limits: &Limits) {
    let view = draft.view();
    let grace_ms = match cause {
        Cause::Left => limits.left_grace_ms,
        Cause::Link | Cause::Restart => limits.grace_ms(view.settings.clock),
    };
    let deadline_ms = since_ms + grace_ms;
    // The deadlines of a running game end it, unless only a computer is left to wait for them.
    let empty_until_ms = match view.running() {
        Some(_) if view.computer(seat.other()).is_none() => None,
        _ => empty_until(draft, Some(seat), limits),
    };
    draft.push(Event::Lost {
        seat,
        cause,
        deadline_ms,
        empty_until_ms,
    });
}

/// Frees the seats of players who left during the game and have not come back.
pub(crate) fn free_leavers(draft: &mut Draft, context: &Context) {
    for seat in Seat::BOTH {
        if left_on_purpose(draft, seat) {
            free(draft, seat, context);
        }
    }
}

/// Whether a player has left and not just lost the connection.
pub(crate) fn left_on_purpose(draft: &Draft, seat: Seat) -> bool {
    let seated = draft.view().seats[seat].as_ref();
    seated
        .and_then(|seated| seated.lost)
        .is_some_and(|lost| lost.cause == Cause::Left)
}

/// Frees a seat. A room that only computers are left in ends.
pub(crate) fn free(draft: &mut Draft, seat: Seat, context: &Context) {
    let empty_until_ms = empty_until(draft, Some(seat), context.limits);
    draft.private.push(PrivateChange::Freed { seat });
    draft.push(Event::Left {
        seat,
        empty_until_ms,
    });
    let nobody =
        |(_, seated): (_, &Option<Seated>)| seated.as_ref().is_none_or(|s| s.player.is_computer());
    if draft.view().seats.iter().all(nobody) {
        end_room(draft, RoomEnd::Left, context);
    }
}
