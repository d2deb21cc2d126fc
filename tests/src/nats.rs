//! Servers of NATS on free loopback ports, each in a folder of its own; they end with the test. `OXO_NATS_SERVER` names the
//! program.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::Stdio,
};

use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    sync::mpsc,
};

use crate::{Proxy, free_ports, soon};

/// Each write is on the disk before it is acknowledged.
pub const SYNC_ALWAYS: &str = "sync_interval: always";

/// Most starts of servers until each has its ports.
const TRIES: usize = 5;
/// Lines of a server's log that wait to be read. Once it has started nobody reads them, and more are dropped.
const LINES: usize = 4_096;

/// A server.
pub struct NatsServer {
    /// Its name: `n1` is the first.
    pub name: String,
    config: PathBuf,
    port: u16,
    monitor: u16,
    process: Child,
    lines: mpsc::Receiver<String>,
}

impl NatsServer {
    fn spawn(name: String, ports: &[u16], config: PathBuf) -> NatsServer {
        let (process, lines) = run(&config);
        NatsServer {
            name,
            config,
            port: ports[0],
            monitor: ports[1],
            process,
            lines,
        }
    }

    async fn says(&mut self, sign: &str) {
        assert!(self.says_or_ends(sign).await, "it ended before: {sign}");
    }

    /// Whether it says that before it ends.
    async fn says_or_ends(&mut self, sign: &str) -> bool {
        soon(sign, async {
            while let Some(line) = self.lines.recv().await {
                if line.contains(sign) {
                    return true;
                }
            }
            false
        })
        .await
    }

    /// kill -9.
    ///
    /// # Panics
    /// When it cannot be killed.
    pub async fn kill(&mut self) {
        self.process.kill().await.expect("a process");
    }

    /// Starts it again, where it was.
    pub async fn restart(&mut self) {
        (self.process, self.lines) = run(&self.config);
        self.says("Server is ready").await;
    }

    /// Sends its process a signal, as kill(1) does.
    ///
    /// # Panics
    /// When it has ended.
    pub async fn signal(&self, name: &str) {
        let id = self.process.id().expect("a process").to_string();
        let sent = Command::new("kill").args([name, &id]).status().await;
        assert!(sent.expect("kill").success());
    }

    /// Its address for clients, with the user and the password.
    pub fn url(&self) -> String {
        self.url_at(self.address())
    }

    /// The same by way of another address.
    pub fn url_at(&self, address: SocketAddr) -> String {
        format!("nats://oxo:p%40ss@{address}")
    }

    /// Where it takes clients.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }

    /// Where its monitor answers.
    pub fn monitor(&self) -> String {
        format!("127.0.0.1:{}", self.monitor)
    }
}

/// The program of the server.
pub(crate) fn program() -> PathBuf {
    let program = std::env::var_os("OXO_NATS_SERVER").map(PathBuf::from);
    program.expect("OXO_NATS_SERVER is the nats-server to be used: tests/run cluster")
}

/// Starts a server, and gives what it says.
fn run(config: &Path) -> (Child, mpsc::Receiver<String>) {
    let mut process = Command::new(program())
        .arg("-c")
        .arg(config)
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("a nats-server that can be started");
    let mut log = BufReader::new(process.stderr.take().expect("a pipe")).lines();
    let (sender, lines) = mpsc::channel(LINES);
    tokio::spawn(async move {
        while let Ok(Some(line)) = log.next_line().await {
            // Nobody reads them any more once the servers are started.
            let _ = sender.try_send(line);
        }
    });
    (process, lines)
}

/// Some servers, which know each other.
pub struct NatsServers {
    /// Each of them.
    pub nodes: Vec<NatsServer>,
    folder: TempDir,
    /// From each (first) to each other, in their order: the links by which they reach each other, if they are not direct.
    links: Vec<Vec<Proxy>>,
}

impl NatsServers {
    /// Starts `count` servers, whose configuration has these words on when they sync, and more.
    ///
    /// # Panics
    /// When they do not come to work together.
    pub async fn start(count: usize, sync: &str, more: &str) -> NatsServers {
        NatsServers::start_by(false, count, sync, more).await
    }

    /// The same, with links between them that can be cut.
    ///
    /// # Panics
    /// When they do not come to work together.
    pub async fn start_with_links(count: usize, sync: &str) -> NatsServers {
        NatsServers::start_by(true, count, sync, "").await
    }

    async fn start_by(by_links: bool, count: usize, sync: &str, more: &str) -> NatsServers {
        for _ in 0..TRIES {
            if let Some(servers) = NatsServers::try_start(by_links, count, sync, more).await {
                return servers;
            }
        }
        panic!("servers of NATS that listen");
    }

