//! Unit tests of `replay`.

use serde_json::{Value, json};

use super::*;
use crate::sample::games::{json_of, swapped, won};

fn check(value: &Value) -> Result<Game, SavedGameError> {
    Game::check(SavedGame::parse(value.to_string().as_bytes())?)
}

#[test]
fn a_replayed_position_has_the_moves_up_to_it_and_the_last_one_the_line() {
    let game = Game::check(won(1)).unwrap();
    assert_eq!(game.length(), 5);
    let view = game.view(3).game.unwrap();
    assert_eq!((view.moves.len(), view.lines.len()), (3, 0));
    assert_eq!(view.over, None);
    let end = game.view(5).game.unwrap();
    assert_eq!(end.lines, [[2, 4, 6]]);
    assert_eq!(end.over.unwrap().winner, Some(Seat::Host));
    assert_eq!(game.view(99), game.view(5));
    assert_eq!((game.mover(1), game.mover(2)), (Seat::Host, Seat::Guest));
    assert_eq!((game.taken_ms(1), game.taken_ms(5)), (1_000, 1_000));
}

#[test]
fn replayed_clocks_run_for_the_seat_that_acted_in_an_opening_too() {
    let game = Game::check(swapped()).unwrap();
    let clocks = |ply| {
        let clocks = game.view(ply).game.unwrap().clocks.unwrap();
        (clocks.host, clocks.guest)
    };
    // Bob placed O and X, which were nobody's yet, and plays X from then on.
    let all: Vec<_> = (0..=6).map(clocks).collect();
    let (begun, chosen) = ((60_000, 60_000), (45_000, 50_000));
    assert_eq!(
        all,
        [
            begun,
            begun,
            begun,
            begun,
            (60_000, 55_000),
            chosen,
            (40_000, 50_000)
        ]
    );
    let record = &game.saved().record;
    let movers = record.game.movers_clocks(record.settings.opens);
    let left = [60_000, 60_000, 60_000, 55_000, 50_000, 40_000];
    assert_eq!(movers.collect::<Vec<_>>(), left.map(Some));
}

#[test]
fn lines_that_a_file_claims_are_not_believed() {
    let mut value = json_of(&won(1));
    value["game"]["lines"] = json!([[0, 1, 2], [60_000]]);
    value["game"]["moves"][4]["at_ms"] = json!(0);
    let game = check(&value).unwrap();
    assert_eq!(game.view(5).game.unwrap().lines, [[2, 4, 6]]);
    assert_eq!(game.taken_ms(5), 0, "time that runs back");
    assert_eq!(game.taken_ms(usize::MAX), 0);
}

#[test]
fn moves_that_do_not_fit_the_rules_are_refused() {
    let good = json_of(&won(1));
    let moved = |at: usize, field: &str, value: Value| {
        let mut bad = good.clone();
        bad["game"]["moves"][at][field] = value;
        bad
    };
    let mut long = good.clone();
    let first = good["game"]["moves"][0].clone();
    long["game"]["moves"] = vec![first; 4_000].into();
    for (bad, number) in [
        (moved(1, "cell", json!(9)), 2),
        (moved(2, "cell", json!(65_535)), 3),
        (moved(3, "cell", json!(4)), 4),
        (moved(0, "mark", json!("O")), 1),
        (long, 2),
    ] {
        assert_eq!(check(&bad).unwrap_err(), SavedGameError::Move(number));
    }
    let mut beyond = good.clone();
    let moves = beyond["game"]["moves"].as_array_mut().unwrap();
    moves.push(json!({"cell": 8, "mark": "O", "at_ms": 0}));
    assert_eq!(check(&beyond).unwrap_err(), SavedGameError::Move(6));
}

#[test]
fn a_result_that_the_moves_do_not_lead_to_is_refused() {
    let good = json_of(&won(1));
    let ended = |field: &str, value: Value| {
        let mut bad = good.clone();
        bad["game"]["over"][field] = value;
        bad
    };
    let mut short = good.clone();
    short["game"]["moves"].as_array_mut().unwrap().pop();
    for bad in [
        ended("winner", json!("guest")),
        ended("winner", Value::Null),
        ended("reason", json!("resigned")),
        ended("result", json!("drawn")),
        short.clone(),
    ] {
        assert_eq!(check(&bad).unwrap_err(), SavedGameError::Result);
    }
    short["game"]["over"]["reason"] = json!("resigned");
    assert!(check(&short).is_ok());
    short["game"]["over"] = Value::Null;
    assert_eq!(check(&short).unwrap_err(), SavedGameError::Unfinished);
}
