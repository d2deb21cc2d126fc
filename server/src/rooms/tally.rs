//! A count of what is in all rooms at one time: games, spectators, and how far
//! these are behind. It looks at every room, so it is for a scrape now and
//! then, on a thread where that delays nobody.

use std::sync::Arc;

use protocol::View;
use referee::computer;

use super::{
    directory::{RoomDirectory, RoomEntry},
    room::Room,
};
use crate::sync::lock;

/// What is in all rooms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoomTally {
    /// Rooms in memory.
    pub loaded: u64,
    /// Rooms that are only in the journal, until somebody comes to them.
    pub unloaded: u64,
    /// Running games between two people.
    pub between_people: u64,
    /// Running games of a person against a computer.
    pub against_computers: u64,
    /// Running games between two computers.
    pub between_computers: u64,
    /// Who watches.
    pub spectators: u64,
    /// Those to whom some event has not been written yet.
    pub behind: u64,
    /// The most events that have not been written to one of them.
    pub most_behind: u64,
}

impl RoomDirectory {
    /// Counts.
    #[must_use]
    pub fn tally(&self) -> RoomTally {
        let mut tally = RoomTally::default();
        // No guard of the map is held while a room is looked at.
        let mut rooms = Vec::new();
        for entry in &self.by_id {
            match entry.value() {
                RoomEntry::Loaded(room) => rooms.push(Arc::clone(room)),
                RoomEntry::Unloaded => tally.unloaded += 1,
            }
        }
        for room in rooms {
            tally.loaded += 1;
            room.committed(|committed| tally.game(committed.view()));
            tally.watching(&room);
        }
        tally
    }
}

impl RoomTally {
    fn game(&mut self, view: &View) {
        if view.running().is_none() {
            return;
        }
        if view.is_played_by_people() {
            self.between_people += 1;
        } else if computer::is_exhibition(view) {
            self.between_computers += 1;
        } else {
            self.against_computers += 1;
        }
    }

    fn watching(&mut self, room: &Room) {
        let watching = lock(&room.live).presence.spectators_after(None, usize::MAX);
        for (_, sink) in watching {
            self.spectators += 1;
            let behind = sink.map_or(0, |sink| sink.behind());
            self.behind += u64::from(behind > 0);
            self.most_behind = self.most_behind.max(behind);
        }
    }
}
