//! JSON lines: two scripts play a whole game, with connection, numbers and
//! fold done for them.

use std::{path::Path, process::Stdio};

use serde_json::{Value, json};
use tests::{process::oxo_binary, soon};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
};

use super::TerminalSetup;

/// A script's end of `oxo --json`.
struct Script {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Script {
    fn start(home: &Path, server: &str, name: &str, arguments: &[&str]) -> Script {
        let mut child = Command::new(oxo_binary())
            .args(["--json", "--server", server, "--name", name])
            .args(arguments)
            .env("HOME", home)
            .env_remove("XDG_DATA_HOME")
            .env_remove("XDG_CONFIG_HOME")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("an oxo that starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Script {
            child,
            input,
            output,
        }
    }

    async fn say(&mut self, request: &Value) {
        self.input
            .write_all(format!("{request}\n").as_bytes())
            .await
            .expect("an oxo that reads");
    }

    /// Reads on to a line for which `find` finds something.
    async fn until<T>(&mut self, what: &str, find: impl Fn(&Value) -> Option<T>) -> T {
        soon(what, async {
            loop {
                let line = self
                    .output
                    .next_line()
                    .await
                    .expect("text")
                    .expect("a line");
                let frame: Value = serde_json::from_str(&line).expect("every line is JSON");
                if let Some(found) = find(&frame) {
                    return found;
                }
            }
        })
        .await
    }

    /// Reads on to an event of that type.
    async fn event(&mut self, kind: &str) -> Value {
        self.until(kind, |frame| {
            (frame["type"] == kind && frame["seq"].is_u64()).then(|| frame.clone())
        })
        .await
    }
}

#[tokio::test]
async fn two_scripts_play_a_whole_game() {
    let setup = TerminalSetup::open().await;
    let mut ana = Script::start(
        &setup.home("Ana"),
        &setup.address(),
        "Ana",
        &["new", "--first", "host"],
    );
    let code = ana
        .until("the room", |frame| {
            frame["ok"]["room"].as_str().map(str::to_owned)
        })
        .await;
    let mut bia = Script::start(
        &setup.home("Bia"),
        &setup.address(),
        "Bia",
        &["join", &code],
    );
    let invitation = bia
        .until("the invitation", |line| {
            (line["type"] == "invitation").then(|| line.clone())
        })
        .await;
    assert_eq!(invitation["table"]["players"]["host"]["name"], "Ana");
    bia.until("the room", |frame| (frame["type"] == "room").then_some(()))
        .await;
    ana.event("started").await;
    for (ply, cell) in [4, 0, 2, 1, 6].into_iter().enumerate() {
        let (mover, waiter) = if ply % 2 == 0 {
            (&mut ana, &mut bia)
        } else {
            (&mut bia, &mut ana)
        };
        mover
            .say(&json!({"type": "move", "game": 1, "ply": ply, "cell": cell}))
            .await;
        assert_eq!(mover.event("moved").await["cell"], cell);
        assert_eq!(waiter.event("moved").await["cell"], cell);
    }
    ana.say(&json!({"type": "view"})).await;
    let winner = ana
        .until("the view", |line| {
            line["view"]["game"]["over"]["winner"]
                .as_str()
                .map(str::to_owned)
        })
        .await;
    assert_eq!(winner, "host");
    drop(ana.input);
    let status = soon("the script's end", ana.child.wait()).await.unwrap();
    assert!(status.success());
}
