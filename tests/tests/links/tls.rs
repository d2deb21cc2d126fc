//! TLS in the server itself: games, a new certificate while they go on, what is
//! asked without it, and what a handshake may cost.

use std::{
    fs,
    net::Ipv4Addr,
    path::Path,
    pin::pin,
    sync::{Arc, atomic::Ordering::Relaxed},
};

use config::ServerOptions;
use protocol::Limits;
use rcgen::date_time_ymd;
use rustls::{ClientConnection, pki_types::CertificateDer};
use serde_json::json;
use tempfile::TempDir;
use tests::{
    Client, Figures, Process, Raw, TestServer,
    client::{play_out, seat_two},
    process::server_binary,
    raw::{request, request_with},
    server::{in_memory, roomy},
    shared, soon,
    tls::{self, Authority},
};

/// Interval in which the server looks at its files.
const LOOK_MS: u64 = 5_000;

/// A server with TLS, its files and who signed them.
struct Encrypted {
    server: TestServer,
    folder: TempDir,
    authority: Authority,
}

impl Encrypted {
    async fn start() -> Encrypted {
        Encrypted::with(roomy()).await
    }

    async fn with(limits: Limits) -> Encrypted {
        let folder = tempfile::tempdir().unwrap();
        let authority = Authority::new();
        authority.certify(folder.path());
        let server = TestServer::start(ServerOptions {
            tls_cert: Some(folder.path().join("cert.pem")),
            tls_key: Some(folder.path().join("key.pem")),
            limits,
            ..in_memory()
        })
        .await;
        Encrypted {
            server,
            folder,
            authority,
        }
    }

    /// A client that has said hello over TLS.
    async fn client(&self, name: &str) -> Client {
        let to = self.server.node.facts.bound();
        let connector = self.authority.connector(&["http/1.1"]);
        let stream = tls::connect(&connector, "localhost", to).await.unwrap();
        let mut client = Client::encrypted(stream, "wss://localhost/ws").await;
        client.hello(name).await;
        client
    }

    /// The certificate that newcomers are shown.
    async fn shown(&self) -> CertificateDer<'static> {
        let to = self.server.node.facts.bound();
        let connector = self.authority.connector(&[]);
        tls::shown(&tls::connect(&connector, "localhost", to).await.unwrap())
    }
}

#[tokio::test]
async fn a_game_over_tls_while_the_certificate_is_replaced() {
    // The files may take many looks, of 5 s of the server's time each, and as many pings, to be read.
    let limits = Limits {
        control_per_s: 1_000_000,
        dead_ms: 1_000_000_000_000,
        idle_move_ms: 1_000_000_000_000,
        ..roomy()
    };
    let setup = Encrypted::with(limits).await;
    let (mut ana, mut bia) = (setup.client("Ana").await, setup.client("Bia").await);
    seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    let first = setup.shown().await;
    setup.authority.certify(setup.folder.path());
    soon("the new certificate", async {
        while setup.shown().await == first {
            setup.server.advance(LOOK_MS);
            tokio::task::yield_now().await;
        }
    })
    .await;
    play_out(&mut ana, &mut bia, &[2, 1, 6]).await;
    assert!(ana.view.running().is_none() && bia.view == ana.view, "won");
    setup.server.stop().await;
}

