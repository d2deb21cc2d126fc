//! Exact values: those everybody knows, and those a plain minimax over boards finds.
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use std::collections::HashMap;

use engine::{Budget, Value, solve, value};
use game::{Board, Cell, Mark, Outcome, Rules};

use crate::positions::at_random;

const ENOUGH: u64 = 20_000_000;

fn empty(rules: &str) -> Board {
    Board::new(rules.parse().unwrap())
}

#[test]
fn the_small_boards_have_their_known_values() {
    let first = |distance| (Value::Wins(Mark::X), Some(distance));
    let draw = (Value::Draw, None);
    for (rules, (wanted, distance)) in [
        ("3x3x3", draw),
        ("4x3x3", first(7)),
        ("3x4x3", first(7)),
        ("4x4x3", first(5)),
        ("4x4x4", draw),
        ("5x4x4", draw),
        ("8x1x3", draw),
        ("6x5x4", first(11)),
        ("3x3x3-misere", draw),
        ("4x3x3-misere", (Value::Wins(Mark::O), Some(11))),
        ("4x4x4-misere", draw),
    ] {
        let solution = solve(&empty(rules), Budget::nodes(ENOUGH));
        assert!(solution.exact, "{rules}");
        assert_eq!(
            (solution.value, solution.distance),
            (Some(wanted), distance),
            "{rules}"
        );
        assert_eq!(
            value(&empty(rules), Budget::nodes(ENOUGH)).0,
            Some(wanted),
            "{rules}"
        );
    }
}

#[test]
fn five_by_five_line_four_is_a_draw() {
    let (value, nodes) = value(&empty("5x5x4"), Budget::nodes(ENOUGH));
    assert_eq!(value, Some(Value::Draw));
    assert!(nodes > 0);
}

/// Which moves keep a draw costs little more than the draw: 10,497,669 positions when every move
/// was searched by itself, 188,033 without pairings.
#[test]
fn a_draw_and_all_its_moves_are_proved_at_the_cost_of_one_search() {
    for (rules, most) in [
        ("6x6x5", 160_000),
        ("5x5x4", 50_000),
        ("6x5x4", 25_000),
        ("5x4x4", 7_000),
    ] {
        let board = empty(rules);
        let solution = solve(&board, Budget::nodes(ENOUGH));
        assert!(solution.exact, "{rules}");
        assert!(solution.nodes < most, "{rules}: {}", solution.nodes);
        if solution.value == Some(Value::Draw) {
            assert_eq!(solution.best.len(), board.legal_cells().count(), "{rules}");
        }
    }
}

/// The score of the side to move, 1 for a win, and the plies to the end if it is not drawn; by
/// looking at everything.
fn minimax(board: &Board, known: &mut HashMap<Vec<Option<Mark>>, (i8, u16)>) -> (i8, u16) {
    match board.outcome() {
        Outcome::Won { by, .. } => return (if *by == board.to_move() { 1 } else { -1 }, 0),
        Outcome::Drawn => return (0, 0),
        Outcome::Open { .. } => {}
    }
    let key: Vec<Option<Mark>> = (0..board.rules().cells())
        .map(|cell| board.mark_at(cell))
        .collect();
    if let Some(found) = known.get(&key) {
        return *found;
    }
    let after = board
        .legal_cells()
        .map(|cell| board.clone().play(cell).unwrap());
    let found = after
        .map(|board| ours(minimax(&board, known)))
        .min_by_key(order)
        .unwrap();
    known.insert(key, found);
    found
}

/// Worth of a position to the side that moves into it.
fn ours((score, plies): (i8, u16)) -> (i8, u16) {
    (-score, if score == 0 { 0 } else { plies + 1 })
}

/// Wins before draws before losses; the soonest win and the latest loss.
fn order(&(score, plies): &(i8, u16)) -> (i8, i32) {
    (-score, i32::from(score) * i32::from(plies))
}

#[test]
fn solving_agrees_with_a_plain_minimax() {
    let mut seen = [0; 3];
    for (rules, left) in [
        ("3x3x3", 9),
        ("4x3x3", 8),
        ("4x4x3", 8),
        ("4x4x4", 8),
        ("5x3x3", 8),
        ("5x4x4", 8),
        ("8x1x3", 8),
        ("3x3x3", 6),
        ("9x9x5", 6),
        ("3x3x3-misere", 9),
        ("4x3x3-misere", 8),
        ("4x4x3-misere", 8),
        ("4x4x4-misere", 8),
        ("5x4x3-misere", 7),
        ("4x3x3-exact", 9),
        ("4x4x3-exact", 9),
        ("5x3x3-exact", 9),
        ("5x4x3-exact", 8),
        ("8x1x3-exact", 8),
        ("9x9x4-exact", 6),
    ] {
        let rules: Rules = rules.parse().unwrap();
        for seed in 0..25 {
            let Some(board) = at_random(rules, rules.cells() - left, seed) else {
                continue;
            };
            let mut known = HashMap::new();
            let (score, plies) = minimax(&board, &mut known);
            let solution = solve(&board, Budget::nodes(ENOUGH));
            let mover = board.to_move();
            let wanted = match score {
                1 => Value::Wins(mover),
                -1 => Value::Wins(mover.other()),
                _ => Value::Draw,
            };
            let at = format!("{rules} {:?}", board.moves());
            assert_eq!(solution.value, Some(wanted), "{at}");
            assert_eq!(solution.distance, (score != 0).then_some(plies), "{at}");
            let best: Vec<Cell> = board
                .legal_cells()
                .filter(|&cell| {
                    let after = board.clone().play(cell).unwrap();
                    ours(minimax(&after, &mut known)) == (score, plies)
                })
                .collect();
            assert_eq!(solution.best, best, "{at}");
            assert!(solution.exact);
            seen[(score + 1) as usize] += 1;
        }
    }
    assert!(
        seen.iter().all(|&count| count > 10),
        "lost, drawn, won: {seen:?}"
    );
}

#[test]
fn a_game_that_is_over_is_solved() {
    let won = Board::replay(Rules::CLASSIC, &[0, 3, 1, 4, 2]).unwrap();
    let solution = solve(&won, Budget::nodes(0));
    assert_eq!(solution.value, Some(Value::Wins(Mark::X)));
    assert_eq!(
        (solution.distance, solution.best.len(), solution.exact),
        (Some(0), 0, true)
    );
    let drawn = Board::replay(Rules::CLASSIC, &[0, 1, 2, 4, 3, 5, 7, 6, 8]).unwrap();
    assert_eq!(solve(&drawn, Budget::nodes(0)).value, Some(Value::Draw));
}

#[test]
fn a_value_that_the_budget_could_not_prove_is_not_reported() {
    let solution = solve(&empty("5x5x4"), Budget::nodes(300));
    assert_eq!(
        (solution.value, solution.distance, solution.exact),
        (None, None, false)
    );
    assert!(solution.best.is_empty() && solution.nodes <= 300);
    let stopped = solve(&empty("5x5x4"), Budget::nodes(ENOUGH).until(&|| true));
    assert!(!stopped.exact && stopped.nodes == 0);
}
