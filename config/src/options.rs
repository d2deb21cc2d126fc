//! The options of a server, each declared once; to add one, add an entry here,
//! and a parser to `parse.rs` if none there fits.

use std::{
    net::{Ipv6Addr, SocketAddr},
    path::{Path, PathBuf},
    sync::LazyLock,
};

use etcetera::BaseStrategy;
use ipnet::IpNet;
use protocol::{Limits, Rules};
use url::Url;

use super::{
    cluster::{self, NatsServer},
    declare::{Declaration, OptionValue, server_options},
    parse::{self, JournalKind, ListenAddress, MAX_DAYS, MetricsToken, Period, SocketMode},
};

/// The most a limit can be: about thirty years in milliseconds. Added to any
/// time it does not overflow, and every client's language can hold it.
const MAX_LIMIT: u64 = 1_000_000_000_000;
/// Limits that may be 0: at once, or not at all.
const MAY_BE_ZERO: [&str; 5] = [
    "computers",
    "correspondence_rooms",
    "computer_move_ms",
    "exhibition_move_ms",
    "exhibition_pause_ms",
];
/// The most copies that NATS keeps of a stream.
const MAX_REPLICAS: usize = 5;

server_options! { user =>
    /// Address to listen on, by default every one of IPv6 and IPv4; port 0 takes a free one; unix:PATH is a socket for a proxy; separate several with commas, or repeat. [::] is IPv6 and IPv4, unless an IPv4 address with the same port stands beside it
    listen: Vec<ListenAddress> = vec![ListenAddress::Tcp((Ipv6Addr::UNSPECIFIED, 1952).into())],
        "ADDR:PORT" like "[::]:1952", parse::listen;
    /// Permissions of the Unix sockets to listen on: whoever may connect may say for whom
    socket_mode: SocketMode = SocketMode::default(), "MODE" like "660", parse::socket_mode;
    /// File with the server's certificate and those that lead to its authority, in PEM; turns TLS on
    tls_cert: Option<PathBuf> = None, "FILE" like "/etc/oxo/fullchain.pem", parse::path;
    /// File with the certificate's private key, in PEM; both are read again when they change
    tls_key: Option<PathBuf> = None, "FILE" like "/etc/oxo/privkey.pem", parse::path;
    /// Name for which the server obtains its certificate by itself, with agreement to the authority's terms; then it listens on the ports 443 and 80 by default. Separate several with commas, or repeat
    tls_domain: Vec<String> = Vec::new(), "NAME" like "oxo.example", parse::domain;
    /// Mail address that the authority may write to
    tls_email: Option<String> = None, "ADDRESS" like "ana@oxo.example", parse::email;
    /// Directory of the authority (ACME)
    tls_directory: Option<Url> = None, "URL" like "https://acme.example/directory", parse::https_url,
        unset "Let's Encrypt";
    /// Directory in which games are kept
    data: PathBuf = user.data_dir(), "DIR" like "/var/lib/oxo-server", parse::path;
    /// Socket by which the operator's commands reach the running server; off for none
    admin: Option<PathBuf> = None, "PATH" like "/run/oxo/admin.sock", parse::path,
        unset "admin.sock in the data directory";
    /// Where games are kept: sqlite, or memory, where they end with the process
    journal: JournalKind = JournalKind::Sqlite, "KIND" like "sqlite", parse::journal;
    /// How many days finished games are kept; 0 keeps none
    keep_games_days: u64 = 30, "N" like "30", parse::number("a number of days", 0..=MAX_DAYS) => reloads;
    /// How many MiB the database may take; beyond it the oldest finished games go, then no rooms are opened
    journal_mb: u64 = 16_384, "N" like "16384", parse::number("a number of MiB", 0..=MAX_LIMIT);
    /// How many MiB of the disk stay free, but no more than a twentieth of it; below it no rooms are opened
    free_disk_mb: u64 = 512, "N" like "512", parse::number("a number of MiB", 0..=MAX_LIMIT);
    /// Prefix of every path, such as /oxo
    base_path: String = String::new(), "PATH" like "/oxo", parse::base_path;
    /// Public address of this server, such as https://oxo.example; its path, if any, is the base path
    public_url: Option<Url> = None, "URL" like "https://oxo.example", parse::web_url,
        unset "the machine's own addresses";
    /// New address of this service, such as https://b.oxo.example; clients use it from their next connection on
    moved_to: Option<Url> = None, "URL" like "https://oxo.example", parse::web_url => reloads;
    /// Proxy that is trusted to say who a visitor is; separate several with commas, or repeat
    trusted_proxy: Vec<IpNet> = Vec::new(), "CIDR" like "10.0.0.0/8", parse::network => reloads;
    /// Another origin whose pages may connect, such as https://games.example; separate several with commas, or repeat
    origin: Vec<String> = Vec::new(), "URL" like "https://oxo.example", parse::origin => reloads;
    /// Name of the server
    server_name: String = "OXO".into(), "NAME" like "OXO", parse::server_name => reloads;
    /// Log filter, such as warn or info,server=debug
    log: Option<String> = None, "FILTER" like "info", parse::log_filter, unset "info" => reloads;
    /// Worker threads
    worker_threads: Option<usize> = None, "N" like "4", parse::number("a number of threads", 1..=1_024),
        unset "one for each processor core";
    /// Directory for backups that the server takes by itself, best on another disk; of this server alone
    backup: Option<PathBuf> = None, "DIR" like "/backups/oxo", parse::path;
    /// How often it takes one, such as 12h or 1d
    backup_every: Period = Period::DAY, "TIME" like "1d", parse::period;
    /// How many of these backups are kept
    backup_keep: usize = 7, "N" like "7", parse::number("a number of backups", 1..=10_000);
    /// Address to serve /metrics on, for Prometheus; whoever reaches it may read them
    metrics_listen: Option<SocketAddr> = None, "ADDR:PORT" like "127.0.0.1:9852", parse::address,
        unset "nowhere";
    /// Token for which /metrics is served on the public port as well; give it by the variable or in the file, where nobody sees it in a list of processes
    metrics_token: Option<MetricsToken> = None, "TOKEN" like "9f8e7d6c5b4a39281706", parse::metrics_token;
    /// Servers of NATS that keep the log which the nodes of a cluster share; separate several with commas, or repeat. A user and a password in one of them are those for all: give them by the variable or in the file
    cluster: Vec<NatsServer> = Vec::new(), "URL" like "nats://n1.example:4222", cluster::nats_server;
    /// Name of the cluster, which its stream and its subjects have at NATS
    cluster_name: String = "oxo".into(), "NAME" like "oxo", cluster::name;
    /// Monitors of the servers of NATS (http: in their configuration), which say whether they sync always
    cluster_monitor: Vec<String> = Vec::new(), "HOST:PORT" like "n1.example:8222", cluster::monitor,
        unset "port 8222 of each of them";
    /// How many servers of NATS have to keep a copy of the log; with fewer than 3 it ends with one of them
    cluster_replicas: usize = 3, "N" like "3", parse::number("a number of copies", 1..=MAX_REPLICAS);
    /// How far back the log goes, such as 24h: a node that was away for longer fetches a copy from another one
    cluster_keep: Period = Period::DAY, "TIME" like "24h", parse::period;
    /// File with the authority that the certificates of the servers of NATS lead to, in PEM; demands TLS of them
    cluster_ca: Option<PathBuf> = None, "FILE" like "/etc/oxo/nats-ca.pem", parse::path;
    /// File with the certificate by which the servers of NATS know this node, in PEM
    cluster_cert: Option<PathBuf> = None, "FILE" like "/etc/oxo/node.pem", parse::path;
    /// File with its private key, in PEM
    cluster_key: Option<PathBuf> = None, "FILE" like "/etc/oxo/node-key.pem", parse::path;
    /// Name of this node, which no other node of the cluster has
    node: Option<String> = None, "NAME" like "a", cluster::name;
    /// Address at which other nodes of the cluster reach this one, to pass on the connections that they take while this one decides
    peer_listen: SocketAddr = (Ipv6Addr::UNSPECIFIED, 1953).into(), "ADDR:PORT" like "10.0.0.1:1953", parse::address;
    /// Make the cluster's log, if it is not there
    create_log: bool = false, "true" like "true", parse::switch;
    /// Tell no players of their turns at correspondence by the push services of their browsers
    no_push: bool = false, "true" like "true", parse::switch;
    /// Where push services may write to, such as mailto:ana@oxo.example
    push_contact: Option<Url> = None, "URL" like "mailto:ana@oxo.example", parse::contact,
        unset "the public address, if it is https";
    /// Tell no chats of games: rooms have no webhooks
    no_webhooks: bool = false, "true" like "true", parse::switch;
    /// Network of one's own in which a push service or a webhook may be, beside the public addresses; separate several with commas, or repeat
    push_network: Vec<IpNet> = Vec::new(), "CIDR" like "10.0.0.0/8", parse::network;
    /// Board on which two computers always play for the front page, such as 15x15x5
    exhibition: Option<Rules> = None, "WxHxL" like "15x15x5", parse::rules => reloads;
}

