//! What one address may hold of the things that everybody shares, and fifty: who is admitted, who is
//! refused, and when it comes back. The rows are those of `admission/src/shared.rs`.

use std::{any::Any, net::Ipv4Addr};

use futures::future::{FutureExt, LocalBoxFuture, join_all};
use protocol::{Accepted, Answer, Event, Frame, Limits, Refusal, RoomCode, refusal::LimitOf};
use serde_json::{Value, json};
use tests::{Client, TestServer, server::roomy};

/// The address that takes all it gets.
const GREEDY: Ipv4Addr = Ipv4Addr::new(127, 0, 5, 1);
/// Somebody who comes when it has.
const NEWCOMER: Ipv4Addr = Ipv4Addr::new(127, 0, 6, 1);

/// One of fifty.
fn one_of(number: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 7, number + 1)
}

/// Whoever holds something, until dropped.
type Held = Box<dyn Any>;

/// A server, and the room in which everybody would be.
struct Stage {
    server: TestServer,
    host: Client,
    room: RoomCode,
}

impl Stage {
    async fn new(limits: Limits) -> Stage {
        let server = TestServer::with_limits(limits).await;
        let mut host = server.client("Host").await;
        let room = host.create(json!({})).await;
        Stage { server, host, room }
    }
}

/// A thing of which there is only so much.
struct Shared {
    name: &'static str,
    limits: Limits,
    /// Takes one from an address, unless that is refused.
    take: for<'a> fn(&'a Stage, Ipv4Addr) -> LocalBoxFuture<'a, Option<Held>>,
    /// How many one address gets alone.
    one: usize,
    /// How many fifty get together, who take turns.
    fifty: usize,
    /// Whether somebody gets one who comes then.
    newcomer_after_fifty: bool,
    /// How much later the first address gets one again at the latest, once it has gone.
    back_ms: u64,
}

async fn ask(stage: &Stage, from: Ipv4Addr, wish: impl Fn(&Client) -> Value) -> Option<Held> {
    let mut client = stage.server.client_from(from, "").await;
    let request = wish(&client);
    match client.ask(request).await {
        Answer::Ok(_) => Some(Box::new(client)),
        Answer::Error(_) => None,
    }
}

fn connect(stage: &Stage, from: Ipv4Addr) -> LocalBoxFuture<'_, Option<Held>> {
    ask(stage, from, |_| json!({"type": "rooms"})).boxed_local()
}

fn open_room(stage: &Stage, from: Ipv4Addr) -> LocalBoxFuture<'_, Option<Held>> {
    ask(stage, from, |client| client.creation(json!({}))).boxed_local()
}

fn play_computer(stage: &Stage, from: Ipv4Addr) -> LocalBoxFuture<'_, Option<Held>> {
    let wish = |client: &Client| client.creation(json!({"computer": {"level": 1}}));
    ask(stage, from, wish).boxed_local()
}

fn exhibit(stage: &Stage, from: Ipv4Addr) -> LocalBoxFuture<'_, Option<Held>> {
    ask(
        stage,
        from,
        |_| json!({"type": "exhibit", "computers": {"host": {"level": 1}, "guest": {"level": 1}}}),
    )
    .boxed_local()
}

fn watch(stage: &Stage, from: Ipv4Addr) -> LocalBoxFuture<'_, Option<Held>> {
    let room = stage.room;
    ask(
        stage,
        from,
        move |_| json!({"type": "watch_room", "room": room}),
    )
    .boxed_local()
}

/// A code that nobody has tried: it counts that there is no such room.
fn guess(stage: &Stage, from: Ipv4Addr) -> LocalBoxFuture<'_, Option<Held>> {
    async move {
        let mut client = stage.server.client_from(from, "").await;
        let room = RoomCode::from_bits(rand_bits());
        let refused = client.refused(json!({"type": "watch_room", "room": room}));
        match refused.await {
            Refusal::NoSuchRoom => Some(Box::new(client) as Held),
            _ => None,
        }
    }
    .boxed_local()
}

