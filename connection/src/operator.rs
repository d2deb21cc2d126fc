//! The operator's orders in force: the notice for everybody, the drain before a stop, and the blocked networks.

use admission::{AddressGroup, BlockList};
use clock::{Clock, NextDeadline};
use parking_lot::Mutex;
use protocol::notice::Notice;

/// The operator's changes.
#[derive(Debug, Default)]
pub struct Operator {
    notice: Mutex<Notice>,
    /// Held while the operator's orders change.
    pub turn: tokio::sync::Mutex<()>,
    /// When the message is taken back.
    pub message_ends: NextDeadline,
    draining: Mutex<Option<Drain>>,
    /// Networks that are shut out.
    pub blocks: BlockList,
}

/// A server that is about to stop.
#[derive(Clone, Copy, Debug)]
struct Drain {
    /// When it stops even if there are rooms left.
    at_most_ms: Option<u64>,
}

impl Operator {
    /// The notice in force for everybody.
    pub fn notice(&self) -> Notice {
        self.notice.lock().clone()
    }

    /// Changes the notice. Whether that made a difference.
    pub fn change_notice(&self, change: impl FnOnce(&mut Notice)) -> bool {
        let mut notice = self.notice.lock();
        let before = notice.clone();
        change(&mut notice);
        *notice != before
    }

    /// Whether this address is shut out.
    pub fn is_blocked(&self, source: AddressGroup, clock: &Clock) -> bool {
        self.blocks.has(source, || clock.now_ms())
    }

    /// The server is about to stop, at that time at the latest if there is one.
    pub fn begin_drain(&self, at_most_ms: Option<u64>) {
        *self.draining.lock() = Some(Drain { at_most_ms });
    }

    /// It is not, after all.
    pub fn end_drain(&self) {
        *self.draining.lock() = None;
    }

    /// Whether it is about to stop.
    pub fn is_draining(&self) -> bool {
        self.draining.lock().is_some()
    }

    /// Whether it stops now, with `rooms` rooms left.
    pub fn is_drained(&self, rooms: usize, now_ms: u64) -> bool {
        let drain = *self.draining.lock();
        drain.is_some_and(|Drain { at_most_ms }| {
            rooms == 0 || at_most_ms.is_some_and(|at_most_ms| at_most_ms <= now_ms)
        })
    }
}
