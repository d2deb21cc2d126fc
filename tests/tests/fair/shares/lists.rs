//! The lists that everybody reads: nobody fills them while others are there.

use std::{collections::HashSet, net::Ipv4Addr};

use futures::future::join;
use protocol::{
    Accepted, RoomCode,
    reply::{Listed, WaitingPlayer},
};
use serde_json::{Value, json};
use tests::{Client, TestServer, server::roomy};

use super::{GREEDY, NEWCOMER, fifty, row};

/// A page from behind a cursor.
struct Page {
    rooms: Vec<Listed>,
    next: Option<RoomCode>,
    waiting: Vec<WaitingPlayer>,
}

async fn page(reader: &mut Client, cursor: Option<RoomCode>) -> Page {
    let mut request = json!({"type": "rooms"});
    if let Some(cursor) = cursor {
        request["cursor"] = json!(cursor);
    }
    let Accepted::Rooms {
        rooms,
        next,
        waiting,
        ..
    } = reader.done(request).await
    else {
        panic!("no list")
    };
    Page {
        rooms,
        next,
        waiting,
    }
}

/// All that are listed, in their order.
async fn all_rooms(reader: &mut Client) -> Vec<RoomCode> {
    let (mut all, mut cursor) = (Vec::new(), None);
    loop {
        let page = page(reader, cursor).await;
        all.extend(page.rooms.iter().map(|it| it.room));
        cursor = page.next;
        if cursor.is_none() {
            return all;
        }
    }
}

/// Somebody with a room in the list.
async fn host(server: &TestServer, from: Ipv4Addr) -> (Client, RoomCode) {
    let mut host = server.client_from(from, "").await;
    let room = host.create(json!({"listed": true})).await;
    (host, room)
}

#[tokio::test]
async fn one_address_and_fifty_leave_others_their_rooms_in_the_list() {
    let row = row("the list of rooms");
    let server = TestServer::with_limits(roomy()).await;
    let mut strangers = Vec::new();
    for _ in 0..80 {
        strangers.push(host(&server, GREEDY).await);
    }
    let (mut ana, hers) = host(&server, NEWCOMER).await;
    let first = page(&mut ana, None).await.rooms;
    assert_eq!(first.len(), 50, "{}: a page", row.name);
    let sees = |rooms: &[Listed]| rooms.iter().any(|it| it.room == hers);
    assert!(sees(&first), "{}: beside one address", row.name);
    let mut codes = all_rooms(&mut ana).await;
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), 81, "each once");

    // Two of each of fifty more: the first of every address, and then the others.
    let (mut firsts, mut seconds) = (HashSet::from([hers]), HashSet::new());
    for rooms in [&mut firsts, &mut seconds] {
        for from in fifty() {
            let (stranger, room) = host(&server, from).await;
            rooms.insert(room);
            strangers.push((stranger, room));
        }
    }
    let codes = all_rooms(&mut ana).await;
    assert_eq!(codes.len(), 181);
    let at = |rooms: &HashSet<RoomCode>| {
        let at = codes.iter().enumerate();
        at.filter(|(_, room)| rooms.contains(room))
            .map(|(at, _)| at)
            .collect::<Vec<_>>()
    };
    // One of the first 52 is the greedy one's.
    assert!(at(&firsts).iter().all(|at| *at < 52), "{}", row.name);
    assert!(at(&seconds).iter().all(|at| *at >= 52), "{}", row.name);

    for (mut stranger, _) in strangers {
        stranger.act(json!({"type": "leave"})).await;
    }
    assert_eq!(all_rooms(&mut ana).await, [hers], "{}: back", row.name);
    server.stop().await;
}

/// One of many boards: who waits for another is not paired.
fn board(number: usize) -> Value {
    json!({"width": 3 + number % 17, "height": 3 + number / 17, "line": 3})
}

/// A player who waits for an opponent on that board.
async fn waiting(server: &TestServer, from: Ipv4Addr, name: &str, number: usize) -> Client {
    let mut waiting = server.client_from(from, name).await;
    let key = format!("the key of {name} {number}");
    waiting
        .quick_match(&key, json!({"boards": [board(number)]}))
        .await;
    waiting
}

/// The names of those who are listed.
async fn names(reader: &mut Client) -> Vec<String> {
    let listed = page(reader, None).await.waiting;
    let names = listed.into_iter().filter_map(|it| it.player.name);
    names.collect()
}

#[tokio::test]
async fn one_address_and_fifty_leave_others_a_partner() {
    let row = row("people who wait for an opponent");
    let server = TestServer::with_limits(roomy()).await;
    let mut reader = server.client("").await;
    let mut greedy = Vec::new();
    for number in 0..30 {
        greedy.push(waiting(&server, GREEDY, "Greedy", number).await);
    }
    assert_eq!(names(&mut reader).await.len(), 20, "{}: listed", row.name);
    let bia = waiting(&server, NEWCOMER, "Bia", 30).await;
    let listed = names(&mut reader).await;
    assert_eq!(listed.len(), 20);
    assert!(listed.contains(&"Bia".into()), "{}: one address", row.name);
    drop(bia);
    server.until_connections(31).await;

    let mut strangers = Vec::new();
    for (number, from) in (31..).zip(fifty()) {
        strangers.push(waiting(&server, from, "One of fifty", number).await);
    }
    let listed = names(&mut reader).await;
    let of_greedy = listed.iter().filter(|name| *name == "Greedy").count();
    assert_eq!((listed.len(), of_greedy), (20, 4), "{}: fifty", row.name);
    // Twenty have waited longer than the newcomer; a suitable partner is found all the same.
    let mut cid = waiting(&server, NEWCOMER, "Cid", 81).await;
    assert!(!names(&mut reader).await.contains(&"Cid".into()));
    let mut dov = waiting(&server, NEWCOMER, "Dov", 31).await;
    join(dov.matched(), strangers[0].matched()).await;

    drop((greedy, strangers));
    server.until_connections(3).await;
    cid.beat().await;
    assert_eq!(names(&mut reader).await, ["Cid"], "{}: back", row.name);
    server.stop().await;
}
