//! The computer: what a position is worth, and what to play in it.
//!
//! [`solve`] proves; [`Player`] plays, at a [`Level`], within a [`Budget`]. Both are functions of a
//! board and what it may cost, and a player's choice of a seed too: they know no clock, no thread
//! and no chance of their own.
//!
//! ```
//! use game::search::{Budget, Level, Player, Value, solve};
//! use game::{Board, Mark};
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
mod solve;
mod swindle;
mod table;
mod threes;

pub use budget::Budget;
pub use level::{Level, NotALevel};
pub use player::Player;
pub use solve::{Solution, Value, solve, value};

pub(crate) use grid::Grid;
pub(crate) use opinion::{Opinion, forced, opinion};
pub(crate) use solve::Solver;
