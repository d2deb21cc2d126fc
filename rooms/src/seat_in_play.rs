//! The seat that a secret holds in a running game between people: a full server
//! lets its client in.

use std::sync::Arc;

use protocol::SecretHash;

use super::{directory::RoomDirectory, transaction::RoomTransaction};
use crate::handle::ConnectionHandle;

/// A seat in a running game between two people.
pub struct SeatInPlay {
    /// The connection that holds it, unless that has ended.
    pub holder: Option<Arc<ConnectionHandle>>,
}

impl RoomDirectory {
    /// The seat that a secret holds in a running game between two people.
    pub async fn seat_in_play(&self, hash: &SecretHash) -> Option<SeatInPlay> {
        let room = self.lookup.by_secret(hash)?;
        let mut transaction = RoomTransaction::begin(self, &room).await;
        let private = transaction.private().await.ok()?;
        let seat = private.seat_of(hash)?;
        room.is_played_by_people().then(|| SeatInPlay {
            holder: room.holder(seat),
        })
    }
}
