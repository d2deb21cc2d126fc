//! The seats of this machine in the menu: how it stands at each, and their order.

use archive::seats::OwnSeat;
use frontend::{intent::Intent, seat_poll::SeatPoll, speech};
use protocol::{RoomCode, reply::HeldSeat};
use sentences::say;

use super::{StartPage, menu::MenuAction, seat_line::SeatLine};

/// The keys of the first seats.
const DIGITS: std::ops::RangeInclusive<char> = '1'..='9';
/// The key that shows the others.
const MORE: char = '0';
/// Stands in the place of a key where there is none.
pub(super) const NO_DIGIT: char = ' ';

impl StartPage {
    /// The seats that one can go back to.
    pub fn seats(&mut self, open: Vec<OwnSeat>, poll: &SeatPoll) {
        let menu = self.menu();
        self.open = open;
        self.list_seats(poll);
        self.choose_again(&menu);
    }

    /// The rooms of this server in which this machine has a seat, under any name.
    pub fn own(&mut self, rooms: Vec<RoomCode>) {
        self.own = rooms;
    }

    /// How it stands at the seats came. Where the menu has had a key, each keeps its digit: another
    /// may be about to be pressed.
    pub fn standings(&mut self, poll: &SeatPoll) {
        let menu = self.menu();
        match self.touched {
            true => self.seats.iter_mut().for_each(|line| line.update(poll)),
            false => self.list_seats(poll),
        }
        self.choose_again(&menu);
    }

    /// The server's time, from which it follows how long still.
    pub fn time(&mut self, now_ms: u64) {
        self.now_ms = now_ms;
    }

    /// The rooms of the seats.
    pub(super) fn seat_rooms(&self) -> Vec<RoomCode> {
        self.open.iter().map(|seat| seat.room).collect()
    }

    /// The most urgent seats first; those of which nothing is known behind them, newest first; those
    /// that are gone are left out.
    fn list_seats(&mut self, poll: &SeatPoll) {
        let open = self.open.iter().cloned();
        let mut seats: Vec<_> = open.map(|seat| SeatLine::new(seat, poll)).collect();
        seats.retain(|line| !line.gone);
        seats.sort_by_key(|line| {
            let held = line.held.as_ref();
            (held.is_none(), held.map(speech::urgency))
        });
        self.seats = seats;
    }

    /// The lines of the menu for the seats: as many as there are digits, and how many more there are
    /// unless these are shown, too.
    pub(super) fn seat_items(&self) -> Vec<(char, String, MenuAction)> {
        let digits = DIGITS.chain(std::iter::repeat(NO_DIGIT));
        let seats = digits.zip(&self.seats).map(|(digit, line)| {
            let resume = Intent::Resume(line.seat.clone());
            (digit, self.seat_label(line), MenuAction::Go(resume))
        });
        let hidden = match self.all_seats {
            true => 0,
            false => self.seats.len().saturating_sub(DIGITS.count()),
        };
        let more = (hidden > 0).then(|| {
            let more = say!(self.text, SCREEN_START_SEATS_MORE, count = hidden);
            (MORE, more, MenuAction::MoreSeats)
        });
        seats.take(self.seats.len() - hidden).chain(more).collect()
    }

    /// A seat's label in the menu: how it stands there, or the room's code where that is not known.
    fn seat_label(&self, line: &SeatLine) -> String {
        let (text, room) = (&self.text, line.seat.room);
        match &line.held {
            Some(held) if self.is_named_alone(held) => speech::standing(text, held, self.now_ms),
            Some(held) => speech::standing_in_room(text, held, self.now_ms),
            None if line.gone => say!(text, RESUME_GONE, room),
            None => say!(text, SCREEN_START_SEAT, room),
        }
    }

    /// Whether the opponent's name tells the seat from all others.
    fn is_named_alone(&self, held: &HeldSeat) -> bool {
        let opponent = |held: &HeldSeat| {
            let opponent = held.players[held.seat.other()].as_ref();
            opponent.map(|opponent| speech::player(&self.text, opponent))
        };
        let name = opponent(held);
        let all = self.seats.iter().filter_map(|line| line.held.as_ref());
        name.is_some() && all.filter(|other| opponent(other) == name).count() == 1
    }
}
