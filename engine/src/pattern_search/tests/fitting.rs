//! Fit of the pattern values to games that the engine plays against itself, and to positions beside them.

use std::sync::atomic::{AtomicU64, Ordering};

use game::{Board, Cell, Level, Mark, Outcome};
use patterns::{
    PatternBoard, PatternGrid, Random, Threat,
    fitting::{counts, value_count},
};

use crate::budget::NodeMeter;
use crate::four_chase::FourChase;
use crate::pattern_search::PatternSearch;
use crate::root_search::RootSearch;
use crate::{Budget, Player};

/// Points that multiply the odds of a win by *e*.
const SCALE: f32 = 400.0;
/// Marks of an opening, and those that leave a game, are any of this many, the most urgent ones.
const URGENT: usize = 12;
const MOST_PLIES: usize = 100;
/// Positions of one step, and how often each is looked at.
const BATCH: usize = 1_024;
const ROUNDS: usize = 12;

/// A position: how often each value counts, and what the side to move may expect, from 0 to 1.
struct Example {
    counts: Vec<(u16, i16)>,
    points: f32,
}

fn number(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn chance(points: f32) -> f32 {
    1.0 / (1.0 + (-points).exp())
}

/// One of the most urgent cells, by chance.
fn urgent(grid: &PatternGrid, board: &Board, random: &mut Random) -> Cell {
    let patterns = PatternBoard::of(grid, board);
    let mut cells: Vec<Cell> = board.legal_cells().collect();
    random.shuffle(&mut cells);
    cells.sort_by_key(|&cell| -patterns.urgency(board.to_move().index(), cell));
    cells[random.below(URGENT.min(cells.len()))]
}

/// Some marks by chance: the first ones near each other, those after them where they matter.
fn opening(grid: &PatternGrid, random: &mut Random) -> Board {
    let rules = grid.rules;
    let mut board = Board::new(rules);
    let (near, all) = (1 + random.below(4), 2 + random.below(13));
    let inner = |side: u8, random: &mut Random| {
        side / 4 + random.below(usize::from(side - side / 4 * 2)) as u8
    };
    let middle = (inner(rules.width(), random), inner(rules.height(), random));
    while board.ply() < all && !board.outcome().is_over() {
        let is_near = |cell: &Cell| {
            let (column, row) = rules.column_row(*cell);
            column.abs_diff(middle.0) < 4 && row.abs_diff(middle.1) < 4
        };
        let cells: Vec<Cell> = board.legal_cells().filter(is_near).collect();
        let cell = match board.ply() < near && !cells.is_empty() {
            true => cells[random.below(cells.len())],
            false => urgent(grid, &board, random),
        };
        board = board.play(cell).unwrap();
    }
    board
}

/// The best move and the value of a position in which no line, no open four and no win by linked fours is at hand.
fn search(grid: &PatternGrid, board: &Board, random: &mut Random) -> Option<(Cell, i32)> {
    let mut patterns = PatternBoard::of(grid, board);
    let side = board.to_move().index();
    let nodes = number("NODES", 2_000);
    let mut meter = NodeMeter::new(Budget::nodes(nodes));
    let win = FourChase::linked()
        .win(&mut patterns, side, nodes, &mut meter)
        .unwrap()
        .is_some();
    if board.outcome().is_over() || win || (0..2).any(|side| patterns.has(side, Threat::OpenFour)) {
        return None;
    }
    let mut search = PatternSearch::new(patterns.clone(), nodes);
    let mut cells = search.root_cells(side);
    random.shuffle(&mut cells);
    cells.sort_by_key(|&cell| -patterns.urgency(side, cell));
    let value = search.deepen(&mut cells, side, &mut meter);
    cells.first().copied().zip(value)
}

/// The quiet positions of a game, by its winner and by a search, and some that leave it, by a search alone.
fn game(grid: &PatternGrid, random: &mut Random) -> Vec<Example> {
    let mut board = opening(grid, random);
    let (mut played, mut examples) = (Vec::new(), Vec::new());
    while !board.outcome().is_over() && board.ply() < MOST_PLIES {
        let found = search(grid, &board, random);
        if let Some((_, value)) = found {
            let chance = chance(value as f32 / SCALE);
            played.push((counts(grid, &board), chance, board.to_move()));
        }
        let mut beside = board.clone();
        for _ in 0..1 + random.below(3) {
            if !beside.outcome().is_over() {
                let cell = urgent(grid, &beside, random);
                beside = beside.play(cell).unwrap();
            }
        }
        if let Some((_, value)) = search(grid, &beside, random) {
            let points = chance(value as f32 / SCALE);
            examples.push(Example {
                counts: counts(grid, &beside),
                points,
            });
        }
        let nodes = Budget::nodes(number("NODES", 2_000));
        let player = Player::new(Level::TOP);
        let cell = found
            .map(|(cell, _)| cell)
            .or_else(|| player.search(&board, random.bits(), nodes));
        board = board.play(cell.unwrap()).unwrap();
    }
    let points = |mark: Mark| match board.outcome() {
        Outcome::Won { by, .. } if *by == mark => 1.0,
        Outcome::Won { .. } => 0.0,
        _ => 0.5,
    };
    let played = played.into_iter().map(|(counts, chance, mark)| Example {
        counts,
        points: (chance + points(mark)) / 2.0,
    });
    examples.extend(played);
    examples
}

/// Each file is written by, from a quarter of an hour down,
///
///     RULES=15x15x5,15x15x5,15x15x5,19x19x5,11x11x5,9x9x5 GAMES=30000 OUT=five.bin \
///         cargo test --release -p engine fitting -- --ignored --nocapture
///     RULES=7x7x4,7x7x4,9x9x4,6x6x4 GAMES=100000 OUT=four.bin …
///
/// beside the others of `patterns`; other searches suggest other values.
#[test]
#[ignore = "takes a quarter of an hour; run it when the patterns change"]
fn the_pattern_values_are_fitted_to_games() {
    let rules = std::env::var("RULES").unwrap_or("15x15x5".into());
    let grids: Vec<PatternGrid> = rules
        .split(',')
        .map(|rules| PatternGrid::new(rules.parse().unwrap()).unwrap())
        .collect();
    let (next, games) = (AtomicU64::new(0), number("GAMES", 20_000));
    let play = || {
        let mut examples = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                return examples;
            }
            let grid = &grids[number as usize % grids.len()];
            examples.push((number, game(grid, &mut Random::new(number))));
        }
    };
    let mut played: Vec<(u64, Vec<Example>)> = std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().unwrap().get();
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(play)).collect();
        let all = threads.into_iter().map(|thread| thread.join().unwrap());
        all.flatten().collect()
    });
    played.sort_by_key(|(number, _)| *number);
    let mut examples: Vec<Example> = played.into_iter().flat_map(|(_, game)| game).collect();
    Random::new(1).shuffle(&mut examples);
    let values = fit(&examples);
    let bytes = values
        .iter()
        .flat_map(|value| ((value * SCALE).round() as i16).to_le_bytes());
    let name = std::env::var("OUT").unwrap_or("values.bin".into());
    let path = format!(
        "{}/../patterns/src/pattern_worth/{name}",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::write(path, bytes.collect::<Vec<u8>>()).unwrap();
}

