//! The list of rooms that wait for somebody and games that one may watch.

use std::collections::BTreeSet;

use protocol::{Accepted, RoomCode, reply::Listed};
use serde_json::json;
use tests::Client;

use crate::play::common::{patient, plain, sync, two};

async fn page(client: &mut Client, cursor: Option<RoomCode>) -> (Vec<Listed>, Option<RoomCode>) {
    let mut request = json!({"type": "rooms"});
    if let Some(cursor) = cursor {
        request["cursor"] = json!(cursor);
    }
    match client.done(request).await {
        Accepted::Rooms { rooms, next, .. } => (rooms, next),
        other => panic!("no rooms but {other:?}"),
    }
}

async fn all(client: &mut Client) -> Vec<Listed> {
    page(client, None).await.0
}

#[tokio::test]
async fn only_a_room_that_asks_to_be_listed_is_and_only_while_it_waits() {
    let server = patient().await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let mut cai = server.client("Cai").await;
    cai.create(json!({})).await;
    let room = ana.create(json!({"listed": true})).await;
    let listed = all(&mut bia).await;
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].room, listed[0].waiting), (room, true));
    assert_eq!(listed[0].players.len(), 1);
    bia.join(room).await;
    assert_eq!(all(&mut cai).await, []);
    bia.act(plain("resign")).await;
    bia.act(plain("leave")).await;
    assert!(all(&mut cai).await[0].waiting, "a seat is free again");
    ana.up_to(bia.view.seq).await;
    ana.act(plain("leave")).await;
    assert_eq!(all(&mut cai).await, [], "ended");
}

#[tokio::test]
async fn a_game_open_to_all_is_listed_while_it_runs() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({"watching": "open"})).await;
    let mut eve = server.client("Eve").await;
    eve.watch(all(&mut bia).await[0].room).await;
    let listed = all(&mut eve).await.remove(0);
    assert_eq!(
        (listed.waiting, listed.watchable, listed.spectators),
        (false, true, 1)
    );
    ana.act(plain("resign")).await;
    sync(&mut ana, &mut bia).await;
    assert_eq!(all(&mut eve).await, []);
}

#[tokio::test]
async fn a_removed_guests_room_is_listed_under_its_new_code_alone() {
    let server = patient().await;
    let (mut ana, _bia) = two(&server, json!({"listed": true, "watching": "open"})).await;
    let old = ana.room.unwrap();
    ana.act(plain("remove_guest")).await;
    let listed = all(&mut ana).await;
    assert_eq!(listed.len(), 1);
    assert_ne!(listed[0].room, old);
}

#[tokio::test]
async fn waiting_players_are_on_the_first_page_however_many_games_run() {
    let server = patient().await;
    let mut players = Vec::new();
    for _ in 0..52 {
        players.push(two(&server, json!({"watching": "open"})).await);
    }
    let mut hosts = Vec::new();
    for _ in 0..3 {
        let mut host = server.client("").await;
        host.create(json!({"listed": true})).await;
        hosts.push(host);
    }
    let (first, next) = page(&mut hosts[0], None).await;
    let waiting: Vec<bool> = first.iter().map(|room| room.waiting).collect();
    assert_eq!(waiting[..4], [true, true, true, false]);
    let (rest, end) = page(&mut hosts[0], next).await;
    assert_eq!((first.len(), rest.len(), end), (50, 5, None));
    // Whose seat is taken stands among the games.
    let mut guest = server.client("").await;
    guest.join(hosts[1].room.unwrap()).await;
    let waiting = all(&mut guest)
        .await
        .into_iter()
        .filter(|room| room.waiting);
    assert_eq!(waiting.count(), 2);
}

#[tokio::test]
async fn many_rooms_come_in_pages_each_room_once() {
    let server = patient().await;
    let mut hosts = Vec::new();
    for _ in 0..120 {
        let mut host = server.client("").await;
        host.create(json!({"listed": true})).await;
        hosts.push(host);
    }
    let mut seen = BTreeSet::new();
    let (mut sizes, mut cursor) = (Vec::new(), None);
    loop {
        let (rooms, next) = page(&mut hosts[0], cursor).await;
        sizes.push(rooms.len());
        seen.extend(rooms.iter().map(|room| room.room));
        cursor = next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(sizes, [50, 50, 20]);
    let opened: BTreeSet<_> = hosts.iter().map(|host| host.room.unwrap()).collect();
    assert_eq!(seen, opened);
}
