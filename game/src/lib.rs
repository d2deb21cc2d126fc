//! Noughts and crosses on any board up to 19×19, as pure values.
//!
//! The crate holds the rules and their consequences: [`Rules`] (board size and length of a
//! line), [`Board`] (a position with the moves that led to it), [`Outcome`], and the
//! [`notation`] in which people name cells; and, as plain values, what a computer is ([`Level`]) and
//! says ([`Review`]). The same moves always give the same values.
//!
//! ```
//! use game::{LineRule, Board, Mark, Outcome, Rules};
//!
//! let board = Board::replay(Rules::CLASSIC, &[0, 3, 1, 4, 2])?;
//! let won = Outcome::Won { by: Mark::X, lines: vec![vec![0, 1, 2]] };
//! assert_eq!(*board.outcome(), won);
//! # Ok::<(), game::Rejected>(())
//! ```
#![warn(missing_docs)]

mod analysis;
mod board;
mod bounded;
mod cells;
mod level;
mod lines;
mod mark;
pub mod notation;
mod outcome;
mod quote;
mod review;
mod rules;

pub use analysis::{Prospect, RankedMove, Ranking};
pub use board::{Board, IllegalMove, Rejected};
pub use bounded::{Bounded, OutOfBounds};
pub use level::Level;
pub use lines::{beside, windows};
pub use mark::Mark;
pub use outcome::Outcome;
pub use review::{Judged, Review, Verdict};
pub use rules::{Cell, LineRule, MAX_SIDE, MIN_LINE, Rules, RulesError};
