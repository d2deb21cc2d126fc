//! A disk that takes its time: the waiting player is notified, and is not taken for
//! dead meanwhile.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use protocol::{Answer, Event, Frame, frame::Saving};
use serde_json::json;
use tests::{Client, TestJournal, TestServer, client::two, soon};

struct Stuck {
    server: TestServer,
    disk: Arc<TestJournal>,
    ana: Client,
    bia: Client,
    /// The move that waits for the disk.
    id: u64,
}

/// Two at a table, the first of whom has moved on a disk that is stuck.
async fn stuck() -> Stuck {
    let disk = Arc::new(TestJournal::default());
    let server = TestServer::with_journal(&disk).await;
    let (mut ana, bia) = two(&server, json!({})).await;
    ana.settle().await;
    disk.stuck.send_replace(true);
    let id = move_to(&mut ana, 4).await;
    soon("the commit to be under way", async {
        while !waits(&server) {
            tokio::task::yield_now().await;
        }
    })
    .await;
    Stuck {
        server,
        disk,
        ana,
        bia,
        id,
    }
}

async fn move_to(client: &mut Client, cell: u16) -> u64 {
    let request = client.move_to(cell);
    let request = client.numbered(request);
    client.send(request).await
}

/// Whether somebody waits for a commit.
fn waits(server: &TestServer) -> bool {
    let mut connections = server.service.connections.iter();
    connections.any(|it| it.saving_ms.load(Relaxed) != 0)
}

async fn saving(client: &mut Client) -> Saving {
    match client.frame().await {
        Frame::Saving(saving) => saving,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_slow_disk_is_told_of_and_pings_are_answered_meanwhile() {
    let Stuck {
        server,
        disk,
        mut ana,
        mut bia,
        id,
    } = stuck().await;
    server.advance(1_000);
    let waited_ms = 1_000;
    assert_eq!(saving(&mut ana).await, Saving { id, waited_ms });
    ana.beat().await;
    let ping = ana.send(json!({"type": "ping"})).await;
    match ana.frame().await {
        Frame::Pong(pong) => assert_eq!(pong.id, ping),
        other => panic!("{other:?}"),
    }
    server.advance(1_999);
    ana.beat().await;
    server.advance(1);
    let waited_ms = 3_000;
    assert_eq!(saving(&mut ana).await, Saving { id, waited_ms });
    // The other's is no request that waits.
    bia.beat().await;
    disk.stuck.send_replace(false);
    let answer = ana.answer(id).await;
    assert!(matches!(answer, Answer::Ok(_)), "{answer:?}");
    assert!(matches!(bia.event().await, Event::Moved { .. }));
    assert!(!waits(&server));
    server.stop().await;
}

#[tokio::test]
async fn requests_during_a_slow_save_are_answered_afterwards_and_in_order() {
    let Stuck {
        server,
        disk,
        mut ana,
        id,
        ..
    } = stuck().await;
    server.advance(1_000);
    saving(&mut ana).await;
    let first = ana.send(json!({"type": "rooms"})).await;
    let ping = ana.send(json!({"type": "ping"})).await;
    let last = ana.send(json!({"type": "rooms"})).await;
    disk.stuck.send_replace(false);
    let mut order = Vec::new();
    while order.len() < 4 {
        match ana.frame().await {
            Frame::Reply(reply) => order.push(reply.id),
            Frame::Pong(pong) => order.push(pong.id),
            Frame::Event(_) | Frame::Now(_) => {}
            other => panic!("{other:?}"),
        }
    }
    // Behind a request that waits, a ping waits too.
    assert_eq!(order, [id, first, ping, last]);
    server.stop().await;
}

#[tokio::test]
async fn a_player_waiting_for_a_slow_disk_is_not_taken_for_dead() {
    let Stuck {
        server,
        disk,
        mut ana,
        mut bia,
        id,
    } = stuck().await;
    let dead_ms = server.node.limits.dead_ms;
    let mut waited_ms = 0;
    while waited_ms <= 2 * dead_ms {
        server.advance(1_000);
        // Reading answers the server's pings.
        waited_ms = ana
            .until("to be told", |frame| match frame {
                Frame::Saving(saving) => Some(saving.waited_ms),
                _ => None,
            })
            .await;
        server.advance(1_000);
        bia.beat().await;
    }
    disk.stuck.send_replace(false);
    let answer = ana.answer(id).await;
    assert!(matches!(answer, Answer::Ok(_)), "{answer:?}");
    server.stop().await;
}

#[tokio::test]
async fn both_players_are_notified_of_a_match_that_is_slow_to_save() {
    let disk = Arc::new(TestJournal::default());
    let server = TestServer::with_journal(&disk).await;
    disk.stuck.send_replace(true);
    let mut asked = Vec::new();
    for (name, key) in [("Ana", "the key of Ana"), ("Bia", "the key of Bia")] {
        let mut client = server.client(name).await;
        let id = client
            .send(json!({"type": "quick_match", "key": key, "secret": client.secret}))
            .await;
        asked.push((client, id));
    }
    for (client, id) in &mut asked {
        let queued = client.answer(*id).await;
        assert!(matches!(queued, Answer::Ok(_)), "{queued:?}");
    }
    soon("the pair to be found", async {
        while !server.service.lobby.is_empty() {
            for (client, _) in &mut asked {
                client.beat().await;
            }
        }
    })
    .await;
    for (by_ms, waited_ms) in [(1_000, 1_000), (2_000, 3_000)] {
        server.advance(by_ms);
        for (client, id) in &mut asked {
            let told = client
                .until("to be told", |frame| match frame {
                    Frame::Saving(saving) => Some(*saving),
                    _ => None,
                })
                .await;
            assert_eq!(told, Saving { id: *id, waited_ms });
        }
    }
    disk.stuck.send_replace(false);
    for (client, _) in &mut asked {
        let matched = |frame: &Frame| matches!(frame, Frame::Matched(_)).then_some(());
        client.until("a match", matched).await;
    }
    server.stop().await;
}
