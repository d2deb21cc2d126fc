//! Overview of a running server for `oxo-server top`: gathered on request, and kept nowhere.

use std::{
    collections::{BTreeMap, HashMap},
    sync::atomic::Ordering::Relaxed,
    time::Duration,
};

use admission::NetworkLoad;
use connection::service::Service;
use ipnet::IpNet;
use journal::{Health, disk};
use node::{Node, ServiceRoute};
use protocol::{notice::Notice, reply::Kept};
use rooms::{RoomTally, handle::ConnectionKind};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use crate::report::NodeReport;

/// Longest time for the node that decides to say up to where its copy goes.
const ANSWER: Duration = Duration::from_millis(500);

/// The most networks that are shown, those that have spent most first.
const NETWORKS: usize = 20;

/// A running server at an instant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overview {
    /// Its version.
    pub version: String,
    /// Its name.
    pub name: String,
    /// Its time.
    pub at_ms: u64,
    /// Since when it runs.
    pub started_ms: u64,
    /// Its rooms and games.
    pub rooms: RoomTally,
    /// Number of those who wait for an opponent.
    pub waiting: usize,
    /// Its WebSockets.
    pub connections: ConnectionOverview,
    /// Its HTTP streams.
    pub visits: usize,
    /// Commands of seats since the start.
    pub commands: CommandFigures,
    /// Round trips of players in games.
    pub trips: Option<RoundTrips>,
    /// Where games are kept, and how that goes.
    pub journal: String,
    /// The notice in force.
    pub notice: Notice,
    /// Number of networks that are shut out.
    pub blocks: usize,
    /// The networks that cost most.
    pub networks: Vec<NetworkLoad>,
    /// The server as a node of a cluster, if it is one.
    #[serde(default)]
    pub cluster: Option<ClusterOverview>,
}

/// A node of a cluster among the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClusterOverview {
    /// The node as it sees itself.
    pub own: NodeReport,
    /// The last record of the node that decides, as long as it answers.
    pub decider_seq: Option<u64>,
    /// Sockets that each other node carries for this one, by its name.
    pub carriers: BTreeMap<String, u64>,
}

/// WebSockets by what they do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConnectionOverview {
    /// All of them.
    pub all: u64,
    /// As many as there may be.
    pub most: u64,
    /// In a seat of a running game.
    pub playing: u64,
    /// Neither in a room nor waiting.
    pub idle: u64,
    /// Not greeted yet, or without a place.
    pub arriving: u64,
    /// Taking no bytes, or with a late pong.
    pub troubled: u64,
    /// WebSockets opened since the start.
    pub opened: u64,
}

/// Commands of seats since the start, and the time from reading a command to its answer, which is durable then.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CommandFigures {
    /// Number of them.
    pub count: u64,
    /// Time they took together, in seconds.
    pub total_s: f64,
    /// Counts by upper bound in seconds; at the end, without a bound, all of them.
    pub within_s: Vec<(Option<f64>, u64)>,
    /// Number of requests refused, of everybody.
    pub refused: u64,
}

/// The last round trips of players in games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundTrips {
    /// Half have less.
    pub median_ms: u64,
    /// One in twenty has more.
    pub slow_ms: u64,
}

/// Looks at a server.
pub async fn gather(node: &Node) -> Overview {
    let cluster = cluster(node).await;
    let now_ms = node.clock.now_ms();
    let service = node.service();
    let service = service.as_deref();
    let (connections, trips, by_network) = connections(node, service);
    Overview {
        version: env!("CARGO_PKG_VERSION").into(),
        name: node.options.server_name.clone(),
        at_ms: now_ms,
        started_ms: node.started_ms,
        rooms: service.map_or_else(RoomTally::default, |it| it.rooms.tally()),
        waiting: service.map_or(0, |it| it.lobby.len()),
        connections,
        visits: node.visits.count(),
        commands: commands(node),
        trips,
        journal: journal(node),
        notice: node.operator.notice(),
        blocks: node.operator.blocks.all(now_ms).len(),
        networks: networks(node, by_network, now_ms),
        cluster,
    }
}

