//! The program `oxo` as a library, for its tests.
//!
//! Frontends are on top and share the modules beneath them; none uses another:
//! [`tui`] (the full screen), [`plain`] (lines for people and screen readers), [`jsonl`] (lines for
//! programs) and [`bot`] (a program that plays). Each drives an [`oxo_client`] session and shows its
//! updates.
//!
//! | module | what it is |
//! |---|---|
//! | [`cli`], [`app`] | arguments; what each command runs |
//! | [`hotseat`] | a game in this process, as another transport of the session |
//! | [`config`] | settings on this machine |
//! | `analysis` | the computer's look at one position, on a thread of its own |
//! | [`speech`] | what is said of a game and a room, in sentences of a catalogue |
//! | [`text_board`], [`values`], [`intent`], [`room_list`], [`room_sharing`], [`seat_poll`], `qr_code`, [`stdio`], [`exit`] | what frontends share |

/// Name and version that the program sends to servers.
const PROGRAM: &str = concat!("oxo/", env!("CARGO_PKG_VERSION"));

mod analysis;
pub mod app;
pub mod bot;
pub mod cli;
pub mod config;
pub mod exit;
pub mod hotseat;
pub mod intent;
pub mod jsonl;
pub mod plain;
mod qr_code;
pub mod room_list;
pub mod room_sharing;
pub mod seat_poll;
pub mod speech;
pub mod stdio;
#[cfg(test)]
mod tests;
pub mod text_board;
pub mod tui;
pub mod values;

#[cfg(test)]
use tests::sample;
