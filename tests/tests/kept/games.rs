//! Finished games over HTTP: everybody who knows the id may read, the exact texts
//! that were seen are there, and each player may have the name removed.

use config::{JournalKind, ServerOptions};
use protocol::{GameId, Limits, Record, record::Format};
use serde_json::json;
use tempfile::TempDir;
use tests::{
    Client, TestServer,
    client::{play_out, rematch, two},
    server::{BEGIN_MS, roomy},
};
use tiny_skia::Pixmap;

use crate::{
    kept::{ask, on},
    links::page::{self, picture::decoded},
};

async fn get(server: &TestServer, id: GameId, form: &str) -> (u16, String) {
    let lines = "accept: text/plain\r\n";
    ask(server, "GET", &format!("/games/{id}{form}"), lines).await
}

async fn forget(server: &TestServer, id: GameId, secret: &str) -> (u16, String) {
    let lines = format!("authorization: Bearer {secret}\r\n");
    ask(server, "DELETE", &format!("/games/{id}"), &lines).await
}

/// The id of the last game, as a member of the room received it.
fn id(client: &Client) -> Option<GameId> {
    client.view.game.as_ref()?.over?.id
}

#[tokio::test]
async fn a_finished_game_is_there_to_the_letter() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let clock = json!({"type": "total", "initial_ms": 60_000, "increment_ms": 1_000});
    let (mut ana, mut bia) = two(&server, json!({"clock": clock})).await;
    let mut watcher = server.client("").await;
    watcher.watch(ana.room.unwrap()).await;
    watcher.heard = Some(Vec::new());
    for cell in [4, 0, 2, 1, 6] {
        server.advance(1_500);
        play_out(&mut ana, &mut bia, &[cell]).await;
    }
    watcher.up_to(ana.view.seq).await;
    let game = id(&watcher).expect("an id is told to who watches");
    assert_eq!((id(&ana), id(&bia)), (Some(game), Some(game)));

    let (status, body) = get(&server, game, ".json").await;
    assert_eq!(status, 200);
    let record: Record = serde_json::from_str(&body).unwrap();
    assert_eq!((record.format, record.id), (Format::V1, Some(game)));
    assert_eq!(record.room, ana.room.unwrap());
    assert_eq!(Some(&record.game), ana.view.game.as_ref());
    let names = [&record.players.host, &record.players.guest];
    let names = names.map(|player| player.as_ref().unwrap().name.clone().unwrap());
    assert_eq!(names, ["Ana", "Bia"]);
    let exact: Vec<_> = record.events.iter().map(|event| event.get()).collect();
    // Watching began when the game had; its beginning came with the snapshot.
    assert!(exact[0].contains(r#""type":"started""#), "{}", exact[0]);
    assert_eq!(exact[1..], watcher.heard.take().unwrap());

    let (status, text) = get(&server, game, "").await;
    assert_eq!(status, 200);
    for part in [
        "Ana (X) against Bia (O)",
        "Board: 3 by 3, 3 in a row wins\nClock: 1:00 for the game plus 0:01 per move\nBegun: 20",
        "Ana made a line and wins.\nScore: Ana 1, Bia 0, drawn 0.\n",
        "   3  O O X\n   2  . X .\n   1  X . .\n      a b c",
        "   3. X c3     0:01.5",
    ] {
        assert!(text.contains(part), "{part:?} in\n{text}");
    }
    let (status, sgf) = get(&server, game, ".sgf").await;
    assert_eq!(status, 200);
    for part in [
        "(;FF[4]GM[4]",
        "SZ[3]",
        "PB[Ana]PW[Bia]",
        "RE[B+]",
        ";B[bb]",
        ";W[aa]",
    ] {
        assert!(sgf.contains(part), "{part:?} in\n{sgf}");
    }
    server.stop().await;
}

#[tokio::test]
async fn games_outlive_their_room_and_the_server() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    bia.act(json!({"type": "resign"})).await;
    ana.up_to(bia.view.seq).await;
    let first = id(&ana).unwrap();
    rematch(&mut ana, &mut bia).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    // A restart in the middle of a game: it is kept from its beginning all the same.
    server.stop().await;
    let server = on(folder.path(), BEGIN_MS + 30_000).await;
    let mut again = server.client("").await;
    again.return_to(ana.room.unwrap(), &ana.secret).await;
    again.act(json!({"type": "resign"})).await;
    let second = id(&again).unwrap();
    again.act(json!({"type": "leave"})).await;
    let (_, body) = get(&server, second, ".json").await;
    let record: Record = serde_json::from_str(&body).unwrap();
    let kinds: Vec<_> = record.events.iter().map(|text| kind(text.get())).collect();
    assert_eq!(
        kinds,
        ["started", "moved", "moved", "away", "returned", "finished"]
    );
    assert_eq!(record.game.number, 2);

    server.stop().await;
    let server = on(folder.path(), BEGIN_MS + 60_000).await;
    assert_eq!(get(&server, first, ".json").await.0, 200);
    assert_eq!(get(&server, second, ".sgf").await.0, 200);
    server.stop().await;
}

