//! The lines of one's seats, and their order.

use protocol::{
    Player, RoomCode, Rules, Seat,
    event::{Offer, OfferKind, Score, Turn, TurnLimit},
    ids::BySeat,
    settings::ClockSetting,
};

use super::*;

const DAY_MS: u64 = 86_400_000;

fn held(room: u64, turn: Option<(Seat, u64)>) -> HeldSeat {
    HeldSeat {
        room: RoomCode::from_bits(room),
        seat: Seat::Guest,
        rules: Rules::CLASSIC,
        clock: ClockSetting::correspondence(3),
        players: BySeat {
            host: Some(Player::named("Ana")),
            guest: Some(Player::named("Bia")),
        },
        score: Score::default(),
        turn: turn.map(|(seat, due_ms)| Turn {
            seat,
            since_ms: 0,
            due_ms,
            limit: TurnLimit::Clock,
            moves_ms: None,
        }),
        offer: None,
    }
}

#[test]
fn ones_own_turns_come_first_and_what_is_held_no_more_is_left_out() {
    let text = Catalogue::for_language("en");
    let address = oxo_client::address::parse("https://oxo.example")
        .unwrap()
        .address;
    let alone = HeldSeat {
        players: BySeat::default(),
        ..held(1, None)
    };
    let offered = HeldSeat {
        offer: Some(Offer {
            id: 1,
            by: Seat::Host,
            kind: OfferKind::Draw,
            ply: None,
            deadline_ms: 0,
        }),
        ..held(2, Some((Seat::Host, 3 * DAY_MS)))
    };
    let seats = [
        Some(alone),
        None,
        Some(offered),
        Some(held(3, Some((Seat::Host, 2 * DAY_MS)))),
        Some(held(4, Some((Seat::Guest, 60_000)))),
        Some(held(5, None)),
    ];
    let code = |n| RoomCode::from_bits(n);
    assert_eq!(
        lines(&text, &address, &seats, 0),
        [
            format!("{}: your turn against Ana, 1:00 left", code(4)),
            format!("{}: Ana is to move, 2 d 0 h left", code(3)),
            format!("{}: Ana has made you an offer", code(2)),
            format!("{}: nobody has come yet", code(1)),
            format!("{}: no game against Ana at the moment", code(5)),
        ]
    );
    let none = lines(&text, &address, &[None], 0);
    assert_eq!(none, [format!("This machine has no seat at {address}.")]);
}
