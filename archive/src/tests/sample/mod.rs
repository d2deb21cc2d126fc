//! Rooms, seats and games to draw and to test with.
#![allow(dead_code, reason = "each crate uses its part")]

pub mod games;

use std::sync::Arc;

use archive::seats::OwnSeat;
use oxo_client::{
    clock::ServerClock,
    session::{Room, Update},
    transport::PlayMode,
};
use protocol::{
    Cell, Event, EventFrame, Now, Player, RoomCode, Rules, Seat, Secret, View,
    event::{EndReason, GameResult, NextTurn, Offer, OfferKind, Over, Score, Turn, TurnLimit},
    ids::BySeat,
    now::{LinkNow, LinkState},
    reply::HeldSeat,
    settings::{ClockSetting, Settings},
};
use tokio::time::Instant;

fn code() -> RoomCode {
    RoomCode::from_bits(0x12_3456_789a)
}

/// The server's time in the samples.
pub const NOW_MS: u64 = 1_000_000;

fn turn(seat: Seat, clock: ClockSetting) -> NextTurn {
    let limit = match clock {
        ClockSetting::None => TurnLimit::Idle,
        _ => TurnLimit::Clock,
    };
    NextTurn {
        seat,
        since_ms: None,
        due_ms: NOW_MS + 600_000,
        limit: Some(limit),
        moves_ms: None,
    }
}

fn fold(view: &mut View, event: &Event) {
    view.fold(view.seq + 1, NOW_MS - 4_000, event);
}

/// A connection to a server with these features.
pub fn linked(features: &[&str]) -> Update {
    let welcome = serde_json::json!({
        "version": 1, "features": features, "server": {"name": "scripted", "version": "0"},
        "limits": protocol::Limits::default(), "at_ms": NOW_MS, "addresses": [],
        "promise": {"acknowledged": "disk", "games_kept_ms": 0, "addresses_logged": false},
    });
    Update::LinkUp(Box::new(serde_json::from_value(welcome).unwrap()))
}

/// A room with its host alone.
pub fn waiting() -> Room {
    let mut view = View::default();
    fold(
        &mut view,
        &Event::Created {
            settings: Settings::default(),
            host: Player::named("Ana"),
            closes_ms: 0,
            empty_until_ms: None,
        },
    );
    room(view)
}

/// Ana, who is host, plays X against Beatriz; it is Ana's turn.
pub fn playing() -> Room {
    after(Rules::CLASSIC, &[], ClockSetting::None)
}

/// The same after some moves.
pub fn after(rules: Rules, cells: &[Cell], clock: ClockSetting) -> Room {
    let Room { view, .. } = waiting();
    let mut view = View::clone(&view);
    view.settings.rules = rules;
    view.settings.clock = clock;
    let clocks = clock.initial_ms().map(|ms| BySeat {
        host: ms,
        guest: ms - 28_000,
    });
    fold(
        &mut view,
        &Event::Joined {
            seat: Seat::Guest,
            player: Player::named("Beatriz"),
            score: Score {
                host: 2,
                guest: 1,
                draws: 3,
            },
            replaced: None,
            turn: None,
        },
    );
    fold(
        &mut view,
        &Event::Started {
            game: 4,
            x: Seat::Host,
            clocks,
            turn: turn(Seat::Host, clock),
            opening: None,
        },
    );
    for cell in cells {
        let moved = moved(&view, *cell, None, vec![]);
        fold(&mut view, &moved);
    }
    room(view)
}

/// The next move of a game.
pub fn moved(view: &View, cell: Cell, over: Option<Over>, lines: Vec<Vec<Cell>>) -> Event {
    let game = view.game.as_ref().unwrap();
    let ply = u32::try_from(game.moves.len()).unwrap();
    let seat = if ply % 2 == 0 {
        Seat::Host
    } else {
        Seat::Guest
    };
    Event::Moved {
        game: game.number,
        ply,
        cell,
        mark: None,
        credit_ms: 0,
        clock_ms: None,
        turn: over
            .is_none()
            .then(|| turn(seat.other(), view.settings.clock)),
        lines,
        no_open_lines: false,
        lapsed_offer: None,
        score: over.map(|_| Score {
            host: 3,
            guest: 1,
            draws: 3,
        }),
        over,
        empty_until_ms: None,
        opening: None,
    }
}

/// The host has made a line; the guest begins the next game.
pub fn host_wins() -> Over {
    Over {
        result: GameResult::Won,
        winner: Some(Seat::Host),
        by: None,
        reason: EndReason::Line,
        id: None,
        next_first: Seat::Guest,
        next_ms: None,
    }
}

/// Ana has won with a line.
pub fn won() -> Room {
    let Room { view, .. } = after(Rules::CLASSIC, &[4, 0, 6, 8], ClockSetting::None);
    let mut view = View::clone(&view);
    let moved = moved(&view, 2, Some(host_wins()), vec![vec![2, 4, 6]]);
    fold(&mut view, &moved);
    room(view)
}

pub fn room(view: View) -> Room {
    let link = |rtt| LinkNow {
        state: LinkState::Linked,
        rtt_ms: Some(rtt),
    };
    Room {
        code: code(),
        seat: Some(Seat::Host),
        mode: PlayMode::Online,
        url: Some(format!("http://192.168.1.5:1952/r/{}", code())),
        view: Arc::new(view),
        now: Now {
            links: BySeat {
                host: link(12),
                guest: link(31),
            },
            spectators: 2,
            reaction: None,
            webhook: None,
        },
        clock: ServerClock::set(NOW_MS, Instant::now()),
    }
}

/// An event as the session tells it, and the room after it.
pub fn happens(room: &Room, event: Event) -> (EventFrame, Arc<View>, Room) {
    let before = Arc::clone(&room.view);
    let mut view = View::clone(&before);
    fold(&mut view, &event);
    let frame = EventFrame {
        room: room.code,
        seq: view.seq,
        at_ms: view.at_ms,
        event,
    };
    let mut after = room.clone();
    after.view = Arc::new(view);
    (frame, before, after)
}

/// This machine's seat of that number, in the room of that number.
pub fn own_seat(number: u64) -> OwnSeat {
    own_seat_in(number, number)
}

/// The same in another room.
pub fn own_seat_in(number: u64, room: u64) -> OwnSeat {
    OwnSeat {
        room: RoomCode::from_bits(room),
        // 16 bytes as base64url.
        secret: Secret::new(format!("{number:021}A")).unwrap(),
    }
}

/// The guest's seat in a room of days, opposite Ana; whose turn it is there, and until when.
pub fn held_seat(room: u64, turn: Option<(Seat, u64)>) -> HeldSeat {
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

/// The same with an offer of Ana's.
pub fn offered(held: HeldSeat) -> HeldSeat {
    HeldSeat {
        offer: Some(Offer {
            id: 1,
            by: Seat::Host,
            kind: OfferKind::Draw,
            ply: None,
            deadline_ms: 0,
        }),
        ..held
    }
}
