//! The log's lines about refusals: once a minute, with a count, and never an address.

use std::net::Ipv4Addr;

use tempfile::TempDir;
use tests::{Process, Raw, process::test_clock_binary, shared};

#[tokio::test]
async fn refusals_are_a_line_a_minute_without_addresses() {
    let row = shared::row("lines of the log").unwrap();
    let folder = TempDir::new().unwrap();
    let budget = ["--work-burst-us", "200", "--work-us-per-s", "1"];
    let mut server = Process::start(&test_clock_binary(), folder.path(), &budget).await;
    let to = server.address.parse().unwrap();
    let fifty = (1..=50).map(|last| Ipv4Addr::new(127, 0, 7, last));
    for from in [Ipv4Addr::LOCALHOST].into_iter().chain(fifty) {
        let mut raw = Raw::connect_from(from, to).await;
        // The connection and this are all that there is to have.
        for status in ["200", "429", "429", "429"] {
            raw.say("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
            let answer = raw.answer().await;
            assert!(answer.contains(status), "{answer}");
        }
    }
    server.advance(60_000).await;
    server.has_said("above the budget").await;
    // The next minute has a line of its own, if anything is refused in it.
    server.advance(60_000).await;
    server.ask_to_stop().await;
    let log = server.ended().await.words;
    let mut lines = log.lines().filter(|line| line.contains("above the budget"));
    let line = lines.next().unwrap();
    let counts = r#""requests":153,"addresses":51"#;
    assert!(line.contains(counts), "{}: {line}", row.name);
    assert!(!line.contains("127.0."), "{line}");
    assert_eq!(lines.next(), None, "{}: one line", row.name);
}
