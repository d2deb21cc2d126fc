//! The comparison: what is started and measured in turn, and what that says.

pub mod check;
pub mod comparison;
pub mod figures;
pub mod markdown;
pub mod measurement;
pub mod metric;
pub mod report;
pub mod rounds;
pub mod scenario;
pub mod subject;
