//! A room's webhook: what a chat is told, how often, and what it is not told.

use protocol::{Frame, Seat};
use serde_json::{Value, json};
use tests::{Client, Process, client::seat_two};

use crate::kept::receiver::{Host, PushService, leave, moves};

const MINUTE_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;
/// Time from the beginning of a turn to the call.
const AFTER_MS: u64 = 30_000;

/// Ana and Bia at a table of days. Ana, who begins, has set the chat's webhook before Bia came.
async fn two_with_a_chat(server: &Process, service: &PushService, watching: &str) -> [Client; 2] {
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let clock = json!({"type": "correspondence", "move_days": 3});
    let room = ana
        .create(json!({"first": "host", "clock": clock, "watching": watching}))
        .await;
    set(&mut ana, service).await;
    bia.join(room).await;
    ana.up_to(bia.view.seq).await;
    [ana, bia]
}

async fn set(client: &mut Client, service: &PushService) {
    let request = json!({"type": "set_webhook", "webhook": service.subscriptions["webhook"]});
    client.done(request).await;
}

fn kind(call: &Value) -> &str {
    call["payload"]["type"]
        .as_str()
        .unwrap_or_else(|| panic!("{call}"))
}

/// Reads on until everybody in the room is told whose webhook it has.
async fn shows_setter(
    host: &mut Host,
    server: &mut Process,
    client: &mut Client,
    whose: Option<Seat>,
) {
    // It is published within a second, which nobody but the test lets pass.
    host.advance(server, 1_000).await;
    let told = |frame: &Frame| match frame {
        Frame::Now(now) if now.now.webhook == whose => Some(()),
        _ => None,
    };
    client.until("whose webhook", told).await;
}

#[tokio::test]
async fn a_chat_hears_of_a_game_over_days_once_for_each_piece_of_news() {
    let mut host = Host::new();
    let mut service = PushService::start(host.folder.path()).await;
    let mut server = host.start("data").await;
    let players = two_with_a_chat(&server, &service, "open").await;
    let begun = service.notification("chat").await;
    assert_eq!(kind(&begun), "game.begun");
    let text = begun["payload"]["text"].as_str().unwrap();
    assert!(text.contains("Ana against Bia, and Ana begins."), "{text}");
    let room = players[0].room.unwrap();
    assert!(text.ends_with(&format!("/r/{room}")), "{text}");
    let mut absent = Vec::new();
    for client in players {
        absent.push(leave(client).await);
    }
    // A move that comes at once is no news, and a turn is told of once, whatever happens to the server.
    moves(&absent[0], &server, 4).await;
    moves(&absent[1], &server, 0).await;
    server.terminate().await;
    server = host.start("data").await;
    host.advance(&mut server, AFTER_MS).await;
    let turn = service.notification("chat").await;
    assert_eq!(kind(&turn), "game.turn");
    assert_eq!(
        turn["payload"]["content"]
            .as_str()
            .unwrap()
            .split(": ")
            .next(),
        Some("It is for Ana to move, against Bia")
    );
    server.terminate().await;
    server = host.start("data").await;
    host.advance(&mut server, DAY_MS).await;
    for (who, cell) in [(0, 2), (1, 1), (0, 6)] {
        moves(&absent[who], &server, cell).await;
    }
    let over = service.notification("chat").await;
    assert_eq!(kind(&over), "game.over");
    assert_eq!(over["payload"]["data"]["over"]["winner"], "host");
    let names = [&begun, &turn, &over].map(|call| call["id"].as_str().unwrap());
    assert!(names[0] != names[1] && names[1] != names[2], "{names:?}");
    server.terminate().await;
}

#[tokio::test]
async fn both_are_told_of_a_webhook_and_either_removes_it() {
    let mut host = Host::new();
    let mut service = PushService::start(host.folder.path()).await;
    let mut server = host.start("data").await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    seat_two(&mut ana, &mut bia, json!({"watching": "none"})).await;
    set(&mut ana, &service).await;
    shows_setter(&mut host, &mut server, &mut bia, Some(Seat::Host)).await;
    bia.done(json!({"type": "remove_webhook"})).await;
    shows_setter(&mut host, &mut server, &mut ana, None).await;
    // The next that comes is of a webhook that is set again, and knows what is running.
    set(&mut bia, &service).await;
    shows_setter(&mut host, &mut server, &mut ana, Some(Seat::Guest)).await;
    ana.act(json!({"type": "resign", "game": 1})).await;
    let over = service.notification("chat").await;
    assert_eq!(kind(&over), "game.over");
    let (payload, code) = (over["payload"].to_string(), ana.room.unwrap());
    assert!(!payload.contains(&code.to_string()), "{payload}");
    // It goes with the seat that has set it.
    bia.act(json!({"type": "leave"})).await;
    shows_setter(&mut host, &mut server, &mut ana, None).await;
    server.terminate().await;
}

#[tokio::test]
async fn a_call_that_fails_is_tried_three_times_more() {
    let mut host = Host::new();
    let mut service = PushService::start(host.folder.path()).await;
    service.answer("chat", 500).await;
    let mut server = host.start("data").await;
    let players = two_with_a_chat(&server, &service, "none").await;
    let first = service.notification("chat").await;
    for again_ms in [MINUTE_MS, 5 * MINUTE_MS, 25 * MINUTE_MS] {
        host.advance(&mut server, again_ms + 1_000).await;
        let again = service.notification("chat").await;
        assert_eq!(again["id"], first["id"]);
    }
    // That piece of news is given up; the next one is tried as it comes.
    service.answer("chat", 204).await;
    let mut ana = server.client("").await;
    ana.return_to(players[0].room.unwrap(), &players[0].secret)
        .await;
    ana.act(json!({"type": "resign", "game": 1})).await;
    let next = service.notification("chat").await;
    assert_eq!(kind(&next), "game.over");
    server.terminate().await;
}
