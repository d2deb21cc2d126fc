//! Noughts and crosses on any board up to 19×19, as pure values.
//!
//! The crate holds what is allowed and what it leads to: [`Rules`] (board size and length of a
//! line), [`Board`] (a position with the moves that led to it), [`Outcome`], and the
//! [`notation`] in which people name cells; and what is worth playing: [`search`], the computer, and
//! [`review`], what it says of the moves of a game.
//! It knows nothing of seats, clocks, networks, files or chance: the same moves, and to the search
//! the same seed, always give the same values.
//!
//! ```
//! use game::{Board, Mark, Outcome, Rules};
//!
//! let board = Board::replay(Rules::CLASSIC, &[0, 3, 1, 4, 2])?;
//! let won = Outcome::Won { by: Mark::X, lines: vec![vec![0, 1, 2]] };
//! assert_eq!(*board.outcome(), won);
//! # Ok::<(), game::Rejected>(())
//! ```
#![warn(missing_docs)]

mod board;
mod cells;
mod lines;
mod mark;
pub mod notation;
mod outcome;
mod quote;
pub mod review;
mod rules;
pub mod search;

pub use board::{Board, IllegalMove, Rejected};
pub use mark::Mark;
pub use outcome::Outcome;
pub use rules::{Cell, MAX_SIDE, MIN_LINE, Rules, RulesError};
