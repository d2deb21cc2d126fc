//! The lines of one's seats, and their order.

use protocol::{RoomCode, Seat, ids::BySeat, settings::DAY_MS};

use super::*;
use crate::sample::{held_seat, offered};

#[test]
fn seats_on_turn_are_listed_first_and_those_no_longer_held_left_out() {
    let text = Catalogue::for_language("en");
    let address = oxo_client::address::parse("https://oxo.example").unwrap();
    let alone = HeldSeat {
        players: BySeat::default(),
        ..held_seat(1, None)
    };
    let seats = [
        Some(alone),
        None,
        Some(offered(held_seat(2, Some((Seat::Host, 3 * DAY_MS))))),
        Some(held_seat(3, Some((Seat::Host, 2 * DAY_MS)))),
        Some(offered(held_seat(6, Some((Seat::Guest, 2 * DAY_MS))))),
        Some(held_seat(4, Some((Seat::Guest, 60_000)))),
        Some(held_seat(5, None)),
        Some(offered(held_seat(7, None))),
    ];
    let line = |n, standing: &str| format!("{}  {standing}", RoomCode::from_bits(n));
    assert_eq!(
        lines(&text, &address, &seats, 0),
        [
            line(4, "Your turn, 1:00 left: Ana"),
            line(6, "Your turn, an offer, 2 d 0 h left: Ana"),
            line(3, "Their turn, 2 d 0 h left: Ana"),
            line(2, "Their turn, an offer, 3 d 0 h left: Ana"),
            line(1, "Nobody has come yet"),
            line(5, "No game now: Ana"),
            line(7, "An offer: Ana"),
        ]
    );
    let none = lines(&text, &address, &[None], 0);
    assert_eq!(none, [format!("This machine has no seat at {address}.")]);
}
