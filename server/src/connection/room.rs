//! A connection's place in a room: how far it has been told what happened.
//!
//! Knows nothing of requests. A slow reader costs nobody anything: it keeps a
//! number, and whoever is too far behind gets the whole room anew.

use std::sync::Arc;

use protocol::{Frame, RoomCode, Snapshot};
use tokio::sync::watch;

use super::Connection;
use crate::rooms::{Committed, Hold, text};

/// Where a connection is in a room.
pub struct InRoom {
    pub hold: Hold,
    committed: watch::Receiver<Arc<Committed>>,
    now: watch::Receiver<Option<Arc<str>>>,
    /// Whether the latest `now` has not been sent yet.
    now_due: bool,
    /// The code by which a spectator came in.
    code: RoomCode,
    /// The last event that was sent; nothing yet, when a snapshot is due.
    cursor: Option<u64>,
}

impl InRoom {
    /// Begins behind event `last_seq`, or with a snapshot.
    pub fn new(hold: Hold, code: RoomCode, last_seq: Option<u64>) -> InRoom {
        // Subscribed first and read later, so that nothing falls in between.
        let (committed, now) = (hold.room.subscribe(), hold.room.subscribe_now());
        InRoom {
            hold,
            committed,
            now,
            code,
            cursor: last_seq,
            now_due: false,
        }
    }
}

/// Waits until there is something new in the room; for ever without one.
pub async fn changed(room: &mut Option<InRoom>) {
    match room {
        None => std::future::pending().await,
        // The senders live in the room, which the hold keeps.
        Some(room) => tokio::select! {
            _ = room.committed.changed() => {}
            _ = room.now.changed() => room.now_due = true,
        },
    }
}

impl Connection {
    /// Lays everything new of the room into the outbox, if that is empty.
    pub(super) fn pump(&mut self) {
        if self.outbox.is_empty() {
            self.lay_out();
        }
    }

    /// Lays everything new of the room into the outbox. Whoever lost the seat
    /// in the meantime, or watches by a code that is no longer good, learns
    /// nothing of what came after.
    pub(super) fn lay_out(&mut self) {
        let Some(room) = &mut self.room else { return };
        // Read before the room, so that it never carries a code that came after.
        let now = match std::mem::take(&mut room.now_due) {
            true => room.now.borrow_and_update().clone(),
            false => None,
        };
        let committed = Arc::clone(&room.committed.borrow_and_update());
        if room.hold.seat.is_none() && committed.code != Some(room.code) {
            let room = room.code;
            self.room = None;
            return self.send(&Frame::Dismissed { room });
        }
        // Read after the room, so that a seat which is still held now was held
        // when that was published. The mail says why it is not.
        if !room.hold.is_held() {
            return;
        }
        match room.cursor.and_then(|cursor| committed.after(cursor)) {
            Some(texts) => texts.iter().for_each(|text| self.outbox.text(text)),
            None => {
                let at_ms = self.hub.clock.now_ms();
                let now = room.hold.room.now(at_ms);
                let view = committed.view.clone();
                if let Some(code) = committed.code {
                    let snapshot = Snapshot {
                        room: code,
                        seq: view.seq,
                        at_ms,
                        view,
                        now,
                    };
                    self.outbox.text(&text(&Frame::Room(Box::new(snapshot))));
                }
            }
        }
        room.cursor = Some(committed.view.seq);
        if let Some(now) = now {
            self.outbox.text(&now);
        }
        if committed.view.ended.is_some() {
            self.room = None;
        }
    }
}
