//! Helpers shared by the unit tests of several modules.

pub mod sample;
pub mod testing;
