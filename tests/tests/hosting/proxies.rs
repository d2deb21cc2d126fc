//! The recipes of `docs/proxies/`, each in the real proxy with real browsers: a game, a restart of
//! the proxy in the middle of it, below a path, through a Unix socket, and whose address counts.

use std::{
    fs::{self, Permissions},
    net::{Ipv4Addr, SocketAddr},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Stdio,
};

use clock::Clock;
use config::{ListenAddress, ServerOptions, SocketMode};
use node::listener::Listeners;
use serde_json::Value;
use tempfile::TempDir;
use tests::{
    Browser, TestServer,
    browser::{
        BrowserOptions,
        people::{id, invite, play_all, sit, turn_of},
    },
    free_port,
    process::oxo_binary,
    raw::upgrade,
    server::in_memory,
    soon,
    tls::{self, Authority},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    process::{Child, Command},
};

/// The name under which visitors come here.
const HOST: &str = "localhost";

/// A proxy that has a recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Caddy,
    Nginx,
    Haproxy,
    Apache,
}

/// Site, of a recipe's two, that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Site {
    /// `oxo.example`, the server at its root.
    Root,
    /// `example.org/oxo`.
    BelowPath,
}

impl Site {
    fn path(self) -> &'static str {
        match self {
            Site::Root => "",
            Site::BelowPath => "/oxo",
        }
    }

    /// Its name in the recipe, and the other one's.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Site::Root => ("oxo.example", "example.org"),
            Site::BelowPath => ("example.org", "oxo.example"),
        }
    }
}

/// Where the server listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Upstream {
    Port,
    UnixSocket,
}

/// As the recipes have them.
const RECIPE_PORT: &str = "127.0.0.1:1952";
const RECIPE_SOCKET: &str = "/run/oxo/oxo.sock";

/// A proxy before a server, which can be stopped and started.
struct ProxySetup {
    kind: Kind,
    site: Site,
    upstream: Upstream,
    port: u16,
    folder: TempDir,
    authority: Authority,
    server: TestServer,
    running: Option<Child>,
}

