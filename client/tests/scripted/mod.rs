//! A server of our own for the tests: a real WebSocket on a free port of the
//! loopback, saying what each test tells it to say.
//!
//! It is no referee: tests write its events.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use oxo_client::{
    address::{self, Address},
    backoff::Bounds,
    session::{Ask, Heartbeat, Session, SessionOptions, Update},
    transport::Network,
};
use protocol::{
    Event, EventFrame, GameId, Player, RoomCode, Seat, Settings, View,
    event::{EndReason, GameResult, NextTurn, Over, Score, TurnLimit},
    request::Body,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, accept_hdr_async,
    tungstenite::{
        Message,
        handshake::server::{Request, Response},
    },
};

/// Longer than anything a test waits for; only a test that hangs meets it.
const GUARD: Duration = Duration::from_secs(120);

pub const T0: u64 = 1_795_229_000_000;

pub async fn guarded<T>(what: &str, future: impl Future<Output = T>) -> T {
    timeout(GUARD, future)
        .await
        .unwrap_or_else(|_| panic!("waited too long for {what}"))
}

pub struct Server {
    listener: TcpListener,
    pub address: Address,
}

/// The server's end of a connection. A task of its own answers pings, so that
/// no client takes a test that is busy elsewhere for a dead link.
pub struct Peer {
    to: mpsc::Sender<String>,
    from: mpsc::Receiver<Value>,
    /// The number of the last request.
    pub id: u64,
}

