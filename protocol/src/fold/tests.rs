//! Unit tests of `fold`.

use game::Mark;

use super::*;
use crate::event::{NextTurn, TurnLimit};

fn turn(seat: Seat, limit: Option<TurnLimit>) -> NextTurn {
    NextTurn {
        seat,
        due_ms: 900,
        since_ms: None,
        limit,
        moves_ms: None,
    }
}

fn moved(mark: Option<Mark>, clock_ms: Option<u64>, next: Option<NextTurn>) -> Event {
    Event::Moved {
        game: 1,
        ply: 0,
        cell: 4,
        mark,
        credit_ms: 0,
        clock_ms,
        turn: next,
        lines: Vec::new(),
        no_open_lines: false,
        lapsed_offer: None,
        over: None,
        score: None,
        empty_until_ms: None,
        opening: None,
    }
}

fn started() -> View {
    let mut view = View::default();
    let clocks = Some(crate::ids::BySeat {
        host: 5_000,
        guest: 5_000,
    });
    let event = Event::Started {
        game: 1,
        x: Seat::Guest,
        clocks,
        turn: turn(Seat::Host, Some(TurnLimit::Clock)),
        opening: None,
    };
    view.fold(1, 100, &event);
    view
}

#[test]
fn fields_that_a_move_leaves_out_are_taken_from_the_view() {
    let mut view = started();
    view.fold(
        2,
        200,
        &moved(None, Some(4_900), Some(turn(Seat::Guest, None))),
    );
    let game = view.game.unwrap();
    assert_eq!(
        (game.moves[0].mark, game.moves[0].clock_ms),
        (Mark::O, Some(4_900))
    );
    let clocks = game.clocks.unwrap();
    assert_eq!((clocks.host, clocks.guest), (4_900, 5_000));
    let turn = game.turn.unwrap();
    assert_eq!(
        (turn.seat, turn.since_ms, turn.limit),
        (Seat::Guest, 200, TurnLimit::Clock)
    );
}

#[test]
fn a_move_with_the_opponents_mark_carries_the_mark() {
    let mut view = started();
    view.fold(
        2,
        200,
        &moved(Some(Mark::X), None, Some(turn(Seat::Host, None))),
    );
    let game = view.game.unwrap();
    assert_eq!(game.moves[0].mark, Mark::X);
    assert_eq!(game.clocks.unwrap().host, 5_000, "unchanged when absent");
}

#[test]
fn a_move_in_a_game_that_is_over_changes_only_the_number() {
    let mut view = started();
    view.fold(2, 200, &moved(None, None, None));
    let before = view.clone();
    view.fold(3, 300, &moved(None, None, None));
    assert_eq!((view.seq, view.at_ms), (3, 300));
    assert_eq!(view.game, before.game);
}
