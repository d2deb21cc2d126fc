//! The surroundings of a hosted server, tried with the real parts: other programs, containers,
//! services. `tests/run hosting` installs them and calls this by name.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that gets something else than it expects has to stop"
)]

mod acme;
mod backups;
mod container;
mod cost;
mod game;
mod litestream;
mod names;
mod package;
mod proxies;
mod scrape;