fn rand_bits() -> u64 {
    let secret = protocol::Secret::draw().unwrap();
    let text = secret.reveal().as_bytes();
    text.iter()
        .fold(0, |bits, byte| (bits << 5) ^ u64::from(*byte))
}

#[expect(clippy::too_many_lines, reason = "a table")]
fn every_shared_thing() -> Vec<Shared> {
    let base = Shared {
        name: "",
        limits: roomy(),
        take: connect,
        one: 0,
        fifty: 0,
        newcomer_after_fifty: false,
        back_ms: 0,
    };
    // Half of 40 alone, then a tenth; whoever has none gets one up to twice as many.
    let of_computers = || Limits {
        computers: 40,
        ..roomy()
    };
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
            ..base
        },
        Shared {
            name: "rooms",
            limits: Limits {
                rooms: 61,
                rooms_per_address: 20,
                ..roomy()
            },
            take: open_room,
            one: 20,
            fifty: 60,
            back_ms: 123_000,
            ..base
        },
        Shared {
            name: "rooms opened a minute",
            limits: Limits {
                rooms_per_minute: 5,
                ..roomy()
            },
            take: open_room,
            one: 5,
            fifty: 250,
            newcomer_after_fifty: true,
            back_ms: 12_000,
        },
        Shared {
            name: "codes that are tried in vain",
            limits: Limits {
                failed_joins_per_minute: 4,
                ..roomy()
            },
            // As many again for connections that have not guessed wrong yet, as each of these.
            take: guess,
            one: 8,
            fifty: 400,
            newcomer_after_fifty: true,
            back_ms: 15_000,
        },
        Shared {
            name: "computers that play",
            limits: of_computers(),
            take: play_computer,
            one: 20,
            fifty: 50,
            newcomer_after_fifty: true,
            ..base
        },
        Shared {
            name: "exhibitions",
            limits: of_computers(),
            take: exhibit,
            one: 20,
            fifty: 50,
            newcomer_after_fifty: true,
            ..base
        },
        Shared {
            name: "spectators of a room",
            limits: Limits {
                spectators: 40,
                ..roomy()
            },
            take: watch,
            one: 20,
            fifty: 40,
            ..base
        },
    ]
}

/// Takes one after the other until one is refused.
async fn take_all(stage: &Stage, shared: &Shared, from: Ipv4Addr) -> Vec<Held> {
    let mut held = Vec::new();
    while let Some(one) = (shared.take)(stage, from).await {
        held.push(one);
        assert!(held.len() <= 1_000, "{}: no end", shared.name);
    }
    held
}

/// One address takes all it gets; then somebody else comes, and it goes.
async fn alone(shared: &Shared) {
    let name = shared.name;
    let mut stage = Stage::new(shared.limits.clone()).await;
    let held = take_all(&stage, shared, GREEDY).await;
    assert_eq!(held.len(), shared.one, "{name}: one address");
    let newcomer = (shared.take)(&stage, NEWCOMER).await;
    assert!(newcomer.is_some(), "{name}: a newcomer beside one address");
    drop((held, newcomer));
    stage.server.until_connections(1).await;
    // A little more than that: each step of a room is seen a step late.
    for _ in 0..=shared.back_ms / 500 + 8 {
        if (shared.take)(&stage, GREEDY).await.is_some() {
            return stage.server.stop().await;
        }
        stage.server.advance(500);
        stage.host.beat().await;
    }
    panic!("{name}: it does not come back");
}

/// Fifty take turns until each of them is refused; then somebody else comes.
async fn fifty(shared: &Shared) {
    let name = shared.name;
    let stage = Stage::new(shared.limits.clone()).await;
    let mut held = Vec::new();
    loop {
        let before = held.len();
        for number in 0..50 {
            held.extend((shared.take)(&stage, one_of(number)).await);
        }
        if held.len() == before {
            break;
        }
    }
    assert_eq!(held.len(), shared.fifty, "{name}: fifty addresses");
    let newcomer = (shared.take)(&stage, NEWCOMER).await;
    let expected = shared.newcomer_after_fifty;
    assert_eq!(newcomer.is_some(), expected, "{name}: beside fifty");
    stage.server.stop().await;
}

