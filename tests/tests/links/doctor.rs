//! `oxo doctor` from outside: servers that are well, names and ports that lead
//! nowhere, certificates that are not good, and proxies that spoil what goes through.

use std::{net::SocketAddr, path::Path, process::Output};

use clock::Clock;
use config::ServerOptions;
use rcgen::date_time_ymd;
use serde_json::Value;
use tests::{TestServer, process::oxo_binary, server::in_memory, soon, tls::Authority};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    process::Command,
};

/// Runs it, with these authorities trusted.
async fn doctor(arguments: &[&str], authorities: Option<&Path>) -> Output {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new(oxo_binary());
    command
        .env("HOME", home.path())
        .env("LC_ALL", "en_GB.UTF-8")
        .arg("doctor")
        .args(arguments);
    if let Some(authorities) = authorities {
        command.env("SSL_CERT_FILE", authorities);
    }
    soon("oxo doctor", command.output()).await.unwrap()
}

/// Its output for programs: the trouble of each check that went wrong.
async fn troubles(url: &str, authorities: Option<&Path>) -> Vec<(String, String)> {
    let output = doctor(&["--json", url], authorities).await;
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let wrong = lines.iter().filter(|line| line["ok"] == false);
    let said = |line: &Value, name: &str| line[name].as_str().unwrap().to_owned();
    let wrong: Vec<_> = wrong
        .map(|line| (said(line, "check"), said(line, "trouble")))
        .collect();
    assert_eq!(
        output.status.code(),
        Some(i32::from(!wrong.is_empty())),
        "{text}"
    );
    wrong
}

/// The one thing that is wrong.
async fn trouble(url: &str, authorities: Option<&Path>) -> (String, String) {
    let found = troubles(url, authorities).await;
    assert_eq!(found.len(), 1, "{found:?}");
    found.into_iter().next().unwrap()
}

fn of(check: &str, trouble: &str) -> (String, String) {
    (check.into(), trouble.into())
}

async fn server(options: ServerOptions) -> TestServer {
    TestServer::start_at(options, Clock::system()).await
}

/// Fault of a bad proxy.
#[derive(Clone, Copy)]
enum Fault {
    /// It drops the headers of the handshake.
    Swallows,
    /// It asks the server by a name of its own.
    Renames,
    /// It keeps what the server sends once the WebSocket is open.
    Holds,
}

async fn bad_proxy(server: SocketAddr, fault: Fault) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(hand_on(client, server, fault));
        }
    });
    address
}

async fn hand_on(mut client: TcpStream, server: SocketAddr, fault: Fault) -> std::io::Result<()> {
    let mut server = TcpStream::connect(server).await?;
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(client.read_u8().await?);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let is_websocket = head.to_lowercase().contains("upgrade: websocket");
    let lines = head.lines().filter_map(|line| {
        let name = line.split(':').next()?.to_lowercase();
        match (fault, name.as_str()) {
            (Fault::Swallows, "upgrade" | "connection") => None,
            (Fault::Renames, "host") => Some("Host: backend.example".to_owned()),
            _ => Some(line.to_owned()),
        }
    });
    let head: String = lines.map(|line| line + "\r\n").collect();
    server.write_all(head.as_bytes()).await?;
    if matches!(fault, Fault::Holds) && is_websocket {
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(server.read_u8().await?);
        }
        client.write_all(&answer).await?;
        let (mut from_client, _to_client) = client.split();
        tokio::io::copy(&mut from_client, &mut server).await?;
        return Ok(());
    }
    tokio::io::copy_bidirectional(&mut client, &mut server).await?;
    Ok(())
}

#[tokio::test]
async fn a_healthy_server_passes_nine_checks_from_outside() {
    let server = server(in_memory()).await;
    let url = format!("http://{}", server.node.facts.bound());
    let output = doctor(&[&url], None).await;
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    assert_eq!(
        said.lines().filter(|line| line.starts_with("ok ")).count(),
        9,
        "{said}"
    );
    assert!(
        said.ends_with("Everything that players need works.\n"),
        "{said}"
    );
    server.stop().await;
}

