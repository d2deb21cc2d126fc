//! A takeover that the operator asks for, and how long players waited.

use std::time::{Duration, Instant};

use cluster_nats::NatsStore;
use config::ServerOptions;
use futures::future::join_all;
use tokio::time::sleep;

use super::{
    question::{NodeQuestion, ask},
    report::{self, NodeReport, NodeRole},
    store,
};

/// Time between two questions to the nodes meanwhile, and the longest time for each to answer.
const LOOK: Duration = Duration::from_millis(20);
const ANSWER: Duration = Duration::from_secs(2);
/// Longest time for the one that decides to leave: its last record waits for those before it.
const LEAVING: Duration = Duration::from_secs(10);
/// Longest time until another decides, and then until people are back.
const TAKEOVER: Duration = Duration::from_secs(30);
const RETURN: Duration = Duration::from_secs(30);

/// Lets another node decide, and gives what to say.
///
/// # Errors
/// The sentence for the operator: nobody to take over, or nobody has.
pub async fn rehearse(options: &ServerOptions) -> Result<String, String> {
    let store = store::connect(options)
        .await
        .map_err(|why| why.to_string())?;
    let nodes = report::all(&store).await.map_err(|why| why.to_string())?;
    let decides = |node: &&NodeReport| node.role == NodeRole::Decides;
    let from = nodes.iter().find(decides);
    let from = from.ok_or("no node decides at the moment: oxo-server cluster status says more")?;
    let is_ready = |node: &&NodeReport| node.role == NodeRole::Follows && node.has_all_of(from);
    if !nodes.iter().any(|node| is_ready(&node)) {
        return Err(format!(
            "no other node could take over from {}, which goes on: start another, and wait until it has everything",
            from.node
        ));
    }
    let begun = Instant::now();
    let handed = ask(&store, &from.node, NodeQuestion::HandOver, LEAVING).await;
    handed.map_err(|why| why.to_string())?;
    // One that was behind a moment ago may be the first all the same.
    let all: Vec<&str> = nodes.iter().map(|it| it.node.as_str()).collect();
    let to = until(begun, TAKEOVER, async || {
        let reports = reports(&store, &all).await;
        reports
            .into_iter()
            .find(|node| node.role == NodeRole::Decides)
    });
    let (to, decided) = to.await.ok_or_else(|| {
        format!(
            "{} has left, and no other node decides after {} s: look at oxo-server cluster status",
            from.node,
            TAKEOVER.as_secs()
        )
    })?;
    if to.node == from.node {
        return Err(format!(
            "{} has left, nobody took over within the time that it gave them, and it decides again: look at the logs of the \
             others",
            from.node
        ));
    }
    let mut text = format!(
        "{} handed over to {}; nobody decided for {} ms\n",
        from.node,
        to.node,
        decided.as_millis()
    );
    if from.connections > 0 {
        text += &people_back(&store, &to.node, from.connections, begun).await;
    }
    Ok(text)
}

/// Waits until as many are connected to the node as were to the one before it, and says so.
async fn people_back(store: &NatsStore, node: &str, people: usize, begun: Instant) -> String {
    let back = until(begun, RETURN, async || {
        let reports = reports(store, &[node]).await;
        reports.into_iter().find(|node| node.connections >= people)
    });
    match back.await {
        Some((_, after)) => format!(
            "All {people} connections were back after {} ms\n",
            after.as_millis()
        ),
        None => format!(
            "Not all of the {people} connections were back after {} s: people may have left, or the load balancer still sends \
             them elsewhere\n",
            RETURN.as_secs()
        ),
    }
}

/// Asks again and again, for so long; what was found, and how long after `begun`.
async fn until<T>(
    begun: Instant,
    within: Duration,
    mut look: impl AsyncFnMut() -> Option<T>,
) -> Option<(T, Duration)> {
    loop {
        let found = look().await;
        let took = begun.elapsed();
        match found {
            Some(found) => return Some((found, took)),
            None if took >= within => return None,
            None => sleep(LOOK).await,
        }
    }
}

/// Reports of these nodes, as far as they answer.
async fn reports(store: &NatsStore, nodes: &[&str]) -> Vec<NodeReport> {
    let asked = nodes
        .iter()
        .map(|node| ask(store, node, NodeQuestion::Report, ANSWER));
    let answers = join_all(asked).await.into_iter().flatten();
    answers
        .filter_map(|answer| serde_json::from_slice(&answer).ok())
        .collect()
}
