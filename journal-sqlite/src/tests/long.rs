//! A room with very many rows: others do not wait until it is read.

use std::{pin::pin, task::Poll};

use futures::{FutureExt, StreamExt, future::maybe_done, poll, stream::FuturesUnordered};
use journal::RoomLogs;

use super::*;
use crate::tests::contract::{expect, opening, step};

/// As many as a room may have, and each a step of its own.
const EVENTS: u64 = 20_000;

/// A journal with a long room, which is number 1, and a short one.
async fn with_a_long_room(dir: &Path) -> SqliteJournal {
    let (journal, _) = open(dir, lazy());
    for room in [1, 2] {
        journal.commit(opening(room)).await.unwrap();
    }
    // In order, and not each after a sync of its own.
    let steps = (1..EVENTS).map(|seq| Box::pin(maybe_done(journal.commit(step(1, seq, 1)))));
    for together in steps.collect::<Vec<_>>().chunks_mut(1_000) {
        for step in &mut *together {
            let _ = poll!(step);
        }
        for step in together {
            step.as_mut().await;
            assert_eq!(step.as_mut().take_output(), Some(Ok(())));
        }
    }
    journal
}

#[tokio::test]
async fn while_a_long_room_is_read_others_have_their_turns() {
    let name = "rooms and games that are read at once";
    let dir = tempfile::tempdir().unwrap();
    let journal = with_a_long_room(dir.path()).await;
    // It goes on only when it is asked, which others come before.
    let mut long = journal.load(1).boxed();
    let mut others = 0;
    let stored = loop {
        match poll!(&mut long) {
            Poll::Ready(stored) => break stored.unwrap().unwrap(),
            Poll::Pending => {
                expect(&journal, 2, 1).await;
                others += 1;
            }
        }
    };
    assert_eq!(stored.events.len() as u64, EVENTS);
    assert!(others >= 20, "{name}: one reads, and {others}");

    // Fifty read it at once; who comes then waits for a slice of each, and they for some eighty more.
    let mut fifty: FuturesUnordered<_> = (0..50).map(|_| journal.load(1)).collect();
    assert!(poll!(fifty.next()).is_pending());
    let mut newcomer = pin!(expect(&journal, 2, 1));
    tokio::select! {
        biased;
        _ = &mut newcomer => {}
        _ = fifty.next() => panic!("{name}: a whole room came first"),
    }
    // They go, and what they held is there at once.
    drop(fifty);
    expect(&journal, 2, 1).await;
}
