//! The ways to take one of something from an address.

use std::{
    net::Ipv4Addr,
    sync::atomic::{AtomicU16, Ordering::Relaxed},
};

use futures::future::{FutureExt, LocalBoxFuture};
use protocol::{Answer, Refusal, RoomCode, Secret};
use serde_json::{Value, json};
use tests::{
    Client, Raw,
    raw::{status_and_body, upgrade},
};

use super::stage::{Held, Stage};

type Taking<'a> = LocalBoxFuture<'a, Option<Held>>;

async fn ask(stage: &Stage, from: Ipv4Addr, request_of: impl Fn(&Client) -> Value) -> Option<Held> {
    let mut client = stage.server.client_from(from, "").await;
    let request = request_of(&client);
    match client.ask(request).await {
        Answer::Ok(_) => Some(Box::new(client)),
        Answer::Error(_) => None,
    }
}

pub fn connect(stage: &Stage, from: Ipv4Addr) -> Taking<'_> {
    ask(stage, from, |_| json!({"type": "rooms"})).boxed_local()
}

pub fn open_room(stage: &Stage, from: Ipv4Addr) -> Taking<'_> {
    ask(stage, from, |client| client.creation(json!({}))).boxed_local()
}

pub fn open_correspondence_room(stage: &Stage, from: Ipv4Addr) -> Taking<'_> {
    let clock = json!({"type": "correspondence", "move_days": 3});
    let request_of = move |client: &Client| client.creation(json!({"clock": clock}));
    ask(stage, from, request_of).boxed_local()
}

pub fn play_computer(stage: &Stage, from: Ipv4Addr) -> Taking<'_> {
    let request_of = |client: &Client| client.creation(json!({"computer": {"level": 1}}));
    ask(stage, from, request_of).boxed_local()
}

pub fn exhibit(stage: &Stage, from: Ipv4Addr) -> Taking<'_> {
    let computers = json!({"host": {"level": 1}, "guest": {"level": 1}});
    let request_of = move |_: &Client| json!({"type": "exhibit", "computers": computers});
    ask(stage, from, request_of).boxed_local()
}

pub fn watch(stage: &Stage, from: Ipv4Addr) -> Taking<'_> {
    let room = stage.room;
    let request_of = move |_: &Client| json!({"type": "watch_room", "room": room});
    ask(stage, from, request_of).boxed_local()
}

/// A code that nobody has tried: it counts that there is no such room.
pub fn guess(stage: &Stage, from: Ipv4Addr) -> Taking<'_> {
    async move {
        let mut client = stage.server.client_from(from, "").await;
        let room = random_code();
        let refused = client.refused(json!({"type": "watch_room", "room": room}));
        match refused.await {
            Refusal::NoSuchRoom => Some(Box::new(client) as Held),
            _ => None,
        }
    }
    .boxed_local()
}

fn random_code() -> RoomCode {
    let secret = Secret::draw().unwrap();
    let text = secret.reveal().as_bytes();
    RoomCode::from_bits(
        text.iter()
            .fold(0, |bits, byte| (bits << 5) ^ u64::from(*byte)),
    )
}

/// A WebSocket that says nothing. Whether it has a place, or stands in the doorway.
async fn handshake(stage: &Stage, from: Ipv4Addr) -> Option<(Raw, bool)> {
    let mut raw = Raw::connect_from(from, stage.server.node.facts.bound()).await;
    raw.say(&upgrade("/ws", "")).await;
    let is_one = raw.head().await.starts_with("HTTP/1.1 101 ");
    let newest = stage
        .server
        .service
        .connections
        .iter()
        .max_by_key(|it| it.id);
    let has_place = !newest.is_some_and(|it| it.in_doorway.load(Relaxed));
    is_one.then_some((raw, has_place))
}

pub fn say_nothing(stage: &Stage, from: Ipv4Addr) -> Taking<'_> {
    async move {
        let (raw, has_place) = handshake(stage, from).await?;
        has_place.then(|| Box::new(raw) as Held)
    }
    .boxed_local()
}

pub fn stand_in_doorway(stage: &Stage, from: Ipv4Addr) -> Taking<'_> {
    async move {
        let (raw, has_place) = handshake(stage, from).await?;
        assert!(!has_place, "the server is full");
        Some(Box::new(raw) as Held)
    }
    .boxed_local()
}

/// Asks over a connection of its own. Whether that was answered, with whatever the answer is.
async fn get(stage: &Stage, from: Ipv4Addr, path: &str) -> Option<Held> {
    let mut raw = Raw::connect_from(from, stage.server.node.facts.bound()).await;
    raw.say(&format!("GET {path} HTTP/1.1\r\nhost: box:1952\r\n\r\n"))
        .await;
    let answer = raw.answer().await;
    let (status, _) = status_and_body(&answer);
    // A picture that was paid for may come too late on a busy machine, which is 503.
    assert!(!status.contains(" 500 "), "{path}: {status}");
    (!status.contains(" 429 ")).then(|| Box::new(raw) as Held)
}

pub fn load_page(stage: &Stage, from: Ipv4Addr) -> Taking<'_> {
    get(stage, from, "/").boxed_local()
}

pub fn scrape(stage: &Stage, from: Ipv4Addr) -> Taking<'_> {
    get(stage, from, "/metrics").boxed_local()
}

/// The QR code of a link that nobody has asked for.
pub fn draw_code(stage: &Stage, from: Ipv4Addr) -> Taking<'_> {
    async move {
        let path = format!("/qr.svg?url=http://box:1952/r/{}", random_code());
        get(stage, from, &path).await
    }
    .boxed_local()
}

/// The picture of a board that nobody has asked for, in a room of somebody else.
pub fn draw_picture(stage: &Stage, from: Ipv4Addr) -> Taking<'_> {
    static ROOMS: AtomicU16 = AtomicU16::new(0);
    async move {
        let number = ROOMS.fetch_add(1, Relaxed);
        let [high, low] = number.to_be_bytes();
        let host = Ipv4Addr::new(127, 0, 32 + high, low);
        let mut host = stage.server.client_from(host, "").await;
        let rules = json!({"width": 3 + number % 17, "height": 3 + number / 17 % 17, "line": 3});
        let room = host.create(json!({"rules": rules})).await;
        get(stage, from, &format!("/r/{room}.png")).await
    }
    .boxed_local()
}
