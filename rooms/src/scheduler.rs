//! Scheduler that wakes rooms at their deadlines: one sleeper for all of them, and a bounded number of tasks that do
//! the work.

use std::{
    collections::{BTreeSet, HashMap},
    future::Future,
    sync::Arc,
};

use clock::{Clock, NextDeadline};
use journal::RoomId;
use parking_lot::Mutex;
use tokio::sync::Semaphore;

/// The most rooms that are woken at the same time.
const AT_ONCE: usize = 16;

/// The deadlines of all rooms.
#[derive(Debug, Default)]
pub struct DeadlineScheduler {
    deadlines: Mutex<Deadlines>,
    /// The nearest of them.
    next: NextDeadline,
}

#[derive(Debug, Default)]
struct Deadlines {
    by_time: BTreeSet<(u64, RoomId)>,
    by_room: HashMap<RoomId, u64>,
}

impl DeadlineScheduler {
    /// Wakes the room at `at_ms` and not before; never, without one.
    pub fn set(&self, room: RoomId, at_ms: Option<u64>) {
        self.change(|deadlines| deadlines.set(room, at_ms));
    }

    /// Wakes the room at `at_ms`, unless it is woken before that anyway.
    pub fn sooner(&self, room: RoomId, at_ms: u64) {
        self.change(|deadlines| {
            if deadlines.by_room.get(&room).is_none_or(|set| *set > at_ms) {
                deadlines.set(room, Some(at_ms));
            }
        });
    }

    /// Number of rooms that have a deadline.
    pub fn len(&self) -> usize {
        self.deadlines.lock().by_room.len()
    }

    /// Whether nothing is waited for.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn change<T>(&self, change: impl FnOnce(&mut Deadlines) -> T) -> T {
        let mut deadlines = self.deadlines.lock();
        let changed = change(&mut deadlines);
        let first = deadlines.by_time.first().map(|(ms, _)| *ms);
        // Still under the lock, so that two changes cannot report in the wrong order.
        self.next.set(first);
        changed
    }

    fn take_due(&self, now_ms: u64) -> Option<RoomId> {
        self.change(|deadlines| {
            let (_, room) = *deadlines.by_time.first().filter(|(ms, _)| *ms <= now_ms)?;
            deadlines.set(room, None);
            Some(room)
        })
    }

    /// Runs until dropped. `wake` is called for each due room; it sets the
    /// room's next deadline itself.
    pub async fn run<F>(&self, clock: &Clock, wake: impl Fn(RoomId) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let free = Arc::new(Semaphore::new(AT_ONCE));
        loop {
            while let Some(room) = self.take_due(clock.now_ms()) {
                // The semaphore is never closed, so a permit always comes.
                let permit = Arc::clone(&free).acquire_owned().await;
                let work = wake(room);
                tokio::spawn(async move {
                    work.await;
                    drop(permit);
                });
            }
            self.next.reached(clock).await;
        }
    }
}

impl Deadlines {
    fn set(&mut self, room: RoomId, at_ms: Option<u64>) {
        if let Some(before) = self.by_room.remove(&room) {
            self.by_time.remove(&(before, room));
        }
        if let Some(at_ms) = at_ms {
            self.by_room.insert(room, at_ms);
            self.by_time.insert((at_ms, room));
        }
    }
}
