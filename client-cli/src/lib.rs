//! The program `oxo` as a library, for its tests: the frontends on top, and
//! beneath them this machine's seats and games, a table in this process, and the
//! sentences.
//!
//! [`oxo_client::session::Session`] is the typed client; a frontend asks it things
//! and tells its updates to a person ([`plain`], [`tui`]) or a program ([`jsonl`]).

/// How the program introduces itself to servers.
const PROGRAM: &str = concat!("oxo/", env!("CARGO_PKG_VERSION"));

pub mod app;
pub mod archive;
pub mod bot;
pub mod cli;
pub mod config;
pub mod exit;
mod files;
pub mod hotseat;
pub mod intent;
pub mod jsonl;
mod key;
pub mod locale;
pub mod plain;
mod search_thread;
pub mod seats;
pub mod speech;
pub mod stdio;
#[cfg(test)]
mod tests;
pub mod text_board;
pub mod time;
pub mod tui;
pub mod values;

#[cfg(test)]
use tests::{sample, testing};
