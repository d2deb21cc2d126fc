//! Exchange of keys between a node that follows and the one that decides: by a question over NATS, whose account is what
//! all nodes of a cluster have.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use cluster::{NodeId, WriterId};
use cluster_nats::{Called, NatsStore};
use node::Node;
use serde::{Deserialize, Serialize};

use super::peers::{Carrier, Peers};

/// Time for the node that decides to answer.
const ANSWER: Duration = Duration::from_secs(1);

/// Introduction of a node that will dial.
#[derive(Debug, Serialize, Deserialize)]
struct Introduction {
    node: String,
    fingerprint: String,
    connections: u64,
    doorway: u64,
}

/// Answer of the node that decides.
#[derive(Debug, Serialize, Deserialize)]
pub struct Meeting {
    /// Its name.
    pub node: String,
    /// Its number and its life in the log.
    writer: (u32, u64),
    /// Where to dial.
    pub addresses: Vec<SocketAddr>,
    /// The fingerprint that it will show.
    pub fingerprint: String,
}

/// While this node decides, expects every node that asks for it.
pub async fn answer(node: Arc<Node>, store: Arc<NatsStore>, peers: Arc<Peers>) {
    loop {
        node.changes_until(|| node.service().is_some()).await;
        let Ok(mut calls) = store.take_calls(Called::Decider).await else {
            return;
        };
        loop {
            let question = tokio::select! {
                question = calls.next() => question,
                () = node.changes_until(|| node.service().is_none()) => break,
            };
            let Some(question) = question else {
                return;
            };
            if let Some(meeting) = expect(&node, &peers, &question.content) {
                question.answer(meeting).await;
            }
        }
    }
}

fn expect(node: &Node, peers: &Peers, introduced: &[u8]) -> Option<Vec<u8>> {
    let introduced: Introduction = serde_json::from_slice(introduced).ok()?;
    let writer = node.journal.copy()?.writer?;
    let carrier = Carrier {
        name: introduced.node,
        connections: introduced.connections,
        doorway: introduced.doorway,
    };
    peers
        .guests
        .expect(introduced.fingerprint.parse().ok()?, carrier);
    let meeting = Meeting {
        node: node.name(),
        writer: (writer.node.0, writer.life),
        addresses: peers.addresses.clone(),
        fingerprint: peers.identity.fingerprint().to_string(),
    };
    serde_json::to_vec(&meeting).ok()
}

/// Introduces this node to the one that decides, if that answers and is the one that the log names.
pub async fn meet(node: &Node, store: &NatsStore, peers: &Peers) -> Option<(Meeting, WriterId)> {
    // Where nobody decides there is nobody to ask.
    node.journal.copy()?.writer?;
    let introduction = Introduction {
        node: node.name(),
        fingerprint: peers.identity.fingerprint().to_string(),
        connections: node.capacity.connections,
        doorway: node.capacity.doorway,
    };
    let introduction = serde_json::to_vec(&introduction).ok()?;
    let answer = store.ask(Called::Decider, introduction, ANSWER).await?;
    let meeting: Meeting = serde_json::from_slice(&answer).ok()?;
    let (number, life) = meeting.writer;
    let writer = WriterId {
        node: NodeId(number),
        life,
    };
    let named = node.journal.copy()?.writer?;
    (named == writer).then_some((meeting, writer))
}