#[tokio::test]
async fn one_address_and_fifty_meet_the_limits_of_each_shared_thing() {
    let things = every_shared_thing();
    let rows = admission::shared::SHARED;
    for shared in &things {
        assert!(
            rows.iter().any(|row| row.name == shared.name),
            "{}",
            shared.name
        );
        alone(shared).await;
        fifty(shared).await;
    }
}

/// Somebody against the computer after a move, whose connection is cut.
async fn abandon(server: &TestServer) -> (RoomCode, protocol::Secret) {
    let mut client = server.client_from(GREEDY, "").await;
    let settings = json!({"first": "host", "rules": {"width": 9, "height": 9, "line": 5},
        "computer": {"level": 1}});
    let room = client.create(settings).await;
    client.play(40).await;
    (room, client.secret.clone())
}

#[tokio::test]
async fn computers_in_rooms_that_nobody_is_in_are_there_for_others() {
    let server = TestServer::with_limits(Limits {
        computers: 100,
        ..Limits::default()
    })
    .await;
    let mut abandoned = Vec::new();
    for _ in 0..100 {
        abandoned.push(abandon(&server).await);
        server.until_connections(0).await;
    }
    assert_eq!(server.service.rooms.computers.rooms(), 0, "nobody is there");
    assert_eq!(server.service.rooms.gauges().rooms, 100);
    let mut others = Vec::new();
    for number in 0..50 {
        let mut other = server.client_from(one_of(number), "").await;
        other
            .create(json!({"first": "host", "computer": {"level": 1}}))
            .await;
        others.push(other);
    }
    assert_eq!(server.service.rooms.computers.rooms(), 50);
    // Whose computer was to move: it does once its opponent is back, and not before.
    server.advance(2_000);
    let (room, secret) = &abandoned[0];
    let mut back = server.client_from(GREEDY, "").await;
    back.resume(*room, secret, 0).await;
    back.snapshot().await;
    while !back.my_turn() {
        back.event().await;
    }
    let moves = &back.view.running().unwrap().moves;
    assert_eq!(moves.len(), 2);
    assert_eq!(moves[1].at_ms, server.now_ms(), "nobody was there before");
    server.stop().await;
}

#[tokio::test]
async fn who_comes_back_to_a_game_has_a_computer_and_takes_none_from_others() {
    let server = TestServer::with_limits(Limits {
        computers: 20,
        ..roomy()
    })
    .await;
    let mut abandoned = Vec::new();
    for _ in 0..60 {
        abandoned.push(abandon(&server).await);
        server.until_connections(0).await;
    }
    // All at once: more than there are places.
    let mut back = Vec::new();
    for (room, secret) in &abandoned {
        let mut client = server.client_from(GREEDY, "").await;
        client.resume(*room, secret, 0).await;
        client.snapshot().await;
        back.push(client);
    }
    let mut other = server.client_from(GREEDY, "").await;
    let refused = other
        .refused(other.creation(json!({"computer": {"level": 1}})))
        .await;
    let of = LimitOf::Address;
    assert_eq!(refused, Refusal::TooManyComputers { of });
    let mut newcomer = server.client_from(NEWCOMER, "").await;
    newcomer.create(json!({"computer": {"level": 1}})).await;
    server.advance(500);
    for client in &mut back {
        client
            .until("the computer's move", |frame| match frame {
                Frame::Event(it) => matches!(it.event, Event::Moved { .. }).then_some(()),
                _ => None,
            })
            .await;
    }
    server.stop().await;
}

