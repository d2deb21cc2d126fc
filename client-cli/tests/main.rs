//! The program `oxo` without a terminal, against scripted servers.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that gets something else than it expects has to stop"
)]

mod analyse;
mod computer;
mod errors;
mod forget;
mod frontends;
mod games;
mod help;
mod hotseat;
mod scripted;
mod seats;
mod session_controller;
mod shared_seat;
mod solve;
