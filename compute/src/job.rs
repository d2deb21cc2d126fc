//! Jobs of the pool: what they are for, what they may cost, who pays, and how they are given up.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use admission::{Cost, Payer};
use strum::VariantNames;
use tokio::sync::oneshot;

/// The purpose of a job. Moves and hints go before reviews and pictures, and these never have the
/// last thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum JobKind {
    /// Somebody waits for a computer's move. It comes, whatever its address has spent.
    Move,
    /// Somebody asks what to play.
    Hint,
    /// Somebody looks at a game that is over.
    Review,
    /// A picture is drawn, which was paid for.
    Picture,
}

impl JobKind {
    /// Cost that is paid in advance.
    pub(super) fn paid(self) -> Cost {
        match self {
            JobKind::Move => Cost::default(),
            JobKind::Hint => Cost::HINT,
            JobKind::Review => Cost::REVIEW,
            JobKind::Picture => Cost::PICTURE,
        }
    }

    pub(super) fn is_review(self) -> bool {
        matches!(self, JobKind::Review | JobKind::Picture)
    }
}

/// The cost limit of a job, and its payer.
#[derive(Clone, Debug)]
pub struct JobTerms {
    /// The purpose of the job.
    pub kind: JobKind,
    /// The payer: its turn and budget are used.
    pub payer: Payer,
    /// Positions that it may look at when nobody else waits.
    pub nodes: u64,
    /// When its answer is wanted: it ends by then with its result so far, but for the least that each job may look at.
    pub due_ms: Option<u64>,
    /// No answer is wanted any more once this is set.
    pub stop: StopFlag,
}

/// A job was not done: its address has too many, or has spent its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobRefused {
    /// When it may be asked for again.
    pub retry_in_ms: u64,
}

/// A job's answer. The channel ends without one when the job was stopped, or has failed.
pub type JobAnswer<T> = oneshot::Receiver<Result<T, JobRefused>>;

/// Set once the answer is no longer wanted.
pub type StopFlag = Arc<AtomicBool>;

/// RAII guard that sets the flag when dropped.
pub struct StopOnDrop(pub StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
