//! Fits the weights of the evaluation to results of games that the engine plays against itself.

use game::{Board, Cell, Level, Mark, Outcome, Rules};

use crate::line_patterns::LinePattern;
use crate::pattern_board::PatternBoard;
use crate::pattern_grid::PatternGrid;
use crate::position::side_of;
use crate::random::Random;
use crate::threat::{Threat, weights};
use crate::{Budget, Player};

/// Patterns, threats and the directions but one, for either turn; and the tempo.
const TURN: usize = LinePattern::COUNT + Threat::COUNT + 1;
const COUNT: usize = 2 * TURN + 1;
const SCALE: f64 = 400.0;

type Features = [f64; COUNT];

fn number(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A quiet position for the side to move.
fn features(board: &PatternBoard<'_>, side: usize) -> Features {
    let mut found = [0.0; COUNT];
    for cell in (0..board.grid.cells as Cell).filter(|&cell| board.is_empty(cell)) {
        for (turn, sign) in [(0, 1.0), (1, -1.0)] {
            let side = if turn == 0 { side } else { 1 - side };
            let patterns = board.patterns(side, cell);
            let start = turn * TURN;
            patterns
                .iter()
                .for_each(|&at| found[start + at as usize] += sign);
            let threat = board.threat(side, cell) as usize;
            found[start + LinePattern::COUNT + threat] += sign;
            let twos = patterns
                .iter()
                .filter(|&&at| at >= LinePattern::Two)
                .count();
            found[start + TURN - 1] += sign * (twos as f64 - 1.0).max(0.0);
        }
    }
    found[COUNT - 1] = 1.0;
    found
}

/// The quiet positions of a game with what the side to move made of them, and its winner.
fn game(rules: Rules, grid: &PatternGrid, random: &mut Random) -> Vec<(Features, f64)> {
    let nodes = number("NODES", 3_000);
    let mut board = Board::new(rules);
    let mut quiet = Vec::new();
    let plies = 3 + random.below(6);
    while !board.outcome().is_over() && board.ply() < 90 {
        let cell = if board.ply() < plies {
            let near = |cell: &Cell| {
                let (column, row) = rules.column_row(*cell);
                column.abs_diff(rules.width() / 2) < 4 && row.abs_diff(rules.height() / 2) < 4
            };
            let cells: Vec<Cell> = board.legal_cells().filter(near).collect();
            cells[random.below(cells.len())]
        } else {
            let patterns = PatternBoard::of(grid, &board);
            let side = side_of(board.to_move());
            let force = |side| {
                patterns.count_of(side, Threat::Five) + patterns.count_of(side, Threat::OpenFour)
            };
            if force(0) + force(1) == 0 {
                quiet.push((features(&patterns, side), board.to_move()));
            }
            let player = Player::new(Level::TOP);
            player
                .choose(&board, random.next(), Budget::nodes(nodes))
                .unwrap()
        };
        board = board.play(cell).unwrap();
    }
    let points = |mark: Mark| match board.outcome() {
        Outcome::Won { by, .. } if *by == mark => 1.0,
        Outcome::Won { .. } => 0.0,
        _ => 0.5,
    };
    let valued = quiet
        .into_iter()
        .map(|(features, mark)| (features, points(mark)));
    valued.collect()
}

/// `RULES=15x15x5 GAMES=600 cargo test --release -p engine fitting -- --ignored --nocapture`
/// prints the weights; two minutes.
#[test]
#[ignore = "takes minutes; run it when the features change"]
fn the_weights_are_those_that_results_of_games_suggest() {
    let rules = std::env::var("RULES").unwrap_or("15x15x5".into());
    let rules: Rules = rules.parse().unwrap();
    let grid = PatternGrid::new(rules).unwrap();
    let mut random = Random::new(number("SEED", 1));
    let games = (0..number("GAMES", 600)).map(|_| game(rules, &grid, &mut random));
    let positions: Vec<(Features, f64)> = games.flatten().collect();
    let mut weights = start(rules.line().into());
    println!(
        "{} positions, loss {}",
        positions.len(),
        loss(&positions, &weights)
    );
    // Adam (Kingma and Ba, 2015), on all positions at once.
    let (mut first, mut second) = ([0.0; COUNT], [0.0; COUNT]);
    for step in 1..=1_500 {
        let gradient = gradient(&positions, &weights);
        for at in 0..COUNT {
            first[at] += 0.1 * (gradient[at] - first[at]);
            second[at] += 0.001 * (gradient[at] * gradient[at] - second[at]);
            let mean = first[at] / (1.0 - 0.9f64.powi(step));
            let square: f64 = second[at] / (1.0 - 0.999f64.powi(step));
            weights[at] -= 0.001 * mean / (square.sqrt() + 1e-9);
        }
    }
    println!("loss {}", loss(&positions, &weights));
    let scaled = weights.map(|weight| (weight * SCALE).round());
    for turn in 0..2 {
        let (patterns, rest) = scaled[turn * TURN..][..TURN].split_at(LinePattern::COUNT);
        println!(
            "patterns {patterns:?}\nthreats {:?}\ntwice {}",
            &rest[..Threat::COUNT],
            rest[Threat::COUNT]
        );
    }
    println!("tempo {}", scaled[COUNT - 1]);
}

fn start(line: usize) -> Features {
    let weights = weights(line);
    let mut start = [0.0; COUNT];
    for turn in 0..2 {
        let patterns = weights.patterns[turn].iter().chain(&weights.threats[turn]);
        let all = patterns.chain([&weights.twice[turn]]);
        for (at, weight) in all.enumerate() {
            start[turn * TURN + at] = f64::from(*weight) / SCALE;
        }
    }
    start[COUNT - 1] = f64::from(weights.tempo) / SCALE;
    start
}

fn chance(features: &Features, weights: &Features) -> f64 {
    let sum: f64 = features
        .iter()
        .zip(weights)
        .map(|(value, weight)| value * weight)
        .sum();
    1.0 / (1.0 + (-sum).exp())
}

fn loss(positions: &[(Features, f64)], weights: &Features) -> f64 {
    let losses = positions.iter().map(|(features, points)| {
        let chance = chance(features, weights).clamp(1e-9, 1.0 - 1e-9);
        -points * chance.ln() - (1.0 - points) * (1.0 - chance).ln()
    });
    losses.sum::<f64>() / positions.len() as f64
}

fn gradient(positions: &[(Features, f64)], weights: &Features) -> Features {
    let mut gradient = [0.0; COUNT];
    for (features, points) in positions {
        let error = (chance(features, weights) - points) / positions.len() as f64;
        for at in 0..COUNT {
            gradient[at] += error * features[at];
        }
    }
    // Features that are rare stay small (ridge regression).
    for at in 0..COUNT {
        gradient[at] += 1e-4 * weights[at];
    }
    gradient
}
