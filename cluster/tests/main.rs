//! A cluster, in a model that is searched and in simulated time.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that gets something else than it expects has to stop"
)]

mod model;
mod simulation;
