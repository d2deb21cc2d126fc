//! The real program and the games it keeps: what it writes down, lists, shows
//! and asks a server for.

use std::{
    fs,
    path::{Path, PathBuf},
};

use protocol::{GameId, Record};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::scripted::{Peer, Room, Server, program::Program};

pub fn games_folder(home: &TempDir) -> PathBuf {
    home.path().join("data/oxo/games")
}

/// The copies in a folder; none where it is not.
pub fn copies(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    paths
}

pub fn id() -> GameId {
    GameId::from_bits(0x0123_4567_89ab_cdef_0011_2233_4455_6677)
}

/// Ana opens a room, Bob sits down, and Ana wins; the room and her secret.
async fn played(server: &Server, program: &mut Program, id: Option<GameId>) -> (Peer, Room, Value) {
    let mut peer = server.greeted().await;
    let create = peer.request("create_room").await;
    let mut room = Room::playing();
    peer.ok(room.entered("created", 0)).await;
    peer.send(room.snapshot()).await;
    for event in room.won_by_ana(id) {
        peer.send(event).await;
    }
    program.until("Score: Ana (you) 1, Bob 0, drawn 0.").await;
    (peer, room, create["secret"].clone())
}

/// A home in which a game with an id was played, and the seat's secret.
pub async fn home_with_a_game(server: &Server) -> (TempDir, String) {
    let mut program = Program::start(server, &["new", "--name", "Ana"]);
    let (_peer, _, secret) = played(server, &mut program, Some(id())).await;
    let (status, rest, home) = program.ended().await;
    assert_eq!(status, 0, "{rest}");
    (home, secret.as_str().unwrap().to_owned())
}

/// Runs it in a home, without a server's help.
pub async fn run(server: &Server, home: &TempDir, args: &[&str]) -> (i32, String) {
    start_in(home, server, args).status().await
}

/// The same where it has to be done; what it says.
async fn done(server: &Server, home: &TempDir, args: &[&str]) -> String {
    let (status, said) = run(server, home, args).await;
    assert_eq!(status, 0, "{args:?}: {said}");
    said
}

pub fn start_in(home: &TempDir, server: &Server, args: &[&str]) -> Program {
    Program::start_in(home.path(), server, args)
}

#[tokio::test]
async fn a_played_game_is_kept_once_listed_and_shown() {
    let server = Server::start().await;
    let mut program = Program::start(&server, &["new", "--name", "Ana"]);
    let (mut peer, room, secret) = played(&server, &mut program, Some(id())).await;
    // The same game, seen over again after a cut.
    peer.cut();
    peer = server.greeted().await;
    peer.request("resume").await;
    peer.ok(room.entered("resumed", 1)).await;
    peer.send(room.snapshot()).await;
    program.until("*X*").await;
    let (_, _, home) = program.ended().await;

    let folder = games_folder(&home);
    let kept = copies(&folder);
    assert_eq!(kept.len(), 1, "{kept:?}");
    let name = kept[0].file_name().unwrap().to_str().unwrap();
    assert_eq!(name, format!("2026-11-21T02-43-20Z-{}.json", id()));
    let text = fs::read_to_string(&kept[0]).unwrap();
    let record: Record = serde_json::from_str(&text).unwrap();
    assert_eq!((record.id, record.game.moves.len()), (Some(id()), 5));
    assert_eq!(
        serde_json::from_str::<Value>(&text).unwrap()["seat"],
        "host"
    );
    let key = fs::read_to_string(folder.join("keys").join(id().to_string())).unwrap();
    let (key, address) = key.trim().split_once(' ').unwrap();
    assert_eq!(secret, key);
    assert_eq!(address, server.address.to_string());
    assert!(!text.contains(key), "a copy may be given to friends");

    let list = done(&server, &home, &["games"]).await;
    let short = &id().to_string()[..8];
    let line = format!("You made a line: you win! 5 moves. oxo replay {short}\n");
    assert!(
        list.starts_with("Against Bob, room K7QX-4MTR. Score:"),
        "{list}"
    );
    assert!(list.ends_with(&line), "{list}");
    let lines = done(&server, &home, &["games", "--json"]).await;
    assert_eq!(lines.trim_end(), text, "one record, one line");
    let beginning = &id().to_string()[..4];
    let shown = done(&server, &home, &["replay", beginning]).await;
    assert!(shown.contains("1. b2 a3  2. c3 b3  3. a1\n"), "{shown}");
    assert!(shown.contains("2 │   │*X*│   │"), "{shown}");
    assert!(shown.contains("You made a line: you win!"), "{shown}");

    let args = ["replay", "--review", beginning];
    let shown = done(&server, &home, &args).await;
    assert!(shown.contains("1. b2 a3  2. c3 b3?  3. a1\n"), "{shown}");
    let said = "Move 4: ? O threw the draw away; a1 kept it.\n";
    assert!(shown.contains(said), "{shown}");
    let args = ["replay", "--review", "--json", beginning];
    let lines = done(&server, &home, &args).await;
    let review: Value = serde_json::from_str(lines.lines().nth(1).unwrap()).unwrap();
    assert_eq!(
        review["moves"][3],
        json!({"verdict": "lost", "proved": true, "best": [6]})
    );
}

