//! The list of rooms as the interface asks for it: page after page, again
//! and again while it is looked at.

use std::time::Duration;

use frontend::room_list::RoomList;
use oxo_client::session::Ask;
use protocol::{
    Accepted, RoomCode,
    reply::Listed,
    request::{Body, Rooms},
};
use tokio::time::Instant;

const EVERY: Duration = Duration::from_secs(4);
/// The most pages that are asked for: nobody reads further, and a strange
/// server may number them for ever.
const PAGES: usize = 3;

/// The list as far as it is known, and the pending request.
#[derive(Debug, Default)]
pub struct RoomPager {
    /// The number of the ask under way.
    asked: Option<u64>,
    coming: RoomList,
    pages: usize,
    due: Option<Instant>,
}

/// Result of a page request.
#[derive(Debug)]
pub enum RoomPage {
    More(Ask),
    Whole(RoomList),
}

impl RoomPager {
    pub fn is_asked(&self, id: u64) -> bool {
        self.asked == Some(id)
    }

    /// When to ask again; at once if it was never asked.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        match self.asked {
            Some(_) => None,
            None => Some(self.due.unwrap_or(now)),
        }
    }

    /// Asks for the list from its beginning.
    pub fn ask(&mut self, id: u64, now: Instant) -> Ask {
        self.coming = RoomList::default();
        self.pages = 0;
        self.due = Some(now + EVERY);
        self.page(id, None)
    }

    fn page(&mut self, id: u64, cursor: Option<RoomCode>) -> Ask {
        self.asked = Some(id);
        Ask::numbered(id, Body::Rooms(Rooms { cursor }))
    }

    /// Adds a page; the next is asked for under the same number.
    pub fn add_page(&mut self, id: u64, page: &Accepted) -> RoomPage {
        let next = self.coming.take(page);
        self.pages += 1;
        match next {
            Some(_) if self.pages < PAGES => RoomPage::More(self.page(id, next)),
            _ => {
                self.asked = None;
                RoomPage::Whole(std::mem::take(&mut self.coming))
            }
        }
    }

    /// The ask will have no answer.
    pub fn forget(&mut self) {
        self.asked = None;
    }
}

/// The room to watch after this one: the next in the list, and after the last
/// the first.
pub fn next_to_watch(rooms: &[Listed], now: RoomCode) -> Option<RoomCode> {
    let watchable = |room: &&Listed| room.watchable && !room.waiting;
    let codes = rooms.iter().filter(watchable).map(|room| room.room);
    let mut after = codes.clone().skip_while(|code| *code != now).skip(1);
    let next = after.next().or(codes.clone().next());
    next.filter(|next| *next != now)
}

#[cfg(test)]
mod tests;
