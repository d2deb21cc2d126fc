//! How games and rooms begin and end, and how seats are lost and freed with them.

use protocol::{
    Event, GameId, Limits, View,
    event::{Cause, GameResult, How, Over, RoomEnd},
    ids::{BySeat, Seat},
    settings::{Alternate, First},
    view::Seated,
};

use crate::{
    clock::{begin_turn, clocks_at},
    context::Context,
    draft::Draft,
    private::PrivateChange,
    thinking::is_exhibition,
};

/// Begins the next game.
pub(crate) fn start(draft: &mut Draft, context: &Context) {
    let view = draft.view();
    let (number, x) = match &view.game {
        Some(last) => (
            last.number + 1,
            last.over.map_or(last.x, |over| over.next_x),
        ),
        None => (1, first_x(view.settings.first, context)),
    };
    let initial_ms = view.settings.clock.initial_ms();
    let clocks = initial_ms.map(|ms| BySeat {
        host: ms,
        guest: ms,
    });
    let turn = begin_turn(draft, x, 0, clocks, context);
    draft.push(Event::Started {
        game: number,
        x,
        clocks,
        turn,
    });
}

fn first_x(first: First, context: &Context) -> Seat {
    match first {
        First::Host => Seat::Host,
        First::Guest => Seat::Guest,
        First::Random if (context.random)() & 1 == 0 => Seat::Host,
        First::Random => Seat::Guest,
    }
}

/// How the running game ends: the score, who begins next, what follows.
pub(crate) fn over(
    draft: &Draft,
    result: GameResult,
    winner: Option<Seat>,
    how: How,
    context: &Context,
) -> Over {
    let view = draft.view();
    let mut score = view.score;
    match (result, winner) {
        (GameResult::Won, Some(Seat::Host)) => score.host += 1,
        (GameResult::Won, Some(Seat::Guest)) => score.guest += 1,
        (GameResult::Drawn, _) => score.draws += 1,
        _ => {}
    }
    let x = view.game.as_ref().map_or(Seat::Host, |game| game.x);
    let next_x = match (result, view.settings.alternate) {
        (GameResult::Aborted, _) | (_, Alternate::Fixed) => x,
        (_, Alternate::Yes) => x.other(),
    };
    Over {
        result,
        winner,
        how,
        id: game_id(draft, result, context),
        score,
        next_x,
        empty_until_ms: empty_until(draft, None, context.limits),
        next_ms: is_exhibition(view).then_some(draft.at_ms() + context.limits.exhibition_pause_ms),
    }
}

/// The id of the game that ends. One that was called off before anybody
/// had moved is nothing to keep.
fn game_id(draft: &Draft, result: GameResult, context: &Context) -> Option<GameId> {
    let empty = result == GameResult::Aborted && draft.board().ply() == 0;
    // Two computers never stop, and nobody asks for their games by an id.
    let empty = empty || is_exhibition(draft.view());
    let half = || u128::from((context.random)());
    (context.keeps_games && !empty).then(|| GameId::at(draft.at_ms(), half() << 64 | half()))
}

/// When the room ends because nobody is there, once `going` is not there
/// either. Somebody is there who sits and is not lost; a computer is
/// nobody, and two have their own way to end.
fn empty_until(draft: &Draft, going: Option<Seat>, limits: &Limits) -> Option<u64> {
    let there = |(seat, seated): (Seat, &Option<Seated>)| {
        let there = |s: &Seated| s.lost.is_none() && !s.player.is_computer();
        Some(seat) != going && seated.as_ref().is_some_and(there)
    };
    let view = draft.view();
    let empty = !view.seats.iter().any(there) && !is_exhibition(view);
    empty.then(|| draft.at_ms() + limits.empty_room_ms)
}

/// Ends the running game otherwise than by a move.
pub(crate) fn end_game(
    draft: &mut Draft,
    result: GameResult,
    winner: Option<Seat>,
    how: How,
    context: &Context,
) {
    let Some(game) = draft.running() else {
        return;
    };
    let number = game.number;
    let clocks = clocks_at(draft);
    let lapsed = draft.view().offer.map(|offer| offer.id);
    let over = over(draft, result, winner, how, context);
    draft.push(Event::Finished {
        game: number,
        clocks,
        over,
        lapsed,
    });
    free_leavers(draft, context);
}

/// Calls the running game off: it does not count.
pub(crate) fn call_off(draft: &mut Draft, context: &Context) {
    end_game(draft, GameResult::Aborted, None, How::CalledOff, context);
}

/// Ends the room, and with it the running game.
pub(crate) fn end_room(draft: &mut Draft, why: RoomEnd, context: &Context) {
    let over = draft
        .running()
        .map(|_| over(draft, GameResult::Aborted, None, How::RoomEnded, context));
    draft.push(Event::Ended { why, over });
}

/// Marks a seat as lost, with the grace that goes with the cause.
pub(crate) fn lose(draft: &mut Draft, seat: Seat, cause: Cause, limits: &Limits) {
    let view = draft.view();
    let deadline_ms = draft.at_ms() + grace_ms(view, cause, limits);
    // While a game runs its own deadlines bring it to an end, unless nobody but
    // a computer is there to wait for them.
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

/// How long a lost player may stay away before the other may claim.
pub(crate) fn grace_ms(view: &View, cause: Cause, limits: &Limits) -> u64 {
    if cause == Cause::Left {
        return limits.left_grace_ms;
    }
    match view.settings.clock.initial_ms() {
        Some(clock_ms) => (clock_ms / 4)
            .min(limits.lost_grace_ms)
            .max(limits.short_grace_ms),
        None => limits.lost_grace_ms,
    }
}

/// Who left during a game and is not back when it ends has left for good.
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
