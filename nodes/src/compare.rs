//! Comparison of the nodes' copies and names: one whose copy is not what the others have ends, and one whose name another has.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    time::Duration,
};

use cluster_nats::NatsStore;
use config::ServerOptions;
use journal_files::kept_end;
use node::{Node, serve_error::ServeError};
use tokio::time::sleep;

use super::report::{self, NodeReport, NodeRole, marks};

/// Time between two questions of a node to the others for their names and marks.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// Digests of nodes at a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyComparison {
    /// The record.
    pub seq: u64,
    /// Nodes that had the same, by name; the most first.
    pub groups: Vec<Vec<String>>,
}

impl CopyComparison {
    /// The newest record at which copies differ; where none does, the newest of which two nodes tell the same.
    pub fn of(nodes: &[NodeReport]) -> Option<CopyComparison> {
        let seqs: BTreeSet<u64> = nodes
            .iter()
            .flat_map(|node| node.marks.keys().copied())
            .collect();
        let compared: Vec<CopyComparison> = seqs
            .into_iter()
            .map(|seq| CopyComparison::at(seq, nodes))
            .filter(|it| it.groups.iter().map(Vec::len).sum::<usize>() > 1)
            .collect();
        let differs = compared.iter().rfind(|it| it.groups.len() > 1);
        differs.or(compared.last()).cloned()
    }

    fn at(seq: u64, nodes: &[NodeReport]) -> CopyComparison {
        let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for node in nodes {
            if let Some(sum) = node.marks.get(&seq) {
                groups.entry(sum).or_default().push(node.node.clone());
            }
        }
        let mut groups: Vec<Vec<String>> = groups.into_values().collect();
        groups.sort_by(|one, other| other.len().cmp(&one.len()).then(one.cmp(other)));
        CopyComparison { seq, groups }
    }

    /// The nodes by whose word `own` has to end: there are more of them than have what it has, or as many and one of them decides.
    fn against(&self, own: &str, decider: Option<&str>) -> Option<&[String]> {
        let has = |group: &[String], name: &str| group.iter().any(|it| it == name);
        let mine = self.groups.iter().find(|group| has(group, own))?;
        let others = self.groups.iter().find(|group| *group != mine)?;
        let decides = decider.is_some_and(|decider| has(others, decider));
        let is_outvoted = others.len() > mine.len() || (others.len() == mine.len() && decides);
        is_outvoted.then_some(others)
    }
}

/// Why this node has to end, if the others have something else than it; what all of them had at which record, if that was found out.
fn judged(
    own: NodeReport,
    mut nodes: Vec<NodeReport>,
    data: PathBuf,
) -> Result<Option<u64>, ServeError> {
    nodes.retain(|node| node.node != own.node);
    let name = own.node.clone();
    nodes.push(own);
    let decider = nodes
        .iter()
        .find(|node| matches!(node.role, NodeRole::Decides | NodeRole::Stuck));
    let decider = decider.map(|node| node.node.clone());
    let Some(found) = CopyComparison::of(&nodes) else {
        return Ok(None);
    };
    match found.against(&name, decider.as_deref()) {
        Some(others) => Err(ServeError::CopyDiffers {
            data,
            seq: found.seq,
            others: others.join(", "),
        }),
        None => Ok((found.groups.len() == 1).then_some(found.seq)),
    }
}

/// Compares until this node's copy is found to be another than that of the others, or its name to be an older node's.
pub async fn watch_copy(node: &Node, store: Option<&NatsStore>) -> ServeError {
    let Some(store) = store else {
        return std::future::pending().await;
    };
    let mut compared = None;
    loop {
        sleep(LOOK_EVERY).await;
        let (Some(own), Ok(nodes)) = (NodeReport::of(node), report::all(store).await) else {
            continue;
        };
        if let Some(older) = older_of_its_name(&own, &nodes) {
            return older.has_the_name();
        }
        let newest = own.marks.keys().next_back().copied();
        if newest.is_none() || newest == compared {
            continue;
        }
        match judged(own, nodes, node.options.data.clone()) {
            Ok(same) => compared = same.or(compared),
            Err(why) => return why,
        }
    }
}

/// A node of the same name that started before: each finds the other when both started at once, and one may stay.
fn older_of_its_name<'a>(own: &NodeReport, nodes: &'a [NodeReport]) -> Option<&'a NodeReport> {
    nodes
        .iter()
        .find(|it| it.node == own.node && it.started_ms < own.started_ms)
}

