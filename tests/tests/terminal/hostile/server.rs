//! A server that puts what a terminal obeys into every text that it sends: over HTTP, in each answer
//! and frame of a room's life, and in each frame of the contract's examples.

use futures::{SinkExt, StreamExt};
use protocol::{
    Event, EventFrame, GameId, Limits, Now, Player, RoomCode, Seat, Settings, View,
    event::{EndReason, GameResult, NextTurn, Over, RoomEnd, Score, TurnLimit},
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_tungstenite::{
    WebSocketStream, accept_hdr_async,
    tungstenite::{
        Message,
        handshake::server::{Request, Response},
    },
};

const T0: u64 = 1_795_229_000_000;

/// One of each kind of what a terminal obeys, a cursor that moves and a title that changes. `Zoe` is
/// the visible rest.
pub const HOSTILE: &str = "Zoe\u{202e}\u{1b}[8;5;9m\u{9b}5;9m\u{7f}\u{2066}\u{200b}\u{1b}]0;owned\u{7}\r\n\u{8}\u{90}q\u{9c}\u{ad}\u{200d}\u{200f}\u{2028}\u{2029}\u{feff}\u{e000}\u{e0001}";

/// A server's treatment of its visitors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// It lets them do everything.
    Obliging,
    /// It refuses everything in words of its own.
    Refusing,
}

/// Takes visitors until the test ends; where it listens.
pub async fn start(manner: Manner) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(visit(stream, manner));
        }
    });
    format!("ws://{address}")
}

/// A program may hang up at any moment.
async fn visit(mut stream: TcpStream, manner: Manner) -> Option<()> {
    let mut head = [0; 4096];
    let mut length = 0;
    while !head[..length].ends_with(b"\r\n\r\n") {
        stream.readable().await.ok()?;
        length = stream.peek(&mut head).await.ok().filter(|read| *read > 0)?;
    }
    let head = String::from_utf8_lossy(&head[..length]).into_owned();
    let path = head.split(' ').nth(1)?;
    if path.ends_with("/ws") {
        #[allow(clippy::result_large_err, reason = "the callback's type is given")]
        let agree = |request: &Request, mut response: Response| {
            let wanted = request.headers().get("Sec-WebSocket-Protocol").cloned();
            if let Some(wanted) = wanted {
                let headers = response.headers_mut();
                headers.insert("Sec-WebSocket-Protocol", wanted);
            }
            Ok(response)
        };
        let socket = accept_hdr_async(stream, agree).await.ok()?;
        return Visitor { socket, manner }.serve().await;
    }
    stream.read_exact(&mut vec![0; length]).await.ok()?;
    let status = match manner {
        Manner::Obliging => "200 OK",
        Manner::Refusing => "500 \u{202e}no\r\nserver: \u{202e}",
    };
    let body = page(path, &head).to_string();
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.ok()?;
    stream.write_all(body.as_bytes()).await.ok()
}

fn page(path: &str, head: &str) -> Value {
    if path.starts_with("/r/") {
        let players = json!({"host": {"name": HOSTILE}, "guest": null});
        return json!({"room": code(), "state": "free", "table": {"players": players, "settings": {}}});
    }
    match (path, head.starts_with("DELETE")) {
        ("/info", _) => {
            json!({"versions": [1], "server": {"name": HOSTILE, "version": HOSTILE}, HOSTILE: HOSTILE})
        }
        (_, true) => json!({"removed": "name", HOSTILE: HOSTILE}),
        (_, false) => record(),
    }
}

/// A finished game, with a text of others in each of its events.
fn record() -> Value {
    let mut room = Life::begun();
    room.won();
    json!({
        "format": "oxo.game.v1", "id": id(), "room": code(), "settings": {},
        "players": {"host": room.view.seats.host.as_ref().map(|it| &it.player),
                    "guest": room.view.seats.guest.as_ref().map(|it| &it.player)},
        "score": room.view.score, "game": room.view.game,
        "events": [{"type": "renamed", "seat": "host", "player": {"name": HOSTILE},
                    "room": code(), "seq": 1, "at_ms": T0}],
    })
}

pub fn code() -> RoomCode {
    "K7QX-4MTR".parse().expect("a code")
}

pub fn id() -> GameId {
    GameId::from_bits(0x0123_4567_89ab_cdef_0011_2233_4455_6677)
}

struct Visitor {
    socket: WebSocketStream<TcpStream>,
    manner: Manner,
}

