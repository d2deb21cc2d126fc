//! The menu's line for one of this machine's seats.

use archive::seats::OwnSeat;
use frontend::seat_poll::{SeatPoll, SeatStanding};
use protocol::reply::HeldSeat;

/// A seat's line in the menu.
pub struct SeatLine {
    pub seat: OwnSeat,
    /// Nothing as long as the server has not said how it stands there.
    pub held: Option<HeldSeat>,
    /// Whether the server does not know the seat any more.
    pub gone: bool,
}

impl SeatLine {
    pub fn new(seat: OwnSeat, poll: &SeatPoll) -> SeatLine {
        let mut line = SeatLine {
            seat,
            held: None,
            gone: false,
        };
        line.update(poll);
        line
    }

    pub fn update(&mut self, poll: &SeatPoll) {
        (self.held, self.gone) = match poll.standing(&self.seat.secret) {
            SeatStanding::Unknown => (None, false),
            SeatStanding::Held(held) => (Some(held.clone()), false),
            SeatStanding::Gone => (None, true),
        };
    }
}
