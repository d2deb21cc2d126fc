//! Choices in an opening: their legality, their cost in time, and who plays which mark from then on.

use protocol::{
    Accepted, Event, Mark, OpeningChoice, OpeningStage, Refusal, Seat, request::Choose,
    view::GameView,
};

use crate::{
    clock::{begin_turn, charge},
    context::{Context, Decision},
    draft::Draft,
    offers::lapses,
    opening::stage,
};

/// Makes a seat's choice.
pub(crate) fn choose(draft: &mut Draft, seat: Seat, wanted: Choose, context: &Context) -> Decision {
    let game = draft.game_at(wanted.game, wanted.ply)?;
    let is_mine = game.turn.is_some_and(|turn| turn.seat == seat);
    let choices = game.opening.map_or(&[][..], OpeningStage::choices);
    if !is_mine || choices.is_empty() {
        return Err(Refusal::NotYourTurn);
    }
    if !choices.contains(&wanted.choice) {
        return Err(Refusal::BadField {
            field: "choice".to_owned(),
            detail: "must be \"X\" or \"O\" here".to_owned(),
        });
    }
    chosen(draft, seat, wanted.choice, context);
    Ok(Accepted::Chosen { seq: draft.seq() })
}

/// Writes down a choice of the seat whose turn it is.
pub(crate) fn chosen(draft: &mut Draft, seat: Seat, choice: OpeningChoice, context: &Context) {
    let Some((game, turn)) = draft
        .running()
        .and_then(|game| game.turn.map(|turn| (game, turn)))
    else {
        return;
    };
    let (number, before, old_x) = (game.number, game.clocks, game.x);
    let settings = draft.view().settings;
    let ply = draft.board().ply();
    let x = choice.mark().map_or(old_x, |mark| match mark {
        Mark::X => seat,
        Mark::O => seat.other(),
    });
    let next = match choice {
        OpeningChoice::PlaceTwo => seat,
        _ => match game.next_mark(settings.opens) {
            Mark::X => x,
            Mark::O => x.other(),
        },
    };
    let (_, clocks) = charge(draft, before, turn, context);
    draft.push(Event::Chosen {
        game: number,
        choice,
        x: (x != old_x).then_some(x),
        clock_ms: clocks
            .filter(|_| clocks != before)
            .map(|clocks| clocks[seat]),
        turn: begin_turn(draft, next, true, clocks, context),
        opening: stage(settings.opening, ply, Some(choice)),
        lapsed_offer: lapses(draft, seat, false),
    });
}

/// The choice that a move makes by itself: who places where they might have chosen takes that mark.
pub(crate) fn chosen_by_placing(draft: &mut Draft, seat: Seat, context: &Context) {
    let opens = draft.view().settings.opens;
    let stage = |game: &&GameView| game.opening == Some(OpeningStage::PlaceOrChoose);
    let mark = draft
        .running()
        .filter(stage)
        .map(|game| game.next_mark(opens));
    if let Some(mark) = mark {
        chosen(draft, seat, mark.into(), context);
    }
}
