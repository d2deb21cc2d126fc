//! A cluster in a few lines: the decider, the followers and their lag, what may be switched off now, and the
//! records that would be lost.

use std::fmt::{self, Display, Formatter};

use cluster_nats::{LogKeeper, LogOverview};
use sentences::short_time;
use serde::Serialize;

use super::{
    compare::CopyComparison,
    report::{NodeReport, NodeRole},
};

/// The records of a moment, which may be in the log and in no copy yet.
const MOMENT: u64 = 20;

/// The cluster as it was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClusterStatus {
    /// Its name.
    pub cluster: String,
    /// The log's random name.
    pub log: Option<String>,
    /// The number of the first record that is left.
    pub first: u64,
    /// The last record's number.
    pub last: u64,
    /// Bytes of the records.
    pub bytes: u64,
    /// The level of the log: its records are understood by nodes that know this one. Nobody says where no node answers.
    pub level: Option<u32>,
    /// The nodes that answered, by name.
    pub nodes: Vec<NodeReport>,
    /// The servers of NATS that keep the log.
    pub servers: Vec<LogKeeper>,
    /// Nodes of which any one may be switched off now.
    pub spare_nodes: Vec<String>,
    /// Servers of NATS of which any one may be switched off now.
    pub spare_servers: Vec<String>,
    /// The newest record after which the copies of at least two nodes were compared, or differ.
    pub compared: Option<u64>,
    /// Nodes whose copies are the same there, the most first; more than one group is a fault.
    pub copies: Vec<Vec<String>>,
    /// Number of records that no node's copy has: they would be lost with all servers of NATS.
    pub only_in_nats: u64,
}

impl ClusterStatus {
    pub(super) fn new(cluster: &str, nodes: Vec<NodeReport>, log: &LogOverview) -> ClusterStatus {
        let best = nodes.iter().map(|node| node.seq).max();
        let only_in_nats = log.span.last.saturating_sub(best.unwrap_or_default());
        let is_whole = |node: &&NodeReport| is_whole(node, &nodes, only_in_nats);
        let whole = nodes.iter().filter(is_whole).count();
        // Somebody who has everything has to stay, and where nobody decides nobody is spared.
        let goes_on = nodes.iter().any(|node| node.role == NodeRole::Decides);
        let spare_nodes = nodes
            .iter()
            .filter(|node| goes_on && whole > usize::from(is_whole(node)));
        let compared = CopyComparison::of(&nodes);
        ClusterStatus {
            cluster: cluster.to_owned(),
            log: log.log.map(|log| format!("{:016x}", log.0)),
            first: log.span.first,
            last: log.span.last,
            bytes: log.span.bytes,
            level: nodes.iter().map(|node| node.level).max(),
            spare_nodes: spare_nodes.map(|node| node.node.clone()).collect(),
            spare_servers: spare_servers(&log.keepers),
            compared: compared.as_ref().map(|it| it.seq),
            copies: compared.map_or_else(Vec::new, |it| it.groups),
            only_in_nats,
            servers: log.keepers.clone(),
            nodes,
        }
    }
}

/// Whether a node's copy has everything but for the last moment: what another one has, and that what NATS has.
fn is_whole(node: &NodeReport, nodes: &[NodeReport], only_in_nats: u64) -> bool {
    let newest = nodes.iter().max_by_key(|node| node.seq);
    only_in_nats <= MOMENT && newest.is_some_and(|newest| node.has_all_of(newest))
}

/// Servers without which a majority that has everything is left.
fn spare_servers(keepers: &[LogKeeper]) -> Vec<String> {
    let majority = keepers.len() / 2 + 1;
    let current = keepers.iter().filter(|it| it.is_current).count();
    let spare = keepers
        .iter()
        .filter(|it| current - usize::from(it.is_current) >= majority);
    spare.map(|it| it.name.clone()).collect()
}

