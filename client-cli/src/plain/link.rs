//! The link's state.

use super::countdown::Countdown;

/// How the link is.
#[derive(Debug)]
pub(super) enum ConsoleLink {
    Up,
    /// It is up again; the room has not been taken up yet.
    Returning,
    Lost(Countdown),
}
