//! One's seats in words: whose turn it is at each, how long still, and the order of a list of them.

use std::cmp::Reverse;

use protocol::reply::HeldSeat;

use super::player;
use crate::{key::say, locale::Catalogue, time::clock_left};

/// Whether a seat waits for a move of its own player.
#[must_use]
pub fn is_my_turn(held: &HeldSeat) -> bool {
    held.turn.is_some_and(|turn| turn.seat == held.seat)
}

/// What a list of seats is sorted by: where it is one's own turn first, then by how long still.
#[must_use]
pub fn urgency(held: &HeldSeat) -> impl Ord + use<> {
    let due_ms = held.turn.map(|turn| turn.due_ms);
    (Reverse(is_my_turn(held)), due_ms.is_none(), due_ms)
}

/// How it stands at a seat. The opponent's name is last, for it may be longer than a line has room for.
#[must_use]
pub fn standing(text: &Catalogue, held: &HeldSeat, now_ms: u64) -> String {
    let Some(opponent) = &held.players[held.seat.other()] else {
        return say!(text, OPEN_ALONE);
    };
    let name = player(text, opponent);
    let offered = held.offer.is_some_and(|offer| offer.by != held.seat);
    let Some(turn) = held.turn else {
        return match offered {
            true => say!(text, OPEN_OFFER, name),
            false => say!(text, OPEN_BETWEEN, name),
        };
    };
    let time = clock_left(text, turn.due_ms.saturating_sub(now_ms));
    match (turn.seat == held.seat, offered) {
        (true, false) => say!(text, OPEN_MINE, name, time),
        (true, true) => say!(text, OPEN_MINE_OFFER, name, time),
        (false, false) => say!(text, OPEN_THEIRS, name, time),
        (false, true) => say!(text, OPEN_THEIRS_OFFER, name, time),
    }
}

/// The same as a line of a list, with the room's code.
#[must_use]
pub fn seat_line(text: &Catalogue, held: &HeldSeat, now_ms: u64) -> String {
    format!("{}  {}", held.room, standing(text, held, now_ms))
}
