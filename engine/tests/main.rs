//! The computer, from outside.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that gets something else than it expects has to stop"
)]

mod analysis;
mod choosing;
mod opening;
mod perfect;
mod positions;
mod review;
mod solving;
mod threats;
mod unbeaten;
