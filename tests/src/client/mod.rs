//! The model client: sends requests, reads and folds frames, and panics when
//! nothing comes. A cut link stays cut.

mod line;
mod room;

use protocol::{
    Accepted, Answer, Event, EventFrame, Frame, Refusal, RoomCode, Seat, Secret, View, frame::Bye,
    reply::Reply,
};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};

pub use line::{Gone, Line, request};
pub use room::{SeatCredentials, lineless_moves, play_out, rematch, seat_two, two};

use crate::soon;

/// A connection to a server, and its view of the room it is in.
pub struct Client {
    line: Option<Line>,
    /// The fold of everything received.
    pub view: View,
    /// The room's code.
    pub room: Option<RoomCode>,
    /// The seat, if it has one.
    pub seat: Option<Seat>,
    /// The secret of the seat.
    pub secret: Secret,
    /// The number of the last command.
    pub n: u64,
    /// The last command that was done, with its answer.
    pub last: Option<(Value, Answer)>,
    /// The address to give to a friend.
    pub invitation: String,
    /// When set: every frame about the room and the view after it, as in a transcript.
    pub record: Option<Vec<Value>>,
    /// When set: the exact text of every event's frame.
    pub heard: Option<Vec<String>>,
    next_id: u64,
}

/// Reason why a wait for a frame ended.
#[derive(Debug, PartialEq)]
pub enum Received {
    /// A frame.
    Frame(Box<Frame>),
    /// A close frame with its code, or the bare end of the stream.
    Closed(Option<u16>),
}

impl Default for Client {
    fn default() -> Client {
        Client::new()
    }
}

impl Client {
    /// Connects to a `ws://…/ws` address.
    ///
    /// # Panics
    /// When the server refuses.
    pub async fn connect(url: &str) -> Client {
        let mut client = Client::new();
        client.link(url).await.expect("a WebSocket");
        client
    }

    /// Connects it, or connects it anew: what it knows stays.
    ///
    /// # Errors
    /// When nobody is there, or the server refuses.
    pub async fn link(&mut self, url: &str) -> Result<(), tungstenite::Error> {
        self.line = Some(soon("a connection", Line::connect(url)).await?);
        Ok(())
    }

    /// The same over a stream that is connected already.
    ///
    /// # Panics
    /// When the server refuses.
    pub async fn over(stream: TcpStream, url: &str) -> Client {
        Client::with(soon("a handshake", Line::over(stream, url)).await)
    }

    /// The same over an encrypted stream.
    ///
    /// # Panics
    /// When the server refuses.
    pub async fn encrypted(stream: TlsStream<TcpStream>, url: &str) -> Client {
        Client::with(soon("a handshake", Line::encrypted(stream, url)).await)
    }

    fn with(line: Result<Line, tungstenite::Error>) -> Client {
        Client {
            line: Some(line.expect("a WebSocket")),
            ..Client::new()
        }
    }

    /// A client that is not connected.
    ///
    /// # Panics
    /// When the system has no randomness.
    pub fn new() -> Client {
        Client {
            line: None,
            view: View::default(),
            room: None,
            seat: None,
            secret: Secret::draw().expect("randomness"),
            n: 0,
            last: None,
            invitation: String::new(),
            record: None,
            heard: None,
            next_id: 1,
        }
    }

    /// Sends a text as it is.
    pub async fn send_text(&mut self, text: &str) {
        self.send_raw(Message::text(text)).await;
    }

    /// Sends a WebSocket message as it is.
    pub async fn send_raw(&mut self, message: Message) {
        // A server that has closed is noticed by the next read.
        let _ = soon("a write", self.line().send(message)).await;
    }

    fn line(&mut self) -> &mut Line {
        self.line.as_mut().expect("a connection")
    }

    /// Sends a request and returns its number.
    pub async fn send(&mut self, mut request: Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        request["id"] = id.into();
        self.send_text(&request.to_string()).await;
        id
    }

