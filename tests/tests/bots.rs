//! Other people's programs: `oxo bot` as people run it, against the real
//! server and a person.

use std::{path::Path, process::Stdio};

use protocol::{
    RoomCode,
    event::{EndReason, GameResult},
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    Client, Process,
    process::{oxo_binary, server_binary},
    soon,
};
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStdout, Command},
};

const DOCUMENT: &str = include_str!("../../docs/bots.md");

/// Loop of every program of these tests until it is asked for a move.
const UNTIL_ASKED: &str =
    r#"while read -r line; do case $line in *'"type":"move"'*) break;; esac; done;"#;

struct BotServer {
    server: Process,
    folder: TempDir,
}

impl BotServer {
    async fn open() -> BotServer {
        let folder = TempDir::new().expect("a folder");
        let server = Process::start(&server_binary(), &folder.path().join("data"), &[]).await;
        BotServer { server, folder }
    }

    /// A bot of that name with a program that stands in a file of its own.
    fn bot(&self, name: &str, (with, program): (&str, &str), arguments: &[&str]) -> Bot {
        let home = self.folder.path().join(name);
        std::fs::create_dir_all(&home).expect("a folder");
        let file = home.join("program");
        std::fs::write(&file, program).expect("a file");
        let exec = format!("{with} '{}'", file.display());
        let server = format!("http://{}", self.server.address);
        let arguments = [
            &[
                "--exec", &exec, "--json", "--server", &server, "--name", name,
            ],
            arguments,
        ];
        Bot::start(&home, &arguments.concat())
    }
}

/// `oxo bot`, and the lines that it prints.
struct Bot {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Bot {
    fn start(home: &Path, arguments: &[&str]) -> Bot {
        let mut child = Command::new(oxo_binary())
            .arg("bot")
            .args(arguments)
            .env("HOME", home)
            .env("LC_ALL", "C")
            .env_remove("XDG_DATA_HOME")
            .env_remove("XDG_CONFIG_HOME")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("an oxo that starts");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Bot { child, lines }
    }

    /// Reads on to a line in which `find` finds something.
    async fn until<T>(&mut self, what: &str, find: impl Fn(&Value) -> Option<T>) -> T {
        soon(what, async {
            let mut read = Vec::new();
            while let Ok(Some(line)) = self.lines.next_line().await {
                let line: Value = serde_json::from_str(&line).expect("every line is JSON");
                if let Some(found) = find(&line) {
                    return found;
                }
                read.push(line);
            }
            panic!("ended before {what}: {read:#?}")
        })
        .await
    }

    /// Reads on to a sentence with these words, and returns it.
    async fn notes(&mut self, words: &str) -> String {
        let said = |line: &Value| line["note"].as_str().map(str::to_owned);
        let said = |line: &Value| said(line).filter(|said| said.contains(words));
        self.until(words, said).await
    }

    /// Waits for its end; its status.
    async fn end(mut self) -> Option<i32> {
        soon("the bot's end", async {
            while let Ok(Some(_)) = self.lines.next_line().await {}
            self.child.wait().await.expect("a status").code()
        })
        .await
    }
}

/// The first program of the document.
fn example() -> &'static str {
    let (_, rest) = DOCUMENT.split_once("```python\n").expect("a program");
    rest.split_once("```").expect("its end").0
}

/// A room of Ana's, who plays X and has sat down there.
async fn hosted(setup: &BotServer) -> (Client, RoomCode) {
    let mut ana = setup.server.client("Ana").await;
    let room = ana.create(json!({"first": "host"})).await;
    (ana, room)
}

/// Plays a cell once it is one's turn.
async fn play(person: &mut Client, cell: u16) {
    while !person.my_turn() {
        person.event().await;
    }
    person.play(cell).await;
}

/// Reads on to the end of the game: how it came, and what it counts.
async fn over(person: &mut Client) -> (EndReason, GameResult) {
    loop {
        if let Some(over) = person.view.game.as_ref().and_then(|game| game.over) {
            return (over.reason, over.result);
        }
        person.event().await;
    }
}

/// Reads on until the seat opposite is free.
async fn alone(host: &mut Client) {
    while host.view.seats.guest.is_some() {
        host.event().await;
    }
}

#[tokio::test]
async fn the_example_of_the_document_plays_a_whole_game() {
    assert!(example().lines().filter(|line| !line.is_empty()).count() <= 10);
    let setup = BotServer::open().await;
    let (mut ana, room) = hosted(&setup).await;
    let arguments = ["--join", &room.to_string(), "--games", "1"];
    let mut bot = setup.bot("Middle", ("python3", example()), &arguments);
    for cell in [0, 1, 2] {
        play(&mut ana, cell).await;
    }
    let guest = ana.view.seats.guest.as_ref().expect("a guest");
    assert_eq!(guest.player.name.as_deref(), Some("Middle"));
    assert!(guest.player.bot, "everybody sees that it is a program");
    assert_eq!(over(&mut ana).await, (EndReason::Line, GameResult::Won));
    let message = bot
        .until("the end", |line| {
            (line["to"]["type"] == "over").then(|| line["to"].clone())
        })
        .await;
    // The middle, and then the cells nearest to it.
    assert_eq!(message["moves"], json!([0, 4, 1, 3, 2]));
    assert_eq!(
        (&message["result"], &message["mark"]),
        (&json!("lost"), &json!("O"))
    );
    alone(&mut ana).await;
    assert_eq!(bot.end().await, Some(0));
}

