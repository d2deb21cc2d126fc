//! The whole through real sockets, processes and terminals; in browsers: `browser`; with what destroys it: `durability`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that gets something else than it expects has to stop"
)]

mod bots;
mod fair;
mod kept;
mod library;
mod links;
mod network;
mod operator;
mod play;
mod terminal;
