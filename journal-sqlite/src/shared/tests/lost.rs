//! Logs that lack their beginning, or their end, and copies that have it.

use std::time::Duration;

use cluster::{LogRecord, LogStore, NodeId, RecordBody, RecordId, WriterId};
use journal::{JournalControl, RoomLogs};
use journal_files::{FileFault, OpenError};

use super::{
    played,
    standby::Node,
    store::{MemoryLog, Mishaps, NEVER},
};
use crate::tests::contract::{expect, opening, step};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_has_become_shorter_than_a_copy_is_said_and_not_written() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, _, dir) = Node::new(&log, 1, NEVER).writes().await;
    played(&one).await;
    one.close().await;
    drop(one);
    let records = log.records().len();
    let shorter = log.shorter(records - 1);
    let mut refused = Node::on(dir, &shorter, 1, Duration::from_millis(1));
    let why = refused.opens().await;
    let Err(OpenError::File {
        fault: FileFault::LogShorter(seq),
        ..
    }) = why
    else {
        panic!("{why:?}");
    };
    assert_eq!(seq, records as u64);
    assert_eq!(shorter.records().len(), records - 1);
    let Node { dir, journal, .. } = refused;
    drop(journal);
    let (one, ..) = Node::on(dir, &log, 1, NEVER).writes().await;
    expect(&one, 1, 41).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_without_its_beginning_is_followed_by_a_copy_that_has_it_and_by_no_other() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, _, dir) = Node::new(&log, 1, NEVER).writes().await;
    one.commit(opening(1)).await.unwrap();
    one.close().await;
    drop(one);
    let ended = log.records().len();
    let (other, ..) = Node::new(&log, 2, NEVER).writes().await;
    other.commit(step(1, 1, 1)).await.unwrap();
    other.close().await;
    let purged = log.without_first(ended + 1);
    let mut refused = Node::on(dir, &purged, 1, NEVER);
    let why = refused.opens().await;
    let Err(OpenError::File {
        fault: FileFault::LogBegins(seq),
        ..
    }) = why
    else {
        panic!("{why:?}");
    };
    assert_eq!(seq, ended as u64);
    let Node { dir, journal, .. } = refused;
    drop(journal);
    let purged = log.without_first(ended);
    let (one, ..) = Node::on(dir, &purged, 1, NEVER).writes().await;
    expect(&one, 1, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_of_a_later_version_ends_an_older_node_with_the_remedy() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, _, dir) = Node::new(&log, 1, NEVER).writes().await;
    one.close().await;
    drop(one);
    let (last, record) = log.records().pop().unwrap();
    let newer = LogRecord {
        id: RecordId {
            writer: WriterId {
                node: NodeId(2),
                life: 1,
            },
            count: 1,
        },
        previous: last,
        term: record.term.next(),
        body: RecordBody::Fence(br#"{"v":1,"at_ms":7,"level":2}"#.to_vec()),
    };
    log.append(newer).await.unwrap();
    let why = Node::on(dir, &log, 1, NEVER).opens().await.unwrap_err();
    assert!(
        why.to_string()
            .contains("knows 1; nothing was changed: install the version of the other nodes here"),
        "{why}"
    );
    assert!(matches!(why, OpenError::NewerLog(2)));
}
