//! How a frontend ends, as the exit status tells it.

/// How a frontend ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Fine,
    Failed,
    /// The seat that was to be taken up is not there any more.
    SeatGone,
    /// A signal or Ctrl-C ended it; the status is what shells show for that.
    Stopped(u8),
}

/// The status after Ctrl-C: 128 and the number of SIGINT.
pub const INTERRUPTED: Exit = Exit::Stopped(130);
