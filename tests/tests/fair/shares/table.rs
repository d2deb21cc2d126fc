//! The things that can be taken one by one, with how many one address gets and how many fifty.

use admission::Cost;
use protocol::Limits;
use tests::{carriers::are_wanted, server::roomy, shared::SHARED};

use super::{
    stage::{self, Shared},
    take,
};

/// Costs of a page load, a QR code, and a scrape that has no token, each over a connection of its
/// own.
const PAGE: u64 = (Cost::CONNECTION.0 + Cost::TEXT.0) as u64;
const CODE: u64 = PAGE + Cost::QR_CODE.0 as u64;
const SCRAPE: u64 = (Cost::CONNECTION.0 + Cost::METRICS.0) as u64;
/// A picture in advance: what drawing it takes beyond that depends on the machine.
const PICTURE: u64 = (Cost::CONNECTION.0 + Cost::INVITATION.0 + Cost::PICTURE.0) as u64;

fn base() -> Shared {
    Shared {
        name: "",
        limits: roomy(),
        take: take::connect,
        one: 0,
        fifty: 0,
        newcomer_after_fifty: false,
        back_ms: 0,
    }
}

fn of_connections() -> Vec<Shared> {
    vec![
        Shared {
            name: "connections",
            // The host's is one of them.
            limits: Limits {
                connections: 41,
                connections_per_address: 4,
                ..roomy()
            },
            one: 19,
            fifty: 40,
            ..base()
        },
        Shared {
            name: "connections before `hello`",
            limits: Limits {
                ungreeted_per_address: 3,
                ..roomy()
            },
            take: take::say_nothing,
            one: 3,
            fifty: 150,
            newcomer_after_fifty: true,
            ..base()
        },
        Shared {
            name: "the doorway of a full server",
            // The host's.
            limits: Limits {
                connections: 1,
                ..roomy()
            },
            take: take::stand_in_doorway,
            one: 4,
            fifty: 200,
            newcomer_after_fifty: true,
            ..base()
        },
        Shared {
            name: "codes that are tried in vain",
            limits: Limits {
                failed_joins_per_minute: 4,
                ..roomy()
            },
            // As many again for connections that have not guessed wrong yet, as each of these.
            take: take::guess,
            one: 8,
            fifty: 400,
            newcomer_after_fifty: true,
            back_ms: 15_000,
        },
    ]
}

fn of_rooms() -> Vec<Shared> {
    vec![
        Shared {
            name: "rooms",
            limits: Limits {
                rooms: 61,
                rooms_per_address: 20,
                ..roomy()
            },
            take: take::open_room,
            one: 20,
            fifty: 60,
            back_ms: 123_000,
            ..base()
        },
        Shared {
            name: "correspondence rooms",
            limits: Limits {
                // Neither takes of the other.
                rooms: 1,
                rooms_per_address: 1,
                correspondence_rooms: 61,
                correspondence_rooms_per_address: 20,
                correspondence_wait_ms: 120_000,
                ..roomy()
            },
            take: take::open_correspondence_room,
            one: 20,
            fifty: 61,
            newcomer_after_fifty: true,
            back_ms: 123_000,
        },
        Shared {
            name: "rooms opened a minute",
            limits: Limits {
                rooms_per_minute: 5,
                ..roomy()
            },
            take: take::open_room,
            one: 5,
            fifty: 250,
            newcomer_after_fifty: true,
            back_ms: 12_000,
        },
        Shared {
            name: "spectators of a room",
            limits: Limits {
                spectators: 40,
                ..roomy()
            },
            take: take::watch,
            one: 20,
            fifty: 40,
            ..base()
        },
    ]
}

fn of_computers() -> Vec<Shared> {
    // Half of 40 alone, then a tenth; an address that has none gets one up to twice as many.
    let computers = || Shared {
        limits: Limits {
            computers: 40,
            ..roomy()
        },
        one: 20,
        fifty: 50,
        newcomer_after_fifty: true,
        ..base()
    };
    vec![
        Shared {
            name: "computers that play",
            take: take::play_computer,
            ..computers()
        },
        Shared {
            name: "exhibitions",
            take: take::exhibit,
            ..computers()
        },
    ]
}

/// With so much work at once, and as much again as soon as the clock moves: where all together ask for
/// more than the machine has, they would take turns, in real time.
fn budget(work_burst_us: u64) -> Shared {
    Shared {
        limits: Limits {
            work_us_per_s: 6_000 * work_burst_us,
            work_burst_us,
            ..roomy()
        },
        newcomer_after_fifty: true,
        ..base()
    }
}

fn of_work() -> Vec<Shared> {
    vec![
        Shared {
            name: "the processor: requests, page loads, handshakes",
            take: take::load_page,
            one: 4,
            fifty: 200,
            ..budget(4 * PAGE)
        },
        Shared {
            name: "QR codes that are kept",
            take: take::draw_code,
            one: 3,
            fifty: 150,
            ..budget(3 * CODE)
        },
        Shared {
            name: "pictures of boards",
            take: take::draw_picture,
            one: 1,
            fifty: 50,
            ..budget(PICTURE)
        },
        Shared {
            name: "scrapes of the metrics",
            take: take::scrape,
            one: 1,
            fifty: 50,
            ..budget(SCRAPE)
        },
    ]
}

fn every_shared_thing() -> Vec<Shared> {
    [of_connections(), of_rooms(), of_computers(), of_work()]
        .into_iter()
        .flatten()
        .collect()
}

/// Files each node of a cluster has of its own.
const OF_A_NODE: [&str; 3] = [
    "connections",
    "connections before `hello`",
    "the doorway of a full server",
];

#[tokio::test]
async fn one_address_and_fifty_meet_the_limits_of_each_shared_thing() {
    let everything = every_shared_thing();
    let shared = everything
        .iter()
        .filter(|it| !are_wanted() || !OF_A_NODE.contains(&it.name));
    for shared in shared {
        let known = SHARED.iter().any(|row| row.name == shared.name);
        assert!(known, "{}: no such row", shared.name);
        stage::alone(shared).await;
        stage::fifty(shared).await;
    }
}