impl Visitor {
    async fn serve(mut self) -> Option<()> {
        loop {
            let text = match self.socket.next().await?.ok()? {
                Message::Text(text) => text,
                Message::Close(_) => return None,
                _ => continue,
            };
            let request: Value = serde_json::from_str(&text).expect("a request");
            let id = &request["id"];
            match (request["type"].as_str()?, self.manner) {
                ("hello", Manner::Obliging) => self.ok(id, welcome()).await?,
                ("ping", _) => self.pong(id, &request).await?,
                (_, Manner::Refusing) => {
                    let params = json!({"field": HOSTILE, "detail": HOSTILE});
                    self.refuse(id, json!({"code": "bad_field", "params": params}))
                        .await?;
                }
                ("rooms", _) => self.ok(id, rooms()).await?,
                ("watch_room" | "exhibit", _) => {
                    self.ok(id, json!({"type": "watching", "room": code()}))
                        .await?;
                    self.live(Life::begun()).await?;
                }
                ("create_room", _) => {
                    self.ok(id, entered("created", Seat::Host)).await?;
                    self.live(Life::begun()).await?;
                }
                (kind @ ("join_room" | "resume"), _) => {
                    let kind = if kind == "resume" {
                        "resumed"
                    } else {
                        "joined"
                    };
                    self.ok(id, entered(kind, Seat::Guest)).await?;
                    self.live(Life::begun()).await?;
                }
                ("quick_match", _) => {
                    let queued =
                        json!({"type": "queued", "position": 1, "ticket": "w9fa2hke7m3n2"});
                    self.ok(id, queued).await?;
                    self.send(json!({"type": "matched", "room": code(), "seat": "guest"}))
                        .await?;
                    self.live(Life::begun()).await?;
                }
                ("unwatch", _) => {
                    for frame in examples() {
                        self.send_text(frame).await?;
                    }
                    self.ok(id, json!({"type": "unwatched"})).await?;
                }
                _ => {
                    let params = json!({"field": HOSTILE, "detail": HOSTILE, HOSTILE: HOSTILE});
                    self.refuse(id, json!({"code": "bad_field", "params": params}))
                        .await?;
                }
            }
        }
    }

    /// The whole life of a room, with everything that may be sent beside its events.
    async fn live(&mut self, mut room: Life) -> Option<()> {
        self.send(room.snapshot()).await?;
        let said = json!({"seat": "host", "phrase": HOSTILE, "at_ms": T0});
        for frame in [
            json!({"type": "notice", "text": HOSTILE, "at_ms": T0, "closing": true}),
            json!({"type": "now", "room": code(), "at_ms": T0, "now": {
                "links": {"host": {"state": HOSTILE}, "guest": {"state": "linked"}},
                "spectators": 1, "reaction": said}}),
            json!({"type": "error", "code": "bad_message", "params": {"detail": HOSTILE}}),
            json!({"type": "error", "code": HOSTILE, "params": {HOSTILE: HOSTILE}}),
            json!({"type": "reply", "id": 77, "error": {"code": HOSTILE}}),
            json!({"type": HOSTILE, HOSTILE: [HOSTILE]}),
            json!({"type": "bye", "reason": "restarting", "address": HOSTILE}),
        ] {
            self.send(frame).await?;
        }
        self.send_text(format!("no JSON {HOSTILE}")).await?;
        let player = Player::named(format!("{HOSTILE}!"));
        let renamed = room.add(Event::Renamed {
            seat: Seat::Host,
            player,
        });
        self.send(renamed).await?;
        for moved in room.won() {
            self.send(moved).await?;
        }
        let ended = Event::Ended {
            reason: RoomEnd::Age,
            over: None,
        };
        self.send(room.add(ended)).await
    }

    async fn pong(&mut self, id: &Value, request: &Value) -> Option<()> {
        let data = &request["data"];
        self.send(json!({"type": "pong", "id": id, "data": data, "at_ms": T0}))
            .await
    }

    async fn ok(&mut self, id: &Value, ok: Value) -> Option<()> {
        self.send(json!({"type": "reply", "id": id, "ok": ok}))
            .await
    }

    async fn refuse(&mut self, id: &Value, error: Value) -> Option<()> {
        self.send(json!({"type": "reply", "id": id, "error": error}))
            .await
    }

    async fn send(&mut self, frame: Value) -> Option<()> {
        self.send_text(frame.to_string()).await
    }

    async fn send_text(&mut self, text: String) -> Option<()> {
        self.socket.send(Message::text(text)).await.ok()
    }
}

fn welcome() -> Value {
    json!({
        "type": "welcome", "version": 1, "features": [HOSTILE], "name": HOSTILE,
        "server": {"name": HOSTILE, "version": HOSTILE}, "limits": Limits::default(), "at_ms": T0,
        "addresses": [HOSTILE], "address": HOSTILE,
        "promise": {"acknowledged": "disk", "games_kept_ms": 0, "addresses_logged": false},
        "notice": {"text": HOSTILE, "at_ms": T0},
    })
}

fn entered(kind: &str, seat: Seat) -> Value {
    json!({"type": kind, "room": code(), "seat": seat, "n": 0, "url": format!("http://{HOSTILE}/r/{}", code())})
}

