//! The public list: rooms that wait for a player, and games that may be watched.

use std::ops::Bound;

use protocol::{RoomCode, View, reply::Listed, settings::Watching};

use ListSection::{Playing, Waiting};

use super::{directory::RoomDirectory, list_key::ListSection, live::Live};
use crate::{ids::RoomId, sync::lock};

/// Rooms on a page.
const PAGE: usize = 50;

impl RoomDirectory {
    /// A page of the list, from behind `cursor`, and where the next one begins.
    #[must_use]
    pub fn page(&self, cursor: Option<RoomCode>) -> (Vec<Listed>, Option<RoomCode>) {
        let mut found: Vec<(RoomCode, RoomId)> = {
            let listed = lock(&self.listed);
            // A room that does not wait any more was among the last that did, or is a game.
            let behind = cursor.map(|code| match listed.contains_key(&(Waiting, code)) {
                true => (Waiting, code),
                false => (Playing, code),
            });
            let from = behind.map_or(Bound::Unbounded, Bound::Excluded);
            listed
                .range((from, Bound::Unbounded))
                .take(PAGE + 1)
                .map(|((_, code), id)| (*code, *id))
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

    /// Puts a room into the list, moves it there, or takes it out.
    pub(super) fn list(&self, id: RoomId, live: &mut Live, code: RoomCode, view: &View) {
        let section = section(view);
        if live.listed == section {
            return;
        }
        let mut listed = lock(&self.listed);
        if let Some(before) = live.listed {
            listed.remove(&(before, code));
        }
        if let Some(section) = section {
            listed.insert((section, code), id);
        }
        live.listed = section;
    }

    /// Takes a room out of the list.
    pub(super) fn unlist(&self, live: &mut Live, code: RoomCode) {
        if let Some(section) = live.listed.take() {
            lock(&self.listed).remove(&(section, code));
        }
    }

    /// Takes a room out of the list, wherever it stands there.
    pub(super) fn forget_in_list(&self, code: RoomCode) {
        let mut listed = lock(&self.listed);
        for section in [Waiting, Playing] {
            listed.remove(&(section, code));
        }
    }
}

fn section(view: &View) -> Option<ListSection> {
    let is_open = view.settings.watching == Watching::Open;
    match waits(view) {
        true => Some(Waiting),
        false => (is_open && view.running().is_some()).then_some(Playing),
    }
}

/// Whether somebody may sit down who finds the room in the list.
fn waits(view: &View) -> bool {
    view.settings.listed && view.seats.iter().any(|(_, seated)| seated.is_none())
}
