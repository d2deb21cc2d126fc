//! The page behind a room's link, from outside: in every state, for every kind of visitor, the
//! lines, and the JSON.

use config::ServerOptions;
use serde_json::{Value, json};
use tests::{TestServer, server::in_memory};

use super::{BROWSER, NEVER, ask, below, rooms::Rooms};

const CURL: &str = "user-agent: curl/8.5.0\r\naccept: */*\r\n";
const MESSENGER: &str = "user-agent: WhatsApp/2.23.20.0\r\naccept: */*\r\n";

const INVITED: &str = "Ana invites you to a game";
const TAKEN: &str = "Both seats are taken";
const NOTHING: &str = "There is nothing at this address";
const NOT_KEPT: &str = "This game is no longer kept, or never was.";

/// The buttons of a page, by their test ids.
fn buttons(page: &str) -> Vec<&str> {
    let (_, main) = page.split_once("<main").unwrap();
    let found = main.split("data-testid=\"").skip(1);
    let ids = found.filter_map(|part| part.split('"').next());
    ids.filter(|id| *id != "name").collect()
}

/// Content of a tag of the page's head.
fn meta<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("\"{name}\" content=\""))?;
    rest.split('"').next()
}

#[tokio::test]
async fn each_state_has_its_page_with_its_buttons_and_no_others() {
    let rooms = Rooms::open(below("/oxo").await).await;
    for visitor in [BROWSER, MESSENGER, ""] {
        for (code, status, title, wanted) in [
            (&*rooms.free, 200, INVITED, &["sit", "watch", "home"][..]),
            (&*rooms.misere, 200, INVITED, &["sit", "watch", "home"]),
            (&*rooms.full, 200, TAKEN, &["watch", "home"]),
            (&*rooms.closed, 200, TAKEN, &["home"]),
            (&*rooms.over, 410, "This room is closed", &["home"]),
            (NEVER, 404, "There is no room at this link", &["home"]),
        ] {
            let answer = rooms.get(code, visitor).await;
            assert_eq!(answer.status, status, "{code}");
            assert!(answer.is_document(), "{}", answer.head);
            let page = answer.text();
            assert!(page.contains(&format!("<title>{title}</title>")), "{page}");
            assert!(page.contains(&format!("<h1>{title}</h1>")), "{page}");
            assert_eq!(buttons(page), wanted, "{title}");
            assert_eq!(meta(page, "og:title"), Some(title));
            for (name, value) in [
                ("cache-control", "private, no-cache"),
                ("x-robots-tag", "noindex"),
                (
                    "vary",
                    "accept, accept-encoding, accept-language, user-agent",
                ),
                ("referrer-policy", "no-referrer"),
                ("x-content-type-options", "nosniff"),
            ] {
                assert_eq!(answer.header(name), Some(value), "{name}");
            }
            assert_eq!(meta(page, "robots"), Some("noindex"));
        }
    }
    rooms.server.stop().await;
}

#[tokio::test]
async fn a_preview_says_who_invites_and_whether_a_line_loses() {
    let rooms = Rooms::open(below("/oxo").await).await;
    let page = rooms.get(&rooms.free, MESSENGER).await;
    let page = page.text();
    let base = "http://localhost:1952/oxo";
    let code = &rooms.free;
    for (name, value) in [
        ("description", "Board: 3 by 3, 3 in a row wins · Clock: 5:00 for the game plus 0:03 per move · First move: decided at random; within 60 s".to_owned()),
        ("og:url", format!("{base}/r/{code}")),
        ("og:image", format!("{base}/r/{code}.png")),
        ("og:image:width", "1200".to_owned()),
        ("og:image:height", "630".to_owned()),
        ("og:image:type", "image/png".to_owned()),
        ("og:type", "website".to_owned()),
        ("twitter:card", "summary_large_image".to_owned()),
    ] {
        assert_eq!(meta(page, name), Some(&*value), "{name}");
    }
    assert_eq!(meta(page, "description"), meta(page, "og:description"));
    assert!(!page.contains("class=\"warning\""));
    let misere = rooms.get(&rooms.misere, MESSENGER).await;
    let about = meta(misere.text(), "og:description").unwrap().to_owned();
    assert!(about.starts_with("3 in a row LOSES · "), "{about}");
    assert!(about.contains("First move: you; within 60 s"), "{about}");
    let warning = "<p class=\"warning\">3 in a row LOSES</p>";
    assert!(misere.text().contains(warning), "{}", misere.text());
    // A code as people type it leads to the same.
    let typed = code.to_lowercase().replace('-', "");
    let typed = rooms.get(&typed, MESSENGER).await;
    assert_eq!(meta(typed.text(), "og:url"), meta(page, "og:url"));
    rooms.server.stop().await;
}