    /// Reads what comes next. Events and snapshots are folded.
    pub async fn receive(&mut self) -> Received {
        match self.text().await {
            Ok(text) => {
                let frame = Frame::read(&text).expect("a frame of the protocol");
                self.take(&text, &frame);
                Received::Frame(Box::new(frame))
            }
            Err(code) => Received::Closed(code),
        }
    }

    /// The exact text of the next frame, which is not folded.
    ///
    /// # Errors
    /// The code of the close that came instead, or nothing where the stream
    /// just ended.
    pub async fn text(&mut self) -> Result<Utf8Bytes, Option<u16>> {
        let text = soon("a frame", self.line().text()).await;
        text.map_err(|Gone(code)| code)
    }

    /// Folds and records a frame whose text was read by itself.
    ///
    /// # Panics
    /// When an event is missing before it.
    pub fn take(&mut self, text: &str, frame: &Frame) {
        self.fold(frame);
        if let (Some(heard), Frame::Event(_)) = (&mut self.heard, frame) {
            heard.push(text.to_owned());
        }
        if let (Some(record), Frame::Event(_) | Frame::Room(_)) = (&mut self.record, frame) {
            let exact: Value = serde_json::from_str(text).expect("JSON");
            record.push(json!({"frame": exact, "view": self.view}));
        }
    }

    fn fold(&mut self, frame: &Frame) {
        match frame {
            Frame::Event(EventFrame {
                event,
                room,
                seq,
                at_ms,
            }) => {
                assert_eq!(*seq, self.view.seq + 1, "events come without gaps");
                self.room = Some(*room);
                self.view.fold(*seq, *at_ms, event);
            }
            Frame::Room(snapshot) => {
                self.room = Some(snapshot.room);
                self.view = snapshot.view.clone();
            }
            Frame::Matched(matched) => {
                self.room = Some(matched.room);
                self.seat = Some(matched.seat);
                self.n = 0;
            }
            _ => {}
        }
    }

    /// Reads the next frame.
    ///
    /// # Panics
    /// When the connection ends instead.
    pub async fn frame(&mut self) -> Frame {
        match self.receive().await {
            Received::Frame(frame) => *frame,
            Received::Closed(code) => panic!("closed with {code:?} instead of a frame"),
        }
    }

    /// Reads on until a frame matches.
    pub async fn until<T>(&mut self, what: &str, mut find: impl FnMut(&Frame) -> Option<T>) -> T {
        let search = async {
            loop {
                if let Some(found) = find(&self.frame().await) {
                    return found;
                }
            }
        };
        soon(what, search).await
    }

    /// Reads on to the next event.
    pub async fn event(&mut self) -> Event {
        self.until("an event", |frame| match frame {
            Frame::Event(frame) => Some(frame.event.clone()),
            _ => None,
        })
        .await
    }

    /// Reads on to the event of that number.
    pub async fn up_to(&mut self, seq: u64) {
        while self.view.seq < seq {
            self.until("an event", |frame| {
                matches!(frame, Frame::Event(_) | Frame::Room(_)).then_some(())
            })
            .await;
        }
    }

    /// Reads on to the next whole room.
    pub async fn snapshot(&mut self) -> View {
        self.until("the room", |frame| match frame {
            Frame::Room(snapshot) => Some(snapshot.view.clone()),
            _ => None,
        })
        .await
    }

    /// Reads on to the goodbye, and returns it with the close code behind it.
    ///
    /// # Panics
    /// When the goodbye is followed by something else than the close.
    pub async fn bye(&mut self) -> (Bye, Option<u16>) {
        let bye = self
            .until("a goodbye", |frame| match frame {
                Frame::Bye(bye) => Some(bye.clone()),
                _ => None,
            })
            .await;
        match self.receive().await {
            Received::Closed(code) => (bye, code),
            Received::Frame(frame) => panic!("{frame:?} after the goodbye"),
        }
    }

