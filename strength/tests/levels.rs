//! Strength of the levels: each beats the one below, and the top the bottom, in games in pairs from
//! openings that neither side has won.
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use engine::{Budget, Player, Value, value};
use game::{Board, Cell, Level, Mark, Outcome, Rules};

use chance::mix;

#[path = "../src/chance.rs"]
mod chance;
#[path = "../src/lines.rs"]
mod lines;

#[test]
fn a_player_that_sees_only_lines_wins_half_against_the_weakest_level_on_three_by_three() {
    let games = 400u32;
    let mut points = 0.0;
    for number in 0..games {
        let first = Mark::BOTH[usize::from(number % 2 == 1)];
        let mut board = Board::new(Rules::CLASSIC);
        while let Outcome::Open { .. } = board.outcome() {
            let chance = mix(u64::from(number) ^ mix(board.ply() as u64));
            let cell = if board.to_move() == first {
                lines::choose(&board, chance)
            } else {
                let weakest = Player::new(Level::ALL[0]);
                weakest
                    .choose(&board, chance, Budget::nodes(NODES))
                    .unwrap()
            };
            board = board.play(cell).unwrap();
        }
        points += match board.outcome() {
            Outcome::Won { by, .. } => f64::from(u8::from(*by == first)),
            _ => 0.5,
        };
    }
    let percent = points * 100.0 / f64::from(games);
    assert!((40.0..=60.0).contains(&percent), "{percent} %");
}

#[test]
fn each_level_beats_the_one_below_and_the_top_the_bottom() {
    each_beats_the_one_below("3x3x3", 100);
    each_beats_the_one_below("7x7x4", 20);
}

/// Two minutes in a release build: `cargo test --release -p strength -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes; run it when a level changes"]
fn each_level_beats_the_one_below_in_more_games_and_in_gomoku() {
    for rules in ["3x3x3", "7x7x4", "15x15x5"] {
        each_beats_the_one_below(rules, 200);
    }
}

fn each_beats_the_one_below(rules: &str, games: u32) {
    let next = Level::ALL.windows(2).map(|pair| [pair[1], pair[0]]);
    for levels in next.chain([[Level::TOP, Level::ALL[0]]]) {
        let score = play(rules.parse().unwrap(), levels, games, 7);
        let [stronger, weaker] = levels.map(Level::number);
        let percent = score.share() * 100.0;
        println!("{rules}: {stronger} against {weaker}: {percent:.1} %, {score:?}");
        assert!(
            percent > 50.0,
            "{rules}: {stronger} against {weaker} {score:?}"
        );
    }
}

/// Positions that are looked at to see whether an opening is won already.
const OPENING_NODES: u64 = 5_000;
/// Budget of a move: the strongest level would take any.
const NODES: u64 = 20_000;
/// Openings that are thrown away before the next is taken as it is.
const ATTEMPTS: u64 = 50;

/// The results of one level's games against another.
#[derive(Clone, Copy, Default, Debug)]
struct MatchScore {
    /// Games that the first level won.
    won: u32,
    /// Games that nobody won.
    drawn: u32,
    /// Games that it lost.
    lost: u32,
}

impl MatchScore {
    /// The first level's share of the points, a draw being half a point, from 0 to 1.
    fn share(&self) -> f64 {
        let games = f64::from(self.won + self.drawn + self.lost);
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games.max(1.0)
    }
}

/// Plays `games`, an even number: each opening twice, with colours exchanged.
fn play(rules: Rules, levels: [Level; 2], games: u32, seed: u64) -> MatchScore {
    let mut score = MatchScore::default();
    for pair in 0..u64::from(games / 2) {
        let seed = mix(seed ^ pair);
        let opening = opening(rules, seed);
        for first in Mark::BOTH {
            match game(opening.clone(), levels, first, seed) {
                None => score.drawn += 1,
                Some(by) if by == first => score.won += 1,
                Some(_) => score.lost += 1,
            }
        }
    }
    score
}

/// Winner; the first level plays the mark `first`.
fn game(mut board: Board, levels: [Level; 2], first: Mark, seed: u64) -> Option<Mark> {
    loop {
        match board.outcome() {
            Outcome::Won { by, .. } => return Some(*by),
            Outcome::Drawn
            | Outcome::Open {
                no_open_lines: true,
            } => return None,
            Outcome::Open {
                no_open_lines: false,
            } => {}
        }
        let ours = board.to_move() == first;
        let level = levels[usize::from(!ours)];
        let cell = Player::new(level).choose(&board, seed, Budget::nodes(NODES))?;
        board = board.play(cell).ok()?;
    }
}

/// A few marks at random around the middle, such that a short search finds no win of either side.
fn opening(rules: Rules, seed: u64) -> Board {
    let attempts = (0..ATTEMPTS).map(|attempt| random(rules, mix(seed ^ (attempt << 32))));
    let balanced = |board: &Board| {
        let (value, _) = value(board, Budget::nodes(OPENING_NODES));
        !board.outcome().is_over() && !matches!(value, Some(Value::Wins(_)))
    };
    let mut last = Board::new(rules);
    for board in attempts {
        if balanced(&board) {
            return board;
        }
        last = board;
    }
    last
}

fn random(rules: Rules, mut seed: u64) -> Board {
    let middle = |side: u8, at: u8| side < 9 || at.abs_diff(side / 2) <= 2;
    let mut board = Board::new(rules);
    let plies = if rules.cells() < 16 { 1 + seed % 2 } else { 4 };
    for _ in 0..plies {
        let cells: Vec<Cell> = board
            .legal_cells()
            .filter(|&cell| {
                let (column, row) = rules.column_row(cell);
                middle(rules.width(), column) && middle(rules.height(), row)
            })
            .collect();
        seed = mix(seed);
        let Some(&cell) = cells.get(seed as usize % cells.len().max(1)) else {
            break;
        };
        board = board.clone().play(cell).unwrap_or(board);
    }
    board
}
