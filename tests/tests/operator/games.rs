//! Deletion of a finished game by the operator, whoever played it.

use serde_json::json;
use tests::{
    Process,
    client::{play_out, seat_two},
    process::{operate, server_binary},
    raw,
};

use super::OperatorSetup;

/// Ways to read a game.
const FORMS: [&str; 4] = ["", ".json", ".sgf", ".png"];

async fn every_form_is(server: &Process, id: &str, status: &str) {
    for form in FORMS {
        let path = format!("/games/{id}{form}");
        let to = server.address.parse().unwrap();
        let answer = raw::request(to, "GET", &path).await;
        assert!(answer.starts_with(status), "{path}: {answer}");
    }
}

#[tokio::test]
async fn a_deleted_game_is_gone_at_once_and_for_good() {
    let OperatorSetup { folder, server } = OperatorSetup::open(&[]).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    let game = ana.view.game.as_ref().unwrap();
    let id = game.over.unwrap().id.unwrap().to_string();
    // Once the picture has been drawn it is in a cache.
    every_form_is(&server, &id, "HTTP/1.1 200").await;

    let setup = OperatorSetup { folder, server };
    let said = setup.done(&["games", "delete", &id]).await;
    assert_eq!(said, format!("Game {id} is deleted.\n"));
    every_form_is(&setup.server, &id, "HTTP/1.1 404").await;
    let why = setup.refused(&["games", "delete", &id]).await;
    assert!(why.contains(&format!("keeps no game {id}")), "{why}");

    let OperatorSetup { folder, server } = setup;
    server.killed().await;
    let server = Process::start(&server_binary(), folder.path(), &[]).await;
    every_form_is(&server, &id, "HTTP/1.1 404").await;
}

#[tokio::test]
async fn an_invalid_id_and_an_unknown_game_are_reported() {
    let setup = OperatorSetup::open(&["--journal", "memory"]).await;
    let none = "22222222222222222222222222";
    let why = setup.refused(&["games", "delete", none]).await;
    assert!(why.contains("keeps no game"), "{why}");
    let (status, _, why) = operate(setup.folder.path(), &["games", "delete", "K7QX-4MTR"]).await;
    assert_eq!(status, Some(2));
    assert!(why.contains("26 letters and digits"), "{why}");
}
