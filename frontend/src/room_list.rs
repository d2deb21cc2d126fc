//! The list of rooms, put together from its pages: who waits for anybody, open
//! rooms and games to watch, and how many are online.

use std::time::Duration;

use oxo_client::session::{Ask, Update};
use protocol::{
    Accepted, Answer, Refusal, RoomCode,
    ids::TicketId,
    reply::{Listed, WaitingPlayer},
    request::{Body, Rooms},
};

/// The most pages that are asked for: a strange server may number them for ever.
pub const MOST_PAGES: usize = 100;

/// Pages of the list so far.
#[derive(Clone, Debug, Default)]
pub struct RoomList {
    /// Those who wait for anybody, who waited longest first.
    pub waiting: Vec<WaitingPlayer>,
    pub rooms: Vec<Listed>,
    /// Number of connections, this one included.
    pub online: Option<u32>,
}

impl RoomList {
    /// Takes a page. The answer is where the next one begins, if there is one.
    pub fn take(&mut self, page: &Accepted) -> Option<RoomCode> {
        let Accepted::Rooms {
            rooms,
            next,
            waiting,
            online,
        } = page
        else {
            return None;
        };
        self.rooms.extend_from_slice(rooms);
        self.waiting.extend_from_slice(waiting);
        self.online = self.online.or(*online);
        *next
    }

    /// The same without one's own ticket, and without rooms in which one waits oneself.
    #[must_use]
    pub fn without(mut self, own: Option<TicketId>, seats: &[RoomCode]) -> RoomList {
        self.waiting.retain(|player| Some(player.ticket) != own);
        self.rooms
            .retain(|room| !room.waiting || !seats.contains(&room.room));
        self
    }

    /// The same without the rooms that are one's own, and those.
    pub fn parted(self, own: &[RoomCode]) -> (RoomList, Vec<Listed>) {
        let is_own = |room: &Listed| own.contains(&room.room);
        let (mine, rooms) = self.rooms.into_iter().partition(is_own);
        (RoomList { rooms, ..self }, mine)
    }

    /// Whether nobody waits for anybody and no room has a free seat.
    pub fn nobody_waits(&self) -> bool {
        self.waiting.is_empty() && !self.rooms.iter().any(|room| room.waiting)
    }
}

/// All pages of the list, one after the other; a page that was requested too fast is requested
/// again.
#[derive(Debug, Default)]
pub struct AllPages {
    list: RoomList,
    next: Option<RoomCode>,
    asked: usize,
}

/// Next step after an update.
#[derive(Debug)]
pub enum PageStep<T = RoomList> {
    /// The page to ask for, after a while.
    Ask(Ask, Duration),
    Whole(T),
    /// It will not come.
    Refused(Refusal),
}

impl AllPages {
    /// The first page.
    pub fn first() -> Body {
        Body::Rooms(Rooms::default())
    }

    /// Takes the answer to a page request. Nothing for other updates.
    pub fn take(&mut self, update: &Update) -> Option<PageStep> {
        let Update::Reply { answer, .. } = update else {
            return None;
        };
        let after = match answer {
            Answer::Ok(page @ Accepted::Rooms { .. }) => {
                self.next = self.list.take(page);
                self.next.map(|_| Duration::ZERO)
            }
            Answer::Ok(_) => return None,
            Answer::Error(refused) => match refused.why {
                Refusal::TooFast { retry_in_ms } => Some(Duration::from_millis(retry_in_ms)),
                ref why => return Some(PageStep::Refused(why.clone())),
            },
        };
        self.asked += 1;
        Some(match after.filter(|_| self.asked < MOST_PAGES) {
            Some(wait) => {
                let page = Body::Rooms(Rooms { cursor: self.next });
                PageStep::Ask(Ask::other(page), wait)
            }
            None => PageStep::Whole(std::mem::take(&mut self.list)),
        })
    }
}

#[cfg(test)]
mod tests;
