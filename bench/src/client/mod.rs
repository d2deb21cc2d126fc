//! A client of the load: what it says, what it hears, and how two of them play.
//!
//! Knows nothing of how many there are or what is measured.

pub mod line;
pub mod pair;
pub mod scan;
pub mod script;
pub mod target;