async fn cluster(node: &Node) -> Option<ClusterOverview> {
    let asked = timeout(ANSWER, async {
        match node.route_now() {
            Some(ServiceRoute::Remote(link)) => link.last_record().await,
            _ => None,
        }
    });
    let asked = asked.await;
    Some(ClusterOverview {
        // Read after the answer, or else this copy would seem to lack what came meanwhile.
        own: NodeReport::of(node)?,
        decider_seq: asked.ok().flatten(),
        carriers: node.sockets_by_carrier(),
    })
}

fn connections(
    node: &Node,
    service: Option<&Service>,
) -> (ConnectionOverview, Option<RoundTrips>, HashMap<IpNet, u64>) {
    let mut counts = ConnectionOverview {
        most: node.limits.connections,
        ..ConnectionOverview::default()
    };
    let Some(service) = service else {
        // Whose those are that it carries, and what they do, is known where the service is.
        counts.all = node.carried() as u64;
        return (counts, None, HashMap::new());
    };
    counts.opened = service.connections_opened();
    let (mut trips, mut by_network) = (Vec::new(), HashMap::new());
    for handle in &service.connections {
        counts.all += 1;
        let is_stalled = handle.stalled_ms.load(Relaxed) != 0;
        counts.troubled += u64::from(is_stalled || handle.shaky.load(Relaxed));
        match handle.kind() {
            ConnectionKind::Doorway | ConnectionKind::Greeting => counts.arriving += 1,
            ConnectionKind::Playing => {
                counts.playing += 1;
                trips.extend(handle.rtt_ms());
            }
            ConnectionKind::Idle => counts.idle += 1,
            ConnectionKind::Other => {}
        }
        if let Some(source) = handle.source {
            *by_network.entry(source.network()).or_default() += 1;
        }
    }
    trips.sort_unstable();
    let at = |share: usize| trips.get(trips.len() * share / 100).copied();
    let trips = at(50).zip(at(95));
    let trips = trips.map(|(median_ms, slow_ms)| RoundTrips { median_ms, slow_ms });
    (counts, trips, by_network)
}

fn commands(node: &Node) -> CommandFigures {
    let reading = node.metrics.commands();
    CommandFigures {
        count: reading.count(),
        total_s: reading.sum,
        within_s: reading.within,
        refused: node.metrics.refusals().iter().map(|(_, count)| count).sum(),
    }
}

fn journal(node: &Node) -> String {
    let health = match *node.journal.health().borrow() {
        Health::Well if !node.journal.has_room() => "the disk is nearly full",
        Health::Well => "well",
        Health::Unable(obstacle) => {
            return format!("keeps NOTHING: {}", disk::cause(obstacle));
        }
        Health::Following => "follows another node of the cluster",
        Health::Failed(_) | Health::Taken => "FAILED",
    };
    match node.journal.kept() {
        Kept::Disk => format!("on disk, {health}"),
        Kept::Memory => "in memory only".into(),
    }
}

fn networks(node: &Node, mut by_network: HashMap<IpNet, u64>, now_ms: u64) -> Vec<NetworkLoad> {
    let mut found = node.budgets.spent(now_ms);
    for load in &mut found {
        load.connections = by_network.remove(&load.network).unwrap_or(0);
    }
    found.extend(
        by_network
            .into_iter()
            .map(|(network, connections)| NetworkLoad {
                network,
                connections,
                work: 0.0,
                rooms: 0.0,
                failed_joins: 0.0,
            }),
    );
    let most = |load: &NetworkLoad| load.work.max(load.rooms).max(load.failed_joins);
    found.sort_by(|a, b| {
        let by_budget = most(b).total_cmp(&most(a));
        by_budget.then(b.connections.cmp(&a.connections))
    });
    found.truncate(NETWORKS);
    found
}
