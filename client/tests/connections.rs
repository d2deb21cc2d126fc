//! The session on the wire, held to the transcripts of whole connections; see
//! `protocol/transcripts/connections/README.md`.
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    fs,
    path::Path,
    time::Duration,
};

use futures::FutureExt;
use oxo_client::{
    address::{self, Address},
    session::{Ask, AskKind, End, Room, Session, SessionOptions, Update},
    transport::{Link, LinkError, LinkGone, LinkInput, Transport},
};
use protocol::{Answer, Secret, parse, request::Body};
use serde_json::{Value, json};
use tokio::{
    sync::mpsc::{self, Receiver, Sender},
    task::yield_now,
    time::{advance, timeout},
};

/// A client connects within so long.
const CONNECT: Duration = Duration::from_secs(10);
/// More turns of the session's task than any step needs.
const TURNS: usize = 64;
/// More frames, and connections, than a transcript leaves unread.
const FRAMES: usize = 64;

/// The way to the server that the runner plays.
struct Wire {
    address: Address,
    made: Sender<Connection>,
}

/// The client's end of a connection. Its pings are answered at once.
struct Client {
    incoming: Receiver<String>,
    outgoing: Sender<String>,
    pongs: VecDeque<String>,
}

/// The server's end of a connection.
struct Connection {
    address: Address,
    to: Sender<String>,
    from: Receiver<String>,
}

impl Transport for Wire {
    type Link = Client;

    async fn connect(&mut self) -> Result<Client, LinkError> {
        let (to, incoming) = mpsc::channel(FRAMES);
        let (outgoing, from) = mpsc::channel(FRAMES);
        let address = self.address.clone();
        let connection = Connection { address, to, from };
        self.made.try_send(connection).unwrap();
        Ok(Client {
            incoming,
            outgoing,
            pongs: VecDeque::new(),
        })
    }

    fn relocate(&mut self, address: Address) {
        self.address = address;
    }
}

impl Link for Client {
    async fn read(&mut self) -> LinkInput {
        if let Some(pong) = self.pongs.pop_front() {
            return LinkInput::Text(pong);
        }
        self.incoming
            .recv()
            .await
            .map_or(LinkInput::Closed, LinkInput::Text)
    }

    async fn write(&mut self, text: String) -> Result<(), LinkGone> {
        let request: Value = serde_json::from_str(&text).unwrap();
        if request["type"] == "ping" {
            let pong = json!({"type": "pong", "id": request["id"], "at_ms": 0});
            self.pongs.push_back(pong.to_string());
        }
        self.outgoing.send(text).await.map_err(|_| LinkGone)
    }

    async fn close(self) {}
}

/// The updates that the user sees.
struct Seen {
    link: &'static str,
    place: Option<(Value, Value)>,
    room: Option<Room>,
    /// The seat's commands that have no answer yet, the one under way first.
    pending: VecDeque<(u64, String)>,
    answer: Value,
    queued: bool,
    saving: bool,
}

impl Seen {
    fn update(&mut self, update: Update) {
        match update {
            Update::LinkUp(_) => self.link = "open",
            Update::LinkLost { .. } => (self.link, self.saving) = ("waiting", false),
            Update::End(End::Superseded) => self.link = "superseded",
            Update::Seated(entered) => self.sits(json!(entered.room), json!(entered.seat)),
            Update::Matched(matched) => {
                self.queued = false;
                self.sits(json!(matched.room), json!(matched.seat));
            }
            Update::Snapshot(room) | Update::Event { room, .. } | Update::Now { room, .. } => {
                self.place = Some((json!(room.code), json!(room.seat)));
                self.room = Some(room);
            }
            Update::Reply { id, answer, .. } => self.reply(id, &answer),
            Update::Dropped { id } => self.arrived(id),
            Update::Unqueued(_) => self.queued = false,
            Update::Saving(_) => self.saving = true,
            Update::Saved => self.saving = false,
            _ => {}
        }
    }

    /// Updates of another room do not count for this one.
    fn sits(&mut self, room: Value, seat: Value) {
        self.room = self.room.take().filter(|seen| json!(seen.code) == room);
        self.place = Some((room, seat));
    }

    fn reply(&mut self, id: u64, answer: &Answer) {
        self.arrived(id);
        let answer = serde_json::to_value(answer).unwrap();
        self.answer = match answer.get("ok") {
            Some(ok) => ok["type"].clone(),
            None => answer["error"]["code"].clone(),
        };
        match self.answer.as_str() {
            Some("queued") => self.queued = true,
            Some("cancelled") => self.queued = false,
            Some("unwatched") => (self.place, self.room) = (None, None),
            Some("watching") => self.sits(answer["ok"]["room"].clone(), Value::Null),
            _ => {}
        }
    }

