//! The rules of the game, from outside.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that gets something else than it expects has to stop"
)]

mod counts;
mod notation;
mod oracle;
mod positions;
mod random;
mod refusals;
mod rules;
mod schema;
mod sizes;
