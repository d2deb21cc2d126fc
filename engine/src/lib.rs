//! The computer: the value of a position, the move to play in it, and the value of the moves of a game.
//!
//! [`solve`] proves; [`analyse`] proves and estimates, for as long as it may; [`Player`] plays, at a
//! [`Level`](game::Level), within a [`Budget`]; [`review`] judges. All are functions of a board and a budget, and a player's choice of a seed too:
//! they know no clock, no thread and no chance of their own.
//!
//! ```
//! use engine::{Budget, Player, Value, solve};
//! use game::{Board, Level, Mark};
//!
//! let board = Board::new("4x3x3".parse()?);
//! let solution = solve(&board, Budget::nodes(10_000));
//! assert_eq!((solution.value, solution.distance), (Some(Value::Wins(Mark::X)), Some(7)));
//!
//! let cell = Player::new(Level::TOP).choose(&board, 1, Budget::nodes(10_000));
//! assert!(cell.is_some_and(|cell| solution.best.contains(&cell)));
//! # Ok::<(), game::RulesError>(())
//! ```
#![warn(missing_docs)]

mod alphabeta;
pub mod analyse;
mod book;
mod budget;
mod continuous_fours;
mod evaluate;
mod expectimax;
mod four_chase;
mod grid;
mod level;
mod line_counts;
mod move_ordering;
pub mod opening;
mod opinion;
mod oversights;
mod pattern_search;
mod player;
mod position;
mod proof_search;
pub mod review;
mod root_moves;
mod root_prover;
mod root_search;
mod search_value;
mod solve;
mod threat_chase;
mod threat_moves;
mod transposition;

pub use budget::Budget;
pub use level::nodes_on;
pub use player::Player;
pub use solve::{Solution, Value, solve, value};
