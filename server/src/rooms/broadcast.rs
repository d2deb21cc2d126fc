//! Notifies a room's members of new events, players first. Notifications carry
//! no data (members read from their cursor), so duplicates and delays are
//! harmless.

use std::sync::Arc;

use super::{Room, live::Broadcast};
use crate::sync::lock;

/// How many spectators are written to before others get a turn: about 200 µs
/// of system calls.
const CHUNK: usize = 64;

impl Room {
    /// Writes what is new to the players at once, and to the spectators soon.
    pub(super) fn announce(self: &Arc<Self>) {
        let (players, start) = {
            let mut live = lock(&self.live);
            let start = live.presence.is_watched() && live.broadcast.request();
            (live.presence.players(), start)
        };
        for player in players.into_iter().flatten() {
            player.flush_events();
        }
        if start {
            let room = Arc::clone(self);
            tokio::spawn(Broadcaster { room, done: false }.run());
        }
    }

    async fn broadcast(&self) {
        let mut last = None;
        loop {
            let chunk = lock(&self.live).presence.spectators_after(last, CHUNK);
            let Some((number, _)) = chunk.last() else {
                return;
            };
            last = Some(*number);
            for (number, sink) in &chunk {
                if sink.as_ref().is_some_and(|sink| !sink.flush_events())
                    && let Some(spectator) = lock(&self.live).presence.spectator(*number)
                {
                    spectator.wake();
                }
            }
            tokio::task::yield_now().await;
        }
    }
}

/// RAII guard of the task that notifies spectators: if the task ends before its
/// last round, by a panic or with its runtime, the next event starts another.
struct Broadcaster {
    room: Arc<Room>,
    /// Its last round is over, and another task may have started since.
    done: bool,
}

impl Broadcaster {
    async fn run(mut self) {
        while !self.done {
            self.room.broadcast().await;
            self.done = !lock(&self.room.live).broadcast.round_done();
        }
    }
}

impl Drop for Broadcaster {
    fn drop(&mut self) {
        if !self.done {
            lock(&self.room.live).broadcast = Broadcast::Idle;
        }
    }
}

#[cfg(test)]
mod tests {
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
            lock(&room.live).presence.admit(handle);
            sink
        }

        async fn until(&self, count: usize) {
            while self.flushed.load(SeqCst) < count {
                tokio::task::yield_now().await;
            }
        }
    }

    impl EventSink for Sink {
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
        while lock(&room.live).broadcast != Broadcast::Idle {
            tokio::task::yield_now().await;
        }
        assert_eq!(whole.flushed.load(SeqCst), 0, "the panic came first");
        room.announce();
        broken.until(2).await;
        whole.until(1).await;
    }

    #[tokio::test]
    async fn what_comes_during_a_round_leads_to_one_more() {
        let room = Arc::new(Room::new(1, None, false));
        let sink = Sink::watching(&room, 1, false);
        for _ in 0..3 {
            room.announce();
        }
        sink.until(2).await;
        while lock(&room.live).broadcast != Broadcast::Idle {
            tokio::task::yield_now().await;
        }
        assert_eq!(sink.flushed.load(SeqCst), 2);
    }
}
