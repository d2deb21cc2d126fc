//! The state of the room behind a link, in lines.

use oxo_client::session::Room;
use protocol::Invitation;
use sentences::{Catalogue, say};

/// Title, warning and facts, as lines.
pub fn invitation(text: &Catalogue, it: &Invitation) -> Vec<String> {
    sentences::invitation(text, it).lines().collect()
}

/// Whom the host of a room waits for. In a correspondence room of the list nobody in particular, and the
/// host need not stay.
pub fn awaited(text: &Catalogue, room: &Room) -> String {
    match room.view.settings.listed && room.counts_days() {
        true => say!(text, ROOM_WAITING_LISTED),
        false => say!(text, ROOM_WAITING),
    }
}
