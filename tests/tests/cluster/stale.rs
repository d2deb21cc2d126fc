//! A node that stood still while another took over, and is asked everything that was sent to it meanwhile.

use crate::{Cluster, LOOK};
use protocol::{RoomCode, Secret};
use serde_json::{Value, json};
use tests::{
    Client, Raw,
    client::{Line, Received, seat_two},
    nodes::decides,
    soon,
};
use tokio::time::sleep;

/// A request of HTTP that is answered once the process goes on.
async fn get(address: &str, path: &str) -> Raw {
    let mut raw = Raw::connect(address.parse().unwrap()).await;
    let request = format!("GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n");
    raw.say(&request).await;
    raw
}

/// The answers and whole rooms that a connection hears until its end.
async fn heard(mut client: Client) -> Vec<String> {
    let mut heard = Vec::new();
    soon("the end of a connection", async {
        while let Received::Frame(frame) = client.receive().await {
            let text = serde_json::to_string(&*frame).unwrap();
            let kind = serde_json::from_str::<Value>(&text).unwrap()["type"].clone();
            if kind == "reply" || kind == "room" {
                heard.push(text);
            }
        }
    })
    .await;
    heard
}

/// A connection, however often it is refused before. The first try is sent while nobody reads it.
async fn handshake(url: String) -> Client {
    soon("a handshake", async {
        while Line::connect(&url).await.is_err() {
            sleep(LOOK).await;
        }
    })
    .await;
    Client::connect(&url).await
}

/// Requests of one who has no seat, and of one who comes back to theirs.
fn questions(room: RoomCode, own: &Secret) -> [Value; 7] {
    let own = own.reveal();
    let drawn = Secret::draw().unwrap();
    let drawn = drawn.reveal();
    [
        json!({"type": "rooms"}),
        json!({"type": "seats", "secrets": [own]}),
        json!({"type": "watch_room", "room": room}),
        json!({"type": "resume", "room": room, "secret": own, "last_seq": 0}),
        json!({"type": "join_room", "room": room, "secret": drawn}),
        json!({"type": "create_room", "secret": drawn}),
        json!({"type": "play", "ticket": "2222222222222", "key": drawn, "secret": drawn}),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_stood_still_answers_nothing_of_before_another_took_over() {
    let mut cluster = Cluster::start(2).await;
    let decider = cluster.nodes.decider().await;
    let server = cluster.nodes.take(decider);
    let (mut host, mut guest) = (server.client("Ana").await, server.client("Bia").await);
    let settings =
        json!({"rules": {"width": 3, "height": 3, "line": 3}, "first": "host", "watching": "open"});
    let room = seat_two(&mut host, &mut guest, settings).await;
    host.play(4).await;
    // Connections that ask, each something else, and one that was there before.
    let mut asking = Vec::new();
    for _ in 0..7 {
        asking.push(server.client("Cid").await);
    }
    server.signal("-STOP").await;
    let other = 1 - decider;
    let address = cluster.nodes.addresses()[other].clone();
    decides(&address).await;
    let url = format!("ws://{address}/ws");
    let mut elsewhere = Client::connect(&url).await;
    elsewhere.hello("Bia").await;
    elsewhere.try_resume(room, &guest.secret, 0).await.unwrap();
    elsewhere.snapshot().await;
    // The room goes on there.
    elsewhere.play(0).await;
    // What the former is asked while it stands still.
    let asked = questions(room, &host.secret);
    for (client, request) in asking.iter_mut().zip(asked) {
        client.send(request).await;
    }
    // Out of turn, which is refused without asking the log; and a hint.
    let out_of_turn = host.move_to(1);
    let out_of_turn = host.numbered(out_of_turn);
    host.send(out_of_turn).await;
    guest.send(json!({"type": "hint"})).await;
    let mut rooms = get(&server.address, "/rooms.json").await;
    let mut ready = get(&server.address, "/health/ready").await;
    let handshake = tokio::spawn(handshake(server.url()));
    let own = host.secret.clone();
    server.signal("-CONT").await;
    asking.extend([host, guest]);
    for client in asking {
        assert_eq!(heard(client).await, Vec::<String>::new());
    }
    // What it waits with it asks of the other, where one is connected, and not of itself, where ten were.
    let answer = rooms.rest().await;
    assert!(
        answer.contains(" 503 ") || answer.contains(r#""online":1}"#),
        "{answer}"
    );
    let answer = ready.rest().await;
    assert!(!answer.ends_with("\r\nready\n"), "{answer}");
    let latest = elsewhere.view.seq;
    let mut carried = soon("a handshake", handshake).await.unwrap();
    carried.hello("Ana").await;
    carried.try_resume(room, &own, 0).await.unwrap();
    assert!(carried.snapshot().await.seq >= latest);
    // It follows, and takes over when the other leaves.
    cluster.nodes.take(other).terminate().await;
    decides(&server.address).await;
    let mut back = server.client("Bia").await;
    let again = back.try_resume(room, &elsewhere.secret, 0).await;
    assert!(again.is_err() || back.snapshot().await.seq >= latest);
    server.terminate().await;
}
