//! Calls when servers are gone.

use std::time::{Duration, Instant};

use cluster::{LogSeq, LogStore};
use tokio::time::timeout;

use crate::{
    contract::{append, entry, record},
    nodes::{Nodes, SYNC_ALWAYS},
};

/// Bounds what is waited for.
const SOON: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread")]
async fn calls_end_without_servers_and_are_answered_when_they_are_back() {
    let mut servers = Nodes::start(1, SYNC_ALWAYS).await;
    let store = servers.store().await;
    let first = record(1, 1, LogSeq::NONE, entry("first"));
    let at = append(&store, &first).await;
    let second = record(1, 2, at, entry("second"));
    let second_at = append(&store, &second).await;

    servers.nodes[0].kill().await;
    let begun = Instant::now();
    let third = record(1, 3, second_at, entry("third"));
    let (appended, read) = tokio::join!(store.append(third), store.read(LogSeq::NONE));
    assert_eq!((appended, read), (None, None));
    let ended = begun.elapsed();
    println!("without servers, calls end after {ended:?}");
    assert!(ended < SOON);

    servers.nodes[0].restart().await;
    let answered = async {
        loop {
            if let Some(log) = store.read(LogSeq::NONE).await {
                return log;
            }
        }
    };
    let log = timeout(SOON, answered).await.unwrap();
    // The client may have sent the third when it was back: nobody knows.
    println!(
        "{} records are there, of two that were acknowledged",
        log.len()
    );
    let counts: Vec<u64> = log.iter().map(|(_, record)| record.id.count).collect();
    assert!(counts == [1, 2] || counts == [1, 2, 3], "{counts:?}");
}
