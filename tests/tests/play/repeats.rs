//! Every command given again under its number: the same answer, and nothing
//! happens; on the same connection, after a resume, after a restart. A refused
//! one has used up no number and is decided anew.

use protocol::{Answer, Refusal};
use serde_json::Value;
use tests::{Client, TestServer, server::BEGIN_MS};

use crate::play::{
    common::{
        SeatCredentials, accept, claim, decline, draw_offer, gone, offer, patient, plain, takeback,
    },
    scene::{Scene, Set},
};

/// Every kind of command where it is done.
fn repeatable() -> Vec<(Scene, Value)> {
    vec![
        (
            Scene::MyTurn,
            serde_json::json!({"type": "move", "game": 1, "ply": 2, "cell": 8}),
        ),
        (Scene::MyTurn, plain("resign")),
        (Scene::FirstMoveMine, plain("abort")),
        (Scene::LeftPastGrace, claim("win")),
        (Scene::Dead, claim("draw")),
        (Scene::MyTurn, draw_offer()),
        (Scene::MyTurn, takeback(1)),
        (Scene::Over, offer("rematch")),
        (Scene::MyTurn, offer("restart")),
        (Scene::TheirOffer, accept(1)),
        (Scene::TheirOffer, draw_offer()),
        (Scene::RematchOffered, accept(1)),
        (Scene::TheirOffer, decline(1)),
        (Scene::FirstMoveMine, plain("remove_guest")),
    ]
}

/// Commands that are refused, with the event they are refused at.
fn refusable() -> Vec<(Scene, Value)> {
    vec![
        (Scene::TheirTurn, plain("abort")),
        (Scene::MyOffer, accept(1)),
        (Scene::Over, plain("resign")),
        (Scene::MyTurn, claim("win")),
    ]
}

/// A command that was given and answered, and the seat that gave it.
struct Given {
    command: Value,
    answer: Answer,
    seq: u64,
    place: SeatCredentials,
}

async fn give(server: &TestServer, scene: Scene, command: Value) -> (Given, Set) {
    let (given, set) = try_to_give(server, scene, command).await;
    assert!(matches!(given.answer, Answer::Ok(_)), "{:?}", given.answer);
    (given, set)
}

async fn try_to_give(server: &TestServer, scene: Scene, command: Value) -> (Given, Set) {
    let mut set = scene.set(server).await;
    let command = set.me.numbered(command);
    let answer = set.me.ask(command.clone()).await;
    let given = Given {
        command,
        answer,
        seq: set.me.view.seq,
        place: SeatCredentials::of(&set.me),
    };
    (given, set)
}

/// Gives the command again: the same answer, no event.
async fn again(given: &Given, client: &mut Client) {
    let seq = client.view.seq;
    let replies = client.replies(given.command.clone()).await;
    assert_eq!(replies.len(), 1, "{}", given.command);
    assert_eq!(replies[0], given.answer, "{}", given.command);
    assert_eq!(client.view.seq, seq, "{}", given.command);
}

#[tokio::test]
async fn a_command_again_on_the_same_connection_does_nothing() {
    let server = patient().await;
    for (scene, command) in repeatable() {
        let (given, mut set) = give(&server, scene, command).await;
        again(&given, &mut set.me).await;
        again(&given, &mut set.me).await;
    }
}

#[tokio::test]
async fn a_command_again_after_a_resume_does_nothing() {
    let server = patient().await;
    for (scene, command) in repeatable() {
        let (given, Set { me, _others }) = give(&server, scene, command).await;
        gone(&server, me).await;
        let mut back = given.place.back(&server.url()).await;
        assert_eq!(back.view.seq, given.seq, "too short to be a loss");
        again(&given, &mut back).await;
    }
}

#[tokio::test]
async fn a_resume_tells_the_last_number_and_its_answer() {
    let server = patient().await;
    for (scene, command) in repeatable() {
        let (given, _set) = give(&server, scene, command).await;
        let mut back = server.client("").await;
        let SeatCredentials { room, secret } = &given.place;
        let entered = back.resume(*room, secret, given.seq).await;
        assert_eq!(given.command["n"], entered.n);
        assert_eq!(entered.last.as_deref(), Some(&given.answer));
    }
}

