//! How a frontend ends, as the exit status tells it.

/// How a frontend ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Fine,
    Failed,
    /// The seat that was to be taken up is not there any more.
    SeatGone,
}