    fn arrived(&mut self, id: u64) {
        self.pending.retain(|(pending, _)| *pending != id);
    }

    fn field(&self, name: &str) -> Value {
        let view = self.room.as_ref().map(|room| &room.view);
        let place = self.place.as_ref();
        match name {
            "link" => json!(self.link),
            "room" => json!(place.map(|(room, _)| room)),
            "seat" => json!(place.map(|(_, seat)| seat)),
            "seq" => json!(view.map_or(0, |view| view.seq)),
            "cells" => {
                let game = view.and_then(|view| view.game.as_ref()).unwrap();
                game.moves.iter().map(|played| json!(played.cell)).collect()
            }
            "spectators" => json!(self.room.as_ref().unwrap().now.spectators),
            "pending" => json!(self.pending.front().map(|(_, kind)| kind)),
            "answer" => self.answer.clone(),
            "queued" => json!(self.queued),
            "saving" => json!(self.saving),
            _ => panic!("a field that is not described: {name}"),
        }
    }
}

/// A session, and the server's side of it as a transcript has it.
struct Runner {
    session: Session,
    made: Receiver<Connection>,
    connection: Option<Connection>,
    seen: Seen,
    /// Value of each placeholder.
    bound: HashMap<String, Value>,
    asks: u64,
}

impl Runner {
    fn start() -> Runner {
        let (made, connections) = mpsc::channel(FRAMES);
        let address = address_of("https://oxo.example/");
        let session = Session::start(
            Wire { address, made },
            SessionOptions::new("runner/1", "Ana"),
        );
        Runner {
            session,
            made: connections,
            connection: None,
            seen: Seen {
                link: "connecting",
                place: None,
                room: None,
                pending: VecDeque::new(),
                answer: Value::Null,
                queued: false,
                saving: false,
            },
            bound: HashMap::new(),
            asks: 0,
        }
    }

    async fn step(&mut self, step: &Value) {
        let (kind, value) = step
            .as_object()
            .unwrap()
            .iter()
            .find(|(k, _)| *k != "welcome")
            .unwrap();
        match kind.as_str() {
            "connect" => {
                self.connect(value.as_str().unwrap(), &step["welcome"])
                    .await
            }
            "send" => self.sent(value),
            _ => {
                self.quiet();
                match kind.as_str() {
                    "user" => self.user(value),
                    "receive" => self.say(&self.filled(value)),
                    "time" => {
                        let ms = Duration::from_millis(value.as_u64().unwrap());
                        advance(ms).await;
                    }
                    "cut" => drop(self.connection.take()),
                    "closed" => {
                        let to = &self.connection.as_ref().unwrap().to;
                        assert!(to.is_closed(), "the client has not closed the connection");
                    }
                    "state" => self.state(value),
                    _ => panic!("a step that is not described"),
                }
            }
        }
        self.settle().await;
    }

    /// Lets the session do what it does now, without the clock moving on.
    async fn settle(&mut self) {
        for _ in 0..TURNS {
            yield_now().await;
            while let Some(Some(update)) = self.session.next().now_or_never() {
                self.seen.update(update);
            }
        }
    }

    /// The next frame of the client that is no ping.
    fn frame(&mut self) -> Option<Value> {
        let from = &mut self.connection.as_mut()?.from;
        loop {
            let frame: Value = serde_json::from_str(&from.try_recv().ok()?).unwrap();
            if frame["type"] != "ping" {
                return Some(frame);
            }
        }
    }

    /// Nothing was sent and no connection made that the transcript has not named.
    fn quiet(&mut self) {
        let unnamed = self.frame();
        assert_eq!(unnamed, None, "sent and not named");
        // Without a link an attempt is what the next `connect` awaits.
        if matches!(self.seen.link, "open" | "superseded") {
            assert!(self.made.try_recv().is_err(), "a connection not named");
        }
    }

