//! Progress of a long operation: reported by the operation itself, shown by its caller.

use std::{fmt::Debug, sync::Arc};

/// A stage of an operation, with the unit of its progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressStage {
    /// Pages of the database are copied.
    Copying,
    /// Pages of the database are checked; nobody knows how many steps that takes.
    CheckingPages,
    /// Rows of the log are checked.
    CheckingSteps,
    /// Rooms are checked.
    CheckingRooms,
    /// Finished games are checked.
    CheckingGames,
    /// Summaries of rooms are read at a start.
    ReadingRooms,
    /// Rows of the log are read at a start.
    ReadingSteps,
    /// A node stands by, and applies records of the log that another one writes.
    StandingBy,
}

impl ProgressStage {
    /// In words.
    pub fn says(self) -> &'static str {
        match self {
            ProgressStage::Copying => "Copying",
            ProgressStage::CheckingPages => "Checking the file's pages",
            ProgressStage::CheckingSteps => "Checking the log",
            ProgressStage::CheckingRooms => "Checking rooms",
            ProgressStage::CheckingGames => "Checking finished games",
            ProgressStage::ReadingRooms => "Reading rooms",
            ProgressStage::ReadingSteps => "Reading the log",
            ProgressStage::StandingBy => "Standing by",
        }
    }
}

/// Receives the progress of an operation.
pub trait Progress: Debug + Send + Sync {
    /// A stage begins; it is done at `of`, or nobody knows when.
    fn begin(&self, stage: ProgressStage, of: Option<u64>);

    /// So much of it is done.
    fn reach(&self, done: u64);

    /// Everything is done.
    fn end(&self);
}

/// The same, shared by everything that reports it.
pub type SharedProgress = Arc<dyn Progress>;

/// Shows nothing.
#[derive(Debug)]
struct NoProgress;

impl Progress for NoProgress {
    fn begin(&self, _stage: ProgressStage, _of: Option<u64>) {}

    fn reach(&self, _done: u64) {}

    fn end(&self) {}
}

/// For callers that show no progress.
pub fn no_progress() -> SharedProgress {
    Arc::new(NoProgress)
}

/// Rows between two reports.
pub const ROWS: u64 = 1_024;

/// Reports once in every [`ROWS`] rows.
pub fn reach_row(progress: &SharedProgress, done: u64) {
    if done.is_multiple_of(ROWS) {
        progress.reach(done);
    }
}
