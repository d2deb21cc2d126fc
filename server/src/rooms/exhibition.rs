//! Rooms where two computers play and others watch.

use std::sync::Arc;

use protocol::{Computer, Refusal, RoomCode, Settings, ids::BySeat};
use referee::computer;

use super::{Room, directory::RoomDirectory};

impl RoomDirectory {
    /// Opens a room where two computers play.
    ///
    /// # Errors
    /// When there are too many rooms or computers, or nothing can be kept.
    pub async fn exhibit(
        &self,
        settings: Settings,
        computers: BySeat<Computer>,
    ) -> Result<Arc<Room>, Refusal> {
        self.computers.may_sit()?;
        self.open_exhibition(settings, computers).await
    }

    async fn open_exhibition(
        &self,
        settings: Settings,
        computers: BySeat<Computer>,
    ) -> Result<Arc<Room>, Refusal> {
        let opened = self.open_by(&[], |draft, code, context| {
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
            let room = self.open_exhibition(settings, computers).await?;
            self.computers.set_exhibition(room.id);
        }
        Ok(())
    }

    /// The code of the room where two computers always play.
    #[must_use]
    pub fn exhibition(&self) -> Option<RoomCode> {
        self.loaded(self.computers.exhibition())?.code()
    }
}
