//! Comparison: processes measured in turn, and conclusions from their figures.

pub mod check;
pub mod cluster;
pub mod comparison;
pub mod figures;
pub mod markdown;
pub mod measurement;
pub mod metric;
pub mod report;
pub mod rounds;
pub mod scenario;
pub mod subject;
pub mod subject_process;
