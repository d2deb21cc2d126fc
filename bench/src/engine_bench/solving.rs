//! What the empty board is worth, on one board after the other.
//!
//! Knows nothing of how it is found out.

use std::time::Instant;

use engine::{Budget, Value, solve, value};
use game::{Board, Rules};

/// The boards of which the values are known from the literature, and some beyond.
pub const BOARDS: [&str; 11] = [
    "3x3x3", "4x3x3", "4x4x3", "4x4x4", "5x4x4", "5x5x4", "6x5x4", "6x6x4", "7x7x4", "6x5x5",
    "6x6x5",
];

/// A table: for each board its value with what that cost, then distance and best moves with what
/// all of it cost. At most `nodes` for each.
pub fn print(boards: &[Rules], nodes: u64) {
    println!("| board | value | nodes | ms | distance | best moves | nodes | ms |");
    println!("|---|---|---:|---:|---:|---:|---:|---:|");
    for &rules in boards {
        let board = Board::new(rules);
        let start = Instant::now();
        let (worth, looked_at) = value(&board, Budget::nodes(nodes));
        let took = start.elapsed();
        let start = Instant::now();
        let solution = solve(&board, Budget::nodes(nodes));
        let took_all = start.elapsed();
        let known = |text: String| {
            if solution.exact {
                text
            } else {
                "not found".into()
            }
        };
        println!(
            "| {rules} | {} | {looked_at} | {:.1} | {} | {} | {} | {:.1} |",
            word(worth),
            took.as_secs_f64() * 1e3,
            solution
                .distance
                .map_or("–".into(), |plies| plies.to_string()),
            known(format!("{} of {}", solution.best.len(), rules.cells())),
            solution.nodes,
            took_all.as_secs_f64() * 1e3,
        );
    }
}

fn word(value: Option<Value>) -> String {
    match value {
        Some(Value::Wins(mark)) => format!("{mark} wins"),
        Some(Value::Draw) => "draw".into(),
        None => "not found".into(),
    }
}
