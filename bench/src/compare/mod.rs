//! The comparison: what is started and measured in turn, and what that says.
//!
//! Knows nothing of how a load is made.

pub mod check;
pub mod compared;
pub mod figures;
pub mod number;
pub mod report;
pub mod run;
pub mod side;
pub mod subject;
pub mod table;
