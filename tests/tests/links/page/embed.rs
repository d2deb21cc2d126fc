//! A table or a finished game in a frame of another page, and the snippet for it.

use config::{JournalKind, ServerOptions};
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    TestServer,
    client::{play_out, two},
    server::in_memory,
};

use super::{Answer, BROWSER, ask, below};

/// Holds that it may stand in a frame of another page, and has nothing to press.
fn is_for_a_frame(answer: &Answer) {
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.contains("; frame-ancestors *; "), "{policy}");
    assert!(policy.ends_with("; trusted-types 'none'"), "{policy}");
    let text = answer.text();
    for part in [
        "<button", "<input", "main.js", "boot.js", "manifest", " style=", "__",
    ] {
        assert!(!text.contains(part), "{part} in {text}");
    }
    assert!(
        text.contains("/embed.js\"") && text.contains("noindex"),
        "{text}"
    );
}

async fn get(server: &TestServer, path: &str) -> Answer {
    ask(server, "GET", &format!("/oxo{path}"), BROWSER).await
}

#[tokio::test]
async fn a_room_and_a_finished_game_stand_in_a_frame_and_nothing_else_does() {
    let folder = TempDir::new().unwrap();
    let server = TestServer::start(ServerOptions {
        base_path: "/oxo".into(),
        journal: JournalKind::Sqlite,
        data: folder.path().into(),
        ..in_memory()
    })
    .await;
    let (mut ana, mut bia) = two(&server, json!({"first": "host"})).await;
    play_out(&mut ana, &mut bia, &[0, 3, 1, 4, 2]).await;
    let room = ana.room.unwrap();
    let id = ana.view.game.as_ref().unwrap().over.unwrap().id.unwrap();
    for path in [format!("/r/{room}"), format!("/games/{id}")] {
        let answer = get(&server, &format!("/embed{path}")).await;
        assert_eq!(answer.status, 200, "{path}");
        is_for_a_frame(&answer);
        let line = format!("/oxo{path}\" target=\"_blank\" rel=\"noopener\"");
        assert!(answer.text().contains(&line), "{line} in {}", answer.text());
        assert_eq!(answer.header("x-robots-tag"), Some("noindex"));
        // The page itself may not, and says where the frame is.
        let page = get(&server, &path).await;
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(page.text().contains("application/json+oembed"));
    }
    for path in [
        "/embed/r/K7QX-4MTR",
        "/embed/r/nonsense",
        "/embed/games/22222222222222222222222222",
        "/embed/",
        "/embed/info",
        &format!("/embed/r/{room}.json"),
        &format!("/embed/games/{id}.json"),
    ] {
        let answer = get(&server, path).await;
        assert_eq!(answer.status, 404, "{path}");
        is_for_a_frame(&answer);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_table_that_nobody_may_watch_is_not_followed_in_a_frame() {
    let server = below("/oxo").await;
    let mut ana = server.client("Ana").await;
    let room = ana.create(json!({"watching": "none"})).await;
    let answer = get(&server, &format!("/embed/r/{room}")).await;
    is_for_a_frame(&answer);
    assert!(
        answer.text().contains("data-invitation=\"\""),
        "{}",
        answer.text()
    );
    let page = get(&server, &format!("/r/{room}")).await;
    assert!(!page.text().contains("oembed"));
    server.stop().await;
}

#[tokio::test]
async fn programs_find_the_snippet_of_rooms_and_games_of_this_server() {
    let server = below("/oxo").await;
    let base = format!("http://{}/oxo", server.node.facts.bound());
    let asked = async |query: &str| get(&server, &format!("/oembed?{query}")).await;
    for path in ["/r/K7QX-4MTR", "/games/22222222222222222222222222"] {
        let answer = asked(&format!("url={base}{path}&maxwidth=200&format=json")).await;
        assert_eq!(answer.status, 200);
        let found: Value = serde_json::from_str(answer.text()).unwrap();
        assert_eq!(
            (&found["type"], &found["version"]),
            (&json!("rich"), &json!("1.0"))
        );
        assert_eq!(
            (&found["width"], &found["height"]),
            (&json!(200), &json!(480))
        );
        let html = found["html"].as_str().unwrap();
        let source = format!("<iframe src=\"{base}/embed{path}\" width=\"200\" height=\"480\"");
        assert!(
            html.starts_with(&source) && html.ends_with("</iframe>"),
            "{html}"
        );
    }
    for (query, status) in [
        (
            "url=http://elsewhere.example/oxo/r/K7QX-4MTR".to_owned(),
            404,
        ),
        (format!("url={base}/r/nonsense"), 404),
        (format!("url={base}/info"), 404),
        (String::new(), 404),
        (format!("url={base}/r/K7QX-4MTR&format=xml"), 501),
    ] {
        assert_eq!(asked(&query).await.status, status, "{query}");
    }
    server.stop().await;
}
