//! The program `oxo` as a library, for its tests.
//!
//! Frontends are on top and share the crate [`frontend`] beneath them; none uses another:
//! [`tui`] (the full screen), [`plain`] (lines for people and screen readers), [`jsonl`] (lines for
//! programs) and, in a crate of its own, [`bot`] (a program that plays). Each drives an [`oxo_client`]
//! session and shows its updates.
//!
//! | module | content |
//! |---|---|
//! | [`cli`], [`app`] | arguments; what each command runs |
//! | [`config`] | settings on this machine |

/// Name and version that the program sends to servers.
const PROGRAM: &str = concat!("oxo/", env!("CARGO_PKG_VERSION"));

pub mod app;
pub mod cli;
pub mod config;
pub mod jsonl;
pub mod plain;
#[cfg(test)]
mod tests;
pub mod tui;

#[cfg(test)]
use tests::sample;
