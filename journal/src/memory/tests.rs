//! Tests of `memory`.

use super::*;
use crate::tests::contract;

#[tokio::test]
async fn keeps_the_contract() {
    contract::all(|| Arc::new(MemoryJournal::new())).await;
}

#[tokio::test]
async fn nothing_is_left_of_rooms_that_ended() {
    let journal = MemoryJournal::new();
    journal.commit(contract::opening(1)).await.unwrap();
    journal.commit(contract::ending(1, 1)).await.unwrap();
    assert_eq!(journal.rooms(), 0);
}

#[tokio::test]
async fn a_folded_room_keeps_only_the_texts_of_its_last_step() {
    let journal = MemoryJournal::new();
    let state = Arc::new(RoomState::default());
    let folded = |batch| Batch {
        state: Some(Arc::clone(&state)),
        ..batch
    };
    journal.commit(folded(contract::opening(1))).await.unwrap();
    for seq in 1..200 {
        let batch = folded(contract::step(1, seq, 1));
        journal.commit(batch).await.unwrap();
    }
    let late = journal.commit(contract::step(1, 100, 1)).await;
    assert!(matches!(late, Err(CommitError::Conflict)), "{late:?}");
    journal
        .commit(folded(contract::step(1, 200, 2)))
        .await
        .unwrap();
    let stored = journal.load(1).await.unwrap().unwrap();
    assert_eq!(
        stored.events,
        [contract::text(1, 201), contract::text(1, 202)]
    );
    assert!(stored.state.is_some_and(|kept| Arc::ptr_eq(&kept, &state)));
}