impl ProxySetup {
    async fn start(kind: Kind, site: Site, upstream: Upstream) -> ProxySetup {
        let port = free_port();
        let folder = tempfile::tempdir().unwrap();
        let authority = Authority::new();
        authority.certify(folder.path());
        let public = format!("https://{HOST}:{port}{}", site.path());
        let options = ServerOptions {
            base_path: site.path().into(),
            public_url: Some(public.parse().unwrap()),
            ..in_memory()
        };
        let server = match upstream {
            Upstream::Port => {
                let trusted_proxy = vec!["127.0.0.1/32".parse().unwrap()];
                let options = ServerOptions {
                    trusted_proxy,
                    ..options
                };
                TestServer::start_at(options, Clock::system()).await
            }
            Upstream::UnixSocket => {
                let path = folder.path().join("oxo.sock");
                let at = ListenAddress::Unix(path.clone());
                let listeners = Listeners::open(&[at], SocketMode::default()).unwrap();
                // Apache gives the rights of root up.
                fs::set_permissions(folder.path(), Permissions::from_mode(0o711)).unwrap();
                fs::set_permissions(path, Permissions::from_mode(0o666)).unwrap();
                TestServer::start_on(options, listeners, Clock::system()).await
            }
        };
        let mut setup = ProxySetup {
            kind,
            site,
            upstream,
            port,
            folder,
            authority,
            server,
            running: None,
        };
        let (name, text) = setup.configuration();
        fs::write(setup.file(name), text).unwrap();
        setup.run().await;
        setup
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn url(&self, path: &str) -> String {
        format!("https://{HOST}:{}{}{path}", self.port, self.site.path())
    }

    fn socket(&self) -> String {
        format!("wss://{HOST}:{}{}/ws", self.port, self.site.path())
    }

    /// The recipe with this setup's names, port, files and server in it.
    fn recipe(&self, file: &str) -> String {
        let recipes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/proxies");
        let (used, unused) = self.site.names();
        let folder = self.folder.path().to_string_lossy();
        let recipe = fs::read_to_string(recipes.join(file)).unwrap();
        let recipe = match self.upstream {
            Upstream::Port => {
                recipe.replace(RECIPE_PORT, &self.server.node.facts.bound().to_string())
            }
            Upstream::UnixSocket => through_socket(&recipe, &format!("{folder}/oxo.sock")),
        };
        recipe
            .replace(&format!("/etc/letsencrypt/live/{used}/"), "FOLDER/")
            .replace(&format!("/etc/letsencrypt/live/{unused}/"), "FOLDER/")
            .replace("/etc/haproxy/certs/", "FOLDER/both.pem")
            .replace("fullchain.pem", "cert.pem")
            .replace("privkey.pem", "key.pem")
            .replace("FOLDER", &folder)
            .replace(used, HOST)
            .replace(unused, "unused.example")
    }

    /// The name of its configuration, and the text: the recipe, with what a
    /// distribution puts around it.
    fn configuration(&self) -> (&'static str, String) {
        let (port, folder) = (self.port, self.folder.path().display());
        match self.kind {
            Kind::Caddy => ("Caddyfile", self.caddyfile()),
            Kind::Nginx => {
                let listen = format!("listen 127.0.0.1:{port} ssl");
                let recipe = self.recipe("nginx.conf").replace("listen 443 ssl", &listen);
                let paths: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                    .iter()
                    .map(|part| format!("{part}_temp_path {folder}/{part};\n"))
                    .collect();
                let text = format!(
                    "daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log stderr;\n\
                     events {{}}\nhttp {{\n{paths}{recipe}}}\n"
                );
                ("nginx.conf", text)
            }
            Kind::Haproxy => {
                let part = |name: &str| fs::read_to_string(self.file(name)).unwrap();
                let both = part("cert.pem") + &part("key.pem");
                fs::write(self.file("both.pem"), both).unwrap();
                let bind = format!("bind 127.0.0.1:{port} ");
                (
                    "haproxy.cfg",
                    self.recipe("haproxy.cfg").replace("bind :443 ", &bind),
                )
            }
            Kind::Apache => ("apache.conf", self.apache_conf()),
        }
    }

    fn caddyfile(&self) -> String {
        let (port, folder) = (self.port, self.folder.path().display());
        let files = format!("{{\n\ttls {folder}/cert.pem {folder}/key.pem\n");
        let recipe = self
            .recipe("Caddyfile")
            .replace(
                &format!("{HOST} {{\n"),
                &format!("https://{HOST}:{port} {files}"),
            )
            .replace(
                "unused.example {\n",
                &format!("https://unused.example:{port} {files}"),
            );
        let text = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n".to_owned();
        text + &recipe
    }

    fn apache_conf(&self) -> String {
        let (port, folder) = (self.port, self.folder.path().display());
        let modules = [
            "mpm_event",
            "authz_core",
            "ssl",
            "socache_shmcb",
            "proxy",
            "proxy_http",
        ];
        let modules: String = modules
            .iter()
            .map(|name| {
                format!("LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n")
            })
            .collect();
        let site = format!("<VirtualHost 127.0.0.1:{port}>");
        let recipe = self
            .recipe("apache.conf")
            .replace("<VirtualHost *:443>", &site);
        format!(
            "ServerRoot {folder}\nServerName {HOST}\nPidFile {folder}/pid\nDefaultRuntimeDir {folder}\n\
             User nobody\nGroup nogroup\nErrorLog /dev/stderr\nListen 127.0.0.1:{port}\n{modules}{recipe}"
        )
    }

    /// Starts the proxy, and waits until it listens.
    async fn run(&mut self) {
        let program = match self.kind {
            Kind::Caddy => "caddy",
            Kind::Nginx => "nginx",
            Kind::Haproxy => "haproxy",
            Kind::Apache => "apache2",
        };
        let mut command = Command::new(program);
        let (name, _) = self.configuration();
        let file = self.file(name);
        match self.kind {
            Kind::Caddy => command
                .args(["run", "--adapter", "caddyfile", "--config"])
                .arg(file),
            Kind::Nginx => command
                .arg("-p")
                .arg(self.folder.path())
                .args(["-e", "stderr", "-c"])
                .arg(file),
            Kind::Haproxy => command.args(["-db", "-f"]).arg(file),
            Kind::Apache => command.args(["-D", "FOREGROUND", "-f"]).arg(file),
        };
        let home = self.folder.path();
        let running = command
            .env("HOME", home)
            .env("XDG_DATA_HOME", home)
            .env("XDG_CONFIG_HOME", home)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        let running = running.unwrap_or_else(|why| {
            panic!("{program} cannot be started ({why}); tests/run hosting installs it")
        });
        self.running = Some(running);
        soon(&format!("{program} to listen"), async {
            while TcpStream::connect(("127.0.0.1", self.port)).await.is_err() {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }

    /// Ends the proxy, with every connection through it.
    async fn stop(&mut self) {
        let mut running = self.running.take().unwrap();
        let id = running.id().unwrap().to_string();
        let asked = Command::new("kill").args(["-TERM", &id]).status().await;
        assert!(asked.unwrap().success());
        soon("the proxy's end", running.wait()).await.unwrap();
    }

    /// A game by two browsers, and the proxy restarted in the middle of it.
    async fn game(&mut self) {
        let ana = Browser::open(BrowserOptions::default()).await;
        ana.visit(&self.url("/")).await;
        ana.fill(&id("name"), "Ana").await;
        let code = invite(&ana, "host").await;
        let bia = Browser::open(BrowserOptions::default()).await;
        bia.visit(&self.url(&format!("/r/{code}"))).await;
        sit(&bia, "Bia").await;
        turn_of(&ana).await;
        play_all(&ana, &bia, &[4, 0]).await;
        self.stop().await;
        self.run().await;
        play_all(&ana, &bia, &[2, 1, 6]).await;
        bia.shows_in(&id("headline"), "you lose").await;
        ana.close_after_breaking(&self.socket()).await;
        bia.close_after_breaking(&self.socket()).await;
    }

    /// `oxo doctor` finds nothing wrong. At some of the host's addresses the proxy may not listen.
    async fn is_called_well(&self) {
        let roots = self.file("root.pem");
        fs::write(&roots, &self.authority.pem).unwrap();
        let mut doctor = Command::new(oxo_binary());
        doctor.args(["doctor", "--json", &self.url("")]);
        doctor.env("SSL_CERT_FILE", roots);
        doctor.env("HOME", self.folder.path());
        let output = soon("oxo doctor", doctor.output()).await.unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let found: Vec<Value> = said
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(found.len(), 9, "{said}");
        for step in found {
            assert!(step["ok"] == true || step["check"] == "address", "{step}");
        }
    }

    /// Comes from another address of this machine with a header that names a
    /// third; it is the second that has to count.
    async fn counts_the_visitors_address(&self) {
        let from = Ipv4Addr::new(127, 0, 0, 7);
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        let to = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let tcp = soon("a connection", socket.connect(to)).await.unwrap();
        let connector = self.authority.connector(&["http/1.1"]);
        let mut stream = tls::connect_over(&connector, HOST, tcp).await.unwrap();
        let path = format!("{}/ws", self.site.path());
        let lines = "x-forwarded-for: 203.0.113.9\r\nforwarded: for=203.0.113.9\r\n";
        let host = format!("host: {HOST}:{}", self.port);
        let asked = upgrade(&path, lines).replace("host: localhost:1952", &host);
        stream.write_all(asked.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.unwrap();
        assert_eq!(&head, b"HTTP/1.1 101");
        let connections = &self.server.service.connections;
        let sources: Vec<_> = connections.iter().filter_map(|it| it.source).collect();
        let visitor = admission::AddressGroup::from(std::net::IpAddr::from(from));
        assert!(sources.contains(&visitor), "{sources:?}");
    }
}

/// A recipe with its remarks about a Unix socket in the place of the lines about a port.
fn through_socket(recipe: &str, socket: &str) -> String {
    let lines = recipe.lines().filter(|line| !line.contains(RECIPE_PORT));
    let lines = lines.map(|line| match line.contains(RECIPE_SOCKET) {
        true => line.replacen("# ", "", 1).replace(RECIPE_SOCKET, socket),
        false => line.to_owned(),
    });
    lines.map(|line| line + "\n").collect()
}

async fn tried(kind: Kind) {
    for (site, upstream) in [
        (Site::Root, Upstream::Port),
        (Site::BelowPath, Upstream::Port),
        (Site::Root, Upstream::UnixSocket),
        (Site::BelowPath, Upstream::UnixSocket),
    ] {
        println!("{kind:?}, {site:?}, {upstream:?}");
        let mut setup = ProxySetup::start(kind, site, upstream).await;
        setup.counts_the_visitors_address().await;
        setup.is_called_well().await;
        setup.game().await;
        setup.stop().await;
        setup.server.stop().await;
    }
}

#[tokio::test]
async fn behind_caddy() {
    tried(Kind::Caddy).await;
}

#[tokio::test]
async fn behind_nginx() {
    tried(Kind::Nginx).await;
}

#[tokio::test]
async fn behind_haproxy() {
    tried(Kind::Haproxy).await;
}

#[tokio::test]
async fn behind_apache() {
    tried(Kind::Apache).await;
}
