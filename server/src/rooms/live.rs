//! What changes with a room's connections and with its steps, all of it under
//! one lock: who is connected, when the room wakes, what is under way for it.
//!
//! The lock is a plain one, also taken by `Drop`, so that a connection that
//! ends in any way is gone at once.

use referee::computer::Thinking;

use super::{list_key::ListSection, presence::Presence};
use crate::compute::StopFlag;

/// The changing part of a room that no event tells of.
#[derive(Debug, Default)]
pub(super) struct Live {
    /// Who is connected.
    pub presence: Presence,
    /// How far spectators have been notified.
    pub broadcast: Broadcast,
    /// When the scheduler wakes the room; nothing once it has.
    pub wakes_ms: Option<u64>,
    /// The search for a computer's move, while one runs.
    pub search: Option<MoveSearch>,
    /// Whether the room was counted as one that a computer plays in.
    pub has_computer: bool,
    /// Where the room stands in the list, if it does; spares a look there at every move.
    pub listed: Option<ListSection>,
}

/// Whether a task notifies the spectators. At most one does, so that with many
/// of them moves that come quickly are sent together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Broadcast {
    /// No task runs, and nothing is left to tell.
    #[default]
    Idle,
    /// A task runs.
    Running,
    /// A task runs and has to go round once more.
    Again,
}

impl Broadcast {
    /// Asks for a round. True when a task has to be started for it.
    pub fn request(&mut self) -> bool {
        let start = *self == Broadcast::Idle;
        *self = match start {
            true => Broadcast::Running,
            false => Broadcast::Again,
        };
        start
    }

    /// A round is over. True when the task has to go round once more.
    pub fn round_done(&mut self) -> bool {
        let again = *self == Broadcast::Again;
        *self = match again {
            true => Broadcast::Running,
            false => Broadcast::Idle,
        };
        again
    }
}

/// A computer's search for its move.
#[derive(Debug)]
pub(super) struct MoveSearch {
    /// The turn it is for.
    pub turn: Thinking,
    /// Stops it.
    pub stop: StopFlag,
}