fn kind(text: &str) -> String {
    let frame: serde_json::Value = serde_json::from_str(text).unwrap();
    frame["type"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn one_player_may_remove_their_name_and_both_the_game() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    let game = id(&ana).unwrap();
    // The seat is given up; its secret is still good for this.
    ana.act(json!({"type": "leave"})).await;
    assert_eq!(forget(&server, game, "").await.0, 401);
    let stranger = protocol::Secret::draw().unwrap();
    assert_eq!(forget(&server, game, stranger.reveal()).await.0, 404);

    let (status, body) = forget(&server, game, ana.secret.reveal()).await;
    assert_eq!((status, &*body), (200, "{\"removed\":\"name\"}\n"));
    let (_, body) = get(&server, game, ".json").await;
    assert!(!body.contains("Ana") && body.contains("Bia"), "{body}");
    let (_, text) = get(&server, game, "").await;
    assert!(text.contains("somebody (X) against Bia (O)"), "{text}");

    let (status, body) = forget(&server, game, bia.secret.reveal()).await;
    assert_eq!((status, &*body), (200, "{\"removed\":\"game\"}\n"));
    let (status, body) = get(&server, game, "").await;
    assert_eq!(status, 404);
    assert!(body.contains("kept for 30 days"), "{body}");
    server.stop().await;
}

const LANGUAGES: [&str; 4] = ["en", "pt-BR", "zh-CN", "zh-TW"];

#[tokio::test]
async fn lines_about_a_game_are_in_the_readers_language() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let (mut ana, mut bia) = two(
        &server,
        json!({"rules": {"width": 4, "height": 3, "line": 3, "misere": true}}),
    )
    .await;
    play_out(&mut ana, &mut bia, &[0, 4, 1, 5, 2]).await;
    let path = format!("/games/{}", id(&ana).unwrap());
    for (tag, parts) in LANGUAGES.into_iter().zip([
        [
            "Ana (X) against Bia (O)",
            "4 by 3, 3 in a row LOSES",
            "Ana made a line; Bia wins.",
            "Score: Ana 0, Bia 1, drawn 0.",
            "Moves, with the time each took:",
        ],
        [
            "Ana (X) contra Bia (O)",
            "4x3, 3 em linha PERDEM",
            "Bia venceu",
            "Placar: Ana 0, Bia 1",
            "Jogadas, com o tempo de cada uma:",
        ],
        [
            "Ana (X) 对 Bia (O)",
            "4x3，连成 3 子者输",
            "Bia 获胜",
            "Ana 胜 0，Bia 胜 1",
            "每一步及其用时：",
        ],
        [
            "Ana (X) 對 Bia (O)",
            "4x3，連成 3 子者輸",
            "Bia 獲勝",
            "Ana 勝 0，Bia 勝 1",
            "每一步及其用時：",
        ],
    ]) {
        let lines = format!("user-agent: curl/8.5.0\r\naccept-language: {tag}\r\n");
        let (status, text) = ask(&server, "GET", &path, &lines).await;
        assert_eq!(status, 200);
        for part in parts {
            assert!(text.contains(part), "{part:?} in\n{text}");
        }
        assert!(
            !text.contains("served.") && !text.contains("page."),
            "{text}"
        );
        assert!(
            text.contains(&format!("http://localhost:1952{path}.sgf")),
            "{text}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn an_unknown_game_is_answered_in_the_readers_language() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    for (path, parts) in [
        (
            "/games/",
            ["26 letters and digits", "26 letras", "26 个", "26 個"],
        ),
        (
            "/games/abc",
            ["26 letters and digits", "26 letras", "26 个", "26 個"],
        ),
        (
            "/games/22222222222222222222222222",
            ["no such game", "30 dias", "30 天", "30 天"],
        ),
        (
            "/games/22222222222222222222222222.pdf",
            ["/games/ID.sgf", "Não há nada", "没有内容", "沒有內容"],
        ),
    ] {
        for (tag, part) in LANGUAGES.into_iter().zip(parts) {
            let lines = format!("user-agent: curl/8.5.0\r\naccept-language: {tag}\r\n");
            let (status, body) = ask(&server, "GET", path, &lines).await;
            assert_eq!(status, 404, "{path}");
            assert!(body.contains(part), "{part:?} in {body}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn games_are_kept_for_as_long_as_is_promised() {
    const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    let game = id(&ana).unwrap();
    server.stop().await;
    for (days, status) in [(30, 200), (31, 404)] {
        let server = on(folder.path(), BEGIN_MS + days * DAY_MS).await;
        // Old games go when there is time for it.
        tests::soon("the answer", async {
            while get(&server, game, "").await.0 != status {
                tokio::task::yield_now().await;
            }
        })
        .await;
        server.stop().await;
    }
}

#[tokio::test]
async fn a_server_that_keeps_none_tells_no_id() {
    let folder = TempDir::new().unwrap();
    let none = ServerOptions {
        data: folder.path().into(),
        keep_games_days: 0,
        limits: roomy(),
        ..ServerOptions::default()
    };
    let memory = ServerOptions {
        journal: JournalKind::Memory,
        limits: roomy(),
        ..ServerOptions::default()
    };
    for options in [none, memory] {
        let server = TestServer::start(options).await;
        let (mut ana, mut bia) = two(&server, json!({})).await;
        play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
        assert_eq!(id(&ana), None);
        let (_, info) = ask(&server, "GET", "/info", "").await;
        assert!(info.contains("\"games_kept_ms\":0"), "{info}");
        let game = "22222222222222222222222222".parse().unwrap();
        let (_, body) = get(&server, game, "").await;
        assert!(body.contains("keeps no finished games"), "{body}");
        server.stop().await;
    }
}

#[tokio::test]
async fn a_game_called_off_before_a_move_is_nothing_to_keep() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    ana.act(json!({"type": "abort"})).await;
    assert_eq!(id(&ana), None);
    bia.up_to(ana.view.seq).await;
    rematch(&mut ana, &mut bia).await;
    play_out(&mut ana, &mut bia, &[4]).await;
    bia.act(json!({"type": "abort"})).await;
    let game = id(&bia).unwrap();
    let (_, text) = get(&server, game, "").await;
    assert!(
        text.contains("Bia called the game off. It does not count."),
        "{text}"
    );
    server.stop().await;
}

/// The longest game is kept; one that grows without end by moves taken back is
/// played all the same, and kept no more.
#[tokio::test]
async fn no_game_is_too_long_unless_moves_are_taken_back_without_end() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let rules = json!({"rules": {"width": 19, "height": 19, "line": 19}});
    let (mut ana, mut bia) = two(&server, rules).await;
    let cells: Vec<u16> = (0..361).map(|k| k * 7 % 361).collect();
    play_out(&mut ana, &mut bia, &cells).await;
    let (status, body) = get(&server, id(&ana).unwrap(), ".json").await;
    assert_eq!(status, 200);
    let record: Record = serde_json::from_str(&body).unwrap();
    assert_eq!(record.events.len(), 362);

    let (mut ana, mut bia) = two(&server, json!({})).await;
    while ana.view.seq < 2_400 {
        play_out(&mut ana, &mut bia, &[4]).await;
        ana.act(json!({"type": "offer", "kind": "takeback", "ply": 0}))
            .await;
        bia.up_to(ana.view.seq).await;
        let offer = bia.view.offer.unwrap().id;
        bia.act(json!({"type": "accept", "offer": offer})).await;
        ana.up_to(bia.view.seq).await;
    }
    ana.act(json!({"type": "resign"})).await;
    assert!(ana.view.game.as_ref().unwrap().over.is_some());
    assert_eq!(id(&ana), None);
    // The next one is kept again.
    bia.up_to(ana.view.seq).await;
    rematch(&mut ana, &mut bia).await;
    play_out(&mut ana, &mut bia, &[4]).await;
    ana.act(json!({"type": "resign"})).await;
    assert_eq!(get(&server, id(&ana).unwrap(), ".json").await.0, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_asks_too_often_has_to_wait() {
    let folder = TempDir::new().unwrap();
    let options = ServerOptions {
        data: folder.path().into(),
        limits: Limits {
            work_us_per_s: 10,
            work_burst_us: 1_000,
            ..roomy()
        },
        ..ServerOptions::default()
    };
    let server = TestServer::start(options).await;
    let path = "/games/22222222222222222222222222";
    for status in [404, 404, 429] {
        assert_eq!(ask(&server, "GET", path, "").await.0, status);
    }
    let (status, body) = ask(&server, "DELETE", path, "").await;
    assert_eq!(status, 429);
    assert!(body.contains("try again in "), "{body}");
    server.advance(60_000);
    assert_eq!(ask(&server, "GET", path, "").await.0, 404);
    server.stop().await;
}

async fn picture(server: &TestServer, path: &str) -> Pixmap {
    decoded(&page::ask(server, "GET", path, "").await)
}

#[tokio::test]
async fn a_link_of_a_game_shows_who_played_and_how_it_ended() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    let invitation = picture(&server, &format!("/r/{}.png", ana.room.unwrap())).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    let game = id(&ana).unwrap();
    for (lines, tag, title, result) in [
        ("", "en", "Ana against Bia", "Ana made a line and wins."),
        (
            "accept: */*\r\naccept-language: pt-BR\r\n",
            "pt-BR",
            "Ana contra Bia",
            "Ana fez uma linha e venceu.",
        ),
    ] {
        let (status, page) = ask(&server, "GET", &format!("/games/{game}"), lines).await;
        assert_eq!(status, 200);
        for part in [
            &format!("<html lang=\"{tag}\">"),
            &format!("<title>{title}</title>"),
            &format!("content=\"http://localhost:1952/games/{game}.png\""),
            &format!("og:description\" content=\"{result} · "),
            &format!("<p class=\"headline\">{result}</p>"),
            "<b class=\"name\">Bia</b>",
            "name=\"robots\" content=\"noindex\"",
        ] {
            assert!(page.contains(part), "{part:?} in\n{page}");
        }
        assert_eq!(page.matches("class=\"mark-x\"").count(), 3, "{page}");
    }
    let last = picture(&server, &format!("/games/{game}.png")).await;
    assert_ne!(last.data(), invitation.data());
    // The same once more is the same, from the cache.
    let again = picture(&server, &format!("/games/{game}.png")).await;
    assert_eq!(last.data(), again.data());
    // Without a name or a game nothing of it is left.
    forget(&server, game, ana.secret.reveal()).await;
    let (_, page) = ask(&server, "GET", &format!("/games/{game}"), "").await;
    assert!(!page.contains("Ana"), "{page}");
    forget(&server, game, bia.secret.reveal()).await;
    let (status, _) = ask(&server, "GET", &format!("/games/{game}.png"), "").await;
    assert_eq!(status, 404);
    server.stop().await;
}