#[tokio::test]
async fn the_list_is_newest_first_and_has_its_limit() {
    let server = Server::start().await;
    let (home, _) = home_with_a_game(&server).await;
    let folder = games_folder(&home);
    let first = copies(&folder).remove(0);
    let mut second: Value = serde_json::from_slice(&fs::read(first).unwrap()).unwrap();
    second["game"]["number"] = json!(2);
    second["score"]["host"] = json!(2);
    let path = folder.join("2026-11-21T03-00-00Z-second.json");
    fs::write(path, second.to_string()).unwrap();

    let list = done(&server, &home, &["games"]).await;
    let lines: Vec<&str> = list.lines().collect();
    assert_eq!(lines.len(), 3, "one evening of two games: {list}");
    assert!(lines[0].ends_with("Ana (you) 2, Bob 0, drawn 0."), "{list}");
    assert!(lines[1].ends_with("oxo replay second"), "{list}");
    let list = done(&server, &home, &["games", "--limit", "1", "--json"]).await;
    assert_eq!(list.lines().count(), 1, "{list}");
    let newest: Value = serde_json::from_str(&list).unwrap();
    assert_eq!(newest["game"]["number"], 2);
}

#[tokio::test]
async fn all_games_are_written_for_other_programs() {
    let server = Server::start().await;
    let (home, _) = home_with_a_game(&server).await;
    let folder = games_folder(&home);
    let game = fs::read(copies(&folder).remove(0)).unwrap();
    let mut saved: Value = serde_json::from_slice(&game).unwrap();
    for number in 2..=25 {
        saved["game"]["number"] = json!(number);
        let path = folder.join(format!("2026-11-21T03-00-{number:02}Z-{number}.json"));
        fs::write(path, saved.to_string()).unwrap();
    }
    let some = done(&server, &home, &["games", "--json"]).await;
    assert_eq!(some.lines().count(), 20);
    let all = done(&server, &home, &["games", "--json", "--all"]).await;
    assert_eq!(all.lines().count(), 25);
    let sgf = done(&server, &home, &["games", "--all", "--sgf"]).await;
    assert_eq!(sgf.matches("(;FF[4]GM[4]").count(), 25);
    let game = "SZ[3]RU[3 in a row]DT[2026-11-21]PB[Ana]PW[Bob]RE[B+]\n;B[bb]\n;W[aa]\n";
    assert!(sgf.contains(game), "{sgf}");
}

#[tokio::test]
async fn the_list_can_be_narrowed_and_a_copy_deleted() {
    let server = Server::start().await;
    let (home, _) = home_with_a_game(&server).await;
    for (args, listed) in [
        (&["--with", "bo"][..], true),
        (&["--with", "ANA", "--board", "3x3"], true),
        (&["--board", "3x3x3"], true),
        (&["--with", "Eve"], false),
        (&["--board", "3x31"], false),
        (&["--board", "15x15"], false),
    ] {
        let args = [&["games"], args].concat();
        let said = done(&server, &home, &args).await;
        assert_eq!(said.contains("oxo replay"), listed, "{args:?}: {said}");
        assert_eq!(
            said.contains("No saved game is like that"),
            !listed,
            "{said}"
        );
    }
    let (status, said) = run(&server, &home, &["games", "--board", "large"]).await;
    assert_eq!(status, 2, "{said}");
    let beginning = id().to_string()[..5].to_owned();
    done(&server, &home, &["games", "--delete", &beginning]).await;
    assert!(copies(&games_folder(&home)).is_empty());
    let (status, _) = run(&server, &home, &["games", "--delete", &beginning]).await;
    assert_eq!(status, 1);
}