    /// The same; nothing when a port was taken after it had been free.
    async fn try_start(
        by_links: bool,
        count: usize,
        sync: &str,
        more: &str,
    ) -> Option<NatsServers> {
        let folder = TempDir::new().expect("a folder");
        let ports = free_ports(3 * count);
        let links = match by_links {
            true => links_between(&ports).await,
            false => Vec::new(),
        };
        let mut nodes: Vec<NatsServer> = Vec::new();
        for (number, own) in ports.chunks(3).enumerate() {
            let name = format!("n{}", number + 1);
            let config = folder.path().join(format!("{name}.conf"));
            let routes = match links.get(number) {
                Some(links) => links.iter().map(|link| link.address.port()).collect(),
                None => routes(&ports),
            };
            let text = configuration(&name, "127.0.0.1", folder.path(), sync, own, &routes);
            fs::write(&config, format!("{text}{more}")).expect("a configuration");
            let mut node = NatsServer::spawn(name, own, config);
            // One after another: a server that stands for election has those before.
            if !node.says_or_ends("Server is ready").await {
                return None;
            }
            nodes.push(node);
        }
        if count > 1 {
            for node in &mut nodes {
                // It listens for the others only once it is ready.
                if !node.says_or_ends("metadata leader").await {
                    return None;
                }
            }
        }
        Some(NatsServers {
            nodes,
            folder,
            links,
        })
    }

    /// From now on that server hears nothing of the others, nor they of it; clients reach each as before.
    pub fn cut_off(&self, server: usize) {
        self.links_of(server).for_each(Proxy::hold);
    }

    /// Lets everything pass again, with what was on its way.
    pub fn heal(&self, server: usize) {
        self.links_of(server).for_each(Proxy::forward);
    }

    fn links_of(&self, server: usize) -> impl Iterator<Item = &Proxy> {
        let links = self.links.iter().enumerate();
        let links = links.flat_map(|(from, links)| {
            let others = (0..=links.len()).filter(move |to| *to != from);
            others.map(move |to| (from, to)).zip(links)
        });
        let is_of = move |(from, to): &(usize, usize)| [*from, *to].contains(&server);
        links
            .filter(move |(ends, _)| is_of(ends))
            .map(|(_, link)| link)
    }

    /// kill -9 of all at once, and all that they had is gone; then they begin anew where they were.
    ///
    /// # Panics
    /// When they do not come to work together.
    pub async fn lose_everything(&mut self) {
        for node in &mut self.nodes {
            node.kill().await;
        }
        for node in &mut self.nodes {
            fs::remove_dir_all(self.folder.path().join(&node.name)).expect("a directory");
            node.restart().await;
        }
        for node in &mut self.nodes {
            node.says("metadata leader").await;
        }
    }

    /// The addresses of all.
    pub fn urls(&self) -> Vec<String> {
        self.nodes.iter().map(NatsServer::url).collect()
    }

    /// The monitors of all.
    pub fn monitors(&self) -> Vec<String> {
        self.nodes.iter().map(NatsServer::monitor).collect()
    }

    /// The options that say where they are.
    pub fn places(&self) -> [String; 2] {
        [
            format!("--cluster={}", self.urls().join(",")),
            format!("--cluster-monitor={}", self.monitors().join(",")),
        ]
    }

    /// The options with which a node of ours joins them, and makes the log if it is not there.
    pub fn options(&self, node: &str) -> Vec<String> {
        let mut options = self.places().to_vec();
        options.extend([
            format!("--cluster-replicas={}", self.nodes.len()),
            format!("--node={node}"),
            "--create-log".to_owned(),
            "--peer-listen=127.0.0.1:0".to_owned(),
        ]);
        options
    }
}

/// The ports where servers listen for each other, of those that each has.
pub(crate) fn routes(ports: &[u16]) -> Vec<u16> {
    ports.chunks(3).map(|own| own[2]).collect()
}

/// From each of the servers with these ports one link to each other.
async fn links_between(ports: &[u16]) -> Vec<Vec<Proxy>> {
    let routes = routes(ports);
    let mut links = Vec::new();
    for from in &routes {
        let mut own = Vec::new();
        for to in routes.iter().filter(|to| *to != from) {
            own.push(Proxy::to((Ipv4Addr::LOCALHOST, *to).into()).await);
        }
        links.push(own);
    }
    links
}

/// The configuration of the server whose own ports are these (for clients, its monitor, routes); `routes` are those where it
/// reaches the others, or all. It listens at `host`, but for the others of them.
pub(crate) fn configuration(
    name: &str,
    host: &str,
    folder: &Path,
    sync: &str,
    own: &[u16],
    routes: &[u16],
) -> String {
    let folder = folder.join(name).display().to_string();
    let &[port, monitor, route] = own else {
        panic!("three ports");
    };
    let places = routes.iter().map(|port| format!("nats://127.0.0.1:{port}"));
    let places: Vec<String> = places.collect();
    // A server tells the others where each listens, and they go there by themselves.
    let hidden = match routes.contains(&route) {
        true => "",
        false => "advertise: \"127.0.0.1:1\", ",
    };
    let cluster = match routes.len() {
        1 => String::new(),
        _ => format!(
            "cluster {{ name: test, listen: 127.0.0.1:{route}, {hidden}routes: [{}] }}",
            places.join(", ")
        ),
    };
    format!(
        r#"server_name: {name}
listen: {host}:{port}
http: {host}:{monitor}
jetstream {{ store_dir: "{folder}", {sync} }}
accounts {{ OXO {{ jetstream: enabled, users: [{{ user: oxo, password: "p@ss" }}] }} }}
{cluster}
"#
    )
}
