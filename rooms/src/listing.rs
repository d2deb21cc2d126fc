//! The public list: rooms that wait for a player, and games that may be watched.

use std::ops::Bound;

use ListSection::{Playing, Waiting};
use admission::{Payer, Place};
use journal::RoomId;
use protocol::{RoomCode, View, reply::Listed, settings::Watching};

use super::{
    directory::RoomDirectory,
    list_key::{ListKey, ListSection, Listing},
    live::Live,
};

/// Rooms on a page.
const PAGE: usize = 50;

impl RoomDirectory {
    /// A page of the list, from behind `cursor`, and where the next one begins.
    pub fn page(&self, cursor: Option<RoomCode>) -> (Vec<Listed>, Option<RoomCode>) {
        let mut found: Vec<(RoomCode, RoomId)> = {
            let behind = cursor.map(|code| self.place_in_list(code));
            let from = behind.map_or(Bound::Unbounded, Bound::Excluded);
            let listed = self.listed.lock();
            let further = listed.range((from, Bound::Unbounded)).take(PAGE + 1);
            further.map(|(key, id)| (key.code, *id)).collect()
        };
        let more = found.len() > PAGE;
        found.truncate(PAGE);
        let next = found.last().map(|(code, _)| *code).filter(|_| more);
        let rooms = found.into_iter();
        let rooms = rooms.filter_map(|(code, id)| self.listed(code, id));
        (rooms.collect(), next)
    }

    /// Where a room stands in the list, or stood when it was last there.
    fn place_in_list(&self, code: RoomCode) -> ListKey {
        let id = self.codes.get(&code).map(|id| *id);
        let room = id.and_then(|id| self.loaded(id));
        let now = room.and_then(|room| room.live.lock().listed.as_ref().map(|it| it.key));
        now.or_else(|| self.unlisted.get(&code)).unwrap_or(ListKey {
            section: Playing,
            rank: 0,
            code,
        })
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
            opening: view.settings.opening,
            players: players.map(|seated| seated.player.clone()).collect(),
            waiting: waits(view),
            watchable: view.settings.watching == Watching::Open,
            score: view.score,
            spectators: room.live.lock().presence.spectators(),
        })
    }

    /// Puts a room into the list, moves it there, or takes it out.
    pub(super) fn list(&self, id: RoomId, live: &mut Live, code: RoomCode, view: &View) {
        let section = section(view);
        if live.listed.as_ref().map(|it| it.key.section) == section {
            return;
        }
        let place = self.unlist(live).map(|it| it.place);
        let Some(section) = section else { return };
        let opened = live.opened.as_ref();
        let payer = opened.map_or(Payer::Server, Place::payer);
        let place = place.unwrap_or_else(|| self.listed_by.take_again(payer));
        let rank = place.rank();
        let key = ListKey {
            section,
            rank,
            code,
        };
        self.listed.lock().insert(key, id);
        live.listed = Some(Listing { key, place });
    }

    /// Takes a room out of the list.
    pub(super) fn unlist(&self, live: &mut Live) -> Option<Listing> {
        let listing = live.listed.take()?;
        self.listed.lock().remove(&listing.key);
        self.unlisted.put(listing.key.code, listing.key);
        Some(listing)
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
