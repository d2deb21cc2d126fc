//! The library for clients, against scripted servers.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that gets something else than it expects has to stop"
)]

mod connections;
mod heartbeat;
mod scripted;
mod session;