/// Compares the copy in the data directory with those of the nodes that run, before it is opened.
///
/// # Errors
/// When it differs from them.
pub(crate) async fn refuse_if_it_differs(
    store: &NatsStore,
    options: &ServerOptions,
) -> Result<(), ServeError> {
    let kept = kept_end(&options.data).map_err(|why| ServeError::Journal(why.to_string()))?;
    let marks = kept.map_or_else(BTreeMap::new, |kept| marks(kept.marks));
    if marks.is_empty() {
        return Ok(());
    }
    let Ok(nodes) = report::all(store).await else {
        return Ok(());
    };
    let own = NodeReport {
        marks,
        ..NodeReport::before_start(options)
    };
    judged(own, nodes, options.data.clone()).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(name: &str, role: NodeRole, marks: &[(u64, &str)]) -> NodeReport {
        let marks = marks.iter().map(|&(seq, sum)| (seq, sum.to_owned()));
        NodeReport {
            node: name.into(),
            role,
            marks: marks.collect(),
            ..NodeReport::default()
        }
    }

    /// Whose word each of them has to end by.
    fn ended(nodes: &[NodeReport]) -> Vec<(String, String)> {
        let judged = nodes.iter().filter_map(|own| {
            let others = match judged(own.clone(), nodes.to_vec(), PathBuf::new()) {
                Err(ServeError::CopyDiffers { others, .. }) => others,
                _ => return None,
            };
            Some((own.node.clone(), others))
        });
        judged.collect()
    }

    #[test]
    fn copies_are_the_same_up_to_the_newest_record_that_two_have_compared() {
        let nodes = [
            node(
                "a",
                NodeRole::Decides,
                &[(1_000, "x"), (2_000, "y"), (3_000, "z")],
            ),
            node("b", NodeRole::Follows, &[(1_000, "x"), (2_000, "y")]),
            node("c", NodeRole::Follows, &[(1_000, "x")]),
        ];
        let found = CopyComparison::of(&nodes).unwrap();
        assert_eq!((found.seq, found.groups.len()), (2_000, 1));
        assert_eq!(ended(&nodes), []);
        assert_eq!(CopyComparison::of(&nodes[..1]), None);
        let same = judged(nodes[2].clone(), nodes.to_vec(), PathBuf::new());
        assert_eq!(same.unwrap(), Some(2_000));
    }

    #[test]
    fn a_node_that_differs_from_two_ends_even_if_it_decides() {
        let [a, b] = ["a", "b"].map(String::from);
        let both = format!("{a}, {b}");
        for role in [NodeRole::Follows, NodeRole::Decides] {
            let nodes = [
                node("a", NodeRole::Follows, &[(1_000, "x"), (2_000, "y")]),
                node("b", NodeRole::Follows, &[(1_000, "x"), (2_000, "y")]),
                // It is behind, and differs all the same.
                node("c", role, &[(1_000, "other")]),
            ];
            assert_eq!(ended(&nodes), [("c".to_owned(), both.clone())]);
        }
    }

    #[test]
    fn of_two_nodes_of_a_name_the_one_that_started_later_ends() {
        let started = |name: &str, started_ms| NodeReport {
            started_ms,
            ..node(name, NodeRole::Follows, &[])
        };
        let nodes = [started("a", 5), started("b", 3), started("b", 4)];
        let ends = |own: &NodeReport| older_of_its_name(own, &nodes).is_some();
        assert_eq!(
            nodes.iter().map(ends).collect::<Vec<_>>(),
            [false, false, true]
        );
    }

    #[test]
    fn of_two_nodes_that_differ_the_decider_goes_on() {
        let nodes = [
            node("a", NodeRole::Stuck, &[(1_000, "x")]),
            node("b", NodeRole::Follows, &[(1_000, "other")]),
        ];
        assert_eq!(ended(&nodes), [("b".to_owned(), "a".to_owned())]);
        // Nobody knows who is right.
        let nodes = [
            node("a", NodeRole::Follows, &[(1_000, "x")]),
            node("b", NodeRole::Follows, &[(1_000, "other")]),
            node("c", NodeRole::Decides, &[]),
        ];
        assert_eq!(ended(&nodes), []);
    }
}
