//! Nodes of the next version take the places of those that run, one after the other, while pairs play on.

use std::time::Instant;

use tests::process::{faulty_server_binary, server_binary};

use crate::{
    Cluster, found,
    pairs::{Pairs, number, print},
};

/// Makes the server for tests a version that knows one level of the log more.
const NEXT: &[(&str, &str)] = &[("OXO_FAULT", "next_level")];

/// Waits until the operator is told that any node may be switched off.
async fn all_may_go(cluster: &Cluster) {
    found("nodes that may be switched off", async || {
        let status = cluster.status().await;
        (status["spare_nodes"].as_array()?.len() == 3).then_some(())
    })
    .await;
}

impl Cluster {
    /// The level of the log, as far as a node says.
    async fn level(&self) -> Option<u64> {
        self.status().await["level"].as_u64()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_level_of_the_log_goes_up_with_the_last_node_and_pairs_play_on_meanwhile() {
    let mut cluster = Cluster::start(3).await;
    let (_front, mut pairs) = Pairs::before(&cluster, number("OXO_PAIRS", 8)).await;
    let mut all = Vec::new();
    let mut old = vec![0, 1, 2];
    while !old.is_empty() {
        all_may_go(&cluster).await;
        pairs.play_before(2).await;
        // Who decides is the last.
        let decider = cluster.nodes.decider().await;
        let other = old.iter().position(|node| *node != decider);
        let node = old.remove(other.unwrap_or_default());
        let (before, asked) = (pairs.now(), Instant::now());
        let stopped = cluster.nodes.take(node);
        let ((), gaps) = tokio::join!(
            stopped.terminate(),
            pairs.gaps(&before, asked, node == decider)
        );
        print(&format!("node {node} is stopped"), &gaps);
        all.extend(gaps);
        // One does not know the next level: it is down.
        found("the level as it was", async || {
            (cluster.level().await? == 1).then_some(())
        })
        .await;
        cluster.nodes.nodes[node].program = (faulty_server_binary(), NEXT);
        cluster.nodes.start().await;
    }
    all.sort();
    print("upgraded", &all);
    found("a higher level", async || {
        (cluster.level().await? == 2).then_some(())
    })
    .await;
    // A node of the version before is refused with what its copy has.
    cluster.whole("a").await;
    cluster.nodes.take(0).kill().await;
    cluster.nodes.nodes[0].program = (server_binary(), &[]);
    let Err(ended) = cluster.nodes.nodes[0].try_start().await else {
        panic!("it runs");
    };
    let words = &ended.words;
    assert!(
        words.contains("is of level 2, and this oxo-server knows 1"),
        "{words}"
    );
    pairs.play_before(1).await;
}