async fn serve(
    mut socket: WebSocketStream<TcpStream>,
    mut to: mpsc::Receiver<String>,
    from: mpsc::Sender<Value>,
) {
    loop {
        tokio::select! {
            message = socket.next() => match message {
                Some(Ok(Message::Text(text))) => {
                    let request: Value = serde_json::from_str(&text).unwrap();
                    if request["type"] == "ping" {
                        let pong = json!({"type": "pong", "id": request["id"], "at_ms": T0});
                        let _ = socket.send(Message::text(pong.to_string())).await;
                    } else if from.send(request).await.is_err() {
                        return;
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
            text = to.recv() => match text {
                Some(text) => socket.send(Message::text(text)).await.unwrap(),
                None => return,
            },
        }
    }
}

impl Server {
    pub async fn start() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap().to_string();
        let address = address::parse(&format!("ws://{at}")).unwrap();
        Server { listener, address }
    }

    /// The way to it.
    pub fn network(&self) -> Network {
        Network::new(self.address.clone())
    }

    pub async fn tcp(&self) -> TcpStream {
        guarded("a connection", self.listener.accept())
            .await
            .unwrap()
            .0
    }

    /// Answers one HTTP request; what it asked, up to the blank line.
    pub async fn answer(&self, status: &str, body: &str) -> String {
        let mut stream = self.tcp().await;
        let mut asked = Vec::new();
        while !asked.ends_with(b"\r\n\r\n") {
            let byte = guarded("a request", stream.read_u8()).await.unwrap();
            asked.push(byte);
        }
        let length = body.len();
        let head = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        // A client that finds it too long hangs up.
        let _ = stream.write_all(body.as_bytes()).await;
        String::from_utf8(asked).unwrap()
    }

    /// A connection after its handshake, with the subprotocol agreed.
    pub async fn connection(&self) -> Peer {
        #[allow(clippy::result_large_err, reason = "the callback's type is given")]
        let agree = |request: &Request, mut response: Response| {
            let wanted = request.headers().get("Sec-WebSocket-Protocol").unwrap();
            assert_eq!(wanted, "oxo.v1");
            let headers = response.headers_mut();
            headers.insert("Sec-WebSocket-Protocol", wanted.clone());
            Ok(response)
        };
        let socket = accept_hdr_async(self.tcp().await, agree).await.unwrap();
        let (to, outgoing) = mpsc::channel(64);
        let (incoming, from) = mpsc::channel(64);
        tokio::spawn(serve(socket, outgoing, incoming));
        Peer { to, from, id: 0 }
    }

    /// A connection that has been greeted.
    pub async fn greeted(&self) -> Peer {
        let mut peer = self.connection().await;
        let hello = peer.request("hello").await;
        assert_eq!(hello["versions"], json!([1]));
        peer.ok(welcome()).await;
        peer
    }
}

impl Peer {
    /// The next request, which has to be of a type.
    pub async fn request(&mut self, kind: &str) -> Value {
        let request = guarded(kind, self.from.recv()).await;
        let request = request.unwrap_or_else(|| panic!("closed, not {kind}"));
        assert_eq!(request["type"], kind, "{request}");
        self.id = request["id"].as_u64().unwrap();
        request
    }

    pub async fn send(&mut self, frame: Value) {
        self.send_text(frame.to_string()).await;
    }

    pub async fn send_text(&mut self, text: String) {
        self.to.send(text).await.unwrap();
    }

    /// Accepts the last request.
    pub async fn ok(&mut self, ok: Value) {
        let id = self.id;
        self.send(json!({"type": "reply", "id": id, "ok": ok}))
            .await;
    }

    /// Refuses the last request.
    pub async fn refuse(&mut self, error: Value) {
        let id = self.id;
        self.send(json!({"type": "reply", "id": id, "error": error}))
            .await;
    }

    /// Waits for the client to hang up.
    pub async fn closed(mut self) {
        while guarded("the end", self.from.recv()).await.is_some() {}
    }

    /// Cuts the connection without a goodbye.
    pub fn cut(self) {}
}

pub fn welcome() -> Value {
    json!({
        "type": "welcome", "version": 1, "features": [],
        "server": {"name": "scripted", "version": "0"},
        "limits": protocol::Limits::default(), "at_ms": T0, "addresses": [],
        "promise": {"acknowledged": "disk", "games_kept_ms": 0, "addresses_logged": false},
    })
}

pub fn options(first: Option<Body>) -> SessionOptions {
    SessionOptions {
        first: first.map(Ask::other),
        // Reconnecting at once: the waits themselves are tested elsewhere.
        backoff: Bounds {
            base_ms: 1,
            cap_ms: 1,
        },
        // A server that a test keeps waiting is not dead.
        heartbeat: Heartbeat {
            answer_within: 2 * GUARD,
            answer_in_game_within: 2 * GUARD,
            ..Heartbeat::default()
        },
        ..SessionOptions::new("test", "Ana")
    }
}

/// The next update that a test is interested in.
pub async fn next<T>(session: &mut Session, pick: impl Fn(&Update) -> Option<T>) -> T {
    let find = async {
        loop {
            let update = session.next().await.expect("the session goes on");
            if let Some(found) = pick(&update) {
                return found;
            }
        }
    };
    guarded("an update", find).await
}

/// A room's log, folded as it grows.
pub struct Room {
    pub code: RoomCode,
    pub view: View,
}

impl Room {
    /// A room in which Ana waits for a guest.
    pub fn waiting() -> Room {
        let mut room = Room {
            code: "K7QX-4MTR".parse().unwrap(),
            view: View::default(),
        };
        room.add(Event::Created {
            settings: Settings::default(),
            host: Player::named("Ana"),
            closes_ms: T0 + 86_400_000,
            empty_until_ms: None,
        });
        room
    }

    /// The same room, with Bob as guest, X for Ana, and game 1 begun.
    pub fn playing() -> Room {
        let mut room = Room::waiting();
        room.begin();
        room
    }

    /// Bob sits down and game 1 begins.
    pub fn begin(&mut self) -> [Value; 2] {
        let joined = self.add(Event::Joined {
            seat: Seat::Guest,
            player: Player::named("Bob"),
            score: Score::default(),
            replaced: None,
            turn: None,
        });
        let started = self.add(Event::Started {
            game: 1,
            x: Seat::Host,
            clocks: None,
            turn: turn(Seat::Host),
            opening: None,
        });
        [joined, started]
    }

    /// Adds an event and answers its frame.
    pub fn add(&mut self, event: Event) -> Value {
        let seq = self.view.seq + 1;
        self.view.fold(seq, T0 + seq, &event);
        json!(EventFrame {
            event,
            room: self.code,
            seq,
            at_ms: T0 + seq,
        })
    }

    /// Adds a move of the side whose turn it is.
    pub fn play(&mut self, cell: u16) -> Value {
        self.moved(cell, None)
    }

    /// Ana makes a line in five moves; the frames of the moves.
    pub fn won_by_ana(&mut self, id: Option<GameId>) -> Vec<Value> {
        let over = Over {
            result: GameResult::Won,
            winner: Some(Seat::Host),
            by: None,
            reason: EndReason::Line,
            id,
            next_first: Seat::Guest,
            next_ms: None,
        };
        let mut frames: Vec<Value> = [4, 0, 2, 1].map(|cell| self.play(cell)).into();
        frames.push(self.moved(6, Some(over)));
        frames
    }

    fn moved(&mut self, cell: u16, over: Option<Over>) -> Value {
        let ply = u32::try_from(self.view.game.as_ref().unwrap().moves.len()).unwrap();
        let seat = self.view.running().unwrap().turn.unwrap().seat;
        self.add(Event::Moved {
            game: 1,
            ply,
            cell,
            mark: None,
            credit_ms: 0,
            clock_ms: None,
            turn: Some(turn(seat.other())),
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
    }

    pub fn snapshot(&self) -> Value {
        json!({
            "type": "room", "room": self.code, "seq": self.view.seq, "at_ms": self.view.at_ms,
            "view": self.view, "now": protocol::Now::default(),
        })
    }

    pub fn entered(&self, kind: &str, n: u64) -> Value {
        json!({"type": kind, "room": self.code, "seat": "host", "n": n,
               "url": format!("http://h/r/{}", self.code)})
    }
}

pub fn turn(seat: Seat) -> NextTurn {
    NextTurn {
        seat,
        since_ms: Some(T0),
        due_ms: T0 + 60_000,
        limit: Some(TurnLimit::FirstMove),
        moves_ms: None,
    }
}
