//! The list of rooms that wait for somebody and of games that one may watch.
//!
//! Knows nothing of who asks.

use std::ops::Bound;

use protocol::{Accepted, RoomCode, View, reply::Listed, settings::Watching};

use super::Rooms;
use crate::{journal::RoomId, peer::lock};

/// Rooms on a page.
const PAGE: usize = 50;

impl Rooms {
    /// A page of the list, from behind `cursor`.
    #[must_use]
    pub fn page(&self, cursor: Option<RoomCode>) -> Accepted {
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
        let rooms = found
            .into_iter()
            .filter_map(|(code, id)| self.listed(code, id))
            .collect();
        Accepted::Rooms { rooms, next }
    }

    fn listed(&self, code: RoomCode, id: RoomId) -> Option<Listed> {
        let room = self.awake(id)?;
        let committed = room.committed.borrow().clone();
        let view = &committed.view;
        let players = view.seats.iter().filter_map(|(_, seated)| seated.as_ref());
        Some(Listed {
            room: code,
            rules: view.settings.rules,
            clock: view.settings.clock,
            players: players.map(|seated| seated.player.clone()).collect(),
            waiting: waits(view),
            watchable: view.settings.watching == Watching::Open,
            score: view.score,
            spectators: lock(&room.presence).spectators,
        })
    }

    /// Puts a room into the list, or takes it out.
    pub(super) fn list(&self, code: RoomCode, id: RoomId, view: &View) {
        let shown =
            waits(view) || (view.settings.watching == Watching::Open && view.running().is_some());
        let mut listed = lock(&self.listed);
        if shown {
            listed.insert(code, id);
        } else {
            listed.remove(&code);
        }
    }
}

/// Whether the room is offered to whoever looks for one.
fn waits(view: &View) -> bool {
    view.settings.listed && view.seats.iter().any(|(_, seated)| seated.is_none())
}
