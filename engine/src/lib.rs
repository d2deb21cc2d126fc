//! The computer: what a position is worth, what to play in it, and what the moves of a game were worth.
//!
//! [`solve`] proves; [`Player`] plays, at a [`Level`](game::Level), within a [`Budget`]; [`review`]
//! judges. All are functions of a board and what it may cost, and a player's choice of a seed too:
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
//!
//! | part | its usual name |
//! |---|---|
//! | `grid`, `heat`, `position` | line counters, incremental (Zobrist) hash, symmetries |
//! | `table` | transposition table with two places for a position |
//! | `prove`, `solve` | AND/OR search with forced moves and the bound of Erdős and Selfridge |
//! | `alphabeta`, `order`, `evaluate` | negamax, principal variation, iterative deepening, killers, history, open lines |
//! | `fours`, `threes` | threat-space search, lambda search |
//! | `swindle` | expectimax against one who plays at random |
//! | `opinion` | what the strongest player says of a move that another has made |
//! | `attention`, `level`, `player` | what a level sees and tries |
#![warn(missing_docs)]

mod alphabeta;
mod attention;
mod budget;
mod chance;
mod evaluate;
mod fours;
mod grid;
mod heat;
mod level;
mod opinion;
mod order;
mod player;
mod position;
mod prove;
pub mod review;
mod solve;
mod swindle;
mod table;
mod threes;

pub use budget::Budget;
pub use level::nodes;
pub use player::Player;
pub use solve::{Solution, Value, solve, value};