#[tokio::test]
async fn a_client_that_reads_nothing_over_tls_is_closed_and_the_others_play_on() {
    let limits = Limits {
        write_ms: 10_000,
        ..roomy()
    };
    let setup = Encrypted::with(limits).await;
    let (mut ana, mut bia) = (setup.client("Ana").await, setup.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    // Her buffers are small.
    let tcp = Raw::connect(setup.server.node.facts.bound())
        .await
        .into_stream();
    let connector = setup.authority.connector(&[]);
    let stream = tls::connect_over(&connector, "localhost", tcp).await;
    let mut idle = Client::encrypted(stream.unwrap(), "wss://localhost/ws").await;
    idle.hello("Eve").await;
    let stalled = || {
        let mut connections = setup.server.service.connections.iter();
        connections.any(|handle| handle.stalled_ms.load(Relaxed) != 0)
    };
    soon("a full socket", async {
        while !stalled() {
            // Each answer is a snapshot that she does not read.
            idle.send(json!({"type": "watch_room", "room": room})).await;
            tokio::task::yield_now().await;
        }
    })
    .await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    soon("its end", async {
        while setup.server.service.connections.len() > 2 {
            setup.server.advance(500);
            ana.beat().await;
            bia.beat().await;
        }
    })
    .await;
    play_out(&mut ana, &mut bia, &[2, 1, 6]).await;
    setup.server.stop().await;
}

#[tokio::test]
async fn plain_http_is_redirected_to_https_and_monitors_are_answered() {
    let setup = Encrypted::start().await;
    let to = setup.server.node.facts.bound();
    let answer = request(to, "GET", "/r/K7QX-4MTR?a=b").await;
    let there = format!(
        "location: https://localhost:{}/r/K7QX-4MTR?a=b\r\n",
        to.port()
    );
    assert!(answer.starts_with("HTTP/1.1 308"), "{answer}");
    assert!(answer.contains(&there), "{answer}");
    let answer = request(to, "GET", "/health/live").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    // No page that was loaded in the open gets a connection.
    let lines = "connection: upgrade\r\nupgrade: websocket\r\n";
    let answer = request_with(to, "GET", "/ws", lines).await;
    assert!(answer.starts_with("HTTP/1.1 308"), "{answer}");
    setup.server.stop().await;
}

#[tokio::test]
async fn a_server_with_a_public_address_redirects_there() {
    let setup = Encrypted::start().await;
    let named = TestServer::start(ServerOptions {
        public_url: Some("https://oxo.example".parse().unwrap()),
        ..ServerOptions::clone(&setup.server.node.options)
    })
    .await;
    let to = named.node.facts.bound();
    for (method, target, location) in [
        ("GET", "/r/K7QX-4MTR?a=b", "/r/K7QX-4MTR?a=b"),
        ("GET", "//b.example/", "//b.example/"),
        ("OPTIONS", "*", "/"),
    ] {
        let answer = request(to, method, target).await;
        let there = format!("location: https://oxo.example{location}\r\n");
        assert!(answer.contains(&there), "{target}: {answer}");
    }
    named.stop().await;
    setup.server.stop().await;
}

#[tokio::test]
async fn the_end_of_the_certificate_is_a_metric() {
    let setup = Encrypted::start().await;
    let mut certificate = setup.authority.request(&["localhost"]);
    certificate.not_after = date_time_ymd(2035, 1, 1);
    setup.authority.issue(certificate, setup.folder.path());
    let token = "only-for-this-test";
    let measured = TestServer::start(ServerOptions {
        trusted_proxy: vec!["127.0.0.0/8".parse().unwrap()],
        metrics_token: Some(token.parse().unwrap()),
        ..ServerOptions::clone(&setup.server.node.options)
    })
    .await;
    let figures = Figures::at(measured.node.facts.bound(), Some(token)).await;
    // 2035 begins.
    let ends_s = figures.get("oxo_certificate_end_timestamp_seconds");
    assert!((ends_s - 2_051_222_400.0).abs() < 1.0, "{ends_s}");
    measured.stop().await;
    setup.server.stop().await;
}

#[tokio::test]
async fn a_proxy_that_is_trusted_has_done_the_encryption() {
    let setup = Encrypted::start().await;
    let options = ServerOptions {
        trusted_proxy: vec!["127.0.0.0/8".parse().unwrap()],
        ..ServerOptions::clone(&setup.server.node.options)
    };
    let behind = TestServer::start(options).await;
    let answer = request(behind.node.facts.bound(), "GET", "/info").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    behind.stop().await;
    setup.server.stop().await;
}

#[tokio::test]
async fn http_1_1_is_all_that_is_spoken_inside() {
    let setup = Encrypted::start().await;
    let to = setup.server.node.facts.bound();
    let both = setup.authority.connector(&["h2", "http/1.1"]);
    let stream = tls::connect(&both, "localhost", to).await.unwrap();
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
    let newer = setup.authority.connector(&["h2"]);
    let refused = tls::connect(&newer, "localhost", to).await.unwrap_err();
    let alert = refused.to_string().to_lowercase();
    assert!(alert.contains("noapplicationprotocol"), "{alert}");
    setup.server.stop().await;
}

/// The first record of a handshake, as a client sends it.
fn hello(setup: &Encrypted) -> Vec<u8> {
    let connector = setup.authority.connector(&["http/1.1"]);
    let name = "localhost".try_into().unwrap();
    let config = Arc::clone(connector.config());
    let mut session = ClientConnection::new(config, name).unwrap();
    let mut bytes = Vec::new();
    session.write_tls(&mut bytes).unwrap();
    bytes
}

#[tokio::test]
async fn an_unfinished_handshake_is_closed_in_time() {
    let setup = Encrypted::start().await;
    let hello = hello(&setup);
    let hello_ms = setup.server.node.limits.hello_ms;
    for length in [1, hello.len() / 2, hello.len()] {
        let mut raw = Raw::connect(setup.server.node.facts.bound()).await;
        assert!(raw.send(&hello[..length]).await);
        soon("the end of it", async {
            let mut ended = pin!(raw.bytes());
            loop {
                tokio::select! {
                    biased;
                    _ = &mut ended => break,
                    () = tokio::task::yield_now() => setup.server.advance(hello_ms),
                }
            }
        })
        .await;
    }
    assert_eq!(setup.server.node.visits.count(), 0);
    setup.server.stop().await;
}

/// Handshakes of an address, one after the other, until one is refused; how many were not.
async fn handshakes(setup: &Encrypted, from: Ipv4Addr) -> usize {
    let connector = setup.authority.connector(&[]);
    for made in 0..100 {
        let tcp = Raw::connect_from(from, setup.server.node.facts.bound()).await;
        let shaken = tls::connect_over(&connector, "localhost", tcp.into_stream());
        if shaken.await.is_err() {
            return made;
        }
    }
    panic!("they cost nothing");
}

#[tokio::test]
async fn handshakes_are_paid_for_by_their_address() {
    const BURST: u64 = 1_300;
    let row = shared::row("TLS handshakes").unwrap();
    // More than the machine has: else all together would take turns, in real time.
    let setup = Encrypted::with(Limits {
        work_us_per_s: 6_000 * BURST,
        work_burst_us: BURST,
        ..roomy()
    })
    .await;
    let one = Ipv4Addr::new(127, 0, 5, 1);
    let newcomer = |last| Ipv4Addr::new(127, 0, 6, last);
    // 500 µs each, and 120 for the connection.
    assert_eq!(handshakes(&setup, one).await, 2, "{}: one", row.name);
    let beside = handshakes(&setup, newcomer(1)).await;
    assert_eq!(beside, 2, "{}: beside one", row.name);
    for last in 1..=50 {
        let of_fifty = Ipv4Addr::new(127, 0, 7, last);
        assert_eq!(handshakes(&setup, of_fifty).await, 2, "{}", row.name);
    }
    let beside = handshakes(&setup, newcomer(2)).await;
    assert_eq!(beside, 2, "{}: beside fifty", row.name);
    setup.server.advance(1);
    assert_eq!(handshakes(&setup, one).await, 2, "{}: back", row.name);
    setup.server.stop().await;
}

/// The sentence with which a server does not start.
async fn refused(folder: &Path, arguments: &[&str]) -> String {
    let started = Process::try_start(
        &[],
        "127.0.0.1:0",
        &server_binary(),
        &folder.join("data"),
        arguments,
    )
    .await;
    started.err().expect("no server").words
}

#[tokio::test]
async fn a_faulty_certificate_file_is_reported_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    authority.certify(folder.path());
    fs::rename(at("key.pem"), at("other.pem")).unwrap();
    authority.certify(folder.path());
    fs::write(at("empty.pem"), "").unwrap();
    for (cert, key, sentence) in [
        ("none.pem", "key.pem", "none.pem cannot be read"),
        ("empty.pem", "key.pem", "empty.pem holds no certificate"),
        ("cert.pem", "empty.pem", "empty.pem holds no private key"),
        (
            "cert.pem",
            "other.pem",
            "is not that of the first certificate",
        ),
    ] {
        let (cert, key) = (at(cert), at(key));
        let said = refused(folder.path(), &["--tls-cert", &cert, "--tls-key", &key]).await;
        assert!(said.contains(sentence), "{said}");
    }
    let said = refused(folder.path(), &["--tls-cert", &at("cert.pem")]).await;
    assert!(said.contains("--tls-cert needs --tls-key"), "{said}");
}

#[tokio::test]
async fn sighup_reads_the_files_again_and_keeps_the_old_ones_when_that_fails() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    authority.certify(folder.path());
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (cert, key) = (at("cert.pem"), at("key.pem"));
    let arguments = ["--tls-cert", &cert, "--tls-key", &key];
    let mut server =
        Process::start(&server_binary(), &folder.path().join("data"), &arguments).await;
    let to = server.address.parse().unwrap();
    let connector = authority.connector(&[]);
    let shown = async || tls::shown(&tls::connect(&connector, "localhost", to).await.unwrap());
    let first = shown().await;
    authority.certify(folder.path());
    server.signal("-HUP").await;
    server.says("the certificate was read again").await;
    let second = shown().await;
    assert!(first != second);
    fs::write(&key, "no key").unwrap();
    server.signal("-HUP").await;
    server
        .says("The certificate from before stays in use")
        .await;
    assert!(shown().await == second);
    server.terminate().await;
}
