//! Properties of the computer's choice that hold on every board, at every level and budget.
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use std::cell::Cell as Counter;

use engine::{Budget, Player};
use game::{Board, Level, LineRule, Mark, Outcome, Rules};

const NODES: u64 = 300;

#[test]
fn every_game_of_every_level_goes_to_its_end() {
    for rules in [
        "3x3x3",
        "1x3x3",
        "19x1x5",
        "5x4x4",
        "7x7x4",
        "6x5x6",
        "10x9x5",
        "5x4x3-misere",
        "9x9x4-misere",
        "7x7x3-exact",
        "10x9x5-exact",
        "9x9x7-exact",
    ] {
        for level in Level::ALL {
            let mut board = Board::new(rules.parse().unwrap());
            while let Some(cell) = Player::new(level).choose(&board, 5, Budget::nodes(NODES)) {
                board = board.play(cell).unwrap();
            }
            assert!(board.outcome().is_over());
        }
    }
}

#[test]
fn the_largest_board_is_played_on() {
    for rules in ["19x19x19", "19x19x5", "19x19x3"] {
        let mut board = Board::new(rules.parse().unwrap());
        for _ in 0..6 {
            let player = Player::new(Level::TOP);
            if let Some(cell) = player.choose(&board, 0, Budget::nodes(NODES)) {
                board = board.play(cell).unwrap();
            }
        }
    }
}

#[test]
fn the_same_seed_chooses_the_same_and_others_do_not() {
    let board = Board::new("7x7x4".parse().unwrap());
    for level in Level::ALL {
        let cell = |seed| Player::new(level).choose(&board, seed, Budget::nodes(NODES));
        let cells: Vec<_> = (0..20).map(cell).collect();
        assert_eq!(cells, (0..20).map(cell).collect::<Vec<_>>());
    }
    let classic = Board::new(Rules::CLASSIC);
    let openings = (0..20).map(|seed| {
        Player::new(Level::TOP)
            .choose(&classic, seed, Budget::nodes(10_000))
            .unwrap()
    });
    assert!(openings.collect::<std::collections::HashSet<_>>().len() > 1);
}

#[test]
fn without_a_budget_the_computer_still_takes_a_win_and_stops_one() {
    let rules = Rules::GOMOKU;
    let four = [112, 0, 113, 14, 114, 210, 115];
    let stop = Board::replay(rules, &four).unwrap();
    let win = Board::replay(rules, &[&four[..], &[224]].concat()).unwrap();
    for board in [stop, win] {
        for budget in [Budget::nodes(0), Budget::nodes(1 << 40).until(&|| true)] {
            let cell = Player::new(Level::TOP).choose(&board, 1, budget);
            assert!(matches!(cell, Some(111 | 116)), "{cell:?}");
        }
    }
}

#[test]
fn a_search_asks_whether_to_stop_and_stops() {
    let board = Board::replay(Rules::GOMOKU, &[112, 113, 127, 97, 98, 128]).unwrap();
    let asked = Counter::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let cell = Player::new(Level::TOP).choose(&board, 1, Budget::nodes(1 << 40).until(&stop));
    assert!(cell.is_some());
    assert!(
        (4..50).contains(&asked.get()),
        "asked {} times",
        asked.get()
    );
}

#[test]
fn lower_levels_overlook_lines_and_the_top_level_none() {
    // Three in a row beside the last moves, stopped on one side.
    let rules = Rules::new(7, 7, 4).unwrap();
    let board = Board::replay(rules, &[22, 1, 23, 21, 24, 5]).unwrap();
    assert_eq!(board.to_move(), Mark::X);
    let wins = |level| {
        let chosen =
            (0..200).map(|seed| Player::new(level).choose(&board, seed, Budget::nodes(500)));
        chosen.filter(|cell| *cell == Some(25)).count()
    };
    let counts = Level::ALL.map(wins);
    assert!(counts.is_sorted(), "{counts:?}");
    assert!(
        counts[0] > 20 && counts[0] < 100 && counts[4] == 200,
        "{counts:?}"
    );
    let over = Board::replay(Rules::CLASSIC, &[0, 3, 1, 4, 2]).unwrap();
    assert!(matches!(over.outcome(), Outcome::Won { .. }));
    assert_eq!(
        Player::new(Level::TOP).choose(&over, 0, Budget::nodes(10)),
        None
    );
}

#[test]
fn in_misere_the_top_level_completes_no_line_while_it_can_avoid_one() {
    let rules = Rules::new(9, 9, 4).unwrap().with(LineRule::Loses);
    let board = Board::replay(rules, &[39, 0, 40, 8, 41, 72]).unwrap();
    for seed in 0..10 {
        let cell = Player::new(Level::TOP)
            .choose(&board, seed, Budget::nodes(NODES))
            .unwrap();
        assert!(![38, 42].contains(&cell), "{cell}");
    }
}
