//! Tests of `broadcast`.

use std::sync::{
    Weak,
    atomic::{AtomicUsize, Ordering::SeqCst},
};

use super::*;
use crate::handle::{ConnectionHandle, EventSink};

/// Counts how often it is flushed; the first time it panics, if it is to.
#[derive(Debug)]
struct Sink {
    flushed: AtomicUsize,
    panics: bool,
}

impl Sink {
    fn watching(room: &Room, id: u64, panics: bool) -> Arc<Sink> {
        let flushed = AtomicUsize::new(0);
        let sink = Arc::new(Sink { flushed, panics });
        let own: Weak<Sink> = Arc::downgrade(&sink);
        let handle = Arc::new(ConnectionHandle::new(id, 0));
        handle.set_sink(own);
        room.live.lock().presence.admit(handle);
        sink
    }

    async fn until(&self, count: usize) {
        while self.flushed.load(SeqCst) < count {
            tokio::task::yield_now().await;
        }
    }
}

impl EventSink for Sink {
    fn behind(&self) -> u64 {
        0
    }

    fn flush_events(&self) -> bool {
        let first = self.flushed.fetch_add(1, SeqCst) == 0;
        assert!(!(first && self.panics), "on purpose");
        true
    }
}

#[tokio::test]
async fn a_panic_while_spectators_are_notified_silences_nobody_for_long() {
    let room = Arc::new(Room::new(1, None, false));
    let broken = Sink::watching(&room, 1, true);
    let whole = Sink::watching(&room, 2, false);
    room.announce();
    broken.until(1).await;
    while room.live.lock().broadcast != Broadcast::Idle {
        tokio::task::yield_now().await;
    }
    assert_eq!(whole.flushed.load(SeqCst), 0, "the panic came first");
    room.announce();
    broken.until(2).await;
    whole.until(1).await;
}

#[tokio::test]
async fn an_event_during_a_broadcast_leads_to_one_more_round() {
    let room = Arc::new(Room::new(1, None, false));
    let sink = Sink::watching(&room, 1, false);
    for _ in 0..3 {
        room.announce();
    }
    sink.until(2).await;
    while room.live.lock().broadcast != Broadcast::Idle {
        tokio::task::yield_now().await;
    }
    assert_eq!(sink.flushed.load(SeqCst), 2);
}