#[tokio::test]
async fn names_and_board_are_shown_only_of_rooms_that_everybody_may_see() {
    let rooms = Rooms::open(below("").await).await;
    for (code, shown) in [
        (&*rooms.free, true),
        (&*rooms.full, true),
        (&*rooms.closed, false),
        (&*rooms.over, false),
        (NEVER, false),
    ] {
        for visitor in [BROWSER, CURL] {
            let answer = rooms.get(code, visitor).await;
            assert_eq!(answer.text().contains("Ana"), shown, "{}", answer.text());
            assert_eq!(answer.text().contains("3 by 3"), shown, "{}", answer.text());
        }
        let facts = rooms.get(&format!("{code}.json"), "").await;
        assert_eq!(facts.status, 200);
        let facts: Value = serde_json::from_slice(&facts.body).unwrap();
        assert_eq!(facts["table"].is_object(), shown, "{facts}");
        let picture = rooms.get(&format!("{code}.png"), "").await;
        assert_eq!(picture.status, if shown { 200 } else { 404 });
    }
    rooms.server.stop().await;
}

#[tokio::test]
async fn every_visitor_reads_their_own_language() {
    let rooms = Rooms::open(below("").await).await;
    for (languages, tag, title, board) in [
        ("", "en", INVITED, "4 by 4, 3 in a row LOSES"),
        (
            "pt-BR,pt;q=0.9,en;q=0.8",
            "pt-BR",
            "Ana convida você para uma partida",
            "4x4, 3 em linha PERDEM",
        ),
        ("zh-CN", "zh-CN", "Ana 邀请你对局", "4x4，连成 3 子者输"),
        (
            "de, zh-Hant-HK;q=0.9, en;q=0.1",
            "zh-TW",
            "Ana 邀請你對局",
            "4x4，連成 3 子者輸",
        ),
    ] {
        let lines = match languages {
            "" => BROWSER.to_owned(),
            languages => format!("{BROWSER}accept-language: {languages}\r\n"),
        };
        let answer = rooms.get(&rooms.misere, &lines).await;
        let page = answer.text();
        assert!(page.contains(&format!("<html lang=\"{tag}\">")), "{page}");
        assert_eq!(meta(page, "og:title"), Some(title));
        assert!(page.contains(&format!("<dd>{board}</dd>")), "{page}");
        // No sentence is missing.
        for part in ["invitation.b", "invitation.m", "invitation.c", "served."] {
            assert!(!page.contains(part), "{part} in {page}");
        }
    }
    rooms.server.stop().await;
}

#[tokio::test]
async fn a_hostile_name_is_text_wherever_it_stands() {
    let server = below("").await;
    for name in [
        "\"><script src=//x>",
        "<img src=x onerror=a>",
        "'\"&amp;<!--",
        "</title><h1>x",
    ] {
        let mut eve = server.client(name).await;
        let room = eve.create(json!({})).await;
        let answer = ask(&server, "GET", &format!("/r/{room}"), BROWSER).await;
        let page = answer.text();
        assert!(!page.contains(name), "{page}");
        let escaped = name
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;");
        // In the title, its copy for previews and the heading; in the JSON, too, unless
        // that escapes a part of it once more.
        assert!(page.matches(&escaped).count() >= 3, "{page}");
        assert_eq!(page.matches("<script").count(), 1, "{page}");
        assert_eq!(page.matches("<h1>").count(), 1, "{page}");
        // The modules get the same JSON as at its own address.
        let (_, facts) = page.split_once("data-invitation=\"").unwrap();
        let facts = facts.split('"').next().unwrap();
        let facts = facts
            .replace("&quot;", "\"")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
        let json = ask(&server, "GET", &format!("/r/{room}.json"), "").await;
        assert_eq!(facts, json.text().trim_end());
        let facts: Value = serde_json::from_str(&facts).unwrap();
        assert_eq!(facts["table"]["players"]["host"]["name"], name);
    }
    server.stop().await;
}

