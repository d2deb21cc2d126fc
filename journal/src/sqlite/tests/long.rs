//! A room with very many rows: others do not wait until it is read.

use std::task::Poll;

use futures::{FutureExt, future::maybe_done, poll};

use super::*;
use crate::{
    Log,
    tests::contract::{expect, opening, step},
};

/// As many as a room may have, and each a step of its own.
const EVENTS: u64 = 20_000;

#[tokio::test]
async fn while_a_long_room_is_read_others_have_their_turns() {
    let dir = tempfile::tempdir().unwrap();
    let (journal, _) = open(dir.path(), lazy());
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
    assert!(others >= 20, "only {others} others were read meanwhile");
}
