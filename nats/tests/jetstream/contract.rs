//! The contract of `LogStore`.

use std::time::Instant;

use cluster::{LogRecord, LogSeq, LogStore, NodeId, RecordBody, RecordId, Term, WriterId};
use cluster_nats::NatsStore;

use crate::nodes::{Nodes, SYNC_ALWAYS};

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

pub fn entry(text: &str) -> RecordBody<Vec<u8>> {
    RecordBody::Entry(text.as_bytes().to_vec())
}

/// Appends what has to be accepted.
pub async fn append(store: &NatsStore, record: &Record) -> LogSeq {
    let appended = store.append(record.clone()).await;
    appended.unwrap_or_else(|| panic!("{record:?} is not accepted"))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_is_accepted_on_the_end_that_it_names_and_nowhere_else() {
    let nodes = Nodes::start(1, SYNC_ALWAYS).await;
    let (one, other) = (nodes.store().await, nodes.connect().await);
    assert_eq!(one.read(LogSeq::NONE).await, Some(vec![]), "an empty log");

    let first = record(1, 1, LogSeq::NONE, entry("first"));
    let at = append(&one, &first).await;
    assert_eq!(one.append(first.clone()).await, None, "it is there");

    let fence = record(2, 1, at, RecordBody::Fence(vec![7]));
    let fenced = append(&other, &fence).await;
    let late = record(1, 2, at, entry("late"));
    assert_eq!(one.append(late).await, None, "another was first");
    let wrong = record(1, 2, LogSeq(fenced.0 + 1), entry("ahead"));
    assert_eq!(one.append(wrong).await, None, "the end is before");

    let log = vec![(at, first), (fenced, fence.clone())];
    for store in [&one, &other] {
        assert_eq!(store.read(LogSeq::NONE).await, Some(log.clone()));
    }
    assert_eq!(one.read(at).await, Some(vec![(fenced, fence)]));
    assert_eq!(one.read(fenced).await, Some(vec![]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_stays_what_it_is_when_the_beginning_is_purged() {
    let nodes = Nodes::start(1, SYNC_ALWAYS).await;
    let store = nodes.store().await;
    let mut end = LogSeq::NONE;
    for count in 1..=5 {
        end = append(&store, &record(1, count, end, entry("entry"))).await;
    }
    let operator = nodes.operator().await;
    let stream = operator.get_stream("test-log").await.unwrap();
    stream.purge().sequence(end.0 + 1).await.unwrap();
    assert_eq!(store.read(end).await, Some(vec![]));
    let begins_anew = record(1, 6, LogSeq::NONE, entry("anew"));
    assert_eq!(store.append(begins_anew).await, None, "it is not empty");
    let next = record(1, 6, end, entry("next"));
    let next_at = append(&store, &next).await;
    assert_eq!(store.read(end).await, Some(vec![(next_at, next)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn large_records_are_kept_whole() {
    let nodes = Nodes::start(3, SYNC_ALWAYS).await;
    let store = nodes.store().await;
    let mut end = LogSeq::NONE;
    for count in 1..=20 {
        let fill = u8::try_from(count).unwrap();
        let large = record(1, count, end, RecordBody::Entry(vec![fill; 500_000]));
        let at = append(&store, &large).await;
        assert_eq!(store.read(end).await, Some(vec![(at, large)]));
        end = at;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_log_is_read_in_parts() {
    let nodes = Nodes::start(1, SYNC_ALWAYS).await;
    let store = nodes.store().await;
    let mut end = LogSeq::NONE;
    for count in 1..=300 {
        end = append(&store, &record(1, count, end, entry("entry"))).await;
    }
    let begun = Instant::now();
    let mut read = store.read(LogSeq::NONE).await.unwrap();
    println!("{} records are read in {:?}", read.len(), begun.elapsed());
    assert!(read.len() < 300, "a read is bounded");
    read.extend(store.read(read.last().unwrap().0).await.unwrap());
    let counts: Vec<u64> = read.iter().map(|(_, record)| record.id.count).collect();
    assert!(counts.into_iter().eq(1..=300));
}
