//! Pairs who play on while the node that decides is killed, the leader of NATS, or both: how long each waits for its next
//! acknowledged move. `OXO_PAIRS` and `OXO_KILLS` make it larger.

use std::time::Instant;

use futures::future::OptionFuture;
use tests::Process;

use crate::{
    Cluster, found,
    pairs::{Pairs, number, print},
};

/// Who dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Death {
    /// The node that decides.
    Decider,
    /// The server of NATS that leads the log.
    Leader,
    Both,
}

/// Kills them so often, and prints how long the pairs wait each time. What died comes back after that.
async fn live_through(death: Death, kills: usize, cluster: &mut Cluster, pairs: &mut Pairs) {
    let links_end = death != Death::Leader;
    let mut all = Vec::new();
    for _ in 0..kills {
        pairs.play_before(kills).await;
        let leader = match death {
            Death::Decider => None,
            Death::Leader | Death::Both => Some(cluster.leader().await),
        };
        let decider = match links_end {
            true => Some(cluster.nodes.decider().await),
            false => None,
        };
        let server = decider.map(|decider| cluster.nodes.take(decider));
        let (before, killed) = (pairs.now(), Instant::now());
        tokio::join!(
            OptionFuture::from(server.map(Process::kill)),
            OptionFuture::from(leader.map(|leader| cluster.nats.nodes[leader].kill())),
        );
        if links_end {
            cluster.nodes.decider().await;
            println!("{death:?}: another decides after {:?}", killed.elapsed());
        }
        all.extend(pairs.gaps(&before, killed, links_end).await);
        let ended = pairs
            .now()
            .iter()
            .zip(&before)
            .filter(|(now, before)| now.links != before.links)
            .count();
        println!("{death:?}: links that ended: {ended}");
        if let Some(leader) = leader {
            cluster.nats.nodes[leader].restart().await;
        }
        cluster.nodes.start().await;
    }
    all.sort();
    print(&format!("{death:?} killed {kills} times"), &all);
}

#[tokio::test(flavor = "multi_thread")]
async fn pairs_play_on_after_the_death_of_who_decides_and_of_the_leader_of_nats() {
    let (count, kills) = (number("OXO_PAIRS", 8), number("OXO_KILLS", 1));
    let mut cluster = Cluster::start(3).await;
    let (_front, mut pairs) = Pairs::before(&cluster, count).await;
    for death in [Death::Decider, Death::Leader, Death::Both] {
        live_through(death, kills, &mut cluster, &mut pairs).await;
    }
    let moves: u64 = pairs.now().iter().map(|it| it.moves).sum();
    println!("moves of hosts that were acknowledged: {moves}");
}

/// Rehearses once another node has everything.
async fn rehearse(cluster: &Cluster) -> String {
    found("a node that could take over", async || {
        match cluster.operate(0, &["rehearse"]).await {
            Ok(said) => Some(said),
            Err(why) => {
                assert!(why.contains("no other node could take over"), "{why}");
                None
            }
        }
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn pairs_play_on_after_a_takeover_that_the_operator_rehearses() {
    let (count, times) = (number("OXO_PAIRS", 8), number("OXO_KILLS", 1));
    let mut cluster = Cluster::start(3).await;
    let (_front, mut pairs) = Pairs::before(&cluster, count).await;
    let mut all = Vec::new();
    for _ in 0..times {
        pairs.play_before(times).await;
        let decider = cluster.nodes.decider().await;
        let (before, asked) = (pairs.now(), Instant::now());
        let said = rehearse(&cluster).await;
        print!("{said}");
        assert!(said.contains("handed over to"), "{said}");
        assert!(said.contains("connections were back after"), "{said}");
        assert_ne!(cluster.nodes.decider().await, decider);
        all.extend(pairs.gaps(&before, asked, true).await);
    }
    all.sort();
    print(&format!("rehearsed {times} times"), &all);
    // Nobody is there to take over from the last.
    let decider = cluster.nodes.decider().await;
    for other in (0..3).filter(|other| *other != decider) {
        cluster.nodes.take(other).kill().await;
    }
    let refused = cluster.operate(decider, &["rehearse"]).await.unwrap_err();
    assert!(
        refused.contains("no other node could take over"),
        "{refused}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_starts_while_a_server_of_nats_is_down() {
    let mut cluster = Cluster::start(2).await;
    cluster.nodes.all_ready().await;
    let leader = cluster.leader().await;
    let down = cluster.nats.nodes[leader].name.clone();
    cluster.nats.nodes[leader].kill().await;
    for node in 0..2 {
        cluster.nodes.take(node).kill().await;
    }
    cluster.nodes.start().await;
    cluster.nodes.all_ready().await;
    let node = cluster.nodes.nodes[0].process.as_mut().unwrap();
    let says = format!("the NATS server {down} is down; whether it syncs always is not known");
    node.has_said(&says).await;
}