fn rooms() -> Value {
    json!({"type": "rooms", "online": 3, "rooms": [{
        "room": code(), "rules": {"width": 3, "height": 3, "line": 3}, "clock": {"type": "none"},
        "players": [{"name": HOSTILE}], "waiting": true, "watchable": true, "spectators": 0,
        "score": {"host": 0, "guest": 0, "draws": 0}}],
        "waiting": [{"ticket": "w9fa2hke7m3n2", "player": {"name": HOSTILE}, "boards": "any", "clocks": "any"}]})
}

/// A room's log, folded as it grows.
struct Life {
    view: View,
}

impl Life {
    /// Two of hostile names play their first game.
    fn begun() -> Life {
        let mut room = Life {
            view: View::default(),
        };
        room.add(Event::Created {
            settings: Settings::default(),
            host: Player::named(HOSTILE),
            closes_ms: T0 + 86_400_000,
            empty_until_ms: None,
        });
        room.add(Event::Joined {
            seat: Seat::Guest,
            player: Player::named(format!("{HOSTILE}2")),
            score: Score::default(),
            replaced: None,
            turn: None,
        });
        room.add(Event::Started {
            game: 1,
            x: Seat::Host,
            clocks: None,
            turn: turn(Seat::Host),
            opening: None,
        });
        room
    }

    fn add(&mut self, event: Event) -> Value {
        let seq = self.view.seq + 1;
        let at_ms = T0 + seq;
        self.view.fold(seq, at_ms, &event);
        json!(EventFrame {
            event,
            room: code(),
            seq,
            at_ms
        })
    }

    /// The host makes a line in five moves; their frames.
    fn won(&mut self) -> Vec<Value> {
        let mut mover = Seat::Host;
        let moves = (0..).zip([4, 0, 2, 1, 6]);
        let frames = moves.map(|(ply, cell)| {
            let over = (ply == 4).then_some(Over {
                result: GameResult::Won,
                winner: Some(Seat::Host),
                by: None,
                reason: EndReason::Line,
                id: Some(id()),
                next_first: Seat::Guest,
                next_ms: None,
            });
            mover = mover.other();
            self.add(Event::Moved {
                game: 1,
                ply,
                cell,
                mark: None,
                credit_ms: 0,
                clock_ms: None,
                turn: over.is_none().then(|| turn(mover)),
                lines: over.map(|_| vec![2, 4, 6]).into_iter().collect(),
                no_open_lines: false,
                lapsed_offer: None,
                over,
                score: over.map(|_| Score {
                    host: 1,
                    ..Score::default()
                }),
                empty_until_ms: None,
                opening: None,
            })
        });
        frames.collect()
    }

    fn snapshot(&self) -> Value {
        json!({
            "type": "room", "room": code(), "seq": self.view.seq, "at_ms": self.view.at_ms,
            "view": self.view, "now": Now::default(),
        })
    }
}

fn turn(seat: Seat) -> NextTurn {
    NextTurn {
        seat,
        since_ms: Some(T0),
        due_ms: T0 + 60_000,
        limit: Some(TurnLimit::FirstMove),
        moves_ms: None,
    }
}

/// Every frame that docs/protocol.md shows, as often as it has texts: each time another of them is
/// hostile, its names included. Numbers of events are those of long ago, so that none is missed.
pub fn examples() -> Vec<String> {
    let document = include_str!("../../../../docs/protocol.md");
    let lines = document
        .lines()
        .filter(|line| line.starts_with("{\"type\":\""));
    let frames = lines.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut all = Vec::new();
    for mut frame in frames {
        if frame["type"] != "room" && frame["seq"].is_u64() {
            frame["seq"] = 0.into();
        }
        for at in 0..texts(&mut frame, None) {
            let mut hostile = frame.clone();
            texts(&mut hostile, Some(at));
            // Where the rest is as it was these would end the session.
            let ends = hostile["type"] == "superseded" || hostile["type"] == "dismissed";
            if !ends || hostile["room"] != frame["room"] {
                all.push(hostile.to_string());
            }
        }
    }
    all
}

/// Counts the texts in a value, and makes the one of that number hostile.
fn texts(value: &mut Value, hostile: Option<usize>) -> usize {
    match value {
        Value::String(text) => {
            if hostile == Some(0) {
                *text = format!("{HOSTILE}{text}");
            }
            1
        }
        Value::Array(items) => each(items.iter_mut(), hostile),
        Value::Object(fields) => {
            let count = each(fields.values_mut(), hostile);
            if hostile == Some(count) {
                fields.insert(HOSTILE.to_owned(), HOSTILE.into());
            }
            count + 1
        }
        _ => 0,
    }
}

fn each<'a>(values: impl Iterator<Item = &'a mut Value>, hostile: Option<usize>) -> usize {
    let mut count = 0;
    for value in values {
        let at = hostile.and_then(|at| at.checked_sub(count));
        count += texts(value, at);
    }
    count
}
