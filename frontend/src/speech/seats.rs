//! One's seats in words: whose turn it is at each, how long still, and the order of a list of them.

use std::cmp::Reverse;

use protocol::{Player, Seat, reply::HeldSeat};
use sentences::{Catalogue, clock_left, say};

use super::player;

/// Whether a seat waits for a move of its own player.
pub fn is_my_turn(held: &HeldSeat) -> bool {
    held.turn.is_some_and(|turn| turn.seat == held.seat)
}

/// Whether it can become one's turn there without oneself doing anything: a game is running, or
/// somebody may still come.
pub fn turn_may_come(held: &HeldSeat) -> bool {
    held.turn.is_some() || held.players[held.seat.other()].is_none()
}

/// That other devices hold the seat no longer.
pub fn removed_devices(text: &Catalogue, devices: u32) -> String {
    match devices {
        0 => say!(text, SEAT_REMOVED_NONE),
        count => say!(text, SEAT_REMOVED, count),
    }
}

/// How a game ended for the player of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    Won,
    Lost,
    Drawn,
}

impl GameEnd {
    /// The end that the score has counted between two answers about a seat, if it has.
    pub fn between(before: &HeldSeat, after: &HeldSeat) -> Option<GameEnd> {
        let count = |held: &HeldSeat| match held.seat {
            Seat::Host => (held.score.host, held.score.guest),
            Seat::Guest => (held.score.guest, held.score.host),
        };
        let ((mine, theirs), (won, lost)) = (count(before), count(after));
        match () {
            () if won > mine => Some(GameEnd::Won),
            () if lost > theirs => Some(GameEnd::Lost),
            () if after.score.draws > before.score.draws => Some(GameEnd::Drawn),
            () => None,
        }
    }
}

/// How a game against that opponent ended.
pub fn game_end(text: &Catalogue, end: GameEnd, opponent: &Player) -> String {
    let name = player(text, opponent);
    match end {
        GameEnd::Won => say!(text, OPEN_WON, name),
        GameEnd::Lost => say!(text, OPEN_LOST, name),
        GameEnd::Drawn => say!(text, OPEN_DRAWN, name),
    }
}

/// Sort key of a list of seats: where it is one's own turn first, then by time left.
pub fn urgency(held: &HeldSeat) -> impl Ord + use<> {
    let due_ms = held.turn.map(|turn| turn.due_ms);
    (Reverse(is_my_turn(held)), due_ms.is_none(), due_ms)
}

/// How it stands at a seat. The opponent's name is last, for it may be longer than a line has room for.
pub fn standing(text: &Catalogue, held: &HeldSeat, now_ms: u64) -> String {
    match &held.players[held.seat.other()] {
        Some(opponent) => against(text, held, now_ms, player(text, opponent)),
        None => say!(text, OPEN_ALONE),
    }
}

/// The same with the room's code, where the opponent's name does not tell the seat from others.
pub fn standing_in_room(text: &Catalogue, held: &HeldSeat, now_ms: u64) -> String {
    let room = held.room;
    match &held.players[held.seat.other()] {
        Some(opponent) => {
            let name = format!("{room} {}", player(text, opponent));
            against(text, held, now_ms, name)
        }
        None => say!(text, OPEN_ALONE_IN, room),
    }
}

/// How it stands at a seat opposite somebody of that name.
fn against(text: &Catalogue, held: &HeldSeat, now_ms: u64, name: String) -> String {
    let offered = held.offer.is_some_and(|offer| offer.by != held.seat);
    let Some(turn) = held.turn else {
        return match offered {
            true => say!(text, OPEN_OFFER, name),
            false => say!(text, OPEN_BETWEEN, name),
        };
    };
    let left_ms = turn.due_ms.saturating_sub(now_ms);
    let time = clock_left(text, left_ms);
    match (turn.seat == held.seat, offered) {
        (true, false) => say!(text, OPEN_MINE, name, time),
        (true, true) => say!(text, OPEN_MINE_OFFER, name, time),
        (false, false) => say!(text, OPEN_THEIRS, name, time),
        (false, true) => say!(text, OPEN_THEIRS_OFFER, name, time),
    }
}

/// The same as a line of a list, with the room's code.
pub fn seat_line(text: &Catalogue, held: &HeldSeat, now_ms: u64) -> String {
    format!("{}  {}", held.room, standing(text, held, now_ms))
}
