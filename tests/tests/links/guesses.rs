//! Guesses at the code of a room: what they cost the journal, which nobody is to learn anything from,
//! and how many there are for all the ways to try one.

use std::sync::Arc;

use protocol::{Limits, Refusal, RoomCode};
use serde_json::{Value, json};
use tests::{Client, TestJournal, TestServer, client::two, server::roomy};

use crate::links::page::{BROWSER, NEVER, ask, rooms::Rooms};

/// Tries to watch a room that may not be watched; how often a room was read for that, and something
/// written.
async fn tried(journal: &TestJournal, eve: &mut Client, code: &str) -> (u64, u64) {
    let before = journal.asked();
    let watch = json!({"type": "watch_room", "room": code});
    assert_eq!(eve.refused(watch).await, Refusal::NoSuchRoom);
    let after = journal.asked();
    (after.0 - before.0, after.1 - before.1)
}

#[tokio::test]
async fn a_hidden_room_costs_no_more_work_than_a_missing_one() {
    let journal = Arc::new(TestJournal::default());
    let server = TestServer::with_journal(&journal).await;
    let (ana, bia) = two(&server, json!({"watching": "none"})).await;
    let room = ana.room.unwrap().to_string();
    let mut eve = server.client("Eve").await;
    for code in [NEVER, &room] {
        assert_eq!(tried(&journal, &mut eve, code).await, (0, 0), "{code}");
    }
    server.stop().await;
    drop((ana, bia));

    let server = TestServer::with_journal(&journal).await;
    let mut eve = server.client("Eve").await;
    for (code, asked) in [
        (NEVER, (0, 0)),
        // Nothing is given back or decided for the sake of a client that may not see it.
        (&room, (1, 0)),
        (&room, (0, 0)),
    ] {
        assert_eq!(tried(&journal, &mut eve, code).await, asked, "{code}");
    }
    // The facts of the one read are in the invitation anyway.
    let facts = ask(&server, "GET", &format!("/r/{room}.json"), BROWSER).await;
    let facts: Value = serde_json::from_slice(&facts.body).unwrap();
    assert_eq!(facts, json!({"room": room, "state": "full"}));
    server.stop().await;
}

/// The five ways to try a code. Whether it was refused because too many were tried.
async fn try_it(server: &TestServer, client: &mut Client, way: usize, code: &str) -> bool {
    let secret = client.secret.reveal().to_owned();
    let request = match way {
        0 => json!({"type": "join_room", "room": code, "secret": secret}),
        1 => json!({"type": "watch_room", "room": code}),
        _ => {
            let form = ["", ".json", ".png"][way - 2];
            let answer = ask(server, "GET", &format!("/r/{code}{form}"), BROWSER).await;
            if answer.status == 429 {
                assert!(answer.header("retry-after").is_some());
            }
            return answer.status == 429;
        }
    };
    match client.refused(request).await {
        Refusal::NoSuchRoom => false,
        Refusal::JoinsTooFast { .. } => true,
        other => panic!("{other:?}"),
    }
}

/// Codes that lead nowhere, each another.
fn dead(n: u64) -> String {
    RoomCode::from_bits(n).to_string()
}

#[tokio::test]
async fn five_ways_share_one_budget_of_distinct_wrong_codes() {
    let limits = Limits {
        failed_joins_per_minute: 5,
        ..roomy()
    };
    for last in 0..5 {
        let server = TestServer::with_limits(limits.clone()).await;
        let mut eve = server.client("Eve").await;
        for way in 0..5 {
            assert!(
                !try_it(&server, &mut eve, way, &dead(way as u64)).await,
                "{way}"
            );
        }
        assert!(try_it(&server, &mut eve, 0, &dead(5)).await, "{last}");
        // Five connections more have a first try, whichever way they take, and no sixth.
        for way in 0..5 {
            let mut other = server.client("").await;
            assert!(
                !try_it(&server, &mut other, way, &dead(10 + way as u64)).await,
                "{way}"
            );
        }
        let mut other = server.client("").await;
        assert!(try_it(&server, &mut other, last, &dead(20)).await, "{last}");
        // A live room has to wait too, or its code could be distinguished from others.
        let mut ana = server.client("Ana").await;
        let room = ana.create(json!({})).await.to_string();
        assert_eq!(
            ask(&server, "GET", &format!("/r/{room}"), BROWSER)
                .await
                .status,
            429
        );
        server.advance(12_000);
        assert_eq!(
            ask(&server, "GET", &format!("/r/{room}"), BROWSER)
                .await
                .status,
            200
        );
        server.stop().await;
    }
}

#[tokio::test]
async fn a_dead_link_tried_many_times_counts_as_one_guess() {
    let server = TestServer::limited(|it| it.failed_joins_per_minute = 2).await;
    let mut eve = server.client("Eve").await;
    for _ in 0..30 {
        for way in 0..5 {
            assert!(!try_it(&server, &mut eve, way, &dead(0)).await);
        }
    }
    assert!(!try_it(&server, &mut eve, 0, &dead(1)).await);
    assert!(try_it(&server, &mut eve, 0, &dead(2)).await);
    // A code that is known to be wrong can be asked again.
    for way in 0..5 {
        assert!(!try_it(&server, &mut eve, way, &dead(0)).await);
    }
    server.stop().await;
}

#[tokio::test]
async fn visible_rooms_count_as_no_guess() {
    let limits = Limits {
        failed_joins_per_minute: 1,
        ..roomy()
    };
    let rooms = Rooms::open(TestServer::with_limits(limits).await).await;
    for _ in 0..10 {
        for code in [&rooms.free, &rooms.full, &rooms.closed] {
            assert_eq!(rooms.get(code, BROWSER).await.status, 200);
        }
    }
    // One that is over is a code that leads nowhere.
    assert_eq!(rooms.get(&rooms.over, BROWSER).await.status, 410);
    // The first try of another connection.
    assert_eq!(rooms.get(NEVER, BROWSER).await.status, 404);
    let answer = rooms.get(&dead(1), BROWSER).await;
    assert_eq!(answer.status, 429);
    assert!(
        answer.is_document() && answer.text().contains("Too many codes"),
        "{}",
        answer.text()
    );
    rooms.server.stop().await;
}
