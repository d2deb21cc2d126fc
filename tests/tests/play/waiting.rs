//! Players who wait for an opponent: who sees them, and who plays them by name.

use protocol::{
    Accepted, Answer, Refusal, Seat, Secret, frame::Unqueued, ids::TicketId, refusal::CannotPlay,
    reply::WaitingPlayer, request::Choice,
};
use serde_json::{Value, json};
use tests::{
    Client, TestServer,
    raw::{request, status_and_body},
};

use crate::play::{
    common::{patient, plain, sync},
    matching::{both, key, unqueued},
};

fn four() -> Value {
    json!({"boards": [{"width": 4, "height": 4, "line": 3}]})
}

/// Somebody of that name who waits, and their ticket.
async fn waits(server: &TestServer, name: &str, options: Value) -> (Client, TicketId) {
    let mut client = server.client(name).await;
    let ticket = queues(&mut client, name, options).await;
    (client, ticket)
}

async fn queues(client: &mut Client, name: &str, options: Value) -> TicketId {
    match client
        .quick_match(&format!("the key of {name}"), options)
        .await
    {
        Accepted::Queued { ticket, .. } => ticket,
        other => panic!("not queued but {other:?}"),
    }
}

fn answer(client: &Client, number: usize, ticket: TicketId) -> Value {
    let secret = client.secret.reveal();
    json!({"type": "play", "ticket": ticket, "secret": secret, "key": key(number)})
}

async fn list(client: &mut Client) -> (Vec<WaitingPlayer>, Option<u32>) {
    match client.done(plain("rooms")).await {
        Accepted::Rooms {
            waiting, online, ..
        } => (waiting, online),
        other => panic!("no rooms but {other:?}"),
    }
}

async fn names(client: &mut Client) -> Vec<String> {
    let waiting = list(client).await.0.into_iter();
    waiting.filter_map(|waiting| waiting.player.name).collect()
}

async fn cannot(client: &mut Client, number: usize, ticket: TicketId) -> CannotPlay {
    let request = answer(client, number, ticket);
    match client.refused(request).await {
        Refusal::CannotPlay { reason } => reason,
        other => panic!("refused because of {other:?}"),
    }
}

#[tokio::test]
async fn a_waiting_player_is_listed_and_can_be_played_by_anybody() {
    let server = patient().await;
    let (mut ana, ticket) = waits(&server, "Ana", four()).await;
    let mut bia = server.client("Bia").await;
    let (waiting, online) = list(&mut bia).await;
    assert_eq!(online, Some(2));
    let [seen] = &waiting[..] else {
        panic!("{waiting:?}")
    };
    assert_eq!(
        (seen.ticket, seen.player.name.as_deref()),
        (ticket, Some("Ana"))
    );
    assert_eq!(json!({"boards": seen.boards}), four());
    assert!(!seen.clocks.is_any() && !seen.bots);
    let request = answer(&bia, 2, ticket);
    let queued = bia.done(request).await;
    assert!(matches!(queued, Accepted::Queued { .. }));
    both(&mut ana, &mut bia).await;
    sync(&mut ana, &mut bia).await;
    assert_eq!(ana.seat, Some(Seat::Host), "who waited");
    assert_eq!(bia.view.settings.rules.width(), 4);
    assert!(server.service.lobby.is_empty());
    assert_eq!(list(&mut bia).await.0, []);
}

#[tokio::test]
async fn an_unlisted_waiter_is_neither_shown_nor_played_by_name() {
    let server = patient().await;
    let (mut ana, ticket) = waits(&server, "Ana", json!({"unseen": true})).await;
    let mut bia = server.client("Bia").await;
    assert_eq!(list(&mut bia).await, (Vec::new(), Some(2)));
    assert_eq!(cannot(&mut bia, 2, ticket).await, CannotPlay::Gone);
    // And is found like anybody else.
    queues(&mut bia, "Bia", json!({})).await;
    both(&mut ana, &mut bia).await;
}

#[tokio::test]
async fn against_a_waiter_for_any_game_the_caller_chooses() {
    let server = patient().await;
    let anything = json!({"boards": "any", "clocks": "any"});
    for (options, width) in [(json!({}), 3), (four(), 4)] {
        let (mut ana, ticket) = waits(&server, "Ana", anything.clone()).await;
        let mut bia = server.client("Bia").await;
        assert_eq!(list(&mut bia).await.0[0].boards, Choice::ANY);
        let mut request = answer(&bia, 2, ticket);
        for (name, value) in options.as_object().unwrap() {
            request[name] = value.clone();
        }
        bia.done(request).await;
        both(&mut ana, &mut bia).await;
        assert_eq!(bia.view.settings.rules.width(), width);
    }
}