#[tokio::test]
async fn a_program_that_fails_is_started_again_and_given_up_in_good_order() {
    let setup = BotServer::open().await;
    // Only the one that hangs is to run out of time, however busy the machine is.
    let (short, long) = ("300", "60000");
    for (name, does, move_ms, said) in [
        (
            "Hangs",
            "exec sleep 1000",
            short,
            "did not answer within 300 ms",
        ),
        (
            "Rubbish",
            "echo rubbish; exec cat",
            long,
            "something that is not a move: rubbish",
        ),
        (
            "Taken",
            "echo '{\"cell\":0}'; exec cat",
            long,
            "chose 0, which is not a free cell",
        ),
        (
            "Floods",
            "exec tr '\\0' x < /dev/zero",
            long,
            "a line of more than 4096 bytes",
        ),
        (
            "Dies",
            "echo last words >&2; exit 3",
            long,
            "has ended (status 3)",
        ),
    ] {
        let (mut ana, room) = hosted(&setup).await;
        let room = room.to_string();
        let arguments = ["--join", &room, "--move-ms", move_ms, "--restarts", "1"];
        let program = format!("{UNTIL_ASKED} {does}");
        let mut bot = setup.bot(name, ("sh", &program), &arguments);
        play(&mut ana, 0).await;
        bot.notes(said).await;
        bot.notes("Restarting it: 1 of at most 1").await;
        bot.notes(said).await;
        bot.notes("not restarted").await;
        // Nobody waits for it: before both have moved that is no defeat.
        assert_eq!(over(&mut ana).await.0, EndReason::CalledOff, "{name}");
        alone(&mut ana).await;
        assert_eq!(bot.end().await, Some(1), "{name}");
    }
}

/// The computer at both ends: as a program of the Gomocup protocol, and at the server.
#[tokio::test]
async fn a_program_of_gomocup_plays_the_computer_one_game_after_the_other() {
    let setup = BotServer::open().await;
    let program = format!("'{}' engine --line 3", oxo_binary().display());
    let server = format!("http://{}", setup.server.address);
    let plays = ["--gomocup", &program, "--computer=1", "--games", "2"];
    let where_ = ["--json", "--server", &server, "--name", "Brain"];
    // Only a program that hangs is to run out of time.
    let how = ["--first", "guest", "--move-ms", "60000"];
    let mut bot = Bot::start(setup.folder.path(), &[&plays[..], &where_, &how].concat());
    let told = |words: &'static str| {
        move |line: &Value| {
            line["to"]
                .as_str()
                .filter(|it| it.contains(words))
                .map(drop)
        }
    };
    bot.until("a game", told("START 3")).await;
    bot.until("its answer", |line| (line["from"] == "OK").then_some(()))
        .await;
    bot.until("a move", told("TURN ")).await;
    let is_move = |line: &Value| line["from"].as_str()?.split_once(',').map(drop);
    bot.until("its move", is_move).await;
    bot.until("the next game, which it begins", told("BEGIN"))
        .await;
    bot.until("its move", is_move).await;
    assert_eq!(bot.end().await, Some(0));
}

#[tokio::test]
async fn gomocup_knows_no_misere() {
    let folder = TempDir::new().expect("a folder");
    let refused = Command::new(oxo_binary())
        .args([
            "bot",
            "--gomocup",
            "true",
            "--misere",
            "--server",
            "127.0.0.1:1",
        ])
        .env("HOME", folder.path())
        .env("LC_ALL", "C")
        .output();
    let refused = soon("an end", refused).await.expect("an oxo that starts");
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("do not play mis\u{e8}re"), "{said}");
}

#[tokio::test]
async fn a_bot_that_is_asked_to_stop_resigns_and_leaves() {
    let setup = BotServer::open().await;
    let arguments = ["--new", "--first", "guest"];
    let mut bot = setup.bot("Middle", ("python3", example()), &arguments);
    let line = bot.notes("oxo join ").await;
    let (_, code) = line.rsplit_once("/r/").expect("a link");
    let mut ana = setup.server.client("Ana").await;
    ana.join(code.parse().expect("a code")).await;
    play(&mut ana, 0).await;
    while !ana.my_turn() {
        ana.event().await;
    }
    let id = bot.child.id().expect("a bot that runs").to_string();
    let asked = Command::new("kill").args(["-TERM", &id]).status().await;
    assert!(asked.expect("a kill").success());
    assert_eq!(over(&mut ana).await, (EndReason::Resigned, GameResult::Won));
    while ana.view.seats.host.is_some() {
        ana.event().await;
    }
    assert_eq!(bot.end().await, Some(0));
}

#[tokio::test]
async fn a_bot_meets_only_people_who_accept_programs() {
    let setup = BotServer::open().await;
    let mut bot = setup.bot("Middle", ("python3", example()), &["--games", "1"]);
    bot.notes("Waiting").await;
    let mut ana = setup.server.client("Ana").await;
    ana.quick_match("the key of Ana", json!({})).await;
    let mut bia = setup.server.client("Bia").await;
    bia.quick_match("the key of Bia", json!({})).await;
    tokio::join!(ana.matched(), bia.matched());
    let mut seated = ana
        .view
        .seats
        .iter()
        .filter_map(|(_, seated)| seated.as_ref());
    assert!(seated.all(|seated| !seated.player.bot));
    let mut cai = setup.server.client("Cai").await;
    cai.quick_match("the key of Cai", json!({"bots": true}))
        .await;
    cai.matched().await;
    let other = cai.seat.expect("a seat").other();
    let opponent = cai.view.seats[other].as_ref().expect("an opponent");
    assert!(opponent.player.bot);
    bot.notes("Opponent found").await;
}