#[tokio::test]
async fn the_json_facts_match_the_room() {
    let rooms = Rooms::open(below("").await).await;
    let json_of = async |code: &str| -> Value {
        let answer = rooms.get(&format!("{code}.json"), "").await;
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(answer.header("cache-control"), Some("private, no-cache"));
        serde_json::from_slice(&answer.body).unwrap()
    };
    assert_eq!(
        json_of(&rooms.misere).await,
        json!({"room": rooms.misere, "state": "free", "table": {
            "players": {"host": {"name": "Ana"}, "guest": null},
            "settings": {"rules": {"width": 4, "height": 4, "line": 3, "misere": true}, "first": "guest"},
            "begins": "guest",
            "first_move_ms": 60_000,
        }})
    );
    let full = json_of(&rooms.full).await;
    assert_eq!(full["state"], "full");
    assert_eq!(full["table"]["players"]["guest"]["name"], "Bia");
    for (code, state) in [
        (&*rooms.closed, "full"),
        (&*rooms.over, "over"),
        (NEVER, "none"),
    ] {
        assert_eq!(json_of(code).await, json!({"room": code, "state": state}));
    }
    rooms.server.stop().await;
}

#[tokio::test]
async fn programs_that_are_known_get_lines() {
    let rooms = Rooms::open(below("").await).await;
    for visitor in [
        CURL,
        "user-agent: Wget/1.21.4\r\naccept: */*\r\n",
        "user-agent: HTTPie/3.2.2\r\n",
        "accept: text/plain\r\n",
    ] {
        let answer = rooms.get(&rooms.misere, visitor).await;
        assert_eq!(
            answer.header("content-type"),
            Some("text/plain; charset=utf-8")
        );
        let url = format!("http://localhost:1952/r/{}", rooms.misere);
        for part in [
            "Ana invites you",
            "3 in a row LOSES",
            "First move: you; within 60 s",
            &format!("oxo join {url}"),
            &format!("oxo watch {url}"),
        ] {
            assert!(answer.text().contains(part), "{part} in {}", answer.text());
        }
        let full = rooms.get(&rooms.full, visitor).await;
        assert!(
            full.text().contains("Ana and Bia are playing."),
            "{}",
            full.text()
        );
        assert!(full.text().contains("oxo watch") && !full.text().contains("oxo join"));
        for (code, status, part) in [
            (&*rooms.closed, 200, "Both seats"),
            (&*rooms.over, 410, "is closed"),
            (NEVER, 404, "no room"),
        ] {
            let answer = rooms.get(code, visitor).await;
            assert_eq!(answer.status, status);
            assert!(answer.text().contains(part), "{}", answer.text());
            assert!(!answer.text().contains("oxo "), "{}", answer.text());
        }
    }
    rooms.server.stop().await;
}

