//! Servers of NATS on free loopback ports, each in a folder of its own; they end with the test.

use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use async_nats::jetstream::{self, Context};
use cluster_nats::{ConnectOptions, LogId, NatsStore, StreamOptions, create_stream};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    sync::mpsc,
    time::timeout,
};

/// Bounds the start; it takes some 3 s.
const STARTED: Duration = Duration::from_secs(30);

/// The cluster's name.
pub const CLUSTER: &str = "test";

/// The log's.
pub const LOG: LogId = LogId(0xf00d);

/// Each write is on the disk before it is acknowledged.
pub const SYNC_ALWAYS: &str = "sync_interval: always";

pub struct Node {
    pub name: String,
    config: PathBuf,
    port: u16,
    monitor: u16,
    process: Child,
    lines: mpsc::Receiver<String>,
}

impl Node {
    fn spawn(name: String, ports: &[u16], config: PathBuf) -> Node {
        let (process, lines) = run(&config);
        Node {
            name,
            config,
            port: ports[0],
            monitor: ports[1],
            process,
            lines,
        }
    }

    async fn says(&mut self, sign: &str) {
        let said = async { while !self.lines.recv().await.expect("it ended").contains(sign) {} };
        timeout(STARTED, said).await.expect(sign);
    }

    /// kill -9.
    pub async fn kill(&mut self) {
        self.process.kill().await.unwrap();
    }

    /// Starts it again, where it was.
    pub async fn restart(&mut self) {
        (self.process, self.lines) = run(&self.config);
        self.says("Server is ready").await;
    }

    pub fn url(&self) -> String {
        format!("nats://oxo:p%40ss@127.0.0.1:{}", self.port)
    }

    pub fn monitor(&self) -> String {
        format!("127.0.0.1:{}", self.monitor)
    }
}

/// Starts a server, and answers what it says.
fn run(config: &Path) -> (Child, mpsc::Receiver<String>) {
    let program = std::env::var_os("OXO_NATS_SERVER");
    let program =
        program.expect("OXO_NATS_SERVER is the nats-server to be used: tests/run cluster");
    let mut process = Command::new(program)
        .arg("-c")
        .arg(config)
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut log = BufReader::new(process.stderr.take().unwrap()).lines();
    let (sender, lines) = mpsc::channel(4_096);
    tokio::spawn(async move {
        while let Ok(Some(line)) = log.next_line().await {
            // Nobody reads them any more once the servers are started.
            let _ = sender.try_send(line);
        }
    });
    (process, lines)
}

pub struct Nodes {
    pub nodes: Vec<Node>,
    _folder: TempDir,
}

impl Nodes {
    /// Starts `count` servers, whose configuration has these words on when they sync.
    pub async fn start(count: usize, sync: &str) -> Nodes {
        Nodes::start_with(count, sync, "").await
    }

    /// The same with more in their configuration.
    pub async fn start_with(count: usize, sync: &str, more: &str) -> Nodes {
        let folder = TempDir::new().unwrap();
        // All at once, so that they differ.
        let listeners: Vec<TcpListener> = (0..3 * count)
            .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
            .collect();
        let ports: Vec<u16> = listeners
            .iter()
            .map(|listener| listener.local_addr().unwrap().port())
            .collect();
        drop(listeners);
        let mut nodes: Vec<Node> = Vec::new();
        for (number, own) in ports.chunks(3).enumerate() {
            let name = format!("n{}", number + 1);
            let config = folder.path().join(format!("{name}.conf"));
            let text = configuration(&name, folder.path(), sync, own, &ports);
            fs::write(&config, format!("{text}{more}")).unwrap();
            let mut node = Node::spawn(name, own, config);
            // One after another: a server that stands for election has those before.
            node.says("Server is ready").await;
            nodes.push(node);
        }
        if count > 1 {
            for node in &mut nodes {
                node.says("metadata leader").await;
            }
        }
        Nodes {
            nodes,
            _folder: folder,
        }
    }

    /// A client of the operator's.
    pub async fn operator(&self) -> Context {
        let (user, password) = ("oxo".to_owned(), "p@ss".to_owned());
        let options = async_nats::ConnectOptions::with_user_and_password(user, password);
        jetstream::new(options.connect(self.nodes[0].url()).await.unwrap())
    }

    /// The number of the server that leads the stream.
    pub async fn leader(&self) -> usize {
        let operator = self.operator().await;
        let stream = operator.get_stream("test-log").await.unwrap();
        let cluster = stream.cached_info().cluster.clone();
        let leader = cluster.and_then(|cluster| cluster.leader).unwrap();
        let mut nodes = self.nodes.iter();
        nodes.position(|node| node.name == leader).unwrap()
    }

    pub fn options(&self) -> ConnectOptions {
        ConnectOptions {
            servers: self.nodes.iter().map(Node::url).collect(),
            tls: None,
            name: "test".to_owned(),
        }
    }

    pub fn monitors(&self) -> Vec<String> {
        self.nodes.iter().map(Node::monitor).collect()
    }

    pub fn stream_options(&self) -> StreamOptions {
        StreamOptions {
            replicas: self.nodes.len(),
        }
    }

    /// A connection to all servers.
    pub async fn connect(&self) -> NatsStore {
        NatsStore::connect(self.options(), CLUSTER.to_owned())
            .await
            .unwrap()
    }

    /// The same, with the stream made.
    pub async fn store(&self) -> NatsStore {
        let store = self.connect().await;
        create_stream(&store, &self.stream_options(), LOG)
            .await
            .unwrap();
        store
    }
}

fn configuration(name: &str, folder: &Path, sync: &str, own: &[u16], all: &[u16]) -> String {
    let folder = folder.join(name).display().to_string();
    let &[port, monitor, route] = own else {
        panic!("three ports");
    };
    let routes = all
        .chunks(3)
        .map(|ports| format!("nats://127.0.0.1:{}", ports[2]));
    let routes: Vec<String> = routes.collect();
    let cluster = match routes.len() {
        1 => String::new(),
        _ => format!(
            "cluster {{ name: test, listen: 127.0.0.1:{route}, routes: [{}] }}",
            routes.join(", ")
        ),
    };
    format!(
        r#"server_name: {name}
listen: 127.0.0.1:{port}
http: 127.0.0.1:{monitor}
jetstream {{ store_dir: "{folder}", {sync} }}
accounts {{ OXO {{ jetstream: enabled, users: [{{ user: oxo, password: "p@ss" }}] }} }}
{cluster}
"#
    )
}
