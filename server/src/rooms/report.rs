//! What the operator of the server sees of its rooms, and how rooms are closed by hand.

use std::sync::Arc;

use protocol::{Player, Refusal, RoomCode, Seat, View, ids::BySeat};
use referee::computer;
use serde::{Deserialize, Serialize};

use super::{
    directory::{RoomDirectory, RoomEntry},
    room::Room,
    transaction::RoomTransaction,
};
use crate::{ids::RoomId, sync::lock};

/// A room as the operator sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomReport {
    /// Its code.
    pub room: RoomCode,
    /// What is in memory of it; nothing for a room that nobody has asked for since the start.
    pub live: Option<LiveRoom>,
}

/// A room in memory as the operator sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveRoom {
    /// When it was opened. The time in which there was no server does not count.
    pub since_ms: u64,
    /// Who sits there.
    pub players: BySeat<Option<Player>>,
    /// The game that is running.
    pub game: Option<u32>,
    /// How many moves it has, or the last one had.
    pub ply: usize,
    /// How many watch.
    pub watchers: u32,
}

/// Rooms and their games, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomCounts {
    /// Rooms.
    pub rooms: usize,
    /// Those of them that are in memory.
    pub loaded: usize,
    /// Games between two people.
    pub games: usize,
    /// Games with a computer.
    pub computer_games: usize,
    /// Seats whose players are connected.
    pub players: usize,
    /// Spectators.
    pub watchers: usize,
}

impl RoomDirectory {
    /// Every room that has a code, by its code.
    #[must_use]
    pub fn reports(&self) -> Vec<RoomReport> {
        let codes: Vec<(RoomCode, RoomId)> = {
            let codes = self.codes.iter();
            codes.map(|entry| (*entry.key(), *entry.value())).collect()
        };
        let rooms = codes.into_iter().map(|(room, id)| RoomReport {
            room,
            live: self.loaded(id).and_then(|it| self.live_room(&it)),
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
        let watchers = lock(&room.live).presence.spectators();
        Some(LiveRoom {
            since_ms: view.closes_ms.saturating_sub(self.limits.room_age_ms),
            players: BySeat::from_fn(|seat| {
                view.seats[seat]
                    .as_ref()
                    .map(|seated| seated.player.clone())
            }),
            game: view.running().map(|game| game.number),
            ply: view.game.as_ref().map_or(0, |game| game.moves.len()),
            watchers,
        })
    }

    /// How many rooms and games there are.
    #[must_use]
    pub fn room_counts(&self) -> RoomCounts {
        let mut counts = RoomCounts {
            rooms: self.by_id.len(),
            ..RoomCounts::default()
        };
        for room in self.all_loaded() {
            counts.loaded += 1;
            let (linked, spectators) = {
                let presence = &lock(&room.live).presence;
                (presence.linked(), presence.spectators())
            };
            counts.watchers += spectators as usize;
            counts.players += Seat::BOTH.iter().filter(|seat| linked[**seat]).count();
            let table = room.table();
            let view = table.view();
            match view.running().is_some() {
                true if view.is_played_by_people() => counts.games += 1,
                true => counts.computer_games += 1,
                false => {}
            }
        }
        counts
    }

    /// Closes a room, whatever is played there. Its people are told that the operator did.
    ///
    /// # Errors
    /// When there is no such room, or nothing can be kept at the moment.
    pub async fn close_room(&self, code: RoomCode) -> Result<(), Refusal> {
        let room = self.by_code(code).ok_or(Refusal::NoSuchRoom)?;
        self.close_one(&room).await
    }

    /// Closes the rooms where two computers play, which do not end by themselves.
    pub async fn close_exhibitions(&self) {
        let is_exhibition = |view: &View| view.ended.is_none() && computer::is_exhibition(view);
        for room in self.all_loaded() {
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

    /// The rooms in memory.
    fn all_loaded(&self) -> Vec<Arc<Room>> {
        let loaded = |entry: &RoomEntry| match entry {
            RoomEntry::Loaded(room) => Some(Arc::clone(room)),
            RoomEntry::Unloaded => None,
        };
        let entries = self.by_id.iter();
        entries.filter_map(|entry| loaded(entry.value())).collect()
    }
}
