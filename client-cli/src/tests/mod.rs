//! What unit tests of several modules share.

pub mod sample;
pub mod testing;