impl Display for ClusterStatus {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let size = self.bytes.div_ceil(1 << 20);
        writeln!(
            f,
            "Cluster {}; records in its log: {} to {} ({size} MiB){}\n\nNodes that answer",
            self.cluster,
            self.first,
            self.last,
            self.level
                .map_or_else(String::new, |level| format!(", of level {level}")),
        )?;
        for node in &self.nodes {
            writeln!(f, "  {}", self.node_line(node))?;
        }
        if self.nodes.is_empty() {
            writeln!(f, "  none: nobody plays")?;
        }
        if let Some(seq) = self.compared {
            writeln!(f, "  {}", self.comparison(seq))?;
        }
        writeln!(f, "\nServers of NATS")?;
        for server in &self.servers {
            writeln!(f, "  {}", server_line(server))?;
        }
        writeln!(f, "\nMay be switched off now: {}", self.spare())?;
        writeln!(f, "Lost if every server of NATS is: {}", self.loss())
    }
}

impl ClusterStatus {
    fn node_line(&self, node: &NodeReport) -> String {
        let role = match node.role {
            NodeRole::Decides => "decides",
            NodeRole::Stuck => "decides, and cannot keep anything at the moment",
            NodeRole::Follows => "follows",
            NodeRole::Failed => "has FAILED; its log says why",
        };
        let is_whole = is_whole(node, &self.nodes, self.only_in_nats);
        let copy = if is_whole || node.seq >= self.last {
            "has everything".to_owned()
        } else {
            let behind = self.last.saturating_sub(node.seq);
            let since = short_time(node.now_ms.saturating_sub(node.at_ms));
            format!("is {behind} records behind ({since})")
        };
        let people = match (node.role, &node.carries_to, &node.trouble) {
            (NodeRole::Decides, ..) => {
                format!("; rooms: {}, connections: {}", node.rooms, node.connections)
            }
            (NodeRole::Follows, Some(decider), _) => {
                format!("; carries to {decider}: {}", node.connections)
            }
            (NodeRole::Follows, None, Some(trouble)) => format!("; takes NO players: {trouble}"),
            _ => String::new(),
        };
        let NodeReport {
            node,
            version,
            synced,
            knows,
            ..
        } = node;
        let knows = match Some(*knows) == self.level {
            true => String::new(),
            false => format!(", knows level {knows}"),
        };
        format!(
            "{node:<12} {role}; {copy}, on its disk up to {synced}{people}  (oxo-server {version}{knows})"
        )
    }

    fn comparison(&self, seq: u64) -> String {
        let names = |nodes: &Vec<String>| nodes.join(", ");
        match self.copies.as_slice() {
            [same] => format!("{} have the same after record {seq}", names(same)),
            groups => {
                let groups: Vec<String> = groups.iter().map(names).collect();
                format!(
                    "copies DIFFER after record {seq}: {}",
                    groups.join(" against ")
                )
            }
        }
    }

    /// The nodes that may be switched off, one at a time.
    fn spare(&self) -> String {
        let any = |names: &[String], what: &str| match names {
            [] => format!("no {what}"),
            [one] => format!("the {what} {one}"),
            names => format!("one {what} of {}", names.join(", ")),
        };
        format!(
            "{}; {}",
            any(&self.spare_nodes, "node"),
            any(&self.spare_servers, "server of NATS")
        )
    }

    fn loss(&self) -> String {
        match (self.nodes.is_empty(), self.only_in_nats) {
            (true, _) => "nobody knows, for no node answers".into(),
            (false, 0..=MOMENT) => "the last moment at most; the nodes have the rest".into(),
            (false, records) => format!("{records} records, which no node that answers has"),
        }
    }
}

fn server_line(server: &LogKeeper) -> String {
    let copy = match (server.leads, server.is_current) {
        (true, _) => "leads",
        (false, true) => "has everything",
        (false, false) => "is down or behind",
    };
    let synced = match server.syncs_always {
        Some(true) => "syncs always",
        Some(false) => "does NOT sync always: a power cut loses what was acknowledged",
        None => "its monitor does not answer",
    };
    let version = server.version.as_deref();
    let version = version.map_or_else(String::new, |version| format!("  (nats-server {version})"));
    format!("{:<12} {copy}; {synced}{version}", server.name)
}

