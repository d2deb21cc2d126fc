//! Latest-wins slots for one task, and its wake-up. Slots, flag and waker
//! change under one mutex, so that no interleaving loses a wake-up;
//! `tests/wake_slots.rs` runs through them all.

use std::task::{Context, Poll, Waker};

use super::sync::{Mutex, lock};

/// Slots that many write to and one task reads.
#[derive(Debug)]
pub struct WakeSlots<T>(Mutex<Inner<T>>);

#[derive(Debug)]
struct Inner<T> {
    /// Mostly nothing, and small then.
    slots: Option<Box<T>>,
    /// The task was woken since it last asked.
    woken: bool,
    /// The task, once it has waited.
    waker: Option<Waker>,
}

impl<T> Default for WakeSlots<T> {
    fn default() -> Self {
        WakeSlots(Mutex::new(Inner {
            slots: None,
            woken: false,
            waker: None,
        }))
    }
}

impl<T: Default> WakeSlots<T> {
    /// Writes into the slots and wakes the task.
    pub fn write(&self, write: impl FnOnce(&mut T)) {
        self.wake_after(|inner| write(inner.slots.get_or_insert_default()));
    }

    /// Wakes the task. A task that is not waiting sees it when it next does.
    pub fn wake(&self) {
        self.wake_after(|_| ());
    }

    fn wake_after(&self, change: impl FnOnce(&mut Inner<T>)) {
        let waker = {
            let mut inner = lock(&self.0);
            change(&mut inner);
            inner.woken = true;
            inner.waker.take()
        };
        // Unlocked, because a waker may run the task at once.
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Ready if the task was woken since it last asked; else the task is woken
    /// by the next wake-up. Only one task may ask.
    pub fn poll_woken(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut inner = lock(&self.0);
        if std::mem::take(&mut inner.woken) {
            return Poll::Ready(());
        }
        let known = inner.waker.as_ref();
        if !known.is_some_and(|waker| waker.will_wake(cx.waker())) {
            inner.waker = Some(cx.waker().clone());
        }
        Poll::Pending
    }

    /// Changes the content of the slots, if there is any.
    pub fn edit<R>(&self, edit: impl FnOnce(&mut T) -> R) -> Option<R> {
        lock(&self.0).slots.as_deref_mut().map(edit)
    }

    /// Empties the slots.
    pub fn take(&self) -> Option<Box<T>> {
        lock(&self.0).slots.take()
    }
}
