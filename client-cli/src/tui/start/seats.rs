//! The seats of this machine in the menu: how it stands at each, and their order.

use protocol::{RoomCode, reply::HeldSeat};

use super::StartPage;
use crate::{key::say, speech};

impl StartPage {
    /// The seats that one can go back to.
    pub fn seats(&mut self, open: Vec<RoomCode>) {
        let menu = self.menu();
        self.seats = open;
        self.sort_seats();
        self.choose_again(&menu);
    }

    /// The rooms of this server in which this machine has a seat, under any name.
    pub fn own(&mut self, rooms: Vec<RoomCode>) {
        self.own = rooms;
    }

    /// How it stands at the seats came. Where the menu has had a key, each keeps its digit: another
    /// may be about to be pressed.
    pub fn standings(&mut self, held: &[Option<HeldSeat>]) {
        let menu = self.menu();
        self.standings = held.iter().flatten().cloned().collect();
        if !self.touched {
            self.sort_seats();
        }
        self.choose_again(&menu);
    }

    /// The server's time, from which it follows how long still.
    pub fn time(&mut self, now_ms: u64) {
        self.now_ms = now_ms;
    }

    /// Whether the server is to be asked how it stands at the seats.
    pub fn wants_standings(&self) -> bool {
        !self.seats.is_empty() && self.wants_rooms()
    }

    /// The most urgent seats first; those of which nothing is known behind them, newest first.
    fn sort_seats(&mut self) {
        let StartPage {
            seats, standings, ..
        } = self;
        seats.sort_by_key(|room| {
            let held = standing_in(standings, *room);
            (held.is_none(), held.map(speech::urgency))
        });
    }

    /// A seat's line in the menu: how it stands there, or the room's code where that is not known.
    pub(super) fn seat_label(&self, room: RoomCode) -> String {
        match standing_in(&self.standings, room) {
            Some(held) => speech::standing(&self.text, held, self.now_ms),
            None => say!(self.text, SCREEN_START_SEAT, room),
        }
    }
}

fn standing_in(standings: &[HeldSeat], room: RoomCode) -> Option<&HeldSeat> {
    standings.iter().find(|held| held.room == room)
}
