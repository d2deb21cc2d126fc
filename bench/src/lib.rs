//! The server's costs: measured against a bare relay, and counted exactly.
//!
//! | module | what it is |
//! |---|---|
//! | [`compare`] | every figure, rounds, ratios, reports, limits |
//! | [`fairness`] | strangers at line rate, and what those who play notice of them |
//! | [`pictures`] | the charts of the documentation, from what runs measured |
//! | [`gate`] | instructions, allocations, bytes and memory, held to a record |

pub mod compare;
pub mod fairness;
pub mod gate;
pub mod pictures;