#[tokio::test]
async fn a_watched_game_and_a_scripts_game_are_kept_where_that_is_asked_for() {
    let server = Server::start().await;
    let keep = ["--keep-games", "yes"];
    for args in [&["watch", "K7QX-4MTR"][..], &["connect"]] {
        let mut program = Program::start(&server, &[args, &keep].concat());
        let mut peer = server.greeted().await;
        if args[0] == "connect" {
            program
                .line(r#"{"type":"watch_room","room":"K7QX-4MTR"}"#)
                .await;
        }
        peer.request("watch_room").await;
        let mut room = Room::playing();
        peer.ok(json!({"type": "watching", "room": room.code}))
            .await;
        peer.send(room.snapshot()).await;
        for event in room.won_by_ana(None) {
            peer.send(event).await;
        }
        program
            .until(if args[0] == "watch" {
                "Ana made a line"
            } else {
                r#""reason":"line""#
            })
            .await;
        program.end_input();
        let ended =
            json!({"type": "ended", "reason": "age", "room": room.code, "seq": 9, "at_ms": 1});
        peer.send(ended).await;
        let (_, rest, home) = program.ended().await;
        let kept = copies(&games_folder(&home));
        assert_eq!(kept.len(), 1, "{args:?}: {rest}");
        assert!(
            kept[0].ends_with("2026-11-21T02-43-20Z-K7QX-4MTR-1.json"),
            "{kept:?}"
        );
        let value: Value = serde_json::from_slice(&fs::read(&kept[0]).unwrap()).unwrap();
        assert!(value.get("seat").is_none(), "{value}");
    }
}

#[tokio::test]
async fn copies_are_switched_off_and_moved() {
    let server = Server::start().await;
    for (config, option, kept_in) in [
        ("", "--keep-games=no", None),
        ("keep_games = false\n", "--name=Ana", None),
        (
            "keep_games = false\n",
            "--keep-games=yes",
            Some("data/oxo/games"),
        ),
        (
            "games_folder = \"mine\"\n",
            "--name=Ana",
            Some("data/oxo/mine"),
        ),
    ] {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("config/oxo");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("config.toml"), config).unwrap();
        let mut program = Program::start_at(home, &server, &["new", option]);
        let (_peer, ..) = played(&server, &mut program, None).await;
        let (_, _, home) = program.ended().await;
        for place in ["data/oxo/games", "data/oxo/mine"] {
            let expected = usize::from(kept_in == Some(place));
            let kept = copies(&home.path().join(place));
            assert_eq!(kept.len(), expected, "{config} {option} {place}");
        }
    }
}

#[tokio::test]
async fn a_broken_file_or_folder_is_reported_and_stops_no_game() {
    let server = Server::start().await;
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("data/oxo")).unwrap();
    fs::write(games_folder(&home), "in the way").unwrap();
    let mut program = Program::start_at(home, &server, &["new", "--name", "Ana"]);
    let (mut peer, room, _) = played(&server, &mut program, None).await;
    program
        .until("A copy of this game could not be saved")
        .await;
    program.line("rematch").await;
    assert_eq!(peer.request("offer").await["kind"], "rematch");
    drop(room);
    peer.ok(json!({"type": "offered", "seq": 9, "offer": 1}))
        .await;
    let (status, rest, home) = program.ended().await;
    assert_eq!(status, 0, "{rest}");

    fs::remove_file(games_folder(&home)).unwrap();
    fs::create_dir(games_folder(&home)).unwrap();
    let broken = games_folder(&home).join("2026-11-21T02-43-20Z-broken.json");
    fs::write(&broken, "{").unwrap();
    let list = done(&server, &home, &["games"]).await;
    assert!(list.contains("No games are saved"), "{list}");
    assert!(list.contains("broken.json is not a game record."), "{list}");
}

