//! Every interleaving of a wake-up with the task that waits for it.
//!
//! The type is compiled once more against loom's mutex, so that this runs with
//! all other tests and needs no flags.

#![allow(dead_code)]

use std::{future::poll_fn, task::Poll};

use loom::{future::block_on, sync::Arc, thread};

#[path = "../src/wake_slots.rs"]
mod wake_slots;

mod sync {
    pub use loom::sync::{Mutex, MutexGuard};

    pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().expect("no panic under the lock")
    }
}

use wake_slots::WakeSlots;

#[derive(Debug, Default)]
struct Counts {
    first: u32,
    second: u32,
}

/// Waits until woken, and adds up what it finds, until both have written.
async fn collect(slots: &WakeSlots<Counts>) -> (u32, u32) {
    let mut sum = (0, 0);
    while sum.0 == 0 || sum.1 == 0 {
        poll_fn(|cx| slots.poll_woken(cx)).await;
        if let Some(counts) = slots.take() {
            sum = (sum.0 + counts.first, sum.1 + counts.second);
        }
    }
    sum
}

#[test]
fn concurrent_writes_of_two_threads_are_both_seen() {
    loom::model(|| {
        let slots = Arc::new(WakeSlots::<Counts>::default());
        let writers = [
            (|counts: &mut Counts| counts.first += 1) as fn(&mut Counts),
            |counts: &mut Counts| counts.second += 1,
        ]
        .map(|write| {
            let slots = Arc::clone(&slots);
            thread::spawn(move || slots.write(write))
        });
        // A wake-up that was lost would leave this waiting: loom reports it.
        assert_eq!(block_on(collect(&slots)), (1, 1));
        for writer in writers {
            writer.join().expect("a writer that ends");
        }
    });
}

#[test]
fn a_wake_up_is_not_lost_while_another_event_is_awaited() {
    loom::model(|| {
        let slots = Arc::new(WakeSlots::<Counts>::default());
        let waker = {
            let slots = Arc::clone(&slots);
            thread::spawn(move || slots.wake())
        };
        block_on(async {
            // As a connection waits: a first look that comes to nothing, and
            // then another round of the loop.
            let _ = poll_fn(|cx| Poll::Ready(slots.poll_woken(cx).is_ready())).await
                || poll_fn(|cx| slots.poll_woken(cx).map(|()| true)).await;
        });
        waker.join().expect("a waker that ends");
    });
}
