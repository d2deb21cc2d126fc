//! Starts of a match's games: after marks at random, from an empty board, or with an opening that the players play.

use engine::analyse::{MoveScore, analyse};
use engine::{Budget, Value};
use game::{Board, Cell, Mark, Rules};

use crate::{chance::mix, contestant::Contestant};

/// The start of each game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// See [`marks`].
    Marks,
    /// Such marks, and a few more, after which a search finds neither side ahead.
    Even,
    /// This many marks by who begins, after which the other takes a side.
    Placed(usize),
}

/// The most points that either side may be ahead in an even start: a chance of 54 %.
const EVEN: i32 = 60;
/// Positions looked at for one, and the most that are tried.
const NODES: u64 = 20_000;
const TRIED: u64 = 500;

const NAMES: [(&str, Start); 5] = [
    ("marks", Start::Marks),
    ("even", Start::Even),
    ("free", Start::Placed(0)),
    ("pie", Start::Placed(1)),
    ("swap2", Start::Placed(3)),
];

impl Start {
    pub(crate) fn named(name: &str) -> Option<Start> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, start)| *start)
    }

    pub(crate) fn name(self) -> &'static str {
        let found = NAMES.iter().find(|(_, start)| *start == self);
        found.map_or("", |(name, _)| name)
    }

    /// The two ways to sit at the table, as the score calls them.
    pub(crate) fn sides(self) -> [&'static str; 2] {
        match self {
            Start::Marks | Start::Even => ["as X", "as O"],
            Start::Placed(_) => ["beginning", "second"],
        }
    }

    /// The board of a game, and the mark of the first player, who begins if `first` is X; nothing when a player cannot play
    /// the opening, or no position is even.
    pub(crate) fn board(
        self,
        rules: Rules,
        [one, other]: &[Contestant; 2],
        first: Mark,
        seed: u64,
    ) -> Option<(Board, Mark)> {
        let places = match self {
            Start::Marks => return Some((marks(rules, 4, seed), first)),
            Start::Even => return Some((even(rules, seed)?, first)),
            Start::Placed(places) => places,
        };
        let (beginner, second) = match first {
            Mark::X => (one, other),
            Mark::O => (other, one),
        };
        let mut board = Board::new(rules);
        for left in (1..=places).rev() {
            board = board
                .clone()
                .play(beginner.place(&board, left, seed)?)
                .ok()?;
        }
        let taken = match places {
            0 => Mark::O,
            _ => second.take(&board)?,
        };
        let is_second = first == Mark::O;
        Some((board, if is_second { taken } else { taken.other() }))
    }
}

/// The first of many positions that is even; nothing where none is.
fn even(rules: Rules, seed: u64) -> Option<Board> {
    let mut boards = (0..TRIED).map(|number| {
        let seed = mix(seed ^ mix(number));
        marks(rules, 4 + (seed >> 32) % 4, seed)
    });
    let is_even = |board: &Board| {
        let analysis = analyse(board, 1, Budget::nodes(NODES), &mut |_| {});
        let best = analysis.moves.first().map(|best| best.score);
        match best {
            Some(MoveScore::Estimate(points)) => points.abs() <= EVEN,
            Some(MoveScore::Proved(value, _)) => value == Value::Draw,
            Some(MoveScore::Likely(..)) | None => false,
        }
    };
    boards.find(is_even)
}

/// At most this many marks at random, or none on a small board, at most two cells from the middle on boards of more than nine in a side,
/// such that no line of three in a row decides the game at once.
fn marks(rules: Rules, most: u64, mut seed: u64) -> Board {
    let near = |side: u8, at: u8| at.abs_diff(side / 2) <= if side > 9 { 2 } else { 1 };
    let middle: Vec<Cell> = (0..rules.cells())
        .filter(|&cell| {
            let (column, row) = rules.column_row(cell);
            near(rules.width(), column) && near(rules.height(), row)
        })
        .collect();
    let mut board = Board::new(rules);
    let most = if rules.cells() < 16 {
        0
    } else {
        most.min(middle.len() as u64)
    };
    while (board.ply() as u64) < most && !board.outcome().is_over() {
        seed = mix(seed);
        let cell = middle[seed as usize % middle.len()];
        board = board.play(cell).unwrap_or_else(|rejected| rejected.board);
    }
    board
}
