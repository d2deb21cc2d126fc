//! Guesses at the code of a room: what they cost the journal, which nobody is to learn anything from.

use std::sync::Arc;

use protocol::Refusal;
use serde_json::{Value, json};
use tests::{Client, TestJournal, TestServer, client::two};

use crate::links::page::{BROWSER, ask};

const NEVER: &str = "K7QX-4MTR";

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
async fn a_room_that_is_not_for_everybody_costs_no_more_than_none() {
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
