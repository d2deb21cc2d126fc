//! The public list: rooms that wait for a player, and games that may be watched.

use std::ops::Bound;

use protocol::{RoomCode, View, reply::Listed, settings::Watching};

use super::{directory::RoomDirectory, live::Live};
use crate::{ids::RoomId, sync::lock};

/// Rooms on a page.
const PAGE: usize = 50;

impl RoomDirectory {
    /// A page of the list, from behind `cursor`, and where the next one begins.
    #[must_use]
    pub fn page(&self, cursor: Option<RoomCode>) -> (Vec<Listed>, Option<RoomCode>) {
        let from = cursor.map_or(Bound::Unbounded, Bound::Excluded);
        let mut found: Vec<(RoomCode, RoomId)> = {
            let listed = lock(&self.listed);
            listed
                .range((from, Bound::Unbounded))
                .take(PAGE + 1)
                .map(|(code, id)| (*code, *id))
                .collect()
        };
        let more = found.len() > PAGE;
        found.truncate(PAGE);
        let next = found.last().map(|(code, _)| *code).filter(|_| more);
        let rooms = found.into_iter();
        let rooms = rooms.filter_map(|(code, id)| self.listed(code, id));
        (rooms.collect(), next)
    }

    fn listed(&self, code: RoomCode, id: RoomId) -> Option<Listed> {
        let room = self.find(id)?;
        let table = room.table();
        let view = table.view();
        let players = view.seats.iter().filter_map(|(_, seated)| seated.as_ref());
        Some(Listed {
            room: code,
            rules: view.settings.rules,
            clock: view.settings.clock,
            players: players.map(|seated| seated.player.clone()).collect(),
            waiting: waits(view),
            watchable: view.settings.watching == Watching::Open,
            score: view.score,
            spectators: lock(&room.live).presence.spectators(),
        })
    }

    /// Puts a room into the list, or takes it out.
    pub(super) fn list(&self, id: RoomId, live: &mut Live, code: RoomCode, view: &View) {
        let open = view.settings.watching == Watching::Open && view.running().is_some();
        if !waits(view) && !open {
            self.unlist(live, code);
        } else if !std::mem::replace(&mut live.is_listed, true) {
            lock(&self.listed).insert(code, id);
        }
    }

    /// Takes a room out of the list.
    pub(super) fn unlist(&self, live: &mut Live, code: RoomCode) {
        if std::mem::take(&mut live.is_listed) {
            lock(&self.listed).remove(&code);
        }
    }
}

/// Whether the room is in the list of open rooms.
fn waits(view: &View) -> bool {
    view.settings.listed && view.seats.iter().any(|(_, seated)| seated.is_none())
}
