//! Fuzz targets, one file for each reader of what strangers send.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a target that gets something else than it expects has to stop"
)]

mod forwarded;
mod frames;
mod handshakes;
mod names;
mod notation;
mod requests;

/// Number of inputs that a target is tried with where nothing guides it; `cargo
/// bolero` has other bounds.
const INPUTS: usize = 4_000;
