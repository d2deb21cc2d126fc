//! A count of what is in all rooms at one time: games, spectators, and how far
//! these are behind. It looks at every room, so it is for a scrape now and
//! then, on a thread where that delays nobody.

use protocol::View;
use referee::computer;
use serde::{Deserialize, Serialize};

use super::{directory::RoomDirectory, room::Room};

/// Totals over all rooms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Number of spectators.
    pub spectators: u64,
    /// Those to whom some event has not been written yet.
    pub behind: u64,
    /// The most events that have not been written to one of them.
    pub most_behind: u64,
}

impl RoomDirectory {
    /// Counts.
    pub fn tally(&self) -> RoomTally {
        let rooms = self.lookup.all_loaded();
        let mut tally = RoomTally {
            loaded: rooms.len() as u64,
            unloaded: self.lookup.len().saturating_sub(rooms.len()) as u64,
            ..RoomTally::default()
        };
        for room in rooms {
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
        if view.seats_two_people() {
            self.between_people += 1;
        } else if computer::is_exhibition(view) {
            self.between_computers += 1;
        } else {
            self.against_computers += 1;
        }
    }

    fn watching(&mut self, room: &Room) {
        let (count, watching) = {
            let presence = &room.live.lock().presence;
            (
                presence.spectators(),
                presence.audience.sinks_after(None, usize::MAX),
            )
        };
        self.spectators += u64::from(count);
        for (_, sink) in watching {
            let behind = sink.map_or(0, |sink| sink.behind());
            self.behind += u64::from(behind > 0);
            self.most_behind = self.most_behind.max(behind);
        }
    }
}
