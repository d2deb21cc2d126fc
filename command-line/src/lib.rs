//! Shared parts of both programs' command lines: a mistake in parts that each program puts into its own sentences,
//! suggestions for mistyped names, `help COMMAND`, man pages and completion scripts.

mod help;
mod manual;
mod mistake;
mod nearest;
#[cfg(test)]
mod tests;

pub use help::{help_asked, subcommand};
pub use manual::{completions, man_page};
pub use mistake::{Mistake, mistake, option_name};
pub use nearest::nearest;
