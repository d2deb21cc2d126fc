//! Pairs who play on while the node that decides is killed, the leader of NATS, or both: how long each waits for its next
//! acknowledged move. `OXO_PAIRS`, `OXO_KILLS` and `OXO_CLUSTERS` make it larger.

use std::time::{Duration, Instant, SystemTime};

use futures::future::OptionFuture;
use jiff::Timestamp;
use serde_json::Value;
use tests::Process;

use crate::{
    Cluster, found,
    pairs::{Pairs, number, print},
};

/// The process that dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Death {
    /// The node that decides.
    Decider,
    /// The server of NATS that leads the log.
    Leader,
    Both,
}

/// Log lines of a node that takes over, in order, and the names of the times up to there.
const PHASES: [(&str, &str); 3] = [
    ("detection", "nobody decides: this node takes over"),
    ("fence", "that this node decides"),
    ("start", "this node decides from now on"),
];

/// Time of each phase of a takeover at that node, whose log says when each was over.
async fn phases(node: &mut Process, killed: SystemTime) -> Vec<(&'static str, Duration)> {
    node.has_said(PHASES[2].1).await;
    let mut since = Timestamp::try_from(killed).unwrap();
    let mut all = Vec::new();
    for (name, words) in PHASES {
        // The last: it may have tried before, and another was quicker.
        let line = node.said().lines().rfind(|line| line.contains(words));
        let line: Value = serde_json::from_str(line.unwrap()).unwrap();
        let at: Timestamp = line["timestamp"].as_str().unwrap().parse().unwrap();
        // Lines and kills have clocks that are read one after the other.
        all.push((name, Duration::try_from(at - since).unwrap_or_default()));
        since = at;
    }
    all
}

/// Kills them so often, and prints how long the pairs waited so far, with those of `all`. What died comes back after that.
async fn live_through(death: Death, kills: usize, all: &mut Vec<Duration>) {
    let links_end = death != Death::Leader;
    let mut cluster = Cluster::start(3).await;
    let (_front, mut pairs) = Pairs::before(&cluster, number("OXO_PAIRS", 8)).await;
    for kill in 1..=kills {
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
        let (before, killed, wall) = (pairs.now(), Instant::now(), SystemTime::now());
        tokio::join!(
            OptionFuture::from(server.map(Process::kill)),
            OptionFuture::from(leader.map(|leader| cluster.nats.nodes[leader].kill())),
        );
        if links_end {
            let decider = cluster.nodes.decider().await;
            let node = cluster.nodes.nodes[decider].process.as_mut().unwrap();
            let phases = phases(node, wall).await;
            println!("{death:?} {kill}: another decides: {phases:.1?}");
        }
        all.extend(pairs.gaps(&before, killed, links_end).await);
        let now = pairs.now();
        let players = now.iter().flatten().zip(before.iter().flatten());
        let ended = players.filter(|(now, before)| now.links != before.links);
        let ended = ended.count();
        all.sort();
        print(&format!("{death:?} {kill}, {ended} links ended"), all);
        if let Some(leader) = leader {
            cluster.nats.nodes[leader].restart().await;
        }
        cluster.nodes.start().await;
    }
    println!("moves that were acknowledged: {}", pairs.moves());
}

/// The same in one cluster after the other: the longer pairs play, the more has to be read when they come back.
async fn pairs_play_on_after(death: Death) {
    let mut all = Vec::new();
    for _ in 0..number("OXO_CLUSTERS", 1) {
        live_through(death, number("OXO_KILLS", 1), &mut all).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pairs_play_on_after_the_death_of_the_decider() {
    pairs_play_on_after(Death::Decider).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pairs_play_on_after_the_death_of_the_leader_of_nats() {
    pairs_play_on_after(Death::Leader).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pairs_play_on_after_the_death_of_both() {
    pairs_play_on_after(Death::Both).await;
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
