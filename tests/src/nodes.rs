//! Servers of ours as nodes of one cluster: processes with a copy each, of which one decides.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use futures::future::join_all;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};

use crate::{Process, free_port, nats::NatsServers, process::Ended, raw::status_and_body, soon};

/// Time between two questions to the nodes who decides, and the time for each to answer.
const ASK_EVERY: Duration = Duration::from_millis(20);
const ANSWER: Duration = Duration::from_secs(5);

/// A node, which runs or not.
pub struct OxoNode {
    /// Its data directory.
    pub data: PathBuf,
    /// Its process.
    pub process: Option<Process>,
    /// The program, and what it finds in its environment.
    pub program: (PathBuf, &'static [(&'static str, &'static str)]),
    /// Where it listens, every time.
    listen: String,
    options: Vec<String>,
}

impl OxoNode {
    /// From its next start on it reaches the servers of NATS at these addresses.
    pub fn reach_nats_at(&mut self, urls: &[String]) {
        for option in &mut self.options {
            if option.starts_with("--cluster=") {
                *option = format!("--cluster={}", urls.join(","));
            }
        }
    }

    /// Starts it, if it does not run.
    ///
    /// # Panics
    /// When it does not come to listen.
    pub async fn start(&mut self) {
        if self.process.is_none() {
            match self.try_start().await {
                Ok(started) => self.process = Some(started),
                Err(ended) => panic!("the node ended before it listened:\n{}", ended.words),
            }
        }
    }

    /// Starts it, though it may end instead.
    ///
    /// # Errors
    /// Its exit status.
    pub async fn try_start(&self) -> Result<Process, Ended> {
        let options: Vec<&str> = self.options.iter().map(String::as_str).collect();
        let (binary, environment) = &self.program;
        Process::try_start(environment, &self.listen, binary, &self.data, &options).await
    }
}

/// All nodes of a cluster.
pub struct OxoNodes {
    /// Each of them.
    pub nodes: Vec<OxoNode>,
}

impl OxoNodes {
    /// That many nodes with their data in that folder, on those servers of NATS, with more options. None runs yet.
    ///
    /// # Panics
    /// When a directory cannot be made.
    pub fn new(
        binary: &Path,
        folder: &Path,
        nats: &NatsServers,
        count: u8,
        more: &[String],
    ) -> OxoNodes {
        let nodes = (0..count).map(|number| {
            let name = char::from(b'a' + number).to_string();
            let data = folder.join(&name);
            std::fs::create_dir(&data).expect("a directory");
            let mut options = nats.options(&name);
            options.extend_from_slice(more);
            OxoNode {
                data,
                process: None,
                program: (binary.to_owned(), &[]),
                listen: format!("127.0.0.1:{}", free_port()),
                options,
            }
        });
        OxoNodes {
            nodes: nodes.collect(),
        }
    }

    /// Starts each that does not run.
    pub async fn start(&mut self) {
        let all = self.nodes.len();
        self.start_first(all).await;
    }

    /// Starts each of the first `count` that does not run.
    pub async fn start_first(&mut self, count: usize) {
        let starts = self.nodes.iter_mut().take(count);
        join_all(starts.map(OxoNode::start)).await;
    }

    /// Waits until one of those that run decides; its number.
    pub async fn decider(&self) -> usize {
        soon("a node that decides", async {
            loop {
                for (number, node) in self.nodes.iter().enumerate() {
                    if let Some(process) = &node.process
                        && readiness(&process.address).await == Some(Readiness::Decides)
                    {
                        return number;
                    }
                }
                sleep(ASK_EVERY).await;
            }
        })
        .await
    }

    /// Waits until every one that runs takes players; the number of the one that decides.
    pub async fn all_ready(&self) -> usize {
        soon("nodes that take players", async {
            for node in &self.nodes {
                if let Some(process) = &node.process {
                    while readiness(&process.address).await.is_none() {
                        sleep(ASK_EVERY).await;
                    }
                }
            }
        })
        .await;
        self.decider().await
    }

    /// The process of a node, which counts as one that does not run.
    ///
    /// # Panics
    /// When it does not run.
    pub fn take(&mut self, number: usize) -> Process {
        self.nodes[number].process.take().expect("it runs")
    }

    /// Whether any of them runs.
    pub fn any_runs(&self) -> bool {
        self.nodes.iter().any(|node| node.process.is_some())
    }

    /// Where they listen, whether they run or not.
    pub fn addresses(&self) -> Vec<String> {
        self.nodes.iter().map(|node| node.listen.clone()).collect()
    }
}

/// Waits until the server at that address decides.
pub async fn decides(address: &str) {
    soon("a node to decide", async {
        while readiness(address).await != Some(Readiness::Decides) {
            sleep(ASK_EVERY).await;
        }
    })
    .await;
}

/// How a node takes players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// It serves them itself.
    Decides,
    /// It carries them to the one that does.
    Carries,
}

/// Whether a load balancer may send players to the server at that address, and what it does with them.
pub async fn readiness(address: &str) -> Option<Readiness> {
    let asked = timeout(ANSWER, async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        let request = format!("GET /health/ready HTTP/1.0\r\nHost: {address}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.ok()?;
        let (status, body) = status_and_body(&answer);
        let readiness = match body {
            "ready\n" => Readiness::Decides,
            _ => Readiness::Carries,
        };
        status.contains(" 200 ").then_some(readiness)
    });
    asked.await.ok().flatten()
}