impl ServerOptions {
    /// Whether the server encrypts.
    pub fn has_tls(&self) -> bool {
        self.tls_cert.is_some() || !self.tls_domain.is_empty()
    }

    /// How the server's own addresses begin.
    pub fn scheme(&self) -> &'static str {
        if self.has_tls() { "https" } else { "http" }
    }

    /// Whether it is one of several nodes.
    pub fn has_cluster(&self) -> bool {
        !self.cluster.is_empty()
    }

    /// Where the servers of NATS say how they sync.
    pub fn monitors(&self) -> Vec<String> {
        match self.cluster_monitor.is_empty() {
            true => self.cluster.iter().map(NatsServer::monitor).collect(),
            false => self.cluster_monitor.clone(),
        }
    }
}

impl Default for ServerOptions {
    fn default() -> Self {
        ServerOptions::for_user(&ServerFolders::of_user())
    }
}

pub(super) type ConfigOption = Declaration<ServerOptions>;

/// Every option, in display order: the server's own, then the limits.
static ALL: LazyLock<Vec<ConfigOption>> = LazyLock::new(|| {
    let limits = Limits::NAMES.iter().map(|(name, meaning)| ConfigOption {
        name_in_file: format!("limits.{name}"),
        value_name: "N",
        example: "1000",
        is_limit: true,
        put: |options, name, texts| {
            let least = u64::from(!MAY_BE_ZERO.contains(&name));
            let value = u64::read(texts, parse::number("a limit", least..=MAX_LIMIT))?;
            if let Some(limit) = options.limits.get_mut(name) {
                *limit = value;
            }
            Ok(())
        },
        get: |options, name| options.limits.get(name)?.to_toml(),
        ..ConfigOption::new::<u64>(name, meaning)
    });
    let own = ServerOptions::declared().into_iter();
    own.chain(limits).collect()
});

