//! The task that raises the level of the log once every node knows the higher one: from then on other versions are refused.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use cluster_nats::NatsStore;
use journal::{Health, level::known_level};
use node::Node;
use tokio::time::sleep;

use super::report::{self, NodeReport};

/// Time between two checks, at nodes that know a higher level than the log's.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// For how long a node that answers no more counts as one that comes back.
const REMEMBERED: Duration = Duration::from_secs(60 * 60);

/// The nodes that were heard of lately: when last, and up to which level each knew.
#[derive(Debug, Default)]
struct HeardNodes(BTreeMap<String, (Instant, u32)>);

impl HeardNodes {
    fn hear(&mut self, reports: &[NodeReport], now: Instant) {
        let heard = reports.iter().map(|it| (it.node.clone(), (now, it.knows)));
        self.0.extend(heard);
        self.0
            .retain(|_, (last, _)| now.duration_since(*last) < REMEMBERED);
    }

    /// The highest level that all of them know, and this node, if they are as many as make a majority of the servers that keep
    /// the log.
    fn level(&self, replicas: usize, own: u32) -> Option<u32> {
        let all = self.0.values().map(|(_, knows)| (*knows).min(own));
        all.min().filter(|_| self.0.len() > replicas / 2)
    }
}

/// Raises it until dropped, whenever this node decides.
pub async fn raise(node: Arc<Node>, store: Arc<NatsStore>) {
    let mut heard = HeardNodes::default();
    loop {
        look(&node, &store, &mut heard).await;
        sleep(LOOK_EVERY).await;
    }
}

/// Looks once whether this node may raise it.
async fn look(node: &Node, store: &NatsStore, heard: &mut HeardNodes) {
    let now = node.journal.copy().map(|copy| copy.level);
    let Some(now) = now.filter(|now| *now < known_level()) else {
        return;
    };
    let Ok(reports) = report::all(store).await else {
        return;
    };
    heard.hear(&reports, Instant::now());
    let decides = *node.journal.health().borrow() == Health::Well;
    let level = heard.level(node.options.cluster_replicas, known_level());
    if let Some(level) = level.filter(|level| decides && *level > now)
        && node.journal.raise_level(level).await.is_ok()
    {
        tracing::info!(
            level,
            "the log is of level {level} from now on: every node knows it, and older versions are refused"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_is_what_every_node_knows_that_was_heard_of_within_an_hour() {
        let node = |name: &str, knows| NodeReport {
            node: name.into(),
            knows,
            ..NodeReport::default()
        };
        let begun = Instant::now();
        let mut heard = HeardNodes::default();
        assert_eq!(heard.level(1, 2), None);
        heard.hear(&[node("a", 2)], begun);
        assert_eq!((heard.level(1, 2), heard.level(3, 2)), (Some(2), None));
        heard.hear(&[node("a", 2), node("b", 2), node("c", 1)], begun);
        assert_eq!(heard.level(3, 2), Some(1));
        // It is switched off, and may come back as it was.
        let later = begun + REMEMBERED / 2;
        heard.hear(&[node("a", 2), node("b", 2)], later);
        assert_eq!(heard.level(3, 2), Some(1));
        heard.hear(&[node("c", 2)], later);
        assert_eq!(heard.level(3, 2), Some(2));
        heard.hear(&[node("d", 1)], begun + REMEMBERED);
        heard.hear(&[node("a", 3), node("b", 3)], begun + 2 * REMEMBERED);
        // This node was not heard itself.
        assert_eq!((heard.level(3, 2), heard.level(3, 3)), (Some(2), Some(3)));
    }
}