#[tokio::test]
async fn addresses_that_lead_nowhere_are_distinguished_by_reason() {
    assert_eq!(
        trouble("http://nowhere.invalid", None).await,
        of("name", "unknown_name")
    );
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nobody = free.local_addr().unwrap();
    drop(free);
    assert_eq!(
        trouble(&format!("http://{nobody}"), None).await,
        of("address", "unreached")
    );
    let server = server(ServerOptions {
        base_path: "/oxo".into(),
        ..in_memory()
    })
    .await;
    let at = server.node.facts.bound();
    assert_eq!(
        trouble(&format!("http://{at}"), None).await,
        of("http", "not_oxo"),
        "without its path"
    );
    assert_eq!(troubles(&format!("http://{at}/oxo"), None).await, []);
    assert_eq!(
        trouble(&format!("https://{at}/oxo"), None).await,
        of("tls", "no_tls")
    );
    server.stop().await;
}

#[tokio::test]
async fn a_proxy_that_swallows_handshakes_reads_differently_from_one_that_buffers() {
    let server = server(in_memory()).await;
    let at = server.node.facts.bound();
    for (fault, wanted) in [
        (Fault::Swallows, of("websocket", "upgrade_swallowed")),
        (Fault::Renames, of("origin", "foreign_origin")),
        (Fault::Holds, of("protocol", "held")),
    ] {
        let proxy = bad_proxy(at, fault).await;
        assert_eq!(trouble(&format!("http://{proxy}"), None).await, wanted);
    }
    let proxy = bad_proxy(at, Fault::Swallows).await;
    let output = doctor(&[&format!("http://{proxy}")], None).await;
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("wrong  A proxy drops the WebSocket handshake."),
        "{said}"
    );
    assert!(
        said.contains("pass on the Upgrade and Connection headers"),
        "{said}"
    );
    server.stop().await;
}

#[tokio::test]
async fn a_clock_difference_is_reported() {
    // Its clock stands still, days ago.
    let server = TestServer::memory().await;
    let url = format!("http://{}", server.node.facts.bound());
    assert_eq!(trouble(&url, None).await, of("clock", "clock_off"));
    server.stop().await;
}

#[tokio::test]
async fn certificates_are_verified_as_players_verify_them() {
    let folder = tempfile::tempdir().unwrap();
    let (authority, stranger) = (Authority::new(), Authority::new());
    let trusted = folder.path().join("root.pem");
    std::fs::write(&trusted, &authority.pem).unwrap();
    let foreign = folder.path().join("stranger.pem");
    std::fs::write(&foreign, &stranger.pem).unwrap();
    let options = || ServerOptions {
        tls_cert: Some(folder.path().join("cert.pem")),
        tls_key: Some(folder.path().join("key.pem")),
        ..in_memory()
    };
    authority.certify(folder.path());
    let well = server(options()).await;
    let port = well.node.facts.bound().port();
    let url = format!("https://127.0.0.1:{port}");
    assert_eq!(troubles(&url, Some(&trusted)).await, []);
    assert_eq!(trouble(&url, Some(&foreign)).await, of("tls", "untrusted"));
    let plain = format!("http://127.0.0.1:{port}");
    assert_eq!(trouble(&plain, Some(&trusted)).await, of("http", "moved"));
    well.stop().await;
    let mut certificate = authority.request(&["127.0.0.1"]);
    certificate.not_after = date_time_ymd(2020, 1, 1);
    authority.issue(certificate, folder.path());
    let expired = server(options()).await;
    let url = format!("https://127.0.0.1:{}", expired.node.facts.bound().port());
    assert_eq!(trouble(&url, Some(&trusted)).await, of("tls", "expired"));
    expired.stop().await;
    authority.issue(authority.request(&["oxo.example"]), folder.path());
    let misnamed = server(options()).await;
    let url = format!("https://127.0.0.1:{}", misnamed.node.facts.bound().port());
    assert_eq!(
        trouble(&url, Some(&trusted)).await,
        of("tls", "other_certificate")
    );
    misnamed.stop().await;
}