    async fn connect(&mut self, at: &str, fields: &Value) {
        self.quiet();
        // While this waits and nothing else is to be done, the clock moves on by itself.
        let made = timeout(CONNECT, self.made.recv()).await;
        let made = made.expect("no connection").unwrap();
        assert_eq!(made.address, address_of(at));
        self.connection = Some(made);
        self.settle().await;
        let hello = self.frame().expect("no hello");
        assert_eq!(hello["type"], "hello");
        assert!(hello["versions"].as_array().unwrap().contains(&json!(1)));
        let mut welcome = json!({
            "type": "welcome", "version": 1, "features": [],
            "server": {"name": "runner", "version": "0"},
            "limits": protocol::Limits::default(), "at_ms": 1_795_229_000_000_u64, "addresses": [],
            "promise": {"acknowledged": "disk", "games_kept_ms": 0, "addresses_logged": false},
        });
        for (name, value) in fields.as_object().into_iter().flatten() {
            welcome[name] = value.clone();
        }
        self.say(&json!({"type": "reply", "id": hello["id"], "ok": welcome}));
    }

    fn say(&self, frame: &Value) {
        let to = &self.connection.as_ref().expect("no connection").to;
        to.try_send(frame.to_string()).unwrap();
    }

    /// Asks what the user asks, with what a client adds.
    fn user(&mut self, request: &Value) {
        self.asks += 1;
        let room = self.seen.room.as_ref();
        let game = room.and_then(|room| room.view.game.as_ref());
        let mut request = request.clone();
        let kind = request["type"].as_str().unwrap().to_owned();
        let mut add = |name: &str, value: Value| {
            request
                .as_object_mut()
                .unwrap()
                .entry(name)
                .or_insert(value);
        };
        add("id", json!(self.asks));
        let secret = || json!(Secret::draw().unwrap().reveal());
        let (number, ply) = game.map_or((0, 0), |game| (game.number, game.moves.len()));
        match kind.as_str() {
            "create_room" | "join_room" | "take_seat" => add("secret", secret()),
            "quick_match" | "play" => {
                add("secret", secret());
                add("key", secret());
            }
            "watch_room" | "unwatch" | "cancel" => {}
            kind => {
                add("n", json!(1));
                add("room", json!(room.unwrap().code));
                if ["move", "resign", "abort", "claim", "offer"].contains(&kind) {
                    add("game", json!(number));
                }
                if kind == "move" {
                    add("ply", json!(ply));
                }
            }
        }
        let what = match parse::request(&request.to_string(), 16).unwrap().body {
            Body::Seat(seat) => {
                self.seen.pending.push_back((self.asks, kind));
                AskKind::Seat(seat.command)
            }
            body => AskKind::Other(body),
        };
        let id = Some(self.asks);
        self.session.ask(Ask { id, what }).unwrap();
    }

    fn sent(&mut self, expected: &Value) {
        let mut sent = self
            .frame()
            .unwrap_or_else(|| panic!("{} was not sent", expected["type"]));
        for (name, value) in expected.as_object().unwrap() {
            match value.as_str().filter(|text| text.starts_with('$')) {
                Some(text) if !self.bound.contains_key(text) => {
                    self.bound.insert(text.to_owned(), sent[name].clone());
                }
                _ => {}
            }
            if *value == json!(0) {
                let fields = sent.as_object_mut().unwrap();
                fields.entry(name.clone()).or_insert(json!(0));
            }
        }
        assert_eq!(sent, self.filled(expected));
    }

    /// A value with what its placeholders stand for.
    fn filled(&self, value: &Value) -> Value {
        match value {
            Value::String(text) if text.starts_with('$') => self.bound[text].clone(),
            Value::Array(all) => all.iter().map(|one| self.filled(one)).collect(),
            Value::Object(fields) => {
                let fields = fields.iter();
                fields
                    .map(|(name, one)| (name.clone(), self.filled(one)))
                    .collect()
            }
            plain => plain.clone(),
        }
    }

    /// The session's state has these values.
    fn state(&self, asked: &Value) {
        for (name, value) in asked.as_object().unwrap() {
            assert_eq!(self.seen.field(name), *value, "{name}");
        }
    }
}

fn address_of(text: &str) -> Address {
    address::parse(text).unwrap()
}

/// The transcripts by name, each as its steps.
fn transcripts() -> BTreeMap<String, Vec<Value>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/transcripts/connections");
    let files = fs::read_dir(folder).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl"));
    let read = |path: std::path::PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let steps = text.lines().map(|line| serde_json::from_str(line).unwrap());
        (name, steps.collect())
    };
    paths.map(read).collect()
}

#[tokio::test(start_paused = true)]
async fn the_session_behaves_as_in_every_transcript() {
    let transcripts = transcripts();
    assert!(!transcripts.is_empty());
    for (name, steps) in transcripts {
        let mut runner = Runner::start();
        for (number, step) in (1..).zip(&steps) {
            println!("{name}, line {number}: {step}");
            runner.step(step).await;
        }
        runner.quiet();
    }
}
