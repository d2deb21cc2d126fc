//! Calls and followers when servers are gone, or faster than the follower.

use std::time::{Duration, Instant};

use cluster::{LogSeq, LogStore};
use cluster_nats::Followed;
use tokio::time::timeout;

use crate::{
    contract::{append, entry, next_record, record},
    nodes::{Nodes, SYNC_ALWAYS},
};

/// Bounds what is waited for.
const SOON: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread")]
async fn calls_end_without_servers_and_followers_read_again_when_they_are_back() {
    let mut servers = Nodes::start(1, SYNC_ALWAYS).await;
    let store = servers.store().await;
    let first = record(1, 1, LogSeq::NONE, entry("first"));
    let at = append(&store, &first).await;
    let mut follower = store.follow().await.unwrap();
    assert_eq!(follower.next().await, Some(Followed::Missed));
    let second = record(1, 2, at, entry("second"));
    let second_at = append(&store, &second).await;
    assert_eq!(next_record(&mut follower).await, (second_at, second));

    servers.nodes[0].kill().await;
    let begun = Instant::now();
    let third = record(1, 3, second_at, entry("third"));
    let (appended, read) = tokio::join!(store.append(third), store.read(LogSeq::NONE));
    assert_eq!((appended, read), (None, None));
    let ended = begun.elapsed();
    println!("without servers, calls end after {ended:?}");
    assert!(ended < SOON);

    servers.nodes[0].restart().await;
    let missed = timeout(SOON, follower.next()).await.unwrap();
    assert_eq!(missed, Some(Followed::Missed));
    let log = store.read(LogSeq::NONE).await.unwrap();
    // The client may have sent the third when it was back: nobody knows.
    println!(
        "{} records are there, of two that were acknowledged",
        log.len()
    );
    let counts: Vec<u64> = log.iter().map(|(_, record)| record.id.count).collect();
    assert!(counts == [1, 2] || counts == [1, 2, 3], "{counts:?}");
}

/// More than a subscription holds.
const MANY: u64 = 1_500;

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_that_is_too_slow_is_notified_of_missed_records() {
    let servers = Nodes::start(1, SYNC_ALWAYS).await;
    let (store, slow) = (servers.store().await, servers.connect().await);
    let mut follower = slow.follow().await.unwrap();
    assert_eq!(slow.read(LogSeq::NONE).await, Some(vec![]));
    let first = record(1, 1, LogSeq::NONE, entry("first"));
    let mut end = append(&store, &first).await;
    assert_eq!(next_record(&mut follower).await, (end, first));

    for count in 2..=MANY {
        end = append(&store, &record(1, count, end, entry("step"))).await;
    }
    let (mut missed, mut records) = (0, 1);
    while missed == 0 {
        match timeout(SOON, follower.next()).await.unwrap().unwrap() {
            Followed::Missed => missed += 1,
            Followed::Record(..) => records += 1,
        }
    }
    println!("told after {records} of {MANY} records");
    while let Ok(Some(followed)) = timeout(Duration::from_millis(200), follower.next()).await {
        records += u64::from(matches!(followed, Followed::Record(..)));
    }
    assert!(records < MANY, "none was lost, so this tests nothing");
}