#[tokio::test]
async fn a_refused_command_uses_up_no_number() {
    let server = patient().await;
    for (scene, command) in refusable() {
        let (given, mut set) = try_to_give(&server, scene, command).await;
        assert!(matches!(given.answer, Answer::Error(_)));
        again(&given, &mut set.me).await;
        assert_eq!(given.command["n"], set.me.n + 1);
        let SeatCredentials { room, secret } = &given.place;
        let mut back = server.client("").await;
        let entered = back.resume(*room, secret, given.seq).await;
        assert_eq!(
            (entered.n, entered.last.is_some()),
            (set.me.n, set.me.n > 0)
        );
        again(&given, &mut back).await;
    }
}

#[tokio::test]
async fn a_refused_command_is_not_journaled() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::on_disk(data.path().into(), BEGIN_MS).await;
    let mut all = Vec::new();
    for (scene, command) in refusable() {
        let (given, set) = try_to_give(&server, scene, command).await;
        all.push((given, set.me.n));
    }
    let now_ms = server.now_ms();
    server.stop().await;
    let server = TestServer::on_disk(data.path().into(), now_ms).await;
    for (given, n) in all {
        let back = given.place.back(&server.url()).await;
        assert_eq!(back.n, n);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_command_again_after_a_restart_does_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::on_disk(data.path().into(), BEGIN_MS).await;
    let mut all = Vec::new();
    for (scene, command) in repeatable() {
        let (given, set) = give(&server, scene, command).await;
        all.push(given);
        drop(set);
    }
    let now_ms = server.now_ms();
    server.stop().await;
    let server = TestServer::on_disk(data.path().into(), now_ms).await;
    for given in all {
        let mut back = given.place.back(&server.url()).await;
        again(&given, &mut back).await;
        let number = given.command["n"].as_u64().unwrap();
        assert_eq!(back.n, number);
    }
    server.stop().await;
}

#[tokio::test]
async fn leaving_again_is_answered_alike_on_the_same_connection() {
    let server = patient().await;
    for scene in [Scene::Waiting, Scene::MyTurn, Scene::Over] {
        let (given, mut set) = give(&server, scene, plain("leave")).await;
        again(&given, &mut set.me).await;
    }
}

#[tokio::test]
async fn leaving_a_game_is_answered_alike_after_a_resume() {
    let server = patient().await;
    let (given, _set) = give(&server, Scene::MyTurn, plain("leave")).await;
    let mut back = given.place.back(&server.url()).await;
    again(&given, &mut back).await;
}

#[tokio::test]
async fn leaving_for_good_leaves_nothing_to_resume() {
    let server = patient().await;
    let (given, mut set) = give(&server, Scene::Over, plain("leave")).await;
    let SeatCredentials { room, secret } = given.place;
    let resume = serde_json::json!({"type": "resume", "room": room, "secret": secret.reveal()});
    assert_eq!(set.me.refused(resume).await, Refusal::NoSuchRoom);
}

#[tokio::test]
async fn a_create_again_after_a_lost_reply_leads_to_the_same_room() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::on_disk(data.path().into(), BEGIN_MS).await;
    let mut ana = server.client("Ana").await;
    let room = ana.create(serde_json::json!({})).await;
    let secret = ana.secret.clone();
    let mut again = server.client("Ana").await;
    again.secret = secret.clone();
    assert_eq!(again.create(serde_json::json!({})).await, room);
    let now_ms = server.now_ms();
    drop((ana, again));
    server.stop().await;
    let server = TestServer::on_disk(data.path().into(), now_ms).await;
    let mut ana = server.client("Ana").await;
    ana.secret = secret;
    assert_eq!(ana.create(serde_json::json!({})).await, room);
    assert_eq!(server.service.rooms.gauges().rooms, 1);
}
