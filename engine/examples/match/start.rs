//! How a game of a match starts: after marks at random, from an empty board, or with an opening that the players play.

use game::{Board, Cell, Mark, Rules};

use crate::{chance::mix, contestant::Contestant};

/// The start of each game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// See [`marks`].
    Marks,
    /// This many marks by who begins, after which the other takes a side.
    Placed(usize),
}

const NAMES: [(&str, Start); 4] = [
    ("marks", Start::Marks),
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
            Start::Marks => ["as X", "as O"],
            Start::Placed(_) => ["beginning", "second"],
        }
    }

    /// The board of a game, and the mark of the first player, who begins if `first` is X; nothing when a player cannot play
    /// the opening.
    pub(crate) fn board(
        self,
        rules: Rules,
        [one, other]: &[Contestant; 2],
        first: Mark,
        seed: u64,
    ) -> Option<(Board, Mark)> {
        let Start::Placed(places) = self else {
            return Some((marks(rules, seed), first));
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

/// Four marks at random, or none on a small board, at most two cells from the middle on boards of more than nine in a side,
/// such that no line of three in a row decides the game at once.
fn marks(rules: Rules, mut seed: u64) -> Board {
    let near = |side: u8, at: u8| at.abs_diff(side / 2) <= if side > 9 { 2 } else { 1 };
    let middle: Vec<Cell> = (0..rules.cells())
        .filter(|&cell| {
            let (column, row) = rules.column_row(cell);
            near(rules.width(), column) && near(rules.height(), row)
        })
        .collect();
    let mut board = Board::new(rules);
    let marks = if rules.cells() < 16 { 0 } else { 4 };
    while board.ply() < marks && !board.outcome().is_over() {
        seed = mix(seed);
        let cell = middle[seed as usize % middle.len()];
        board = board.play(cell).unwrap_or_else(|rejected| rejected.board);
    }
    board
}
