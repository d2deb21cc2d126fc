//! The list of rooms, put together from its pages: who waits for anybody, open
//! rooms and games to watch, and how many are online.

use protocol::{
    Accepted, RoomCode,
    ids::TicketId,
    reply::{Listed, WaitingPlayer},
};

/// What has come of the list so far.
#[derive(Clone, Debug, Default)]
pub struct RoomList {
    /// Those who wait for anybody, who waited longest first.
    pub waiting: Vec<WaitingPlayer>,
    pub rooms: Vec<Listed>,
    /// How many connections there are, this one included.
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

    /// The same without one's own ticket.
    #[must_use]
    pub fn without(mut self, own: Option<TicketId>) -> RoomList {
        self.waiting.retain(|player| Some(player.ticket) != own);
        self
    }

    /// Whether nobody waits and nothing can be watched.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.rooms.is_empty()
    }
}
