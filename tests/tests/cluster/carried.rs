//! Sockets at any node: people play, watch and read at nodes that do not decide, and come back when one of them goes.

use std::{
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};

use protocol::{Accepted, Frame, Refusal, frame::Reason};
use serde_json::{Value, json};
use tests::{
    Client, Process, Raw,
    client::{Line, Received, play_out, seat_two},
    raw::{request, request_with, status_and_body},
    soon,
};
use tokio::time::timeout;

use crate::{Cluster, found};

/// Duration of a flood by somebody who reads nothing: what its sockets keep is full long before.
const FLOODS: Duration = Duration::from_secs(2);

/// The game in which the host wins with the top row.
const WON: [u16; 5] = [0, 3, 1, 4, 2];

/// Three nodes that take players: the one that decides, and two others.
async fn three(more: &[&str]) -> (Cluster, usize, [usize; 2]) {
    let mut cluster = Cluster::of(3, more).await;
    cluster.nodes.start().await;
    let decider = cluster.nodes.all_ready().await;
    let others = [(decider + 1) % 3, (decider + 2) % 3];
    (cluster, decider, others)
}

impl Cluster {
    fn address(&self, node: usize) -> SocketAddr {
        self.nodes.addresses()[node].parse().unwrap()
    }

    fn url(&self, node: usize) -> String {
        format!("ws://{}/ws", self.address(node))
    }

    async fn client(&self, node: usize, name: &str) -> Client {
        let mut client = Client::connect(&self.url(node)).await;
        client.hello(name).await;
        client
    }

    /// Answer of a node to a plain request: status and body.
    async fn read(&self, node: usize, path: &str) -> (String, String) {
        let answer = request(self.address(node), "GET", path).await;
        let (status, body) = status_and_body(&answer);
        (status.to_owned(), body.to_owned())
    }

    fn process(&self, node: usize) -> &Process {
        self.nodes.nodes[node].process.as_ref().unwrap()
    }

    /// A client at that node from another address of this machine.
    async fn client_from(&self, node: usize, last: u8) -> Client {
        let from = Ipv4Addr::new(127, 0, 0, last);
        let raw = Raw::connect_from(from, self.address(node)).await;
        Client::over(raw.into_stream(), &self.url(node)).await
    }
}

