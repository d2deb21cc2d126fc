//! Listing of rooms, and closing of rooms with a notice to their members.

use protocol::event::{EndReason, RoomEnd};
use serde_json::{Value, json};
use tests::{client::seat_two, process::operate};

use super::OperatorSetup;

#[tokio::test]
async fn rooms_are_listed_with_players_moves_and_spectators() {
    let setup = OperatorSetup::open(&[]).await;
    assert_eq!(
        setup.done(&["rooms", "list"]).await,
        "There are no rooms.\n"
    );
    let (mut ana, mut bia) = (
        setup.server.client("Ana").await,
        setup.server.client("Bia").await,
    );
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    let mut eve = setup.server.client("Eve").await;
    eve.watch(room).await;
    let mover = if ana.my_turn() { &mut ana } else { &mut bia };
    mover.play(4).await;
    let table = setup.done(&["rooms", "list"]).await;
    let line = table.lines().nth(1).unwrap();
    let words: Vec<_> = line.split_whitespace().collect();
    assert_eq!(words[0], room.to_string());
    assert_eq!(words[3..], ["1", "1", "1", "Ana,", "Bia"], "{table}");
    let json = setup.done(&["rooms", "list", "--json"]).await;
    let rooms: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(rooms[0]["live"]["players"]["guest"]["name"], "Bia");
    assert_eq!(rooms[0]["live"]["watchers"], 1);
}

#[tokio::test]
async fn a_closed_room_ends_its_game_and_says_who_closed_it() {
    let setup = OperatorSetup::open(&[]).await;
    let (mut ana, mut bia) = (
        setup.server.client("Ana").await,
        setup.server.client("Bia").await,
    );
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    let code = room.to_string();
    assert!(
        setup
            .done(&["rooms", "close", &code])
            .await
            .contains("closed")
    );
    for player in [&mut ana, &mut bia] {
        player.event().await;
        assert_eq!(player.view.ended, Some(RoomEnd::Operator));
        let over = player.view.game.as_ref().unwrap().over.unwrap();
        assert_eq!(over.reason, EndReason::RoomEnded);
    }
    assert!(
        setup
            .refused(&["rooms", "close", &code])
            .await
            .contains("no room")
    );
    let (status, _, wrong) = operate(setup.folder.path(), &["rooms", "close", "0O"]).await;
    assert_eq!(status, Some(2));
    assert!(
        wrong.contains("is not the code of a room; write it like K7QX-4MTR"),
        "{wrong}"
    );
}
