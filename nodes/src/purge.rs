//! Purge of the log's beginning by the deciding node, once enough copies have it on their disks.

use std::{sync::Arc, time::Duration};

use cluster::LogSeq;
use cluster_nats::{LogSpan, NatsStore, StartRefusal};
use journal::Health;
use node::Node;
use tokio::time::sleep;

use super::report::{self, NodeReport};

/// Bytes of the log that stay at most, however young they are.
const MOST_BYTES: u64 = 2 << 30;
/// Looks in the time that the log goes back, and the least and most time between two.
const LOOKS: u64 = 24;
const LEAST_MS: u64 = 1_000;
const MOST_MS: u64 = 60 * 60 * 1_000;

/// Purges until dropped.
pub(crate) async fn purge_old(node: Arc<Node>, store: Arc<NatsStore>) {
    let keep_ms = node.options.cluster_keep.ms();
    let every = Duration::from_millis((keep_ms / LOOKS).clamp(LEAST_MS, MOST_MS));
    loop {
        sleep(every).await;
        if *node.journal.health().borrow() != Health::Well {
            continue;
        }
        let since_ms = node.clock.now_ms().saturating_sub(keep_ms);
        if let Err(why) = purge(&store, since_ms, node.options.cluster_replicas).await {
            tracing::warn!("the log's beginning could not be purged: {why}");
        }
    }
}

async fn purge(store: &NatsStore, since_ms: u64, replicas: usize) -> Result<(), StartRefusal> {
    let span = store.span().await?;
    let Ok(nodes) = report::all(store).await else {
        return Ok(());
    };
    let synced = synced_by_most(&nodes, replicas);
    if synced < span.first {
        return Ok(());
    }
    let young = store.first_since(span, since_ms).await?;
    let first = first_to_keep(span, synced, young);
    if first > LogSeq(span.first) {
        store.purge_before(first).await?;
        tracing::info!(first = first.0, "purged the log's beginning");
    }
    Ok(())
}

/// Up to where the copies of as many nodes have the log on their disks as make a majority of the servers that keep it.
fn synced_by_most(nodes: &[NodeReport], replicas: usize) -> u64 {
    let mut synced: Vec<u64> = nodes.iter().map(|node| node.synced).collect();
    synced.sort_unstable_by(|one, other| other.cmp(one));
    synced.get(replicas / 2).copied().unwrap_or_default()
}

/// The first record that stays: young, or among the last bytes that are kept; and all that is not synced, the last one always.
fn first_to_keep(span: LogSpan, synced: u64, young: LogSeq) -> LogSeq {
    let records = span.last.saturating_sub(span.first) + 1;
    let too_much = span.bytes.saturating_sub(MOST_BYTES);
    // Records are alike enough: it is looked again.
    let too_many = u128::from(records) * u128::from(too_much) / u128::from(span.bytes.max(1));
    let large = span.first + u64::try_from(too_many).unwrap_or(records);
    LogSeq(young.0.max(large).min(synced + 1).min(span.last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_not_synced_by_most_nodes_are_never_purged() {
        let node = |synced| NodeReport {
            seq: 9_000,
            synced,
            ..NodeReport::default()
        };
        let nodes = [node(700), node(900), node(0)];
        assert_eq!(synced_by_most(&nodes, 3), 700);
        assert_eq!(synced_by_most(&nodes, 1), 900);
        assert_eq!(synced_by_most(&nodes, 5), 0);
        assert_eq!(synced_by_most(&nodes[..1], 3), 0);
        assert_eq!(synced_by_most(&[], 1), 0);
    }

    #[test]
    fn young_records_within_the_size_stay() {
        let span = |bytes| LogSpan {
            first: 101,
            last: 1_100,
            bytes,
        };
        let first = |bytes, synced, young| first_to_keep(span(bytes), synced, LogSeq(young)).0;
        assert_eq!(first(1 << 20, 1_000, 500), 500);
        assert_eq!(first(1 << 20, 300, 500), 301);
        // All of it is old: the last stays.
        assert_eq!(first(1 << 20, 2_000, 1_101), 1_100);
        // Twice too much, all of it young.
        assert_eq!(first(4 << 30, 1_000, 101), 601);
    }
}