fn settings() -> Value {
    json!({
        "rules": {"width": 3, "height": 3, "line": 3},
        "first": "host",
        "watching": "open",
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn two_play_and_others_watch_at_different_nodes_and_every_node_shows_it() {
    let (cluster, decider, [x, y]) = three(&[]).await;
    let (mut host, mut guest) = (
        cluster.client(x, "Ana").await,
        cluster.client(y, "Bia").await,
    );
    let room = seat_two(&mut host, &mut guest, settings()).await;
    let invitation = format!("/r/{room}.json");
    let shown = cluster.read(decider, &invitation).await;
    assert!(shown.1.contains("Ana"), "{shown:?}");
    for node in [x, y] {
        assert_eq!(cluster.read(node, &invitation).await, shown);
        let (_, rooms) = cluster.read(node, "/rooms.json").await;
        assert!(rooms.contains(&room.to_string()), "{rooms}");
        let (status, _) = cluster.read(node, &format!("/r/{room}")).await;
        assert!(status.contains("200"), "the page: {status}");
        let picture = request(cluster.address(node), "GET", &format!("/r/{room}.png")).await;
        assert!(picture.contains("image/png"), "{picture}");
    }
    let mut watching = Vec::new();
    for node in [decider, x, y] {
        let mut client = cluster.client(node, "Cid").await;
        client.watch(room).await;
        watching.push(client);
    }
    play_out(&mut host, &mut guest, &WON).await;
    for client in &mut watching {
        client.up_to(host.view.seq).await;
        assert_eq!(client.view.game, host.view.game);
    }
    // Read at once, by whoever asks, from a copy that may be a moment behind.
    let over = host.view.game.as_ref().unwrap().over.as_ref().unwrap();
    let id = over.id.expect("a game that is kept");
    let game = format!("/games/{id}.json");
    let first = cluster.read(x, &game).await;
    assert!(first.0.contains("200"), "{first:?}");
    for node in [y, decider] {
        assert_eq!(cluster.read(node, &game).await, first);
    }
    // What is forgotten by one is not shown by it again, and by no other a moment later.
    let secret = format!("authorization: Bearer {}\r\n", host.secret.reveal());
    let path = format!("/games/{id}");
    let forgotten = request_with(cluster.address(y), "DELETE", &path, &secret).await;
    assert!(forgotten.contains(r#"{"removed":"name"}"#), "{forgotten}");
    let (_, again) = cluster.read(y, &game).await;
    assert!(!again.contains("Ana"), "{again}");
    for node in [x, decider] {
        found("a node without the name", async || {
            let (_, game) = cluster.read(node, &game).await;
            (!game.contains("Ana")).then_some(())
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_elsewhere_see_all_in_order_until_they_leave_or_are_shut_out() {
    let (cluster, decider, [x, y]) = three(&[]).await;
    let (mut host, mut guest) = (
        cluster.client(x, "Ana").await,
        cluster.client(decider, "Bia").await,
    );
    let room = seat_two(&mut host, &mut guest, settings()).await;
    let mut watching = Vec::new();
    for node in [x, x, y, y] {
        let mut client = cluster.client(node, "Cid").await;
        client.watch(room).await;
        watching.push(client);
    }
    play_out(&mut host, &mut guest, &WON[..3]).await;
    for client in &mut watching {
        client.up_to(host.view.seq).await;
        // What is asked is answered after what has happened.
        client.beat().await;
        assert_eq!(client.view, host.view);
    }
    let mut gone = watching.remove(0);
    gone.done(json!({"type": "unwatch"})).await;
    play_out(&mut host, &mut guest, &WON[3..]).await;
    // It asks again, and has missed nothing.
    gone.watch(room).await;
    assert_eq!(gone.view, host.view);
    watching.push(gone);
    for client in &mut watching {
        client.up_to(host.view.seq).await;
        assert_eq!(client.view, host.view);
    }
    guest.act(json!({"type": "leave"})).await;
    host.up_to(guest.view.seq).await;
    host.act(json!({"type": "leave"})).await;
    for client in &mut watching {
        client.up_to(host.view.seq).await;
        client.done(json!({"type": "rooms"})).await;
    }
    // Another code shuts everybody out who came by the one before.
    let room = seat_two(&mut host, &mut guest, settings()).await;
    for client in &mut watching {
        client.watch(room).await;
    }
    host.act(json!({"type": "remove_guest"})).await;
    for client in &mut watching {
        client
            .until("another code", |frame| {
                matches!(frame, Frame::Dismissed { .. }).then_some(())
            })
            .await;
        client.done(json!({"type": "rooms"})).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_elsewhere_who_is_far_behind_gets_the_whole_room() {
    let (cluster, decider, [x, _]) = three(&[]).await;
    let (mut host, mut guest) = (
        cluster.client(decider, "Ana").await,
        cluster.client(decider, "Bia").await,
    );
    let mut settings = settings();
    settings["rules"] = json!({"width": 19, "height": 19, "line": 19});
    let room = seat_two(&mut host, &mut guest, settings).await;
    let mut behind = cluster.client_from(x, 9).await;
    behind.hello("Cid").await;
    behind.watch(room).await;
    // More than its socket and the feed keep.
    let cells: Vec<u16> = (0..340).collect();
    play_out(&mut host, &mut guest, &cells).await;
    behind.up_to(host.view.seq).await;
    assert_eq!(behind.view.game, host.view.game);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_whose_node_dies_comes_back_at_another() {
    let (mut cluster, decider, [x, y]) = three(&[]).await;
    let (mut host, mut guest) = (
        cluster.client(x, "Ana").await,
        cluster.client(y, "Bia").await,
    );
    let room = seat_two(&mut host, &mut guest, settings()).await;
    play_out(&mut host, &mut guest, &WON[..2]).await;
    cluster.nodes.take(x).kill().await;
    soon("the end of a link", async {
        while let Received::Frame(_) = host.receive().await {}
    })
    .await;
    let mut back = cluster.client(y, "Ana").await;
    back.return_to(room, &host.secret).await;
    play_out(&mut back, &mut guest, &WON[2..4]).await;
    // And now the one that decides: whoever it carries finds the next.
    cluster.nodes.take(decider).kill().await;
    soon("the end of a link", async {
        while let Received::Frame(_) = guest.receive().await {}
    })
    .await;
    let last = found("a handshake", async || {
        let line = Line::connect(&cluster.url(y)).await;
        line.ok().map(drop)
    });
    last.await;
    let mut again = cluster.client(y, "Ana").await;
    again.return_to(room, &host.secret).await;
    again.play(WON[4]).await;
    assert!(again.view.game.as_ref().unwrap().over.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_is_stopped_sends_those_whom_it_carries_away_politely() {
    let (mut cluster, _, [x, y]) = three(&[]).await;
    let (mut host, mut guest) = (
        cluster.client(x, "Ana").await,
        cluster.client(y, "Bia").await,
    );
    let room = seat_two(&mut host, &mut guest, settings()).await;
    let stopped = cluster.nodes.take(x);
    let (_, (bye, code)) = tokio::join!(stopped.terminate(), host.bye());
    assert_eq!((bye.reason, code), (Reason::Restarting, Some(1001)));
    assert!(bye.retry_in_ms.is_some());
    let mut back = cluster.client(y, "Ana").await;
    back.return_to(room, &host.secret).await;
    play_out(&mut back, &mut guest, &WON).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_is_counted_by_its_own_address_whichever_node_it_comes_to() {
    let (cluster, decider, [x, y]) = three(&["--rooms-per-address", "2"]).await;
    let creation = |client: &Client| client.creation(settings());
    // One address, at two nodes that carry it.
    let mut mine = Vec::new();
    for node in [x, y] {
        let mut client = cluster.client_from(node, 7).await;
        client.hello("Ana").await;
        client.create(settings()).await;
        mine.push(client);
    }
    for node in [x, y, decider] {
        let mut client = cluster.client_from(node, 7).await;
        client.hello("Ana").await;
        let refused = client.refused(creation(&client)).await;
        assert!(
            matches!(refused, Refusal::TooManyRooms { .. }),
            "{refused:?}"
        );
    }
    // Others at the same nodes have their own.
    for node in [x, y, decider] {
        let mut client = cluster.client_from(node, 8).await;
        client.hello("Bia").await;
        match node == decider {
            true => drop(client.refused(creation(&client)).await),
            false => drop(client.create(settings()).await),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_places_of_one_node_are_not_those_of_another() {
    let (cluster, decider, [x, y]) = three(&["--connections", "4"]).await;
    let (mut host, mut guest) = (
        cluster.client(y, "Ana").await,
        cluster.client(y, "Bia").await,
    );
    seat_two(&mut host, &mut guest, settings()).await;
    // All places of one node, and its doorway's for one address.
    let mut taken = Vec::new();
    while let Ok(line) = Line::connect(&cluster.url(x)).await {
        taken.push(line);
        assert!(taken.len() < 100, "a node without a limit");
    }
    assert!(taken.len() >= 4, "{}", taken.len());
    // There nobody finds a place, and everywhere else they do.
    let (status, _) = cluster.read(x, "/ws").await;
    assert!(status.contains("503"), "{status}");
    play_out(&mut host, &mut guest, &WON).await;
    for node in [y, decider] {
        drop(cluster.client(node, "Cid").await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_sends_and_never_reads_is_no_longer_read_and_delays_nobody() {
    let (cluster, decider, [x, y]) = three(&[]).await;
    let (mut host, mut guest) = (
        cluster.client(x, "Ana").await,
        cluster.client(y, "Bia").await,
    );
    seat_two(&mut host, &mut guest, settings()).await;
    let deciding = cluster.nodes.nodes[decider].process.as_ref().unwrap();
    let before = deciding.resident_kib();
    let mut floods = Vec::new();
    for _ in 0..8 {
        let mut raw = Raw::websocket(cluster.address(x)).await;
        raw.text(r#"{"id":1,"type":"hello","versions":[1]}"#).await;
        floods.push(tokio::spawn(async move {
            // Each is answered by more than it takes; as much as the socket and the link keep.
            let flood = async { while raw.text(r#"{"id":2,"type":"rooms"}"#).await {} };
            let _ = timeout(FLOODS, flood).await;
            raw
        }));
    }
    play_out(&mut host, &mut guest, &WON).await;
    let mut kept = Vec::new();
    for flood in floods {
        kept.push(flood.await.unwrap());
    }
    let grown = deciding.resident_kib().saturating_sub(before);
    assert!(
        grown < 64 << 10,
        "{grown} KiB more for eight that do not read"
    );
    host.beat().await;
}

/// Whether that process has begun to search, which it does on threads of a name.
fn searches(process: &Process) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{}/task", process.id())).unwrap();
    let mut names =
        threads.filter_map(|it| std::fs::read_to_string(it.ok()?.path().join("comm")).ok());
    names.any(|name| name.trim() == "search")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_is_searched_by_the_node_that_has_the_socket() {
    let (cluster, decider, [x, _]) = three(&[]).await;
    let mut client = cluster.client(x, "Ana").await;
    let rules = json!({"width": 3, "height": 3, "line": 3});
    let review = |moves: &[u16]| json!({"type": "review", "rules": rules, "moves": moves});
    let reviewed = client.done(review(&WON)).await;
    assert!(matches!(reviewed, Accepted::Review(_)), "{reviewed:?}");
    let analysed = client
        .done(json!({"type": "analyse", "rules": rules, "moves": [4]}))
        .await;
    assert!(matches!(analysed, Accepted::Analysis(_)), "{analysed:?}");
    let refused = client.refused(review(&[0, 0])).await;
    assert!(matches!(refused, Refusal::BadField { .. }), "{refused:?}");
    assert!(searches(cluster.process(x)), "who has the socket searches");
    assert!(!searches(cluster.process(decider)), "who decides does not");
}
