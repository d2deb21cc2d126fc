//! Tests of the whole source, and what unit tests of several modules share.

mod keys;
mod literals;
#[path = "../../../archive/src/tests/sample/mod.rs"]
pub mod sample;
mod testing;
