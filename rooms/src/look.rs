//! A look at a room from outside: what its code alone tells, and what the secret of a seat does.

use std::sync::Arc;

use protocol::{
    Invitation, Refusal, RoomCode, SecretHash, invitation::InvitationState, reply::HeldSeat,
};

use super::{directory::RoomDirectory, room::Room, transaction::RoomTransaction};

impl RoomDirectory {
    /// The invitation to a room, which its code alone gives, before a client enters it.
    ///
    /// # Errors
    /// When the room cannot be read at the moment.
    pub async fn look(&self, code: RoomCode) -> Result<Invitation, Refusal> {
        let mut room = self.lookup.by_code(code);
        if let Some(found) = &room {
            match self.load(found).await {
                Err(Refusal::NoSuchRoom) => room = None,
                loaded => loaded?,
            }
        }
        let there = room.and_then(|room| {
            room.committed(|committed| {
                let view = committed.view();
                let here = committed.code() == Some(code) && view.ended.is_none();
                here.then(|| Invitation::of(code, view, &self.limits))
            })
        });
        Ok(there.unwrap_or_else(|| {
            let state = match self.lookup.has_ended(code) {
                true => InvitationState::Over,
                false => InvitationState::None,
            };
            Invitation::without_table(code, state)
        }))
    }

    /// How it stands where these secrets hold a seat, in their order. Nothing for one that holds none, or whose room cannot
    /// be read.
    pub async fn held_seats(&self, hashes: &[SecretHash]) -> Vec<Option<HeldSeat>> {
        let mut seats = Vec::with_capacity(hashes.len());
        for hash in hashes {
            seats.push(self.held_seat(hash).await);
        }
        seats
    }

    async fn held_seat(&self, hash: &SecretHash) -> Option<HeldSeat> {
        let room = self.lookup.by_secret(hash)?;
        self.load(&room).await.ok()?;
        let mut transaction = RoomTransaction::begin(self, &room).await;
        let private = transaction.private().await.ok()?;
        let (seat, code) = (private.seat_of(hash)?, private.code?);
        let table = room.table();
        let view = table.view();
        view.ended.is_none().then(|| HeldSeat {
            room: code,
            seat,
            rules: view.settings.rules,
            clock: view.settings.clock,
            players: view.players(),
            score: view.score,
            turn: view.running().and_then(|game| game.turn),
            offer: view.offer,
        })
    }

    /// Makes sure that what the journal has of a room is in memory, and changes nothing. One
    /// that is there already is read without waiting for its lock, so that a room that is not
    /// for everybody takes no longer than one that is not there.
    pub(super) async fn read(&self, room: &Arc<Room>) -> Result<(), Refusal> {
        if room.committed(|it| it.code().is_none()) {
            RoomTransaction::begin(self, room).await.private().await?;
        }
        Ok(())
    }

    /// The same, and does what is due in a room that comes from the journal.
    pub(super) async fn load(&self, room: &Arc<Room>) -> Result<(), Refusal> {
        if room.committed(|it| it.needs_outage_refund() || it.code().is_none()) {
            RoomTransaction::begin(self, room)
                .await
                .transact(self.clock.now_ms(), |_, _, _| ())
                .await?;
        }
        Ok(())
    }
}