#[tokio::test]
async fn a_call_to_a_dead_waiter_is_answered_so_and_waits_for_nobody_else() {
    let server = patient().await;
    let (mut dead, ticket) = waits(&server, "Ana", four()).await;
    let mut bia = server.client("Bia").await;
    let request = answer(&bia, 2, ticket);
    bia.done(request).await;
    bia.settle().await;
    server.advance(1_999);
    assert_eq!(server.service.lobby.len(), 2);
    server.advance(1);
    assert_eq!(unqueued(&mut bia).await, Unqueued::Gone);
    assert!(server.service.lobby.is_empty());
    assert_eq!(unqueued(&mut dead).await, Unqueued::Unanswered);
    assert_eq!(cannot(&mut bia, 2, ticket).await, CannotPlay::Gone);
    assert_eq!(bia.refused(plain("cancel")).await, Refusal::NotQueued);
}

#[tokio::test]
async fn a_program_that_waits_is_shown_as_one_and_played_by_who_chooses_it() {
    let server = patient().await;
    let mut bot = Client::connect(&server.url()).await;
    bot.done(json!({"type": "hello", "versions": [1], "name": "Robo", "bot": true}))
        .await;
    queues(&mut bot, "Robo", json!({"bots": true})).await;
    let mut ana = server.client("Ana").await;
    let seen = list(&mut ana).await.0.remove(0);
    assert!(seen.player.bot && seen.bots);
    let request = answer(&ana, 1, seen.ticket);
    ana.done(request).await;
    both(&mut bot, &mut ana).await;
}

#[tokio::test]
async fn the_secret_of_a_match_with_a_waiter_leads_back_to_its_seat() {
    let server = patient().await;
    let (mut ana, ticket) = waits(&server, "Ana", four()).await;
    let mut bia = server.client("Bia").await;
    let request = answer(&bia, 2, ticket);
    bia.done(request.clone()).await;
    let room = both(&mut ana, &mut bia).await;
    let mut again = server.client("").await;
    match again.ask(request).await {
        Answer::Ok(Accepted::Joined(entered)) => assert_eq!(entered.room, room),
        other => panic!("not joined but {other:?}"),
    }
}

#[tokio::test]
async fn the_twenty_who_waited_longest_are_listed() {
    let server = patient().await;
    let mut waiting = Vec::new();
    for number in 0..22 {
        let options = json!({"clocks": [{"type": "per_move", "move_ms": 1_000 + number}]});
        waiting.push(waits(&server, &format!("W{number}"), options).await.0);
    }
    let expected: Vec<String> = (0..20).map(|number| format!("W{number}")).collect();
    assert_eq!(names(&mut waiting[0]).await, expected);
}

#[tokio::test]
async fn a_connection_counts_as_online_from_hello_until_it_closes() {
    let server = patient().await;
    let mut ana = server.client("Ana").await;
    let _silent = Client::connect(&server.url()).await;
    assert_eq!(list(&mut ana).await.1, Some(1));
    let bia = server.client("Bia").await;
    assert_eq!(list(&mut ana).await.1, Some(2));
    bia.close().await;
    server.until_connections(2).await;
    assert_eq!(list(&mut ana).await.1, Some(1));
}

#[tokio::test]
async fn the_list_is_there_without_a_websocket_too() {
    let server = patient().await;
    let (mut ana, ticket) = waits(&server, "Ana", four()).await;
    let room = ana.create(json!({"listed": true})).await;
    let ask = async |path: &str| {
        let answer = request(server.node.facts.bound(), "GET", path).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        serde_json::from_str::<Value>(status_and_body(&answer).1).unwrap()
    };
    let list = ask("/rooms.json").await;
    assert_eq!(list["waiting"][0]["ticket"], json!(ticket));
    assert_eq!(
        (&list["rooms"][0]["room"], &list["online"]),
        (&json!(room), &json!(1))
    );
    let rest = ask(&format!("/rooms.json?cursor={room}")).await;
    assert_eq!((&rest["rooms"], rest.get("waiting")), (&json!([]), None));
    let wrong = request(server.node.facts.bound(), "GET", "/rooms.json?cursor=x").await;
    assert!(wrong.starts_with("HTTP/1.1 400"), "{wrong}");
}

#[tokio::test]
async fn a_waiting_player_cannot_play_their_own_ticket_and_gives_it_up_for_anothers() {
    let server = patient().await;
    let (mut ana, ticket) = waits(&server, "Ana", json!({})).await;
    let (mut bia, own) = waits(&server, "Bia", four()).await;
    assert_eq!(cannot(&mut bia, 2, own).await, CannotPlay::Own);
    let mut request = answer(&bia, 2, ticket);
    request["secret"] = json!(Secret::draw().unwrap().reveal());
    bia.done(request).await;
    both(&mut ana, &mut bia).await;
    assert!(server.service.lobby.is_empty());
}
