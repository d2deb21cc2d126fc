//! Certificates from a real authority (pebble): obtained, kept, renewed,
//! refused, and waited for while the authority is away.

use std::{
    fs,
    net::SocketAddr,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Stdio,
};

use serde_json::json;
use tempfile::TempDir;
use tests::{
    Process, free_port,
    process::test_clock_binary,
    raw::request,
    soon,
    tls::{self, Authority},
};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
/// Longer than the wait for the second attempt.
const RETRY_MS: u64 = 80_000;

/// The name that certificates are for; every name leads to this machine.
const NAME: &str = "oxo.example";
/// A name for which nothing is issued.
const BLOCKED: &str = "blocked.example";

/// Ports and files of an authority, which runs or does not.
struct Pebble {
    folder: TempDir,
    directory: u16,
    management: u16,
    names: u16,
    running: Vec<Child>,
}

impl Pebble {
    /// One that looks for its challenges at that port.
    async fn start(challenges: u16) -> Pebble {
        let folder = tempfile::tempdir().unwrap();
        let authority = Authority::new();
        authority.certify(folder.path());
        fs::write(folder.path().join("root.pem"), &authority.pem).unwrap();
        let mut pebble = Pebble {
            folder,
            directory: free_port(),
            management: free_port(),
            names: free_port(),
            running: Vec::new(),
        };
        let config = json!({"pebble": {
            "listenAddress": format!("127.0.0.1:{}", pebble.directory),
            "managementListenAddress": format!("127.0.0.1:{}", pebble.management),
            "certificate": pebble.file("cert.pem"),
            "privateKey": pebble.file("key.pem"),
            "httpPort": free_port(),
            "tlsPort": challenges,
            "ocspResponderURL": "",
            "externalAccountBindingRequired": false,
            "domainBlocklist": [BLOCKED],
            "certificateValidityPeriod": 90 * 24 * 60 * 60,
            "retryAfter": {"authz": 1, "order": 1},
        }});
        fs::write(pebble.file("pebble.json"), config.to_string()).unwrap();
        pebble.run().await;
        pebble
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Starts it, as one that has never heard of anybody and has a new root.
    async fn run(&mut self) {
        let dns = format!("127.0.0.1:{}", self.names);
        let names = Command::new("pebble-challtestsrv")
            .args([
                "-dns01",
                &dns,
                "-defaultIPv4",
                "127.0.0.1",
                "-defaultIPv6",
                "",
            ])
            .args([
                "-http01",
                "",
                "-https01",
                "",
                "-tlsalpn01",
                "",
                "-management",
                "",
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut pebble = Command::new("pebble")
            .env("PEBBLE_VA_NOSLEEP", "1")
            .arg("-config")
            .arg(self.file("pebble.json"))
            .args(["-dnsserver", &dns])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut said = BufReader::new(pebble.stdout.take().unwrap()).lines();
        soon("pebble to listen", async {
            while let Ok(Some(line)) = said.next_line().await {
                if line.contains("ACME directory available") {
                    return;
                }
            }
            panic!("pebble has ended");
        })
        .await;
        tokio::spawn(async move { while let Ok(Some(_)) = said.next_line().await {} });
        self.running = vec![names, pebble];
    }

    async fn stop(&mut self) {
        for mut process in self.running.drain(..) {
            process.kill().await.unwrap();
        }
    }

    /// The root of what it issues.
    async fn root(&self) -> String {
        let to = SocketAddr::from(([127, 0, 0, 1], self.management));
        let ours = fs::read_to_string(self.file("root.pem")).unwrap();
        let connector = tls::connector(&ours, &["http/1.1"]);
        let stream = tls::connect(&connector, "localhost", to).await.unwrap();
        tls::get(stream, "/roots/0").await
    }
}

/// A server for a name, with a clock that a test moves.
struct Host {
    server: Process,
    to: SocketAddr,
}

impl Host {
    async fn start(pebble: &Pebble, data: &Path, name: &'static str, port: u16) -> Host {
        let directory = format!("https://127.0.0.1:{}/dir", pebble.directory);
        let public = format!("https://{name}:{port}");
        let root = pebble.file("root.pem").to_string_lossy().into_owned();
        let server = Process::start_in(
            &[("SSL_CERT_FILE", &root)],
            &format!("127.0.0.1:{port}"),
            &test_clock_binary(),
            data,
            &[
                "--tls-domain",
                name,
                "--tls-directory",
                &directory,
                "--public-url",
                &public,
            ],
        )
        .await;
        let to = server.address.parse().unwrap();
        Host { server, to }
    }

    /// Has it read its configuration again, and look whether a certificate is due.
    async fn reload(&mut self) {
        self.server.signal("-HUP").await;
        self.server.says("configuration read again").await;
    }

    /// Whether it shows a certificate of that authority for its name.
    async fn is_certified(&self, root: &str) -> bool {
        let connector = tls::connector(root, &["http/1.1"]);
        tls::connect(&connector, NAME, self.to).await.is_ok()
    }
}

#[tokio::test]
async fn a_certificate_is_obtained_kept_and_renewed_once_the_authority_is_back() {
    let port = free_port();
    let mut pebble = Pebble::start(port).await;
    let data = tempfile::tempdir().unwrap();
    let mut host = Host::start(&pebble, data.path(), NAME, port).await;
    host.server
        .has_said("the certificate for oxo.example was obtained")
        .await;
    let first = pebble.root().await;
    assert!(host.is_certified(&first).await);
    let folder = data
        .path()
        .join("tls")
        .join(format!("127.0.0.1_{}", pebble.directory));
    for file in ["account.json", "certificate.pem"] {
        let mode = fs::metadata(folder.join(file))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
    // After a restart nobody is asked: the one that was obtained still holds.
    host.server.terminate().await;
    pebble.stop().await;
    let mut host = Host::start(&pebble, data.path(), NAME, port).await;
    assert!(host.is_certified(&first).await);
    // A reload asks for none that is not due.
    host.reload().await;
    host.server.has_said("the next certificate is due on").await;
    // It is due for renewal while the authority is away, and stays in use.
    host.server.advance(63 * DAY_MS).await;
    host.server.has_said("cannot be reached").await;
    host.server.has_said("The next attempt is at").await;
    assert!(host.is_certified(&first).await);
    // An authority that has forgotten the account makes another.
    pebble.run().await;
    host.reload().await;
    host.server
        .has_said("the certificate for oxo.example was obtained")
        .await;
    let second = pebble.root().await;
    assert!(host.is_certified(&second).await && !host.is_certified(&first).await);
    host.server.ask_to_stop().await;
    let log = host.server.ended().await.words;
    assert_eq!(log.matches("cannot be reached").count(), 1, "{log}");
}

#[tokio::test]
async fn a_refusal_is_said_with_the_reason_and_what_helps() {
    let port = free_port();
    let pebble = Pebble::start(port).await;
    let data = tempfile::tempdir().unwrap();
    let mut host = Host::start(&pebble, data.path(), BLOCKED, port).await;
    host.server
        .has_said("it issues nothing for this name")
        .await;
    // A visitor reads why there is no https.
    let answer = request(host.to, "GET", "/").await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(answer.contains("no certificate yet"), "{answer}");
    assert!(answer.contains("retry-after: 60"), "{answer}");
    assert!(!host.is_certified(&pebble.root().await).await);
    let answer = request(host.to, "GET", "/health/live").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    host.server.advance(RETRY_MS).await;
    host.server.says("it issues nothing for this name").await;
    host.server.terminate().await;
}

#[tokio::test]
async fn a_name_that_does_not_lead_here_is_said() {
    let elsewhere = free_port();
    let pebble = Pebble::start(elsewhere).await;
    let data = tempfile::tempdir().unwrap();
    let mut host = Host::start(&pebble, data.path(), NAME, free_port()).await;
    host.server
        .has_said("the name has to lead to this machine")
        .await;
    host.server.terminate().await;
}
