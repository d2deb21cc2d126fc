//! The server of OXO: matches two players into rooms, arbitrates every move,
//! keeps what happened and tells everybody who may know.
//!
//! `main.rs` knows the command line; everything else is here, so that tests
//! can run a server in their own process with their own clock.

pub mod admission;
pub mod clock;
mod compute;
pub mod config;
pub mod connection;
#[cfg(feature = "faults")]
pub mod faults;
pub mod handle;
mod http;
pub mod ids;
pub mod journal;
pub mod lobby;
pub mod program;
mod random;
pub mod render;
pub mod rooms;
pub mod serve;
pub mod state;
mod sync;
mod upkeep;
mod wake_slots;
pub mod workers;
