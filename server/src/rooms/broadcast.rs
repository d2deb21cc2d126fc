//! Tells everybody in a room that there is something new, the players first.
//!
//! Knows nothing of what is new: each member reads that for itself, from where
//! it stands. So it does no harm to be told twice, or late.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::SeqCst},
};

use super::Room;
use crate::sync::lock;

/// How many spectators are written to before others get a turn: about 200 µs
/// of system calls.
const CHUNK: usize = 64;

/// Whoever tells the spectators of a room: at most one task at a time, so that
/// with many of them moves that come quickly are told together.
#[derive(Debug, Default)]
pub(super) struct Broadcaster {
    /// There is something that not everybody has been told.
    news: AtomicBool,
    /// A task is under way that looks for news once more before it ends.
    busy: AtomicBool,
}

impl Room {
    /// Brings what is new to the players at once, and to the spectators soon.
    pub(super) fn announce(self: &Arc<Self>) {
        let (players, watched) = {
            let presence = lock(&self.presence);
            (presence.players(), presence.is_watched())
        };
        for player in players.into_iter().flatten() {
            player.flush_events();
        }
        if watched {
            self.broadcaster.news.store(true, SeqCst);
            if !self.broadcaster.busy.swap(true, SeqCst) {
                tokio::spawn(Arc::clone(self).run_broadcast());
            }
        }
    }

    async fn run_broadcast(self: Arc<Self>) {
        loop {
            while self.broadcaster.news.swap(false, SeqCst) {
                self.broadcast().await;
            }
            self.broadcaster.busy.store(false, SeqCst);
            // Somebody may have seen the task at work just before.
            let again =
                self.broadcaster.news.load(SeqCst) && !self.broadcaster.busy.swap(true, SeqCst);
            if !again {
                return;
            }
        }
    }

    async fn broadcast(&self) {
        let mut last = None;
        loop {
            let chunk = lock(&self.presence).spectators_after(last, CHUNK);
            let Some((number, _)) = chunk.last() else {
                return;
            };
            last = Some(*number);
            for (number, sink) in &chunk {
                if sink.as_ref().is_some_and(|sink| !sink.flush_events())
                    && let Some(handle) = lock(&self.presence).spectator(*number)
                {
                    handle.wake();
                }
            }
            tokio::task::yield_now().await;
        }
    }
}