impl ConfigOption {
    pub(super) fn all() -> &'static [ConfigOption] {
        &ALL
    }

    pub(super) fn named(name: &str) -> Option<&'static ConfigOption> {
        ALL.iter().find(|option| option.name == name)
    }
}

/// The user's own directories, if the user has a home.
#[derive(Clone, Debug, Default)]
pub struct ServerFolders {
    /// Where programs keep their data.
    pub data: Option<PathBuf>,
    /// Where programs look for their configuration.
    pub config: Option<PathBuf>,
}

impl ServerFolders {
    /// Those of the user who runs this process.
    pub fn of_user() -> ServerFolders {
        let user = etcetera::choose_base_strategy().ok();
        // An empty HOME makes them relative to wherever the process was started.
        let usable = |path: PathBuf| path.is_absolute().then_some(path);
        ServerFolders {
            data: user.as_ref().and_then(|user| usable(user.data_dir())),
            config: user.and_then(|user| usable(user.config_dir())),
        }
    }

    fn data_dir(&self) -> PathBuf {
        match &self.data {
            Some(data) => data.join("oxo-server"),
            None => Path::new(".").join("oxo-data"),
        }
    }

    pub(super) fn config_file(&self) -> Option<PathBuf> {
        Some(self.config.as_ref()?.join("oxo-server").join("config.toml"))
    }
}
