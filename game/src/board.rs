//! A position with the moves that led to it.

use crate::cells::CellSet;
use crate::lines::{first_open_window, winning_runs};
use crate::{Cell, Mark, Outcome, Rules};

/// A position: the rules, the moves so far, and what they amount to.
///
/// A board is a function of its rules and its moves, so two boards are equal exactly when those
/// are; the same marks reached in another order make another board.
#[derive(PartialEq, Eq, Debug)]
pub struct Board {
    rules: Rules,
    /// Every one legal when it was made; X made the even ones.
    moves: Vec<Cell>,
    /// The cells of X and of O. Boxed so that a board, and every result that hands one back,
    /// stays a few words wide.
    marks: Box<[CellSet; 2]>,
    /// The first window that either side can still fill; none once no line is open. Not updated
    /// once the game is over.
    open_window: Option<u16>,
    outcome: Outcome,
}

impl Clone for Board {
    /// A copy has room for one more move, which is what copies are made for.
    fn clone(&self) -> Board {
        let mut moves = Vec::with_capacity(self.moves.len() + 1);
        moves.extend_from_slice(&self.moves);
        Board {
            rules: self.rules,
            moves,
            marks: self.marks.clone(),
            open_window: self.open_window,
            outcome: self.outcome.clone(),
        }
    }
}

impl Board {
    /// The empty board, with X to move.
    pub fn new(rules: Rules) -> Board {
        let marks = Box::<[CellSet; 2]>::default();
        let open_window = first_open_window(rules, &marks, 0);
        let outcome = Outcome::Open {
            no_open_lines: open_window.is_none(),
        };
        Board {
            rules,
            moves: Vec::new(),
            marks,
            open_window,
            outcome,
        }
    }

    /// The position after [`Board::to_move`] marks `cell`.
    ///
    /// # Errors
    ///
    /// [`Rejected`] with the position as it was and the reason: the first that holds of
    /// [`IllegalMove::GameOver`], [`IllegalMove::OutsideBoard`], [`IllegalMove::CellTaken`].
    pub fn play(mut self, cell: Cell) -> Result<Board, Rejected> {
        if let Some(why) = self.objection(cell) {
            return Err(Rejected { board: self, why });
        }
        let by = self.to_move();
        self.marks[by.index()].insert(cell);
        self.moves.push(cell);
        self.outcome = self.judge(by, cell);
        Ok(self)
    }

    /// The position after `moves` in order, from the empty board.
    ///
    /// # Errors
    ///
    /// [`Rejected`] at the first illegal move, with the position before it; the place of that
    /// move in `moves` is the position's [`Board::ply`].
    pub fn replay(rules: Rules, moves: &[Cell]) -> Result<Board, Rejected> {
        moves
            .iter()
            .try_fold(Board::new(rules), |board, &cell| board.play(cell))
    }

    /// The position after the first `ply` moves of this one, or nothing if there were fewer.
    pub fn at_ply(&self, ply: usize) -> Option<Board> {
        // Moves on a board have been legal once, so no replay of them is refused.
        Board::replay(self.rules, self.moves.get(..ply)?).ok()
    }

    /// The rules this game is played by.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The mark in a cell; nothing if it is empty or off the board.
    pub fn mark_at(&self, cell: Cell) -> Option<Mark> {
        Mark::BOTH
            .into_iter()
            .find(|&mark| self.marks[mark.index()].contains(cell))
    }

    /// The cells marked so far, in order; X made the first, third, fifth.
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// Number of moves made, which is also the number, from 0, of the next.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The side whose turn it is, or would be if the game were not over.
    pub fn to_move(&self) -> Mark {
        if self.ply().is_multiple_of(2) {
            Mark::X
        } else {
            Mark::O
        }
    }

    /// The cells that may be marked next, ascending; none once the game is over.
    pub fn legal_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let end = if self.outcome.is_over() {
            0
        } else {
            self.rules.cells()
        };
        (0..end).filter(|&cell| self.mark_at(cell).is_none())
    }

    /// Outcome of the position.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    fn objection(&self, cell: Cell) -> Option<IllegalMove> {
        let cells = self.rules.cells();
        if self.outcome.is_over() {
            Some(IllegalMove::GameOver)
        } else if cell >= cells {
            Some(IllegalMove::OutsideBoard { cell, cells })
        } else {
            self.mark_at(cell)
                .map(|by| IllegalMove::CellTaken { cell, by })
        }
    }

    /// The outcome once `by` has marked `cell` in a game that was open before. A new line must
    /// run through that cell; and the win comes before the draw, for the move that fills the
    /// board may win.
    fn judge(&mut self, by: Mark, cell: Cell) -> Outcome {
        let lines = winning_runs(self.rules, &self.marks[by.index()], cell);
        if !lines.is_empty() {
            let by = self.rules.line_rule().winner(by);
            return Outcome::Won { by, lines };
        }
        if self.ply() == usize::from(self.rules.cells()) {
            return Outcome::Drawn;
        }
        self.open_window = self
            .open_window
            .and_then(|from| first_open_window(self.rules, &self.marks, from));
        Outcome::Open {
            no_open_lines: self.open_window.is_none(),
        }
    }
}

/// A refused move, with the position it would have been made in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}")]
pub struct Rejected {
    /// The position, unchanged.
    pub board: Board,
    /// Why the move is not allowed in it.
    pub why: IllegalMove,
}

/// Why a move is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// The board has no such cell.
    #[error(
        "cell {cell} is outside the board: its cells are numbered 0 to {}",
        .cells.saturating_sub(1)
    )]
    OutsideBoard {
        /// The cell asked for.
        cell: Cell,
        /// Number of cells of the board.
        cells: u16,
    },
    /// The cell holds a mark already.
    #[error("cell {cell} already holds {by}: only an empty cell can be marked")]
    CellTaken {
        /// The cell asked for.
        cell: Cell,
        /// The mark it holds.
        by: Mark,
    },
    /// The game was won or drawn before.
    #[error("the game is over: no further move can be made")]
    GameOver,
}
