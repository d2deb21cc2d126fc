//! The server's output at its start: in prose to a terminal, as lines of the log to everything
//! else.

use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    Process, Terminal,
    client::seat_two,
    process::{operate, server_binary},
    terminal::Start,
};

/// The line of a log that tells which version starts.
fn opening(log: &str) -> Value {
    let line = log.lines().find(|line| line.contains(" starts"));
    serde_json::from_str(line.unwrap_or_else(|| panic!("none in {log}"))).unwrap()
}

async fn run(folder: &TempDir) -> Process {
    Process::start(&server_binary(), folder.path(), &[]).await
}

/// End of the last run, length of the outage, and the rooms that are back.
#[tokio::test]
async fn a_start_says_in_one_line_how_the_last_run_ended() {
    let folder = TempDir::new().unwrap();
    let first = run(&folder).await;
    let (mut ana, mut bia) = (first.client("Ana").await, first.client("Bia").await);
    seat_two(&mut ana, &mut bia, json!({})).await;
    first.kill().await;

    let second = run(&folder).await;
    second.ask_to_stop().await;
    let log = second.ended().await.words;
    let line = opening(&log);
    let fields = &line["fields"];
    let message = fields["message"].as_str().unwrap();
    assert_eq!(line["level"], "WARN");
    assert_eq!(fields["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(
        (&fields["rooms"], &fields["in_order"]),
        (&json!(1), &json!(false))
    );
    assert!(fields["down_ms"].is_u64(), "{line}");
    for part in [
        "a kill, a crash or a power cut",
        "at most",
        "back: 1; their clocks get that time back",
    ] {
        assert!(message.contains(part), "{part:?} is not in {message}");
    }

    let third = run(&folder).await;
    third.ask_to_stop().await;
    let line = opening(&third.ended().await.words);
    let message = line["fields"]["message"].as_str().unwrap();
    assert_eq!(line["level"], "INFO");
    assert!(message.contains("was stopped in order"), "{message}");
}

#[tokio::test]
async fn a_first_start_says_so() {
    let folder = TempDir::new().unwrap();
    let server = run(&folder).await;
    server.ask_to_stop().await;
    let log = server.ended().await.words;
    assert!(
        opening(&log)["fields"]["message"]
            .as_str()
            .unwrap()
            .ends_with("starts without games from before")
    );
}

/// Programs that read the output of a service get JSON on standard error and nothing else.
#[tokio::test]
async fn prose_is_for_terminals_only() {
    let folder = TempDir::new().unwrap();
    let words = ["--listen", "127.0.0.1:0", "--journal", "memory"];
    let mut child = tokio::process::Command::new(server_binary())
        .args(words)
        .arg("--data")
        .arg(folder.path())
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let log = child.stderr.take().unwrap();
    let mut lines = tokio::io::AsyncBufReadExt::lines(tokio::io::BufReader::new(log));
    let mut said = Vec::new();
    let listening = async {
        while let Some(line) = lines.next_line().await.unwrap() {
            let line: Value = serde_json::from_str(&line).unwrap();
            said.push(line["fields"]["message"].as_str().unwrap().to_owned());
            if said.last().unwrap().starts_with("listening on") {
                break;
            }
        }
    };
    tests::soon("the server to listen", listening).await;
    assert!(
        said.iter()
            .any(|line| line.starts_with("only this machine reaches the server, at http://")),
        "{said:?}"
    );
    child.start_kill().unwrap();
    let output = child.wait_with_output().await.unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");

    let data = folder.path().to_str().unwrap();
    let arguments = [&words[..], &["--data", data]].concat();
    let start = Start {
        program: server_binary(),
        size: (80, 24),
        ..Start::oxo(folder.path(), "", &arguments)
    };
    let mut terminal = Terminal::start(&start);
    terminal
        .shows("Two people can play now, in a browser.")
        .await;
    terminal.shows("Ctrl-C stops the server").await;
    terminal.keys("\x03");
    assert_eq!(terminal.end().await, 0);
}

/// A server given both listens on both, in the list that the log and `doctor` have, too.
#[tokio::test]
async fn ipv4_and_ipv6_are_listed_side_by_side() {
    let folder = TempDir::new().unwrap();
    let probe = std::net::TcpListener::bind("0.0.0.0:0").unwrap();
    let port = probe.local_addr().unwrap().port();
    drop(probe);
    let listen = format!("0.0.0.0:{port},[::]:{port}");
    let words = ["--listen", &listen, "doctor"];
    let (_, out, _) = operate(folder.path(), &words).await;
    assert!(out.contains(&format!("0.0.0.0:{port} is free")), "{out}");
    let server = Process::start_at(&listen, &server_binary(), folder.path(), &[]).await;
    assert!(server.address.starts_with("0.0.0.0:"), "{}", server.address);
    let (_, out, _) = operate(folder.path(), &["--listen", &listen, "health"]).await;
    assert!(out.starts_with("ready"), "{out}");
    server.ask_to_stop().await;
    let log = server.ended().await.words;
    // A machine without IPv6 goes on with IPv4, and says so.
    let ways = ["(IPv6 alone)", "IPv4 is listened on"];
    assert!(ways.iter().any(|way| log.contains(way)), "{log}");
}
