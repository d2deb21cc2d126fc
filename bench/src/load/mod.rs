//! The load engine: connect, sit, drive, tally. Every scenario is a [`plan::LoadPlan`].

pub mod advice;
pub mod audience;
mod computers;
pub mod engine;
pub mod pace;
pub mod plan;
pub mod report;
pub mod tally;
