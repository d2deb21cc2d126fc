//! `oxo-server top`, once in a pipe and live in a terminal.

use protocol::Seat;
use serde_json::json;
use tests::{Terminal, client::seat_two, process::server_binary, terminal::Start};
use tokio::process::Command;

use super::OperatorSetup;

#[tokio::test]
async fn a_frame_in_a_pipe_shows_rooms_connections_and_budgets() {
    let setup = OperatorSetup::open(&[]).await;
    let (mut ana, mut bia) = (
        setup.server.client("Ana").await,
        setup.server.client("Bia").await,
    );
    seat_two(&mut ana, &mut bia, json!({})).await;
    assert!(ana.seat == Some(Seat::Host));
    let text = setup.done(&["top", "--once"]).await;
    for said in [
        "1 between people",
        "2 of",
        "2 playing",
        "127.0.0.1/32",
        "on disk, well",
    ] {
        assert!(text.contains(said), "{said:?} is not in:\n{text}");
    }
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    assert!(text.lines().count() <= 24, "{text}");
}

#[tokio::test]
async fn top_redraws_in_a_terminal_and_restores_it() {
    let setup = OperatorSetup::open(&["--journal", "memory"]).await;
    let data = setup.folder.path();
    let arguments = ["--data", data.to_str().unwrap(), "top"];
    let start = || Start {
        program: server_binary(),
        size: (80, 24),
        ..Start::oxo(data, "", &arguments)
    };
    let mut terminal = Terminal::start(&start());
    terminal.shows("in memory only").await;
    terminal.shows("0.0 new a second").await;
    let _ana = setup.server.client("Ana").await;
    terminal.shows("connections  1 of").await;
    terminal.keys("q");
    assert_eq!(terminal.end().await, 0);
    terminal.is_plain();
    for name in ["-TERM", "-INT", "-HUP"] {
        let mut terminal = Terminal::start(&start());
        terminal.shows("q ends").await;
        let id = terminal.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().await;
        assert!(sent.is_ok_and(|status| status.success()));
        assert_eq!(terminal.end().await, 0, "{name}");
        terminal.is_plain();
    }
}
