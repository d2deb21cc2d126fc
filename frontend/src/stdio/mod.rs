//! Standard input, standard output and signals of the process.

use std::io::IsTerminal;

pub mod input;
pub mod output;

/// Whether a person reads and types.
pub fn is_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}
