//! Pages of the public list: rooms that wait for a player, and games that may be watched.

use ListSection::{Playing, Waiting};
use admission::{Payer, Place};
use journal::RoomId;
use protocol::{RoomCode, View, reply::Listed, settings::Watching};

use super::{
    directory::RoomDirectory,
    public_list::{ListKey, ListSection},
    room_runtime::RoomRuntime,
};

/// Rooms on a page.
const PAGE: usize = 50;

impl RoomDirectory {
    /// A page of the list, from behind `cursor`, and where the next one begins.
    pub fn page(&self, cursor: Option<RoomCode>) -> (Vec<Listed>, Option<RoomCode>) {
        let behind = cursor.map(|code| self.place_in_list(code));
        let mut found = self.public_list.behind(behind, PAGE + 1);
        let more = found.len() > PAGE;
        found.truncate(PAGE);
        let next = found.last().map(|(code, _)| *code).filter(|_| more);
        let rooms = found.into_iter();
        let rooms = rooms.filter_map(|(code, id)| self.listed(code, id));
        (rooms.collect(), next)
    }

    /// Where a room stands in the list, or stood when it was last there.
    fn place_in_list(&self, code: RoomCode) -> ListKey {
        let id = self.lookup.id_of(code);
        let room = id.and_then(|id| self.lookup.loaded(id));
        let now = room.and_then(|room| room.live.lock().listed.as_ref().map(|it| it.key));
        now.or_else(|| self.public_list.former(code))
            .unwrap_or(ListKey {
                section: Playing,
                rank: 0,
                code,
            })
    }

    fn listed(&self, code: RoomCode, id: RoomId) -> Option<Listed> {
        let room = self.lookup.find(id)?;
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
    pub(super) fn list(&self, id: RoomId, live: &mut RoomRuntime, code: RoomCode, view: &View) {
        let payer = live.opened.as_ref().map_or(Payer::Server, Place::payer);
        self.public_list
            .put(&mut live.listed, section(view), (code, id), payer);
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
