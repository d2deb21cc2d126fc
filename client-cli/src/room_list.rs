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

    /// The same without one's own ticket, and without rooms in which one waits oneself.
    #[must_use]
    pub fn without(mut self, own: Option<TicketId>, seats: &[RoomCode]) -> RoomList {
        self.waiting.retain(|player| Some(player.ticket) != own);
        self.rooms
            .retain(|room| !room.waiting || !seats.contains(&room.room));
        self
    }

    /// Whether nobody waits for anybody and no room has a free seat.
    #[must_use]
    pub fn nobody_waits(&self) -> bool {
        self.waiting.is_empty() && !self.rooms.iter().any(|room| room.waiting)
    }
}