/// By Adam (Kingma and Ba, 2015) and ridge regression; a tenth of the examples only says how well.
fn fit(examples: &[Example]) -> Vec<f32> {
    let (held_out, examples) = examples.split_at(examples.len() / 10);
    let mut values = vec![0.0f32; value_count()];
    let (mut first, mut second) = (values.clone(), values.clone());
    let mut random = Random::new(7);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut step = 0;
    for round in 0..ROUNDS {
        random.shuffle(&mut order);
        let rate = 0.003 * (1.0 - round as f32 / ROUNDS as f32);
        for batch in order.chunks(BATCH) {
            let mut gradient: Vec<f32> = values.iter().map(|value| 1e-6 * value).collect();
            for example in batch.iter().map(|&at| &examples[at]) {
                let error = (expected(example, &values) - example.points) / batch.len() as f32;
                for &(at, count) in &example.counts {
                    gradient[usize::from(at)] += error * f32::from(count);
                }
                *gradient.last_mut().unwrap() += error;
            }
            step += 1;
            for at in 0..values.len() {
                first[at] += 0.1 * (gradient[at] - first[at]);
                second[at] += 0.001 * (gradient[at] * gradient[at] - second[at]);
                let mean = first[at] / (1.0 - 0.9f32.powi(step));
                let square = second[at] / (1.0 - 0.999f32.powi(step));
                values[at] -= rate * mean / (square.sqrt() + 1e-8);
            }
        }
        let all = examples.len();
        println!(
            "{all} positions, loss {} ({})",
            loss(examples, &values),
            loss(held_out, &values)
        );
    }
    values
}

fn expected(example: &Example, values: &[f32]) -> f32 {
    let counts = example.counts.iter();
    let sum: f32 = counts
        .map(|&(at, count)| values[usize::from(at)] * f32::from(count))
        .sum();
    chance(sum + values.last().unwrap())
}

fn loss(examples: &[Example], values: &[f32]) -> f64 {
    let losses = examples.iter().map(|example| {
        let (chance, points) = (
            expected(example, values).clamp(1e-6, 1.0 - 1e-6),
            example.points,
        );
        f64::from(-points * chance.ln() - (1.0 - points) * (1.0 - chance).ln())
    });
    losses.sum::<f64>() / examples.len() as f64
}
