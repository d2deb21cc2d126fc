//! Several servers as one service, as real processes on real NATS: who plays while nodes and servers of NATS die or stand
//! still. `tests/run` calls it by name, because it needs nats-server.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod carried;
mod compare;
mod copies;
mod cost;
mod obeyed;
mod operator;
mod pairs;
mod partition;
mod stale;
mod takeover;
mod upgrade;

use std::{path::Path, time::Duration};

use protocol::Limits;
use serde_json::Value;
use tempfile::TempDir;
use tests::{
    nats::{NatsServers, SYNC_ALWAYS},
    nodes::OxoNodes,
    process::{operate, server_binary},
    server::{limit_arguments, roomy},
    soon,
};
use tokio::time::sleep;

/// Time between two checks.
const LOOK: Duration = Duration::from_millis(20);

/// Looks again and again, until there is something.
async fn found<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    soon(what, async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            sleep(LOOK).await;
        }
    })
    .await
}

/// Nodes on three servers of NATS, all of which run.
struct Cluster {
    nats: NatsServers,
    nodes: OxoNodes,
    _folder: TempDir,
}

impl Cluster {
    async fn start(nodes: u8) -> Cluster {
        let mut cluster = Cluster::of(nodes, &[]).await;
        cluster.nodes.start().await;
        cluster
    }

    /// Nodes with more options, none of which runs yet.
    async fn of(nodes: u8, more: &[&str]) -> Cluster {
        let nats = NatsServers::start(3, SYNC_ALWAYS, "").await;
        Cluster::on(nats, nodes, more)
    }

    fn on(nats: NatsServers, nodes: u8, more: &[&str]) -> Cluster {
        let folder = TempDir::new().unwrap();
        // Who reads nothing for long while a slow disk keeps moves is no dead link.
        let roomy = Limits {
            dead_ms: 600_000,
            ..roomy()
        };
        // Pairs of a flag and its value, of which each may stand there once.
        let roomy = limit_arguments(&roomy);
        let others = roomy
            .chunks(2)
            .filter(|pair| !more.contains(&pair[0].as_str()));
        let mut options = others.flatten().cloned().collect::<Vec<_>>();
        options.extend(more.iter().map(|&option| option.to_owned()));
        let nodes = OxoNodes::new(&server_binary(), folder.path(), &nats, nodes, &options);
        Cluster {
            nats,
            nodes,
            _folder: folder,
        }
    }

    /// Status the operator reads, once NATS has elected.
    async fn status(&self) -> Value {
        let status = async || self.operate(0, &["status", "--json"]).await.ok();
        let said = found("the state of the cluster", status).await;
        serde_json::from_str(&said).unwrap()
    }

    /// The report of a node once it has all of the log.
    async fn whole(&self, node: &str) -> Value {
        found("a node that has everything", async || {
            let status = self.status().await;
            let mut nodes = status["nodes"].as_array().unwrap().iter();
            let report = nodes.find(|it| it["node"] == node)?;
            (report["seq"].as_u64() >= status["last"].as_u64()).then(|| report.clone())
        })
        .await
    }

    /// The number of the server of NATS that leads the log.
    async fn leader(&self) -> usize {
        let status = self.status().await;
        let mut servers = status["servers"].as_array().unwrap().iter();
        let leader = servers.find(|it| it["leads"] == true).unwrap();
        let mut nodes = self.nats.nodes.iter();
        nodes
            .position(|node| leader["name"] == node.name.as_str())
            .unwrap()
    }

    /// Why a node of that name does not start with that data.
    async fn refused(&self, node: &str, data: &Path) -> String {
        let mut words = self.nats.options(node);
        words.push("--listen=127.0.0.1:0".to_owned());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (code, _, complaint) = operate(data, &words).await;
        assert_eq!(code, Some(1), "{complaint}");
        complaint
    }

    /// Output of the operator's command about the cluster at the node of that number, or its complaint.
    async fn operate(&self, node: usize, words: &[&str]) -> Result<String, String> {
        let places = self.nats.places();
        let places = places.iter().map(String::as_str);
        let words: Vec<&str> = places
            .chain(["cluster"])
            .chain(words.iter().copied())
            .collect();
        let (code, text, complaint) = operate(&self.nodes.nodes[node].data, &words).await;
        match code {
            Some(0) => Ok(text),
            _ => Err(complaint),
        }
    }
}
