//! Report of a cluster's node about itself, for a question to all of them.

use std::{collections::BTreeMap, net::SocketAddr, sync::Arc, time::Duration};

use cluster_nats::{Called, NatsStore, SubscribeError};
use config::ServerOptions;
use connection::service::ServerFacts;
use journal::{CopyMark, Health, MARKS, level::known_level};
use node::{Node, serve_error::ServeError};
use serde::{Deserialize, Serialize};

use super::peers::Peers;

/// Time for nodes to answer.
const ANSWERS: Duration = Duration::from_millis(800);

/// Role of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeRole {
    /// It decides, and players are to be sent to it.
    Decides,
    /// It would decide, and its disk or the log lets it keep nothing at the moment.
    Stuck,
    /// Its copy follows.
    #[default]
    Follows,
    /// Its journal has failed.
    Failed,
}

impl NodeRole {
    /// That of a node at the moment.
    pub fn of(node: &Node) -> NodeRole {
        match *node.journal.health().borrow() {
            Health::Well if node.service().is_some_and(|it| !it.is_current()) => NodeRole::Stuck,
            Health::Well => NodeRole::Decides,
            Health::Unable(_) => NodeRole::Stuck,
            Health::Following => NodeRole::Follows,
            Health::Failed(_) | Health::Taken => NodeRole::Failed,
        }
    }
}

/// A node of the cluster, as it sees itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeReport {
    /// Its name.
    pub node: String,
    /// Its version.
    pub version: String,
    /// When it started, in Unix milliseconds.
    #[serde(default)]
    pub started_ms: u64,
    /// Its role.
    pub role: NodeRole,
    /// The number of the last record that its copy has.
    pub seq: u64,
    /// That record's time, in Unix milliseconds.
    pub at_ms: u64,
    /// The level of the log as far as its copy goes.
    #[serde(default)]
    pub level: u32,
    /// The highest level that its version knows.
    #[serde(default)]
    pub knows: u32,
    /// The last record that is known to be on its disk.
    #[serde(default)]
    pub synced: u64,
    /// Its time.
    pub now_ms: u64,
    /// Its rooms.
    pub rooms: usize,
    /// Who is connected: to the service of the node that decides, by whichever node; to another one, whom it carries.
    pub connections: usize,
    /// Where people reach it, best first.
    pub addresses: Vec<String>,
    /// Where it tells other nodes to reach it, best first.
    #[serde(default)]
    pub peer_addresses: Vec<SocketAddr>,
    /// The fingerprint of the key that it shows there.
    #[serde(default)]
    pub fingerprint: Option<String>,
    /// The node to which it carries its visitors' connections.
    #[serde(default)]
    pub carries_to: Option<String>,
    /// Reason that keeps it from that.
    #[serde(default)]
    pub trouble: Option<String>,
    /// Digests of its copy after certain records: the same at each node whose copy is the same.
    #[serde(default)]
    pub marks: BTreeMap<u64, String>,
}

/// Greatest age, against the newest record anywhere, of the last one of a copy that has everything: a node that follows
/// looks four times a second, however many records there are in that time.
const MOMENT_MS: u64 = 2_000;

impl NodeReport {
    /// Whether its copy has everything that another node has, but for the last moment.
    pub(super) fn has_all_of(&self, other: &NodeReport) -> bool {
        self.role != NodeRole::Failed
            && (self.seq >= other.seq || self.at_ms.saturating_add(MOMENT_MS) >= other.at_ms)
    }

    /// That of a node as it is sent, if it is one of a cluster.
    pub(super) fn encoded(node: &Node, peers: &Peers) -> Option<Vec<u8>> {
        let report = NodeReport {
            peer_addresses: peers.addresses.clone(),
            fingerprint: Some(peers.identity.fingerprint().to_string()),
            ..NodeReport::of(node)?
        };
        serde_json::to_vec(&report).ok()
    }

    /// That its name is this node's.
    pub(super) fn has_the_name(&self) -> ServeError {
        let addresses: Vec<String> = self
            .peer_addresses
            .iter()
            .map(ToString::to_string)
            .collect();
        let reached = match addresses.is_empty() {
            true => String::new(),
            false => format!(", reached by the others at {}", addresses.join(", ")),
        };
        let node = self.node.clone();
        ServeError::NameTaken { node, reached }
    }

    /// That of a node that has not started yet.
    pub(super) fn before_start(options: &ServerOptions) -> NodeReport {
        NodeReport {
            node: options.node.clone().unwrap_or_default(),
            version: env!("CARGO_PKG_VERSION").into(),
            knows: known_level(),
            ..NodeReport::default()
        }
    }

    /// That of a node, if it is one of a cluster, without how other nodes meet it.
    pub fn of(node: &Node) -> Option<NodeReport> {
        let copy = node.journal.copy()?;
        let service = node.service();
        let role = NodeRole::of(node);
        Some(NodeReport {
            node: node.name(),
            started_ms: node.started_ms,
            role,
            seq: copy.seq,
            at_ms: copy.at_ms,
            level: copy.level,
            synced: copy.synced,
            now_ms: node.clock.now_ms(),
            rooms: service.as_ref().map_or(0, |it| it.rooms.gauges().rooms),
            connections: service
                .as_ref()
                .map_or(node.carried(), |it| it.connections.len()),
            addresses: node.facts.addresses(),
            carries_to: node.link().map(|link| link.node.clone()),
            trouble: node.link_trouble(),
            marks: marks(copy.marks),
            ..NodeReport::before_start(&node.options)
        })
    }
}

/// The marks of a copy as they are reported: its digest after each record.
pub fn marks(kept: [CopyMark; MARKS]) -> BTreeMap<u64, String> {
    let kept = kept.into_iter().filter(|mark| mark.seq > 0);
    kept.map(|mark| (mark.seq, format!("{:016x}", mark.sum)))
        .collect()
}

/// Answers every question, as long as there is a connection to NATS.
pub async fn answer(node: Arc<Node>, store: Arc<NatsStore>, peers: Arc<Peers>) {
    let Ok(mut calls) = store.take_calls(Called::All).await else {
        return;
    };
    while let Some(question) = calls.next().await {
        question
            .answer(NodeReport::encoded(&node, &peers).unwrap_or_default())
            .await;
    }
}

/// The reports of all nodes that answer, by name.
///
/// # Errors
/// When the connection to NATS is closed for good.
pub async fn all(store: &NatsStore) -> Result<Vec<NodeReport>, SubscribeError> {
    let answers = store.call(ANSWERS).await?;
    let reports = answers.iter().map(|answer| serde_json::from_slice(answer));
    // One of another version may say something else.
    let mut nodes: Vec<NodeReport> = reports.filter_map(Result::ok).collect();
    nodes.sort_by(|one, other| one.node.cmp(&other.node));
    Ok(nodes)
}
