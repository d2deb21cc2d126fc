//! `oxo-brain`: how well and how fast the computer plays.
//!
//! Knows nothing of how it does.

use bench::brain::{solving, table};
use clap::{Parser, Subcommand, value_parser};
use game::Rules;

/// Measures the computer player; prints tables.
#[derive(Parser)]
#[command(name = "oxo-brain", version)]
struct Command {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The value of empty boards, with time and nodes
    Solve {
        /// Which boards, such as 6x5x4; without any, those of the literature
        boards: Vec<Rules>,
        /// The most positions to look at, for a board
        #[arg(long, default_value_t = 50_000_000)]
        nodes: u64,
    },
    /// Each level against the one below, and the top against the bottom
    Levels {
        /// Which boards
        #[arg(default_values = ["3x3x3", "7x7x4", "15x15x5"])]
        boards: Vec<Rules>,
        /// How many games for each pair; half of them with colours exchanged
        #[arg(long, default_value_t = 200, value_parser = value_parser!(u32).range(2..))]
        games: u32,
        /// What chance starts from
        #[arg(long, default_value_t = 7)]
        seed: u64,
    },
}

fn main() {
    match Command::parse().what {
        What::Solve { boards, nodes } => {
            let known = solving::BOARDS
                .iter()
                .filter_map(|board| board.parse().ok());
            let boards = if boards.is_empty() {
                known.collect()
            } else {
                boards
            };
            solving::print(&boards, nodes);
        }
        What::Levels {
            boards,
            games,
            seed,
        } => table::print(&boards, games, seed),
    }
}
