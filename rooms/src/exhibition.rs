//! Rooms where two computers play and others watch.

use std::sync::Arc;

use admission::Payer;
use protocol::{Computer, Refusal, RoomCode, Settings, ids::BySeat};
use referee::computer;

use super::{Room, directory::RoomDirectory};

impl RoomDirectory {
    /// Opens a room where two computers play, among those of `payer`.
    ///
    /// # Errors
    /// When there are too many rooms or computers, or nothing can be kept.
    pub async fn exhibit(
        &self,
        settings: Settings,
        computers: BySeat<Computer>,
        payer: Payer,
    ) -> Result<Arc<Room>, Refusal> {
        self.computers.may_sit(payer)?;
        self.open_exhibition(settings, computers, payer).await
    }

    async fn open_exhibition(
        &self,
        settings: Settings,
        computers: BySeat<Computer>,
        payer: Payer,
    ) -> Result<Arc<Room>, Refusal> {
        let opened = self.open_by(settings, &[], payer, |draft, code, context| {
            computer::exhibit(draft, settings, code, computers, context);
            Ok(())
        });
        opened.await?.ok_or(Refusal::Internal)
    }

    /// Keeps a room where two computers play, and opens it anew when it has
    /// ended, unless the server is about to stop.
    ///
    /// # Errors
    /// When it cannot be opened at the moment.
    pub async fn keep_exhibition(
        &self,
        settings: Settings,
        computers: BySeat<Computer>,
    ) -> Result<(), Refusal> {
        if self.exhibition().is_none() && !self.is_draining() {
            let opened = self.open_exhibition(settings, computers, Payer::Server);
            let room = opened.await?;
            self.computers.set_exhibition(room.id);
            self.update_computers(&room);
        }
        Ok(())
    }

    /// The code of the room where two computers always play.
    pub fn exhibition(&self) -> Option<RoomCode> {
        self.lookup.loaded(self.computers.exhibition())?.code()
    }
}
