//! The options of a node of a cluster together: which say nothing without others, and what follows from them.

use super::{cluster::NatsServer, options::ServerOptions};

impl ServerOptions {
    /// Whether it is one of several nodes.
    #[must_use]
    pub fn has_cluster(&self) -> bool {
        !self.cluster.is_empty()
    }

    /// Where the servers of NATS say how they sync.
    #[must_use]
    pub fn monitors(&self) -> Vec<String> {
        match self.cluster_monitor.is_empty() {
            true => self.cluster.iter().map(NatsServer::monitor).collect(),
            false => self.cluster_monitor.clone(),
        }
    }
}

/// An option that says nothing without others, and what is missing.
pub(super) fn lone(options: &ServerOptions, is_node: bool) -> Option<(&'static str, &'static str)> {
    const SERVERS: &str = "--cluster with the servers of NATS";
    if options.has_cluster() {
        return match (&options.node, &options.cluster_cert, &options.cluster_key) {
            (None, ..) if is_node => Some(("cluster", "--node with a name that no other node has")),
            (_, Some(_), None) => Some(("cluster_cert", "--cluster-key with its private key")),
            (_, None, Some(_)) => Some(("cluster_key", "--cluster-cert with its certificate")),
            _ => None,
        };
    }
    let set = [
        ("node", options.node.is_some()),
        ("create_log", options.create_log),
        ("cluster_monitor", !options.cluster_monitor.is_empty()),
        ("cluster_ca", options.cluster_ca.is_some()),
        ("cluster_cert", options.cluster_cert.is_some()),
        ("cluster_key", options.cluster_key.is_some()),
        (
            "peer_listen",
            options.peer_listen != ServerOptions::default().peer_listen,
        ),
    ];
    let (name, _) = set.into_iter().find(|(_, is_set)| *is_set)?;
    Some((name, SERVERS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::{monitor, nats_server};

    #[test]
    fn monitors_are_at_the_usual_port_of_each_server_unless_they_are_named() {
        let mut options = ServerOptions {
            cluster: vec![
                nats_server("oxo:secret@n1").unwrap(),
                nats_server("n2:4333").unwrap(),
            ],
            ..ServerOptions::default()
        };
        assert_eq!(options.monitors(), ["n1:8222", "n2:8222"]);
        options.cluster_monitor = vec![monitor("n1:9000").unwrap()];
        assert_eq!(options.monitors(), ["n1:9000"]);
        for text in ["n1", "n1:", "n1:0", ":8222", "http://n1:8222", "n1:99999"] {
            assert!(monitor(text).is_err(), "{text}");
        }
    }
}
