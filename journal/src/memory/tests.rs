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