#[tokio::test]
async fn lines_are_in_the_visitors_language_at_every_address() {
    let server = below("/oxo").await;
    for (tag, words, missing) in [
        ("en", "Open a room for a friend", NOTHING),
        (
            "pt-BR",
            "Abrir uma sala para um amigo",
            "Não há nada neste endereço",
        ),
        ("zh-CN", "为朋友开房间", "这个地址没有内容"),
        ("zh-TW", "為朋友開房間", "這個地址沒有內容"),
    ] {
        let visitor = format!("{CURL}accept-language: {tag}\r\n");
        let answer = ask(&server, "GET", "/oxo/", &visitor).await;
        for part in [
            words,
            "oxo new --server http://localhost:1952/oxo\n",
            "/oxo/info",
        ] {
            assert!(answer.text().contains(part), "{part} in {}", answer.text());
        }
        for path in ["/oxo/nothing", "/oxo/r/K7QX-4MTR.xyz", "/oxo/games/x.xyz"] {
            let answer = ask(&server, "GET", path, &visitor).await;
            assert_eq!(answer.status, 404, "{path}");
            assert!(answer.text().starts_with(missing), "{}", answer.text());
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn without_scripts_the_page_names_the_command_that_works() {
    let rooms = Rooms::open(below("").await).await;
    let link = |code: &str| format!("http://localhost:1952/r/{code}");
    let front_door = || "oxo --server http://localhost:1952".to_owned();
    for (code, command) in [
        (&*rooms.misere, format!("oxo join {}", link(&rooms.misere))),
        (&*rooms.full, format!("oxo watch {}", link(&rooms.full))),
        (&*rooms.closed, front_door()),
        (&*rooms.over, front_door()),
        (NEVER, front_door()),
        ("nonsense", front_door()),
    ] {
        let answer = rooms.get(code, BROWSER).await;
        let (_, rest) = answer.text().split_once("<noscript><p>").unwrap();
        let (script, _) = rest.split_once("</p></noscript>").unwrap();
        assert!(script.ends_with(&command), "{command} in {script}");
        assert_eq!(script.matches("oxo ").count(), 1, "{script}");
    }
    rooms.server.stop().await;
}

#[tokio::test]
async fn a_mangled_code_and_a_wrong_address_get_a_page_too() {
    let server = below("/oxo").await;
    for (path, title) in [
        (
            "/oxo/r/nonsense",
            "This link has no valid room code. Ask for the link again.",
        ),
        ("/oxo/nothing", NOTHING),
        ("/elsewhere", NOTHING),
        ("/oxo/games/nonsense", NOT_KEPT),
        ("/oxo/games/22222222222222222222222222", NOT_KEPT),
        ("/oxo/r/K7QX-4MTR.xyz", NOTHING),
        ("/oxo/r/nonsense.xyz", NOTHING),
        ("/oxo/games/22222222222222222222222222.xyz", NOTHING),
        ("/oxo/games/nonsense.xyz", NOTHING),
    ] {
        for visitor in [BROWSER, MESSENGER] {
            let answer = ask(&server, "GET", path, visitor).await;
            assert_eq!(answer.status, 404, "{path}");
            assert!(answer.is_document(), "{path}");
            let page = answer.text();
            assert!(page.contains(title), "{page}");
            assert!(page.contains("href=\"/oxo/\""), "{page}");
            assert!(answer.header("content-security-policy").is_some());
        }
        let answer = ask(&server, "GET", path, CURL).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(
            answer.header("content-type"),
            Some("text/plain; charset=utf-8"),
            "{path}"
        );
    }
    // A wrong ending is no guess at a code, and says nothing of the room.
    let mut ana = server.client("Ana").await;
    let room = ana.create(json!({})).await.to_string();
    let [there, never] = [&*room, NEVER].map(|code| format!("/oxo/r/{code}.xyz"));
    let [there, never] = [
        ask(&server, "GET", &there, BROWSER).await,
        ask(&server, "GET", &never, BROWSER).await,
    ];
    assert_eq!((there.status, there.text()), (404, never.text()));
    // A wrong address has nothing for the page's modules to do.
    let answer = ask(&server, "GET", "/oxo/nothing", BROWSER).await;
    for part in ["main.js", "modulepreload", "<script"] {
        assert!(!answer.text().contains(part), "{}", answer.text());
    }
    server.stop().await;
}

#[tokio::test]
async fn the_public_address_stands_in_previews() {
    let server = TestServer::start(ServerOptions {
        public_url: Some("https://oxo.example/play".parse().unwrap()),
        base_path: "/play".into(),
        ..in_memory()
    })
    .await;
    let mut ana = server.client("Ana").await;
    let room = ana.create(json!({})).await;
    let answer = ask(&server, "GET", &format!("/play/r/{room}"), MESSENGER).await;
    let wanted = format!("https://oxo.example/play/r/{room}");
    assert_eq!(meta(answer.text(), "og:url"), Some(&*wanted));
    assert_eq!(meta(answer.text(), "og:image"), Some(&*(wanted + ".png")));
    let answer = ask(&server, "GET", "/play/", MESSENGER).await;
    assert_eq!(
        meta(answer.text(), "og:image"),
        Some("https://oxo.example/play/preview.png")
    );
    server.stop().await;
}
