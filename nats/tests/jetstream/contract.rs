//! The contract of `LogStore`, and what the store republishes.

use std::{pin::pin, time::Instant};

use cluster::{
    LogRecord, LogSeq, LogStore, NodeId, RecordBody, RecordId, RoomKey, Term, WriterClaim, WriterId,
};
use cluster_nats::{Followed, Follower, NatsStore};
use futures::future::{Either, join_all, select};

use crate::nodes::{Nodes, SYNC_ALWAYS};

pub const ROOM: RoomKey = RoomKey(0xf00d);

pub type Record = LogRecord<Vec<u8>>;

pub fn record(node: u32, count: u64, previous: LogSeq, body: RecordBody<Vec<u8>>) -> Record {
    let writer = WriterId {
        node: NodeId(node),
        life: u64::MAX,
    };
    LogRecord {
        id: RecordId { writer, count },
        previous,
        term: Term(u64::from(node)),
        body,
    }
}

pub fn step(text: &str) -> RecordBody<Vec<u8>> {
    RecordBody::Step(text.as_bytes().to_vec())
}

/// Appends what has to be accepted.
pub async fn append(store: &NatsStore, room: RoomKey, record: &Record) -> LogSeq {
    let appended = store.append(room, record.clone()).await;
    appended.unwrap_or_else(|| panic!("{record:?} is not accepted"))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_is_accepted_on_the_end_that_it_names_and_nowhere_else() {
    let nodes = Nodes::start(1, SYNC_ALWAYS).await;
    let (one, other) = (nodes.store().await, nodes.connect().await);
    assert_eq!(
        one.read(ROOM, LogSeq::NONE).await,
        Some(vec![]),
        "no such room"
    );

    let first = record(1, 1, LogSeq::NONE, step("first"));
    let at = append(&one, ROOM, &first).await;
    assert_eq!(one.append(ROOM, first.clone()).await, None, "it is there");
    // Another room's records come between in the stream's numbers.
    let elsewhere = RoomKey(ROOM.0 + 256);
    append(&one, elsewhere, &first).await;

    let fence = record(2, 1, at, RecordBody::Fence);
    let fenced = append(&other, ROOM, &fence).await;
    let late = record(1, 2, at, step("late"));
    assert_eq!(one.append(ROOM, late).await, None, "another was first");
    let wrong = record(1, 2, LogSeq(fenced.0 + 1), step("ahead"));
    assert_eq!(one.append(ROOM, wrong).await, None, "the end is before");

    let log = vec![(at, first), (fenced, fence.clone())];
    for store in [&one, &other] {
        assert_eq!(store.read(ROOM, LogSeq::NONE).await, Some(log.clone()));
    }
    assert_eq!(one.read(ROOM, at).await, Some(vec![(fenced, fence)]));
    assert_eq!(one.read(ROOM, fenced).await, Some(vec![]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_stands_alone_replaces_all_before_it() {
    let nodes = Nodes::start(1, SYNC_ALWAYS).await;
    let store = nodes.store().await;
    let first = record(1, 1, LogSeq::NONE, step("first"));
    let at = append(&store, ROOM, &first).await;
    let neighbour = RoomKey(ROOM.0 + 64);
    append(&store, neighbour, &first).await;

    let whole = |previous| record(1, 2, previous, RecordBody::Snapshot(b"whole".to_vec()));
    let stale = store.append(ROOM, whole(LogSeq::NONE)).await;
    assert_eq!(stale, None, "a snapshot of what is not the end");
    assert_eq!(
        store.read(ROOM, LogSeq::NONE).await,
        Some(vec![(at, first.clone())])
    );

    let snapshot = append(&store, ROOM, &whole(at)).await;
    let next = record(1, 3, snapshot, step("next"));
    let next_at = append(&store, ROOM, &next).await;
    let log = vec![(snapshot, whole(at)), (next_at, next)];
    assert_eq!(store.read(ROOM, LogSeq::NONE).await, Some(log));

    let end = record(1, 4, next_at, RecordBody::End(vec![]));
    let ended = append(&store, ROOM, &end).await;
    assert_eq!(store.read(ROOM, at).await, Some(vec![(ended, end)]));
    assert_eq!(store.append(ROOM, first).await, None, "nothing begins anew");
    let kept = store.read(neighbour, LogSeq::NONE).await.unwrap();
    assert_eq!(kept.len(), 1, "other rooms keep theirs");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_is_read_in_parts_if_it_is_long() {
    let nodes = Nodes::start(1, SYNC_ALWAYS).await;
    let store = nodes.store().await;
    let mut end = LogSeq::NONE;
    for count in 1..=300 {
        end = append(&store, ROOM, &record(1, count, end, step("step"))).await;
    }
    let begun = Instant::now();
    let mut read = store.read(ROOM, LogSeq::NONE).await.unwrap();
    println!("{} records are read in {:?}", read.len(), begun.elapsed());
    assert!(read.len() < 300, "a read is bounded");
    read.extend(store.read(ROOM, read.last().unwrap().0).await.unwrap());
    let counts: Vec<u64> = read.iter().map(|(_, record)| record.id.count).collect();
    assert!(counts.into_iter().eq(1..=300));
}

#[tokio::test(flavor = "multi_thread")]
async fn followers_are_given_what_was_accepted_in_its_order() {
    let nodes = Nodes::start(1, SYNC_ALWAYS).await;
    let (writer, other) = (nodes.store().await, nodes.connect().await);
    let mut follower = other.follow(ROOM).await.unwrap();
    assert_eq!(follower.next().await, Some(Followed::Missed(ROOM)));
    // Its subscription has arrived before its read is answered.
    assert_eq!(other.read(ROOM, LogSeq::NONE).await, Some(vec![]));

    let mut end = LogSeq::NONE;
    for count in 1..=20 {
        let body = match count % 7 {
            0 => RecordBody::Snapshot(vec![0; 1_000]),
            _ => step("step"),
        };
        let accepted = record(1, count, end, body);
        let before = end;
        end = append(&writer, ROOM, &accepted).await;
        let refused = record(3, count, before, step("refused"));
        assert_eq!(writer.append(ROOM, refused).await, None);
        assert_eq!(next_record(&mut follower).await, (end, accepted));
    }
}

/// The next record that is republished. That some may be missed is said when the connection is new, too.
pub async fn next_record(follower: &mut Follower) -> (LogSeq, Record) {
    loop {
        match follower.next().await.unwrap() {
            Followed::Missed(_) => {}
            Followed::Record(_, seq, record) => return (seq, record),
        }
    }
}

/// Asks while others answer so.
async fn ask(
    asker: &NatsStore,
    answering: &[(&NatsStore, Option<WriterClaim>)],
) -> Option<WriterClaim> {
    let answers = answering
        .iter()
        .map(|(store, claim)| store.answer(ROOM, || *claim));
    let asked = async {
        // Their subscriptions are on their way.
        for (store, _) in answering {
            store.read(ROOM, LogSeq::NONE).await.unwrap();
        }
        asker.ask(ROOM).await
    };
    match select(pin!(join_all(answers)), pin!(asked)).await {
        Either::Left((ended, _)) => panic!("answering ended: {ended:?}"),
        Either::Right((claim, _)) => claim,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_highest_claim_wins_and_nobody_is_known_at_once() {
    let nodes = Nodes::start(1, SYNC_ALWAYS).await;
    let (asker, one, other) = (
        nodes.store().await,
        nodes.connect().await,
        nodes.connect().await,
    );
    let claim = |node, term| {
        Some(WriterClaim {
            node: NodeId(node),
            term: Term(term),
        })
    };
    let begun = Instant::now();
    assert_eq!(asker.ask(ROOM).await, None, "nobody listens");
    println!("that nobody writes is known after {:?}", begun.elapsed());

    assert_eq!(ask(&asker, &[(&one, None)]).await, None, "not me");
    assert_eq!(ask(&asker, &[(&one, claim(1, 3))]).await, claim(1, 3));
    let both = [(&one, claim(1, 3)), (&other, claim(2, 4))];
    assert_eq!(ask(&asker, &both).await, claim(2, 4));
    let both = [(&one, claim(1, 5)), (&other, None)];
    assert_eq!(ask(&asker, &both).await, claim(1, 5));
}
