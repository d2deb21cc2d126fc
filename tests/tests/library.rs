//! The client library as other people's programs use it: its examples, run
//! against a server. They are built by `cargo build -p oxo-client --examples`.

use std::process::Stdio;

use protocol::View;
use serde_json::json;
use tests::{TestServer, process::example_binary, soon};
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStdout, Command},
};

/// A running example, and the lines that it prints.
struct Example {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Example {
    fn start(name: &str, arguments: &[&str]) -> Example {
        let mut child = Command::new(example_binary(name))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("an example that was built");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Example { child, lines }
    }

    /// Reads on to a line with these words.
    async fn until(&mut self, words: &str) {
        soon(words, async {
            while let Ok(Some(line)) = self.lines.next_line().await {
                if line.contains(words) {
                    return;
                }
            }
            panic!("ended before {words}")
        })
        .await;
    }

    /// Waits for its end; what else it printed, and its status.
    async fn end(mut self) -> (Vec<String>, Option<i32>) {
        soon("the example's end", async {
            let mut printed = Vec::new();
            while let Ok(Some(line)) = self.lines.next_line().await {
                printed.push(line);
            }
            let status = self.child.wait().await.expect("a status");
            (printed, status.code())
        })
        .await
    }
}

fn is_over(view: &View) -> bool {
    view.game.as_ref().is_some_and(|game| game.over.is_some())
}

fn free_cell(view: &View) -> u16 {
    let game = view.game.as_ref().expect("a game");
    let taken = |cell: u16| game.moves.iter().any(|played| played.cell == cell);
    let mut cells = 0..view.settings.rules.cells();
    cells.find(|cell| !taken(*cell)).expect("a free cell")
}

#[tokio::test]
async fn a_bot_plays_in_a_room_that_another_program_watches() {
    let server = TestServer::memory().await;
    let mut host = server.client("Ana").await;
    let code = host.create(json!({})).await.to_string();
    let link = format!("http://{}/r/{code}", server.node.facts.bound());
    let mut watcher = Example::start("watch", &[&link]);
    watcher.until("watching").await;
    let bot = Example::start("random_bot", &[&server.url(), &code]);
    while !is_over(&host.view) {
        if host.my_turn() {
            let cell = free_cell(&host.view);
            host.play(cell).await;
        } else {
            host.event().await;
        }
    }
    let (printed, status) = bot.end().await;
    assert_eq!((printed.len(), status), (1, Some(0)), "{printed:?}");
    watcher.until(r#""type":"moved""#).await;
    host.act(json!({"type": "leave"})).await;
    let (printed, status) = watcher.end().await;
    assert_eq!(status, Some(0));
    let last = printed.last().expect("an event");
    assert!(last.contains(r#""type":"ended""#), "{last}");
    server.stop().await;
}

#[tokio::test]
async fn two_bots_meet_and_see_the_same_end() {
    let server = TestServer::memory().await;
    let url = server.url();
    let bots = [(); 2].map(|()| Example::start("random_bot", &[&url]));
    let [one, other] = bots.map(Example::end);
    let (one, other) = tokio::join!(one, other);
    assert_eq!(one, other);
    assert_eq!((one.0.len(), one.1), (1, Some(0)), "{one:?}");
    server.stop().await;
}
