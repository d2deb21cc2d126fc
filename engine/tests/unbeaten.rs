//! The computer on 3×3: unbeaten, and hard not to lose against.
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use engine::{Budget, Player};
use game::{Board, Cell, Level, LineRule, Mark, Outcome, Rules};

const ENOUGH: u64 = 1_000_000;

/// Number of games when the player has `mark` and the other side plays everything.
fn every_game(player: Player, mark: Mark, seed: u64, board: &Board) -> u32 {
    every_game_within(Budget::nodes(ENOUGH), player, mark, seed, board)
}

fn every_game_within(
    budget: Budget<'_>,
    player: Player,
    mark: Mark,
    seed: u64,
    board: &Board,
) -> u32 {
    match board.outcome() {
        Outcome::Won { by, .. } => {
            assert_eq!(*by, mark, "beaten by {:?}", board.moves());
            1
        }
        Outcome::Drawn => 1,
        Outcome::Open { .. } => {
            let cells: Vec<Cell> = if board.to_move() == mark {
                vec![player.choose(board, seed, budget).unwrap()]
            } else {
                board.legal_cells().collect()
            };
            let after = |cell| board.clone().play(cell).unwrap();
            cells
                .into_iter()
                .map(|cell| every_game_within(budget, player, mark, seed, &after(cell)))
                .sum()
        }
    }
}

#[test]
fn no_line_of_play_beats_the_top_level() {
    let top = Player::new(Level::TOP);
    for player in [top, top.opening_in_centre()] {
        for seed in 0..4 {
            for mark in Mark::BOTH {
                let games = every_game(player, mark, seed, &Board::new(Rules::CLASSIC));
                assert!(games > 50, "{games} games as {mark}");
            }
        }
    }
}

#[test]
fn no_line_of_play_beats_the_top_level_in_misere() {
    let rules = Rules::CLASSIC.with(LineRule::Loses);
    for seed in 0..3 {
        for mark in Mark::BOTH {
            let games = every_game(Player::new(Level::TOP), mark, seed, &Board::new(rules));
            assert!(games > 50, "{games} games as {mark}");
        }
    }
}

/// As little as a server gives where very many wait, by positions and where the time is over before the search begins.
#[test]
fn a_small_budget_is_enough_not_to_be_beaten() {
    let late = Budget::nodes(ENOUGH).within(&|| true, 1_000);
    let top = Player::new(Level::TOP);
    for rules in [Rules::CLASSIC, Rules::CLASSIC.with(LineRule::Loses)] {
        for mark in Mark::BOTH {
            for budget in [Budget::nodes(1_000), late] {
                every_game_within(budget, top, mark, 1, &Board::new(rules));
            }
        }
    }
}

#[test]
fn the_bottom_level_can_be_beaten() {
    let bottom = Player::new(Level::ALL[0]);
    let games = (0..20).map(|seed| {
        std::panic::catch_unwind(|| every_game(bottom, Mark::O, seed, &Board::new(Rules::CLASSIC)))
    });
    assert!(games.filter(Result::is_err).count() > 10);
}

/// Result the side of `mark` can count on (0 loss, 1 draw, 2 win), and the one it can expect of an
/// opponent who marks any cell: written over boards, without anything of the search.
fn worth(board: &Board, mark: Mark) -> (u8, f64) {
    match board.outcome() {
        Outcome::Won { by, .. } => {
            if *by == mark {
                (2, 2.0)
            } else {
                (0, 0.0)
            }
        }
        Outcome::Drawn => (1, 1.0),
        Outcome::Open { .. } => {
            let after = board
                .legal_cells()
                .map(|cell| board.clone().play(cell).unwrap());
            let worths: Vec<(u8, f64)> = after.map(|board| worth(&board, mark)).collect();
            if board.to_move() == mark {
                worths
                    .into_iter()
                    .fold((0, 0.0), |best, next| if next > best { next } else { best })
            } else {
                let sum: f64 = worths.iter().map(|worth| worth.1).sum();
                let least = worths.iter().map(|worth| worth.0).min().unwrap();
                (least, sum / worths.len() as f64)
            }
        }
    }
}

#[test]
fn among_equal_moves_it_takes_the_one_with_most_chances_to_err() {
    let starts = [0, 1, 4].map(|first| (Rules::CLASSIC, first));
    let misere = [0, 1, 4].map(|first| (Rules::CLASSIC.with(LineRule::Loses), first));
    for (rules, first) in starts.into_iter().chain(misere) {
        let board = Board::replay(rules, &[first]).unwrap();
        for second in board.legal_cells() {
            let board = board.clone().play(second).unwrap();
            let cell = Player::new(Level::TOP)
                .choose(&board, 3, Budget::nodes(ENOUGH))
                .unwrap();
            let chosen = worth(&board.clone().play(cell).unwrap(), Mark::X);
            let (value, expected) = worth(&board, Mark::X);
            assert_eq!(chosen.0, value, "{:?}", board.moves());
            // A won game is won soonest instead.
            assert!(
                value == 2 || chosen.1 > expected - 1e-9,
                "{:?}: {cell}",
                board.moves()
            );
        }
    }
}

#[test]
fn the_top_level_opens_in_a_corner_and_when_asked_in_the_centre() {
    let board = Board::new(Rules::CLASSIC);
    let mut corners = [0; 9];
    for seed in 0..40 {
        let budget = Budget::nodes(ENOUGH);
        let cell = Player::new(Level::TOP)
            .choose(&board, seed, budget)
            .unwrap();
        corners[usize::from(cell)] += 1;
        let asked = Player::new(Level::TOP).opening_in_centre();
        assert_eq!(asked.choose(&board, seed, budget), Some(4));
    }
    for (cell, count) in corners.into_iter().enumerate() {
        assert_eq!(count > 0, [0, 2, 6, 8].contains(&cell), "{corners:?}");
    }
}
