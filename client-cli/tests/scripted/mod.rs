//! The scripted server of the client library's tests, and the real program to
//! meet it.
#![allow(dead_code, unused_imports, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

pub mod program;
#[path = "../../../client/tests/scripted/mod.rs"]
mod server;

pub use server::*;
