//! The link's state.

use super::lost_link::LostLink;

/// State of the link.
#[derive(Debug)]
pub(super) enum ConsoleLink {
    Up,
    /// It is up again; the room has not been taken up yet.
    Returning,
    Lost(LostLink),
}