#[cfg(test)]
mod tests {
    use cluster_nats::LogSpan;

    use super::*;

    fn node(name: &str, role: NodeRole, seq: u64) -> NodeReport {
        NodeReport {
            node: name.into(),
            version: "1.2.3".into(),
            role,
            seq,
            at_ms: seq * 10,
            synced: seq.saturating_sub(900),
            level: 2,
            knows: if name == "b" { 3 } else { 2 },
            now_ms: 61_000,
            rooms: 3,
            connections: 7,
            carries_to: (role == NodeRole::Follows).then(|| "a".to_owned()),
            marks: [(3_000, "9f".to_owned())].into(),
            ..NodeReport::default()
        }
    }

    fn log(current: [bool; 3]) -> LogOverview {
        let keepers = [1, 2, 3].map(|number| LogKeeper {
            name: format!("n{number}"),
            leads: number == 1,
            is_current: current[number - 1],
            version: (number < 3).then(|| "2.15.1".to_owned()),
            syncs_always: (number < 3).then_some(number == 1),
        });
        LogOverview {
            log: None,
            span: LogSpan {
                first: 1_001,
                last: 5_000,
                bytes: 3 << 20,
            },
            keepers: keepers.into(),
        }
    }

    #[test]
    fn a_healthy_cluster_may_lose_any_one_node_and_any_one_server() {
        let nodes = vec![
            node("a", NodeRole::Decides, 5_000),
            node("b", NodeRole::Follows, 4_990),
            node("c", NodeRole::Follows, 3_000),
        ];
        let status = ClusterStatus::new("oxo", nodes, &log([true; 3]));
        assert_eq!(
            status.to_string(),
            "Cluster oxo; records in its log: 1001 to 5000 (3 MiB), of level 2\n\n\
             Nodes that answer\n  \
             a            decides; has everything, on its disk up to 4100; rooms: 3, connections: 7  (oxo-server 1.2.3)\n  \
             b            follows; has everything, on its disk up to 4090; carries to a: 7  (oxo-server 1.2.3, knows level 3)\n  \
             c            follows; is 2000 records behind (31 s), on its disk up to 2100; carries to a: 7  (oxo-server 1.2.3)\n  \
             a, b, c have the same after record 3000\n\n\
             Servers of NATS\n  \
             n1           leads; syncs always  (nats-server 2.15.1)\n  \
             n2           has everything; does NOT sync always: a power cut loses what was acknowledged  (nats-server 2.15.1)\n  \
             n3           has everything; its monitor does not answer\n\n\
             May be switched off now: one node of a, b, c; one server of NATS of n1, n2, n3\n\
             Lost if every server of NATS is: the last moment at most; the nodes have the rest\n"
        );
    }

    #[test]
    fn differing_copies_are_reported() {
        let mut nodes = ["a", "b", "c"].map(|name| node(name, NodeRole::Follows, 5_000));
        nodes[1].marks = [(3_000, "7e".to_owned())].into();
        let status = ClusterStatus::new("oxo", nodes.into(), &log([true; 3]));
        let told = status.to_string();
        assert!(
            told.contains("copies DIFFER after record 3000: a, c against b\n"),
            "{told}"
        );
    }

    #[test]
    fn a_node_or_server_that_alone_has_every_record_is_not_spare() {
        let nodes = vec![
            node("a", NodeRole::Decides, 5_000),
            node("b", NodeRole::Follows, 100),
        ];
        let status = ClusterStatus::new("oxo", nodes, &log([true, true, false]));
        assert_eq!(status.spare_nodes, ["b"]);
        assert_eq!(status.spare_servers, ["n3"]);
        let nodes = vec![node("b", NodeRole::Stuck, 100)];
        let status = ClusterStatus::new("oxo", nodes, &log([true; 3]));
        assert_eq!(status.spare_nodes, [""; 0]);
        assert_eq!(status.only_in_nats, 4_900);
        let status = ClusterStatus::new("oxo", Vec::new(), &log([true; 3]));
        assert!(status.to_string().contains("none: nobody plays"));
    }
}
