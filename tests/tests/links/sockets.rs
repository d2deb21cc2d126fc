//! Sockets other than a port of the server's own: Unix sockets, for a proxy on the same machine, and
//! those that a service manager opened, which stay while the server restarts.

use std::{
    net::TcpListener,
    os::{fd::OwnedFd, unix::fs::PermissionsExt},
    path::Path,
    process::Stdio,
};

use admission::Cost;
use clock::Clock;
use config::{JournalKind, ListenAddress, ServerOptions, SocketMode};
use node::listener::Listeners;
use protocol::Limits;
use serde_json::json;
use tempfile::TempDir;
use tests::{
    Client, Process, Raw, TestServer,
    client::{play_out, seat_two},
    process::server_binary,
    server::{BEGIN_MS, in_memory},
    soon,
};
use tokio::process::{Child, Command};

/// Where links lead; a server on Unix sockets only cannot know that.
const PUBLIC: &str = "http://oxo.example";

fn public(options: ServerOptions) -> ServerOptions {
    ServerOptions {
        public_url: Some(PUBLIC.parse().unwrap()),
        ..options
    }
}

/// A server in this process on a Unix socket and, optionally, on a port too.
async fn on(path: &Path, with_port: bool, options: ServerOptions) -> TestServer {
    let mut addresses = vec![ListenAddress::Unix(path.to_owned())];
    if with_port {
        addresses.push(ListenAddress::Tcp("127.0.0.1:0".parse().unwrap()));
    }
    let listeners = Listeners::open(&addresses, SocketMode::default()).unwrap();
    TestServer::start_on(options, listeners, Clock::manual(BEGIN_MS)).await
}

async fn client(path: &Path, name: &str) -> Client {
    let stream = Raw::connect_unix(path).await.into_stream();
    let mut client = Client::over(stream, "ws://oxo.example/ws").await;
    client.hello(name).await;
    client
}

#[tokio::test]
async fn two_play_through_a_unix_socket_and_a_port_of_one_server() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("oxo.sock");
    let server = on(&path, true, public(in_memory())).await;
    let (mut ana, mut bia) = (client(&path, "Ana").await, server.client("Bia").await);
    seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    assert_eq!(ana.view, bia.view);
    assert!(ana.invitation.starts_with(PUBLIC), "{}", ana.invitation);
    server.stop().await;
    assert!(!path.exists());
}

/// Number of a hundred requests that are answered before the visitor's budget is spent.
async fn drink(raw: &mut Raw, visitor: &str) -> usize {
    for asked in 0..100 {
        raw.say(&format!(
            "GET /info HTTP/1.1\r\nhost: upstream\r\nx-forwarded-for: {visitor}\r\n\r\n"
        ))
        .await;
        if raw.answer().await.starts_with("HTTP/1.1 429") {
            return asked;
        }
    }
    100
}

/// Every client of it is a trusted proxy: its claims about visitors count, and it may ask by any
/// name for the server.
#[tokio::test]
async fn behind_a_unix_socket_each_request_is_paid_by_its_visitor() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("oxo.sock");
    let limits = Limits {
        work_burst_us: u64::from(10 * Cost::TEXT.0),
        ..Limits::default()
    };
    let options = ServerOptions {
        journal: JournalKind::Memory,
        limits,
        ..ServerOptions::default()
    };
    let server = on(&path, false, public(options)).await;
    let mut raw = Raw::connect_unix(&path).await;
    for visitor in ["198.51.100.1", "198.51.100.2", "2001:db8::1"] {
        assert_eq!(drink(&mut raw, visitor).await, 10, "{visitor}");
    }
    // A visitor's text in front of the proxy's is not trusted.
    let forged = "203.0.113.9, 100::1, 198.51.100.1";
    assert_eq!(drink(&mut raw, forged).await, 0);
    server.stop().await;
}

