//! Tests of `downstream`: the node that decides is played by hand, at the other end of a link.

use std::{net::Ipv4Addr, time::Duration};

use admission::Budgets;
use clock::Clock;
use cluster::{NodeId, WriterId};
use connection::{
    frame_buffer::FrameBuffer,
    stream::{Stream, StreamReader},
};
use game::Rules;
use link::{Guests, LinkDoor, LinkRequest, PeerIdentity, PeerLink};
use protocol::{Limits, RoomCode, request::ReviewGame};
use tokio::{
    io::AsyncReadExt,
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::timeout,
};

use super::*;
use crate::decider_link::StreamHead;

/// Longest wait for something that has to come.
const SOON: Duration = Duration::from_secs(60);

/// The node that decides, as the other end of a link, and a visitor who is carried.
struct Scene {
    requests: mpsc::Receiver<LinkRequest>,
    /// Where the node writes what is for the visitor alone.
    own: (StreamReader, StreamWriter),
    visitor: TcpStream,
    room: RoomCode,
}

/// The next stream that is opened, with its head.
async fn next(requests: &mut mpsc::Receiver<LinkRequest>) -> (StreamHead, LinkRequest) {
    let request = timeout(SOON, requests.recv()).await.unwrap().unwrap();
    (serde_json::from_str(request.head()).unwrap(), request)
}

fn accept(request: LinkRequest) -> (StreamReader, StreamWriter) {
    let (reader, writer) = request.accept().unwrap();
    (
        StreamReader::Carried(Box::new(reader)),
        StreamWriter::Carried(Box::new(writer)),
    )
}

fn write(to: &StreamWriter, fill: impl FnOnce(&mut FrameBuffer)) {
    let mut frames = FrameBuffer::default();
    fill(&mut frames);
    frames.flush(to).unwrap();
    assert!(frames.is_empty());
}

