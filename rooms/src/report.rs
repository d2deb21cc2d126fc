//! The operator's report on the rooms, and the closing of rooms by hand.

use std::sync::Arc;

use protocol::{Player, Refusal, RoomCode, View, ids::BySeat};
use referee::computer;
use serde::{Deserialize, Serialize};

use super::{directory::RoomDirectory, room::Room, transaction::RoomTransaction};

/// A room as the operator sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomReport {
    /// Its code.
    pub room: RoomCode,
    /// Its part in memory; nothing for a room that nobody has asked for since the start.
    pub live: Option<LiveRoom>,
}

/// A room in memory as the operator sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveRoom {
    /// When it was opened. The time in which there was no server does not count.
    pub since_ms: u64,
    /// The players in its seats.
    pub players: BySeat<Option<Player>>,
    /// The game that is running.
    pub game: Option<u32>,
    /// Number of moves of the game, or of the last one.
    pub ply: usize,
    /// Number of spectators.
    pub watchers: u32,
}

impl RoomDirectory {
    /// Every room that has a code, by its code.
    pub fn reports(&self) -> Vec<RoomReport> {
        let rooms = self
            .lookup
            .codes()
            .into_iter()
            .map(|(room, id)| RoomReport {
                room,
                live: self.lookup.loaded(id).and_then(|it| self.live_room(&it)),
            });
        let mut rooms: Vec<_> = rooms.collect();
        rooms.sort_by_key(|report| report.room);
        rooms
    }

    fn live_room(&self, room: &Room) -> Option<LiveRoom> {
        let table = room.table();
        let view = table.view();
        // It is about to be read from the journal.
        if view.seq == 0 {
            return None;
        }
        let watchers = room.live.lock().presence.spectators();
        Some(LiveRoom {
            since_ms: view
                .closes_ms
                .saturating_sub(self.limits.age_ms(view.settings.clock)),
            players: view.players(),
            game: view.running().map(|game| game.number),
            ply: view.game.as_ref().map_or(0, |game| game.moves.len()),
            watchers,
        })
    }

    /// Closes a room, whatever is played there. Its people are notified that the operator did.
    ///
    /// # Errors
    /// When there is no such room, or nothing can be kept at the moment.
    pub async fn close_room(&self, code: RoomCode) -> Result<(), Refusal> {
        let room = self.lookup.by_code(code).ok_or(Refusal::NoSuchRoom)?;
        self.close_one(&room).await
    }

    /// Closes the rooms where two computers play, which do not end by themselves.
    pub async fn close_exhibitions(&self) {
        let is_exhibition = |view: &View| view.ended.is_none() && computer::is_exhibition(view);
        for room in self.lookup.all_loaded() {
            if room.committed(|it| is_exhibition(it.view()))
                && let Err(why) = self.close_one(&room).await
            {
                tracing::warn!(?why, "a room of two computers could not be closed");
            }
        }
    }

    async fn close_one(&self, room: &Arc<Room>) -> Result<(), Refusal> {
        let mut transaction = RoomTransaction::begin(self, room).await;
        let closed = transaction.transact(self.clock.now_ms(), |draft, context, _| {
            referee::close(draft, context);
        });
        closed.await
    }
}
