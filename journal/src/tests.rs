//! Tests of the journal's contract, run by each engine.

pub mod contract;