/// A game of 120 moves that nobody wins: nowhere do more than two of a mark stand side by side.
fn long_game() -> Value {
    let of = |mark| (0..361_u16).filter(move |cell| (cell / 19 * 2 + cell % 19) % 4 / 2 == mark);
    let moves = of(0).zip(of(1)).flat_map(|(x, o)| [x, o]);
    let moves: Vec<u16> = moves.take(120).collect();
    json!({"type": "review", "rules": {"width": 19, "height": 19, "line": 5}, "moves": moves})
}

#[tokio::test]
async fn reviews_of_thirty_connections_are_paid_by_their_address() {
    // Connections and requests take a tenth of this, and a few reviews half of it, wherever they run.
    let server = TestServer::with_limits(Limits {
        work_us_per_s: 1_000,
        work_burst_us: 200_000,
        ..Limits::default()
    })
    .await;
    let mut strangers = Vec::new();
    for _ in 0..30 {
        strangers.push(server.client_from(GREEDY, "").await);
    }
    let asked = strangers.iter_mut().map(|it| it.ask(long_game()));
    let answers = join_all(asked).await;
    let is_review = |answer: &&Answer| matches!(answer, Answer::Ok(Accepted::Review(_)));
    let reviews = answers.iter().filter(is_review).count();
    assert!((1..=5).contains(&reviews), "{reviews} reviews of 30");
    for answer in answers.iter().filter(|it| !is_review(it)) {
        let Answer::Error(refused) = answer else {
            panic!("{answer:?}")
        };
        assert!(
            matches!(refused.why, Refusal::TooFast { .. }),
            "{refused:?}"
        );
    }
    // Another address is not asked to wait.
    let mut other = server.client_from(NEWCOMER, "").await;
    let review = other.ask(long_game()).await;
    assert!(is_review(&&review), "{review:?}");
    server.stop().await;
}

#[tokio::test]
async fn one_address_fills_neither_the_list_of_rooms_nor_that_of_people() {
    let server = TestServer::with_limits(roomy()).await;
    let mut strangers = Vec::new();
    for number in 0..80 {
        let mut stranger = server.client_from(GREEDY, "").await;
        stranger.create(json!({"listed": true})).await;
        strangers.push(stranger);
        if number < 30 {
            // Each waits for a board of its own, so that none is paired.
            let board = json!({"width": 3 + number % 15, "height": 4 + number / 15, "line": 3});
            let mut waiting = server.client_from(GREEDY, "").await;
            let key = format!("the stranger {number}");
            waiting.quick_match(&key, json!({"boards": [board]})).await;
            strangers.push(waiting);
        }
    }
    let mut ana = server.client_from(NEWCOMER, "Ana").await;
    let room = ana.create(json!({"listed": true})).await;
    let mut bia = server.client_from(NEWCOMER, "Bia").await;
    let board = json!({"width": 19, "height": 19, "line": 5});
    bia.quick_match("bia's own key", json!({"boards": [board]}))
        .await;
    let Accepted::Rooms {
        rooms,
        next,
        waiting,
        ..
    } = bia.done(json!({"type": "rooms"})).await
    else {
        panic!("no list")
    };
    assert_eq!(rooms.len(), 50);
    assert!(
        rooms.iter().any(|listed| listed.room == room),
        "Ana's is on the first page"
    );
    assert_eq!(waiting.len(), 20);
    let is_bia = |name: &Option<String>| name.as_deref() == Some("Bia");
    assert!(
        waiting.iter().any(|it| is_bia(&it.player.name)),
        "Bia is seen"
    );
    // The second page has the rest, each once.
    let second = bia
        .done(json!({"type": "rooms", "cursor": next.unwrap()}))
        .await;
    let Accepted::Rooms {
        rooms: rest,
        next: None,
        ..
    } = second
    else {
        panic!("no second page")
    };
    let mut codes: Vec<_> = rooms.iter().chain(&rest).map(|it| it.room).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), 81);
    server.stop().await;
}
