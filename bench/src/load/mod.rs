//! The loads: what is put on a server while it is measured.
//!
//! Knows nothing of which server that is.

pub mod closed;
pub mod comeback;
pub mod computers;
pub mod idle;
pub mod open;
pub mod pace;
pub mod tally;
pub mod watch;
