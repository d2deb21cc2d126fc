//! Exit status of each way in which a frontend ends.

/// End of a frontend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Fine,
    Failed,
    /// The seat that was to be taken up is not there any more.
    SeatGone,
    /// There is no game in which a turn could come.
    NoGame,
    /// The awaited thing has not come in time; the status is that of timeout(1).
    TimedOut,
    /// A signal or Ctrl-C ended it; the status is what shells show for that.
    Stopped(u8),
}

impl Exit {
    /// As shells show it: 128 and the number of the signal.
    pub fn by_signal(number: i32) -> Exit {
        Exit::Stopped(u8::try_from(number).map_or(u8::MAX, |number| number.saturating_add(128)))
    }
}

/// The status after Ctrl-C, which is SIGINT, number 2.
pub const INTERRUPTED: Exit = Exit::Stopped(130);