    /// Sends a request and reads on to its answer.
    pub async fn ask(&mut self, request: Value) -> Answer {
        let id = self.send(request.clone()).await;
        let answer = self.answer(id).await;
        match &answer {
            Answer::Ok(_) if request.get("n").is_some() => {
                self.last = Some((request, answer.clone()));
            }
            // The number is free again.
            Answer::Error(_) if request["n"] == self.n => self.n -= 1,
            _ => {}
        }
        answer
    }

    /// Reads on to the answer of a request.
    pub async fn answer(&mut self, wanted: u64) -> Answer {
        self.until("a reply", |frame| match frame {
            Frame::Reply(Reply { id, answer }) if *id == wanted => Some(answer.clone()),
            _ => None,
        })
        .await
    }

    /// Sends a request that has to be done.
    ///
    /// # Panics
    /// When it is refused.
    pub async fn done(&mut self, request: Value) -> Accepted {
        match self.ask(request.clone()).await {
            Answer::Ok(done) => done,
            Answer::Error(refused) => panic!("{request} was refused: {:?}", refused.why),
        }
    }

    /// Sends a request that has to be refused.
    ///
    /// # Panics
    /// When it is done.
    pub async fn refused(&mut self, request: Value) -> Refusal {
        match self.ask(request.clone()).await {
            Answer::Error(refused) => refused.why,
            Answer::Ok(done) => panic!("{request} was done: {done:?}"),
        }
    }

    /// Gives a command of the seat the next number, and the room and game that
    /// it is about, where it names none.
    #[must_use]
    pub fn numbered(&mut self, command: Value) -> Value {
        self.n += 1;
        let mut command = self.addressed(command);
        command["n"] = self.n.into();
        command
    }

    /// A command of the seat with the room and game that it is about.
    pub fn addressed(&self, mut command: Value) -> Value {
        let absent = |command: &Value, field: &str| command.get(field).is_none();
        if absent(&command, "room") {
            let nowhere = RoomCode::from_bits(0);
            command["room"] = json!(self.room.unwrap_or(nowhere));
        }
        let of_a_game = ["choose", "resign", "abort", "claim", "offer"].map(Value::from);
        if of_a_game.contains(&command["type"]) && absent(&command, "game") {
            let game = self.view.game.as_ref().map_or(0, |game| game.number);
            command["game"] = game.into();
        }
        command
    }

    /// Sends a command of the seat that has to be done.
    pub async fn act(&mut self, command: Value) -> Accepted {
        let command = self.numbered(command);
        self.done(command).await
    }

    /// Sends a command of the seat that has to be refused.
    pub async fn act_refused(&mut self, command: Value) -> Refusal {
        let command = self.numbered(command);
        self.refused(command).await
    }

    /// Sends the protocol's own ping and reads on to its pong, so that the
    /// server has read everything that was sent before.
    pub async fn beat(&mut self) {
        let id = self.send(json!({"type": "ping"})).await;
        self.until("a pong", |frame| {
            matches!(frame, Frame::Pong(pong) if pong.id == id).then_some(())
        })
        .await;
    }

    /// Answers every WebSocket ping that has come, and waits until the server
    /// has taken the answers: the round trip is measured.
    pub async fn settle(&mut self) {
        for _ in 0..3 {
            self.beat().await;
        }
    }

    /// Sends a request and returns all replies that it gets before the pong of
    /// a ping sent behind it.
    pub async fn replies(&mut self, request: Value) -> Vec<Answer> {
        let id = self.send(request).await;
        let ping = self.send(json!({"type": "ping"})).await;
        let mut replies = Vec::new();
        self.until("a pong", |frame| {
            if let Frame::Reply(reply) = frame
                && reply.id == id
            {
                replies.push(reply.answer.clone());
            }
            matches!(frame, Frame::Pong(pong) if pong.id == ping).then_some(())
        })
        .await;
        replies
    }

    /// Closes as a browser does.
    pub async fn close(mut self) {
        self.hang_up().await;
    }

    /// The same; it may come back.
    pub async fn hang_up(&mut self) {
        if let Some(line) = self.line.take() {
            line.close().await;
        }
    }
}
