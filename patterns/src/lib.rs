//! Large boards as patterns: the threats that a mark in each cell would make along its lines, and their worth.
//!
//! A [`PatternBoard`] is kept up to date with every mark; its [`PatternGrid`] has what all positions of a board
//! share. The worth of patterns is fitted to games, by how often each value counts ([`fitting`]).
#![warn(missing_docs)]

pub mod fitting;
mod line_patterns;
mod pattern_board;
mod pattern_grid;
mod pattern_worth;
mod random;
mod threat;

pub use pattern_board::PatternBoard;
pub use pattern_grid::PatternGrid;
pub use random::Random;
pub use threat::Threat;

/// A side as a number, by which tables for both are looked up: its [`Mark::index`](game::Mark::index).
pub type Side = usize;
