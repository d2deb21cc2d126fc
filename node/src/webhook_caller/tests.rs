//! Lines and JSON of calls.

use protocol::{
    Secret, Settings,
    event::{EndReason, GameResult, TurnLimit},
    view::GameView,
};
use serde_json::{Value, json};

use super::*;

fn call(news: ChatNews) -> WebhookCall {
    let turn = Turn {
        seat: Seat::Guest,
        since_ms: 1_000,
        due_ms: 1_000 + 3 * 86_400_000,
        limit: TurnLimit::Clock,
        moves_ms: None,
    };
    let over = Over {
        result: GameResult::Won,
        winner: Some(Seat::Host),
        by: None,
        reason: EndReason::Resigned,
        id: None,
        next_first: Seat::Guest,
        next_ms: None,
    };
    let is_over = news == ChatNews::Over;
    WebhookCall {
        webhook: Webhook {
            url: "https://chat.example/hook".into(),
            key: Secret::new("A".repeat(32)).unwrap(),
            language: "pt".into(),
        },
        news,
        id: 7,
        number: 3,
        room: None,
        settings: Settings {
            clock: ClockSetting::correspondence(3),
            ..Settings::default()
        },
        players: BySeat {
            host: Some(Player::named("Ana")),
            guest: Some(Player::named("<!channel> @everyone")),
        },
        game: GameView {
            number: 2,
            x: Seat::Guest,
            started_ms: 500,
            first_clocks: None,
            clocks: None,
            moves: Vec::new(),
            turn: (!is_over).then_some(turn),
            lines: Vec::new(),
            no_open_lines: false,
            over: is_over.then_some(over),
            replaced: None,
            opening: None,
            choices: Vec::new(),
        },
        score: Score::default(),
        now_ms: 1_000 + 86_400_000,
    }
}

fn sent(call: &WebhookCall, url: Option<&str>) -> (String, Value) {
    let message = message(call, url);
    (message.id, serde_json::from_slice(&message.body).unwrap())
}

#[test]
fn each_kind_of_news_is_a_line_in_the_requested_language() {
    let lines = [ChatNews::Begun, ChatNews::Turn, ChatNews::Over].map(|news| {
        let (_, body) = sent(&call(news), None);
        assert_eq!(body["text"], body["content"]);
        body["text"].as_str().unwrap().to_owned()
    });
    let [begun, turn, over] = &lines;
    assert!(begun.contains("‹!channel› ＠everyone começa"), "{begun}");
    assert_eq!(
        turn,
        "É a vez de ‹!channel› ＠everyone, contra Ana: restam 2 d e 0 h."
    );
    assert!(over.contains("Ana") && !over.contains("<!"), "{over}");
}

#[test]
fn a_call_mentions_nobody_and_has_the_room_code_only_if_everybody_may_watch() {
    let (id, body) = sent(&call(ChatNews::Turn), None);
    assert_eq!(id, "0000000000000007-2-turn-3");
    assert_eq!(body["type"], "game.turn");
    assert_eq!(body["allowed_mentions"], json!({"parse": []}));
    assert!(body["data"].get("room").is_none() && body["data"].get("url").is_none());
    let open = WebhookCall {
        room: Some("K7QX-4MTR".parse().unwrap()),
        ..call(ChatNews::Turn)
    };
    let url = "https://oxo.example/r/K7QX-4MTR";
    let (_, body) = sent(&open, Some(url));
    assert_eq!(body["data"]["room"], "K7QX-4MTR");
    assert!(body["text"].as_str().unwrap().ends_with(url), "{body}");
}