#[tokio::test]
async fn a_game_is_read_from_the_server_a_file_and_standard_input() {
    let server = Server::start().await;
    let (home, _) = home_with_a_game(&server).await;
    let path = copies(&games_folder(&home)).remove(0);
    let text = fs::read_to_string(&path).unwrap();
    let path = path.to_str().unwrap();
    let watched = "Ana made a line and wins.";

    let shown = done(&server, &tempfile::tempdir().unwrap(), &["replay", path]).await;
    assert!(shown.contains(watched), "seen from no side: {shown}");

    let mut program = Program::start(&server, &["replay", "-"]);
    program.line(&text).await;
    let (_, shown) = program.status().await;
    assert!(shown.contains(watched), "{shown}");

    let wanted = id().to_string().to_uppercase();
    let program = Program::start(&server, &["replay", &wanted]);
    let asked = server.answer("200 OK", &text).await;
    assert!(
        asked.starts_with(&format!("GET /games/{}.json HTTP/1.1\r\n", id())),
        "{asked}"
    );
    assert!(!asked.to_lowercase().contains("authorization"), "{asked}");
    let (status, shown) = program.status().await;
    assert_eq!(status, 0, "{shown}");
    assert!(shown.contains(watched), "{shown}");

    let huge = format!("{text}{}", " ".repeat(2 << 20));
    for (status, body, said) in [
        ("404 Not Found", "No such game.", "keeps no game"),
        ("500 Oh", "", "it says HTTP 500"),
        ("302 Found", "", "it says HTTP 302"),
        ("200 OK", "{}", ".json is not a game record."),
        ("200 OK", &huge, "it is not an OXO server"),
        ("nonsense", "", "it is not an OXO server"),
    ] {
        let program = Program::start(&server, &["replay", &wanted]);
        server.answer(status, body).await;
        let (code, shown) = program.status().await;
        assert_eq!(code, 1, "{status}: {shown}");
        assert!(shown.contains(said), "{status}: {shown}");
    }
}

#[tokio::test]
async fn a_hostile_or_unknown_game_is_refused_in_a_sentence() {
    let server = Server::start().await;
    let (home, _) = home_with_a_game(&server).await;
    let path = copies(&games_folder(&home)).remove(0);
    let good: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let file = home.path().join("game.json");
    let spoil = |spoil: &dyn Fn(&mut Value)| {
        let mut bad = good.clone();
        spoil(&mut bad);
        fs::write(&file, bad.to_string()).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let outside = spoil(&|v| v["game"]["moves"][1]["cell"] = json!(40_000));
    let fresh = || tempfile::tempdir().unwrap();
    let (code, said) = run(&server, &fresh(), &["replay", &outside]).await;
    assert_eq!(code, 1);
    assert!(
        said.ends_with("is not valid: its rules do not allow move 2.\n"),
        "{said}"
    );
    let later = spoil(&|v| v["format"] = json!("oxo.game.v7"));
    let (code, said) = run(&server, &fresh(), &["replay", &later]).await;
    assert_eq!(code, 1);
    assert!(said.contains("oxo.game.v7"), "{said}");
    let named = spoil(&|v| v["players"]["host"]["name"] = json!("\u{1b}[2JAna\u{202e}"));
    let (code, shown) = run(&server, &fresh(), &["replay", &named]).await;
    assert_eq!(code, 0);
    assert!(shown.contains("?[2JAna? plays X"), "{shown:?}");

    for (args, code, said) in [
        (&["replay", "no-such"][..], 1, "is called no-such."),
        (&["replay", "/"], 1, "is called /."),
        (
            &["replay", "x", "--speed", "fast"],
            2,
            "fast is not a speed",
        ),
        (&["games", "--local"], 2, "--forget"),
        (&["games", "--keep-games", "maybe"], 2, "yes, no"),
        (&["games", "--forget", "zz"], 1, "is called zz."),
        (&["games"], 0, "No games are saved"),
    ] {
        let (status, text) = run(&server, &fresh(), args).await;
        assert_eq!(status, code, "{args:?}: {text}");
        assert!(text.contains(said), "{args:?}: {text}");
    }
}
