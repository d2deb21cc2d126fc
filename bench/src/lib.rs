//! The server's costs: measured against a bare relay, and counted exactly.
//!
//! | module | content |
//! |---|---|
//! | [`compare`] | every figure, rounds, ratios, reports, limits |
//! | [`pictures`] | the charts of the documentation, from what runs measured |
//! | [`gate`] | instructions, allocations, bytes and memory, held to a record |

pub mod compare;
pub mod gate;
pub mod pictures;