/// Starts the program on a Unix socket, and waits until it listens.
async fn start(path: &Path, data: &Path, arguments: &[&str]) -> Process {
    let listen = format!("unix:{}", path.display());
    let arguments = [&["--public-url", PUBLIC], arguments].concat();
    Process::start_at(&listen, &server_binary(), data, &arguments).await
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn a_killed_servers_socket_is_taken_over_and_a_living_ones_is_not() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let path = folder.path().join("oxo.sock");
    let server = start(&path, folder.path(), &[]).await;
    assert_eq!(mode(&path), 0o660);
    client(&path, "Ana").await.beat().await;
    let listen = format!("unix:{}", path.display());
    let taken = ["--public-url", PUBLIC];
    let refused = Process::try_start(&[], &listen, &server_binary(), other.path(), &taken).await;
    let words = refused.err().unwrap().words;
    assert!(
        words.contains(&format!("cannot listen on {listen}")),
        "{words}"
    );
    server.kill().await;
    assert!(path.exists());
    let server = start(&path, folder.path(), &["--socket-mode", "666"]).await;
    assert_eq!(mode(&path), 0o666);
    client(&path, "Ana").await.beat().await;
    server.terminate().await;
    assert!(!path.exists());
}

/// Whether the program finds a server ready at this address.
async fn is_ready(listen: &str) -> bool {
    let ask = Command::new(server_binary())
        .args(["health", "--listen", listen])
        .kill_on_drop(true)
        .output();
    soon("an answer", ask).await.unwrap().status.success()
}

#[tokio::test]
async fn the_health_check_asks_where_the_server_listens() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("oxo.sock");
    let (unix, data) = (format!("unix:{}", path.display()), folder.path());
    let server = start(&path, data, &["--base-path", "/oxo"]).await;
    assert!(!is_ready(&unix).await, "without the base path");
    server.terminate().await;
    assert!(!is_ready(&unix).await, "nobody listens");
    let server = start(&path, data, &[]).await;
    assert!(is_ready(&unix).await);
    server.terminate().await;
    let server = Process::start(&server_binary(), data, &[]).await;
    assert!(is_ready(&server.address).await);
    let port = server.address.rsplit(':').next().unwrap();
    assert!(is_ready(&format!("[::]:{port}")).await);
    server.terminate().await;
}

#[tokio::test]
async fn without_an_address_for_links_a_unix_socket_is_refused_in_words() {
    let folder = TempDir::new().unwrap();
    let listen = format!("unix:{}/oxo.sock", folder.path().display());
    let refused = Process::try_start(&[], &listen, &server_binary(), folder.path(), &[]).await;
    let words = refused.err().unwrap().words;
    assert!(words.contains("--public-url"), "{words}");
}

/// Starts the program as a service manager does: with the socket as its third file. The shell
/// becomes the program, so its number is the program's.
fn activated(socket: &TcpListener, data: &Path) -> Child {
    let socket = OwnedFd::from(socket.try_clone().unwrap());
    Command::new("sh")
        .args([
            "-c",
            r#"LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@" 3<&0 0</dev/null"#,
        ])
        .arg(server_binary())
        .arg("--data")
        .arg(data)
        .stdin(Stdio::from(socket))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

#[tokio::test]
async fn a_restart_behind_a_passed_socket_refuses_nobody() {
    let folder = TempDir::new().unwrap();
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    let url = format!("ws://{address}/ws");
    let mut first = activated(&socket, folder.path());
    let mut ana = Client::connect(&url).await;
    ana.hello("Ana").await;
    ana.beat().await;
    let id = rustix::process::Pid::from_raw(first.id().unwrap().cast_signed()).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    assert!(soon("its end", first.wait()).await.unwrap().success());
    // Nobody accepts now, and still the connection is made.
    let waiting = Raw::connect(address).await;
    let mut second = activated(&socket, folder.path());
    let mut bia = Client::over(waiting.into_stream(), &url).await;
    bia.hello("Bia").await;
    second.kill().await.unwrap();
}

#[tokio::test]
async fn a_path_that_is_no_socket_is_refused_in_words() {
    let folder = TempDir::new().unwrap();
    let run = Command::new("sh")
        .args([
            "-c",
            r#"LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@" 3</dev/null"#,
        ])
        .arg(server_binary())
        .arg("--data")
        .arg(folder.path())
        .kill_on_drop(true)
        .output();
    let output = soon("a refusal", run).await.unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && words.contains("LISTEN_FDS"),
        "{words}"
    );
}
