//! What hosts take and run, on real parts: packages on a Debian of its own, images in containers.
//! `tests/run hosting` installs the parts, builds the files and calls this.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that gets something else than it expects has to stop"
)]

mod container;
mod game;
mod package;
