//! Notes for the node that carries a spectator, which the test plays.

use std::future::poll_fn;

use carrying::decider_link::StreamHead;
use connection::carry_note::{CarryNote, NOTE};
use link::{CarriedReader, CarriedWriter};
use protocol::RoomCode;
use serde_json::{Value, json};
use tests::{
    TestServer,
    carriers::link_to,
    client::{play_out, seat_two},
    raw::masked,
    soon,
};
use tokio::task::JoinSet;

/// Thing that comes on a carried stream.
#[derive(Debug)]
enum Carried {
    Text(Value),
    Note(CarryNote),
}

/// A spectator's stream, at the node that carries it.
struct Stream {
    reader: CarriedReader,
    writer: CarriedWriter,
    come: Vec<u8>,
    asked: u64,
    _tasks: JoinSet<()>,
}

impl Stream {
    async fn to(server: &TestServer) -> Stream {
        let mut tasks = JoinSet::new();
        let link = link_to(&server.node, "b", &mut tasks).await;
        let head = StreamHead::Socket {
            visitor: "203.0.113.7".parse().unwrap(),
            socket: 0,
        };
        let head = serde_json::to_string(&head).unwrap();
        let (reader, writer) = soon("a stream", link.open(&head)).await.unwrap();
        let mut stream = Stream {
            reader,
            writer,
            come: Vec::new(),
            asked: 0,
            _tasks: tasks,
        };
        stream.ask(json!({"type": "hello", "versions": [1]})).await;
        stream
    }

    /// Asks, and gives what comes up to the answer.
    async fn ask(&mut self, mut request: Value) -> Vec<Carried> {
        self.asked += 1;
        request["id"] = self.asked.into();
        let frame = masked(0x1, request.to_string().as_bytes());
        poll_fn(|cx| self.writer.poll_reserve(cx, frame.len()))
            .await
            .unwrap();
        assert_eq!(self.writer.try_write(&frame).unwrap(), frame.len());
        let id = self.asked;
        self.until(|it| matches!(it, Carried::Text(it) if it["type"] == "reply" && it["id"] == id))
            .await
    }

    /// Things that come up to one that is so.
    async fn until(&mut self, is_last: impl Fn(&Carried) -> bool) -> Vec<Carried> {
        let mut all = Vec::new();
        soon("a frame", async {
            while all.last().is_none_or(|it| !is_last(it)) {
                all.extend(self.next().await);
            }
        })
        .await;
        all
    }

    /// The next frame, but for pings.
    async fn next(&mut self) -> Option<Carried> {
        while self.whole().is_none() {
            poll_fn(|cx| self.reader.poll_fill(cx)).await.unwrap();
            assert!(!self.reader.filled().is_empty(), "an early end");
            self.come.extend_from_slice(self.reader.filled());
            self.reader.consume(self.reader.filled().len());
        }
        let (header, end) = self.whole().unwrap();
        let frame: Vec<u8> = self.come.drain(..end).collect();
        let payload = &frame[header..];
        match frame[0] & 0xF {
            0x1 => Some(Carried::Text(serde_json::from_slice(payload).unwrap())),
            NOTE => Some(Carried::Note(CarryNote::read(payload).unwrap())),
            _ => None,
        }
    }

    /// Where the first frame's payload begins and ends.
    fn whole(&self) -> Option<(usize, usize)> {
        let (header, length) = match *self.come.get(1)? {
            126 => (
                4,
                usize::from(self.come[2]) << 8 | usize::from(*self.come.get(3)?),
            ),
            short => (2, usize::from(short)),
        };
        (self.come.len() >= header + length).then_some((header, header + length))
    }

    /// Watches, and is told from where on the node that carries it writes itself.
    async fn watch(&mut self, room: RoomCode) -> u64 {
        self.ask(json!({"type": "watch_room", "room": room})).await;
        let is_note = |it: &Carried| matches!(it, Carried::Note(_));
        let come = self.until(is_note).await;
        match come.last() {
            Some(Carried::Note(CarryNote::Attach { room: it, seq })) if *it == room => *seq,
            other => panic!("{other:?}"),
        }
    }
}

/// The last note among what came, none of which is an event: those come from the room's feed.
fn last_note(come: &[Carried]) -> Option<CarryNote> {
    let is_event = |it: &Carried| matches!(it, Carried::Text(it) if it["type"] == "event");
    assert!(!come.iter().any(is_event), "{come:?}");
    come.iter().rev().find_map(|it| match it {
        Carried::Note(note) => Some(note.clone()),
        Carried::Text(_) => None,
    })
}

#[tokio::test]
async fn a_carried_spectator_is_told_what_comes_before_an_answer_and_never_an_event() {
    let server = TestServer::memory().await;
    let (mut host, mut guest) = (server.client("Ana").await, server.client("Bia").await);
    let settings = json!({"first": "host", "watching": "open"});
    let room = seat_two(&mut host, &mut guest, settings.clone()).await;
    let mut stream = Stream::to(&server).await;
    assert_eq!(stream.watch(room).await, host.view.seq);
    play_out(&mut host, &mut guest, &[0, 3]).await;
    let come = stream.ask(json!({"type": "rooms"})).await;
    assert_eq!(last_note(&come), Some(CarryNote::Hold(host.view.seq)));
    // Nothing has happened since.
    let come = stream.ask(json!({"type": "rooms"})).await;
    assert_eq!(last_note(&come), None);
    let come = stream.ask(json!({"type": "unwatch"})).await;
    assert_eq!(last_note(&come), Some(CarryNote::Detach(host.view.seq)));
    // The end of the room, which it hears of without asking.
    stream.watch(room).await;
    play_out(&mut host, &mut guest, &[1, 4, 2]).await;
    guest.act(json!({"type": "leave"})).await;
    host.up_to(guest.view.seq).await;
    host.act(json!({"type": "leave"})).await;
    let last = host.view.seq;
    let come = stream
        .until(|it| matches!(it, Carried::Note(CarryNote::Detach(_))))
        .await;
    assert_eq!(last_note(&come), Some(CarryNote::Detach(last)));
    // Another code, which shuts it out at once.
    let room = seat_two(&mut host, &mut guest, settings).await;
    stream.watch(room).await;
    host.act(json!({"type": "remove_guest"})).await;
    let come = stream
        .until(|it| matches!(it, Carried::Text(it) if it["type"] == "dismissed"))
        .await;
    assert_eq!(last_note(&come), Some(CarryNote::Detach(0)));
    server.stop().await;
}
