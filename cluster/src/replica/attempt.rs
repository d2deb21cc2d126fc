//! Progress of a replica's attempt to become a room's writer.

use crate::log::Term;

/// The state of an attempt to acquire a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Attempt {
    /// Writers up to this term were asked for and did not answer.
    pub asked: Term,
    pub failures: u32,
}
