//! Play of the top level on boards that can be solved: it throws no value away.
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use engine::{Budget, Player, nodes_on, solve, value};
use game::{Board, Cell, Level, Rules};

const ENOUGH: u64 = 4_000_000;

/// Moves of the top level in one game that changed the value, and all its moves.
fn thrown_away(
    rules: Rules,
    side: u16,
    seed: u64,
    mut other: impl FnMut(&Board) -> Cell,
) -> (u32, u32) {
    let (mut thrown, mut moves) = (0, 0);
    let mut board = Board::new(rules);
    while !board.outcome().is_over() {
        let cell = if board.ply() as u16 % 2 == side {
            let budget = Budget::nodes(nodes_on(Level::TOP, &board));
            let cell = Player::new(Level::TOP).choose(&board, seed, budget);
            let cell = cell.unwrap();
            let before = value(&board, Budget::nodes(ENOUGH)).0;
            let after = board.clone().play(cell).unwrap();
            let after = value(&after, Budget::nodes(ENOUGH)).0;
            moves += 1;
            thrown += u32::from(before.is_some() && after.is_some() && before != after);
            cell
        } else {
            other(&board)
        };
        board = board.play(cell).unwrap();
    }
    (thrown, moves)
}

/// The moves that keep the value, or all.
fn best(board: &Board) -> Vec<Cell> {
    let best = solve(board, Budget::nodes(ENOUGH)).best;
    match best.is_empty() {
        true => board.legal_cells().collect(),
        false => best,
    }
}

#[test]
fn the_top_level_throws_no_value_away_that_can_be_proved() {
    let sizes = [(3, 3), (4, 2), (4, 3), (4, 4), (5, 3)];
    let mut boards: Vec<String> = Vec::new();
    for (width, height) in sizes {
        for line in 3..=width {
            boards.push(format!("{width}x{height}x{line}"));
            boards.push(format!("{width}x{height}x{line}-misere"));
            boards.push(format!("{width}x{height}x{line}-exact"));
        }
    }
    boards.extend(["5x4x4", "5x5x4", "6x5x4", "6x6x5"].map(String::from));
    let mut all = 0;
    for name in boards {
        let Ok(rules) = name.parse::<Rules>() else {
            continue;
        };
        for seed in 0..2 {
            // A best move, by chance one of several.
            let other = |board: &Board| {
                let cells = best(board);
                cells[(seed as usize * 7 + usize::from(board.ply() as u16)) % cells.len()]
            };
            let (thrown, moves) = thrown_away(rules, seed as u16 % 2, seed, other);
            assert_eq!(thrown, 0, "{name}, seed {seed}");
            all += moves;
        }
    }
    assert!(all > 100, "{all}");
}

/// Games in which 24,000 positions a move are too few: each threw a value away. The other side blunders
/// half of the time, which leads to positions that perfect play never meets.
#[test]
fn the_top_level_throws_no_value_away_where_a_short_search_did() {
    let rules: Rules = "5x3x3-misere".parse().unwrap();
    for seed in [10_u64, 12, 56, 70] {
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        // xorshift (Marsaglia, 2003).
        let mut below = |most: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % most as u64) as usize
        };
        let other = |board: &Board| {
            let cells = match below(2) {
                0 => board.legal_cells().collect(),
                _ => best(board),
            };
            cells[below(cells.len())]
        };
        let (thrown, _) = thrown_away(rules, seed as u16 % 2, seed, other);
        assert_eq!(thrown, 0, "seed {seed}");
    }
}
