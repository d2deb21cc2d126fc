//! A room in memory: what is committed, for everybody to read without waiting,
//! and the core that only one command at a time may touch.
//!
//! Knows nothing of sockets. That a core is missing means that it has to be
//! read from the journal: it was never read, or a task ended while its step
//! was under way.

use std::sync::{Arc, Mutex, atomic::AtomicBool};

use protocol::{Event, EventFrame, Frame, Now, RoomCode, Seat, View, frame::NowFrame};
use tokio::sync::watch;

use super::{playing::Playing, presence::Presence};
use crate::{
    journal::{Private, RoomId, Stored},
    peer::{Peer, lock},
    referee::Table,
};

/// The most events that are kept in memory for readers who are a little behind.
const TAIL: usize = 64;

/// A room.
#[derive(Debug)]
pub struct Room {
    /// Its number.
    pub id: RoomId,
    pub(super) core: tokio::sync::Mutex<Option<Core>>,
    pub(super) committed: watch::Sender<Arc<Committed>>,
    /// The rendered `now` frame: the latest wins.
    pub(super) now: watch::Sender<Option<Arc<str>>>,
    pub(super) presence: Mutex<Presence>,
    /// Whether the server was away with this room in its journal, and the
    /// room has not been given that time back yet.
    pub(super) owes_away: AtomicBool,
    /// Whether the room stands in the list; spares a look there at every move.
    pub(super) is_listed: AtomicBool,
}

/// What decisions are made from.
#[derive(Clone, Debug, Default)]
pub(super) struct Core {
    pub table: Table,
    pub private: Private,
    pub playing: Playing,
}

/// What is durable, and so may be seen.
#[derive(Debug)]
pub struct Committed {
    /// The room's code; nothing before the first step.
    pub code: Option<RoomCode>,
    /// The fold of all events.
    pub view: View,
    /// The last texts, the one of `view.seq` at the end.
    tail: Vec<Arc<str>>,
}

impl Room {
    pub(super) fn new(id: RoomId, core: Option<Core>, owes_away: bool) -> Room {
        let nothing = Committed {
            code: None,
            view: View::default(),
            tail: Vec::new(),
        };
        Room {
            id,
            core: tokio::sync::Mutex::new(core),
            committed: watch::Sender::new(Arc::new(nothing)),
            now: watch::Sender::new(None),
            presence: Mutex::default(),
            owes_away: AtomicBool::new(owes_away),
            is_listed: AtomicBool::new(false),
        }
    }

    /// What is durable, as it changes.
    #[must_use]
    pub fn subscribe(&self) -> watch::Receiver<Arc<Committed>> {
        self.committed.subscribe()
    }

    /// What is true at the moment, as it changes.
    #[must_use]
    pub fn subscribe_now(&self) -> watch::Receiver<Option<Arc<str>>> {
        self.now.subscribe()
    }

    /// What is true at the moment.
    #[must_use]
    pub fn now(&self, now_ms: u64) -> Now {
        lock(&self.presence).now(now_ms)
    }

    /// Publishes what is true at the moment, if it has changed.
    pub(super) fn publish_now(&self, now_ms: u64) {
        let now = {
            let mut presence = lock(&self.presence);
            if !std::mem::take(&mut presence.stale) {
                return;
            }
            let now = presence.now(now_ms);
            if presence.published.as_ref() == Some(&now) {
                return;
            }
            presence.published = Some(now.clone());
            now
        };
        if let Some(room) = self.committed.borrow().code {
            let frame = Frame::Now(NowFrame {
                room,
                at_ms: now_ms,
                now,
            });
            self.now.send_replace(Some(text(&frame)));
        }
    }

    /// Whether the connection of that epoch holds the seat.
    pub(super) fn holds(&self, seat: Seat, epoch: u64) -> bool {
        lock(&self.presence).holds(seat, epoch)
    }

    pub(super) fn take_seat(&self, seat: Seat, peer: &Arc<Peer>) -> u64 {
        let (epoch, before) = lock(&self.presence).take(seat, Arc::clone(peer));
        let code = self.committed.borrow().code;
        if let (Some(before), Some(code)) = (before.filter(|before| before.id != peer.id), code) {
            before.tell(|mail| mail.superseded = Some(code));
        }
        epoch
    }

    /// Publishes a core, with the texts of the events that led to it.
    pub(super) fn publish(&self, core: &Core, texts: &[Arc<str>]) {
        let before = self.committed.borrow().clone();
        let mut tail: Vec<_> = before.tail.iter().chain(texts).cloned().collect();
        tail.drain(..tail.len().saturating_sub(TAIL));
        let committed = Committed {
            code: core.private.code,
            view: core.table.view().clone(),
            tail,
        };
        self.committed.send_replace(Arc::new(committed));
    }
}

impl Committed {
    /// The events after number `cursor`, or nothing when some of them are no
    /// longer in memory and a snapshot has to serve.
    #[must_use]
    pub fn after(&self, cursor: u64) -> Option<&[Arc<str>]> {
        let missing = usize::try_from(self.view.seq.checked_sub(cursor)?).ok()?;
        self.tail
            .len()
            .checked_sub(missing)
            .map(|begins| &self.tail[begins..])
    }
}

impl Core {
    /// The core that a stored log folds into, and the last texts of the log.
    pub(super) fn from_stored(stored: &Stored) -> Result<Core, serde_json::Error> {
        let mut core = Core {
            private: stored.private.clone(),
            ..Core::default()
        };
        for text in &stored.events {
            let frame: EventFrame = serde_json::from_str(text)?;
            core.table.fold(frame.seq, frame.at_ms, &frame.event);
            core.playing.take(&frame.event, text);
        }
        Ok(core)
    }
}

/// The text of an event: what is journaled, sent and exported.
pub(super) fn event_text(room: RoomCode, seq: u64, at_ms: u64, event: Event) -> Arc<str> {
    text(&Frame::Event(EventFrame {
        room,
        seq,
        at_ms,
        event,
    }))
}

/// A frame's text. Types of the protocol always have one; an empty text would
/// be refused by every reader rather than mistaken.
pub fn text(frame: &Frame) -> Arc<str> {
    serde_json::to_string(frame).unwrap_or_default().into()
}