impl Scene {
    async fn new() -> Scene {
        let (host, guest) = (PeerIdentity::new().unwrap(), PeerIdentity::new().unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let to = listener.local_addr().unwrap();
        let guests = Arc::new(Guests::default());
        guests.expect(guest.fingerprint(), ());
        let mut door = LinkDoor::new(listener, &host, guests).unwrap();
        let dialled = PeerLink::dial(to, &guest, host.fingerprint());
        let arrived = async { door.next().await.greet().await };
        let (dialled, arrived) = tokio::join!(dialled, arrived);
        let ((link, end), ((), mut arrived)) = (dialled.unwrap(), arrived.unwrap());
        tokio::spawn(end.run());
        let (sender, mut requests) = mpsc::channel(16);
        tokio::spawn(async move {
            while let Some(request) = arrived.next().await {
                let _ = sender.send(request).await;
            }
        });
        let writer = WriterId {
            node: NodeId(0),
            life: 0,
        };
        let link = Arc::new(DeciderLink::new("a".into(), writer, link));
        let visitor_at = Ipv4Addr::LOCALHOST.into();
        let (carried, own) = tokio::join!(link.open_socket(visitor_at), async {
            accept(next(&mut requests).await.1)
        });
        let carried = carried.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let to = listener.local_addr().unwrap();
        let (visitor, accepted) = tokio::join!(TcpStream::connect(to), listener.accept());
        let socket = Stream::Plain(accepted.unwrap().0);
        tokio::spawn(async move {
            let (_reader, writer) = socket.into_split();
            let _up = carried.to;
            let limits = Arc::new(Limits::default());
            let budgets = Arc::new(Budgets::new(limits, 1));
            let reviewer = Reviewer {
                pool: &ComputePool::new(budgets, Clock::system()),
                payer: Payer::Address(visitor_at.into()),
            };
            let (number, from) = (carried.number, carried.from);
            let mut down = Downstream::new(&link, number, from, &writer, reviewer);
            let _ = down.run().await;
        });
        Scene {
            requests,
            own,
            visitor: visitor.unwrap(),
            room: RoomCode::from_bits(7),
        }
    }

    /// The feed that is opened, behind that event.
    async fn feed(&mut self, behind: u64) -> (StreamReader, StreamWriter) {
        let (head, request) = next(&mut self.requests).await;
        let room = self.room;
        assert!(
            matches!(head, StreamHead::Feed { room: it, after } if it == room && after == behind)
        );
        accept(request)
    }

    /// The text of the next frame that the visitor gets.
    async fn hears(&mut self) -> String {
        let read = async {
            self.visitor.read_u8().await.unwrap();
            let length = match self.visitor.read_u8().await.unwrap() {
                126 => self.visitor.read_u16().await.unwrap(),
                short => u16::from(short),
            };
            let mut text = vec![0; usize::from(length)];
            self.visitor.read_exact(&mut text).await.unwrap();
            String::from_utf8(text).unwrap()
        };
        timeout(SOON, read).await.expect("a frame")
    }
}

fn event(seq: u64) -> String {
    format!(r#"{{"type":"event","seq":{seq}}}"#)
}

#[tokio::test]
async fn an_answer_waits_for_the_events_before_it() {
    let mut scene = Scene::new().await;
    let attach = CarryNote::Attach {
        room: scene.room,
        seq: 1,
    };
    write(&scene.own.1, |frames| {
        frames.text("snapshot");
        frames.note(&attach);
        frames.note(&CarryNote::Hold(3));
        frames.text("answer");
    });
    let (_reader, feed) = scene.feed(1).await;
    write(&feed, |frames| frames.text(&event(2)));
    assert_eq!(scene.hears().await, "snapshot");
    assert_eq!(scene.hears().await, event(2));
    write(&feed, |frames| {
        frames.text(&event(3));
        frames.text("now");
    });
    assert_eq!(scene.hears().await, event(3));
    let mut both = [scene.hears().await, scene.hears().await];
    both.sort();
    assert_eq!(both, ["answer", "now"]);
}

#[tokio::test]
async fn a_detached_spectator_gets_every_event_before_the_detach_and_none_after() {
    let mut scene = Scene::new().await;
    let attach = CarryNote::Attach {
        room: scene.room,
        seq: 1,
    };
    write(&scene.own.1, |frames| {
        frames.note(&attach);
        frames.note(&CarryNote::Detach(2));
        frames.text("left");
    });
    let (mut reader, feed) = scene.feed(1).await;
    write(&feed, |frames| frames.text(&event(2)));
    assert_eq!(scene.hears().await, event(2));
    assert_eq!(scene.hears().await, "left");
    // Nobody watches any more.
    let closed = poll_fn(|cx| reader.poll_read(cx, &mut [0; 1]));
    let closed = timeout(SOON, closed).await.expect("the end of the feed");
    assert!(!matches!(closed, Ok(1..)));
    write(&scene.own.1, |frames| frames.text("elsewhere"));
    assert_eq!(scene.hears().await, "elsewhere");
}

#[tokio::test]
async fn a_spectator_that_lost_its_place_in_the_feed_asks_for_a_snapshot() {
    let mut scene = Scene::new().await;
    let attach = |seq| CarryNote::Attach {
        room: scene.room,
        seq,
    };
    let [first, second] = [1, 7].map(attach);
    write(&scene.own.1, |frames| frames.note(&first));
    drop(scene.feed(1).await);
    let (head, request) = next(&mut scene.requests).await;
    assert!(matches!(head, StreamHead::Resync { socket: 0, room, seq: 1 } if room == scene.room));
    request.answer(Vec::new());
    write(&scene.own.1, |frames| {
        // Of before the node knew.
        frames.note(&CarryNote::Hold(5));
        frames.text("snapshot");
        frames.note(&second);
    });
    let (_reader, feed) = scene.feed(7).await;
    write(&feed, |frames| frames.text(&event(8)));
    assert_eq!(scene.hears().await, "snapshot");
    assert_eq!(scene.hears().await, event(8));
}

#[tokio::test]
async fn a_review_is_searched_here_and_what_follows_comes_after_its_reply() {
    let mut scene = Scene::new().await;
    let rules = Rules::default();
    let review = |id, moves: &[u16]| CarryNote::Review {
        id,
        game: ReviewGame {
            rules,
            moves: moves.to_vec(),
        },
    };
    write(&scene.own.1, |frames| {
        frames.note(&review(4, &[0, 3, 1, 4, 2]));
        frames.note(&review(5, &[0, 0]));
        frames.text("later");
    });
    let reply = scene.hears().await;
    assert!(
        reply.starts_with(r#"{"type":"reply","id":4,"ok":"#),
        "{reply}"
    );
    let reply = scene.hears().await;
    assert!(
        reply.contains(r#""id":5,"error":{"code":"bad_field""#),
        "{reply}"
    );
    assert_eq!(scene.hears().await, "later");
}
