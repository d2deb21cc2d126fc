//! A school: very many browsers of one address, under the limits that a server
//! has by itself.

use protocol::{Limits, Refusal};
use serde_json::json;
use tests::{
    Client, Raw, TestServer,
    client::{play_out, seat_two},
};

/// Requests of a browser when an address is opened.
const BROWSER: &str = "accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n";
/// Connections that a browser opens to one server.
const CONNECTIONS: usize = 6;

/// Asks over a connection that is kept, as browsers do.
async fn get(raw: &mut Raw, path: &str, lines: &str) -> String {
    raw.say(&format!(
        "GET {path} HTTP/1.1\r\nhost: school:1952\r\naccept-encoding: identity\r\n{lines}\r\n"
    ))
    .await;
    let answer = raw.answer().await;
    assert!(answer.starts_with("HTTP/1.1 200 "), "{path}: {answer}");
    answer
}

/// Every file that a document names, and what its service worker asks for.
fn files(document: &str) -> Vec<String> {
    let quoted = document.split('"').filter(|text| text.starts_with("/a/"));
    let mut files: Vec<String> = quoted.map(str::to_owned).collect();
    files.sort_unstable();
    files.dedup();
    files.extend(["/worker.js", "/"].map(str::to_owned));
    files
}

/// Loads the page over several connections and connects; how many files it was.
async fn load(server: &TestServer) -> (usize, Client) {
    let to = server.node.facts.bound();
    let mut first = Raw::connect(to).await;
    let document = get(&mut first, "/", BROWSER).await;
    let files = files(&document);
    let mut raws = vec![first];
    for _ in 1..CONNECTIONS {
        raws.push(Raw::connect(to).await);
    }
    for (at, file) in files.iter().enumerate() {
        get(&mut raws[at % CONNECTIONS], file, "").await;
    }
    (files.len(), server.client("Pupil").await)
}

#[tokio::test]
async fn two_hundred_browsers_of_one_address_load_the_page_and_a_hundred_pairs_play() {
    let server = TestServer::with_limits(Limits::default()).await;
    let mut pupils = Vec::new();
    for _ in 0..200 {
        // All within ten seconds.
        server.advance(50);
        let (files, pupil) = load(&server).await;
        assert!(files > 6, "{files}");
        pupils.push(pupil);
    }
    for pair in pupils.chunks_exact_mut(2) {
        let [ana, bia] = pair else { panic!() };
        // All within a minute, and within the time that a connection may be silent.
        server.advance(100);
        seat_two(ana, bia, json!({})).await;
        play_out(ana, bia, &[4, 0, 2, 1, 6]).await;
    }
    assert_eq!(server.service.rooms.gauges().rooms, 100);
    server.stop().await;
}

#[tokio::test]
async fn an_address_opens_a_hundred_and_twenty_rooms_in_a_minute() {
    let server = TestServer::with_limits(Limits {
        work_us_per_s: 1_000_000_000,
        work_burst_us: 1_000_000_000,
        ..Limits::default()
    })
    .await;
    for at in 0..=120 {
        let mut host = server.client("Host").await;
        let request = json!({"type": "create_room", "secret": host.secret.reveal()});
        if at < 120 {
            host.done(request).await;
        } else {
            let refused = host.refused(request).await;
            assert_eq!(refused, Refusal::RoomsTooFast { retry_in_ms: 500 });
        }
        host.close().await;
        server.until_connections(0).await;
    }
    server.stop().await;
}
