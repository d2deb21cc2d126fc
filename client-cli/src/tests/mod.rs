//! Tests of the whole source, and what unit tests of several modules share.

mod keys;
mod literals;
pub mod sample;
mod testing;
