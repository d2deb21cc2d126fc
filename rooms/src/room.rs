//! A room in memory: the committed state, for everybody to read without
//! waiting, and the core that only one transaction at a time may touch.
//!
//! That a core is missing means that it has to be read from the journal: it was
//! never read, or a task ended while its transaction was under way.

use std::{collections::VecDeque, sync::Arc};

use journal::{RoomId, Stored};
use parking_lot::Mutex;
use protocol::{
    EventFrame, Frame, Now, RoomCode, Seat, SecretHash, View, frame::NowFrame, ids::BySeat,
};
use referee::{Private, RoomState};

use super::{
    playing::Playing,
    room_runtime::{RoomRuntime, SearchState},
};
use crate::{handle::ConnectionHandle, render};

/// The most events that are kept in memory for readers who are a little behind. Every room that plays has them, so they are few;
/// those who are further behind are rare, and a snapshot of a long game is larger than the events would be.
const TAIL: usize = 16;

/// A room. Of its locks at most one is held at a time, except that the core's
/// is held for a whole transaction.
#[derive(Debug)]
pub struct Room {
    /// Its number.
    pub id: RoomId,
    /// Boxed, because every step takes it out of its place and puts it back.
    pub(super) core: tokio::sync::Mutex<Option<Box<RoomCore>>>,
    committed: Mutex<Committed>,
    pub(super) live: Mutex<RoomRuntime>,
}

/// The state that decisions are made from.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomCore {
    /// Shared with the committed state until the next step changes it.
    pub table: Arc<RoomState>,
    pub private: Private,
    pub playing: Playing,
    /// As in [`Committed`].
    pub needs_outage_refund: bool,
}

/// The durable state, which may be seen, and the state of the moment.
#[derive(Clone, Debug, Default)]
pub struct Committed {
    code: Option<RoomCode>,
    table: Arc<RoomState>,
    /// The texts of the last events, the one of `view.seq` at the end.
    tail: VecDeque<Arc<str>>,
    /// The rendered `now` frame: the latest wins.
    now: Option<Arc<str>>,
    /// Number of `now` frames so far.
    nows: u64,
    /// The server was away with this room in its journal, and the room has not
    /// been given that time back yet.
    needs_outage_refund: bool,
    /// Seat whose webhook it has.
    webhook: Option<Seat>,
}

impl Room {
    pub(super) fn new(id: RoomId, core: Option<Box<RoomCore>>, needs_outage_refund: bool) -> Room {
        let committed = Committed {
            needs_outage_refund,
            ..Committed::default()
        };
        Room {
            id,
            core: tokio::sync::Mutex::new(core),
            committed: Mutex::new(committed),
            live: Mutex::default(),
        }
    }

    /// Looks at the committed state. Nothing is published meanwhile, so a look
    /// is short, and locks nothing else.
    pub fn committed<T>(&self, look: impl FnOnce(&Committed) -> T) -> T {
        look(&self.committed.lock())
    }

    /// The room's code; nothing before the first step.
    pub fn code(&self) -> Option<RoomCode> {
        self.committed(Committed::code)
    }

    /// The view and the board, as they are committed.
    pub fn table(&self) -> Arc<RoomState> {
        self.committed(|committed| Arc::clone(&committed.table))
    }

    /// The state of the moment.
    pub fn now(&self) -> Now {
        let (computers, webhook) = (self.computers(), self.committed(|it| it.webhook));
        self.live.lock().presence.now(computers, webhook)
    }

    /// Whether two people sit here.
    pub fn seats_two_people(&self) -> bool {
        self.committed(|it| it.view().seats_two_people())
    }

    /// Whether a game between two people is being played here.
    pub fn is_played_by_people(&self) -> bool {
        self.committed(|it| it.view().is_played_by_people())
    }

    /// Seats of computers.
    fn computers(&self) -> BySeat<bool> {
        self.committed(|it| BySeat::from_fn(|seat| it.view().computer(seat).is_some()))
    }

    /// Publishes the room's `now`. False when that has not changed.
    pub(super) fn publish_now(&self, now_ms: u64) -> bool {
        let (computers, webhook) = (self.computers(), self.committed(|it| it.webhook));
        let now = {
            let presence = &mut self.live.lock().presence;
            if !std::mem::take(&mut presence.stale) {
                return false;
            }
            let now = presence.now(computers, webhook);
            if presence.published.as_ref() == Some(&now) {
                return false;
            }
            presence.published = Some(now.clone());
            now
        };
        let Some(room) = self.code() else {
            return false;
        };
        let at_ms = now_ms;
        let frame = render::frame(&Frame::Now(NowFrame { room, at_ms, now }), |text| {
            text.into()
        });
        let mut committed = self.committed.lock();
        committed.now = Some(frame);
        committed.nows += 1;
        true
    }

    /// Whether a computer searches for its move here, or its move is being made.
    pub fn is_searching(&self) -> bool {
        let live = self.live.lock();
        let search = live.search.as_ref();
        let states = [SearchState::Running, SearchState::Moving];
        search.is_some_and(|search| states.contains(&search.state))
    }

    /// Whether the connection of that epoch holds the seat.
    pub fn holds(&self, seat: Seat, epoch: u64) -> bool {
        self.live.lock().presence.holds(seat, epoch)
    }

    /// The connection that holds the seat.
    pub(super) fn holder(&self, seat: Seat) -> Option<Arc<ConnectionHandle>> {
        let [host, guest] = self.live.lock().presence.players();
        match seat {
            Seat::Host => host,
            Seat::Guest => guest,
        }
    }

    /// Gives a seat to a connection of the device with that secret.
    pub(super) fn hand_seat(
        &self,
        seat: Seat,
        handle: &Arc<ConnectionHandle>,
        secret: &SecretHash,
    ) -> u64 {
        let device = secret.prefix();
        let (epoch, before) = {
            let presence = &mut self.live.lock().presence;
            presence.take(seat, Arc::clone(handle), device)
        };
        let before = before.filter(|before| before.id != handle.id);
        if let (Some(before), Some(code)) = (before, self.code()) {
            before.notify(|slots| slots.superseded = Some(code));
        }
        epoch
    }

    /// Publishes a core, with the texts of the events that led to it.
    pub(super) fn publish(&self, core: &RoomCore, texts: &[Arc<str>]) {
        let mut committed = self.committed.lock();
        let committed = &mut *committed;
        committed.code = core.private.code;
        committed.webhook = core.private.webhook.as_ref().map(|webhook| webhook.by);
        committed.needs_outage_refund = core.needs_outage_refund;
        let last_seq = committed.view().seq;
        committed.table = Arc::clone(&core.table);
        if committed.view().seq > last_seq + texts.len() as u64 {
            committed.tail.clear(); // It has no gaps.
        }
        for text in texts {
            if committed.tail.len() == TAIL {
                committed.tail.pop_front();
            }
            committed.tail.push_back(Arc::clone(text));
        }
    }
}

impl Committed {
    /// The room's code; nothing before the first step.
    pub fn code(&self) -> Option<RoomCode> {
        self.code
    }

    /// The fold of all events.
    pub fn view(&self) -> &View {
        self.table.view()
    }

    /// The texts of the events after number `cursor`, or nothing when some of
    /// them are no longer in memory and a snapshot has to serve.
    pub fn after(&self, cursor: u64) -> Option<impl Iterator<Item = &Arc<str>>> {
        let missing = usize::try_from(self.view().seq.checked_sub(cursor)?).ok()?;
        let begin = self.tail.len().checked_sub(missing)?;
        Some(self.tail.range(begin..))
    }

    /// Whether the room has yet to be given back the time of an outage.
    pub fn needs_outage_refund(&self) -> bool {
        self.needs_outage_refund
    }

    /// The number of the latest `now` frame; 0 before the first.
    pub fn now(&self) -> u64 {
        self.nows
    }

    /// The latest `now` frame, if it came after number `seen`.
    pub fn now_after(&self, seen: u64) -> Option<&str> {
        self.now.as_deref().filter(|_| self.nows > seen)
    }
}

impl RoomCore {
    /// The core that a stored log folds into, and the last texts of the log.
    pub(super) fn from_stored(
        stored: &Stored,
        needs_outage_refund: bool,
    ) -> Result<Box<RoomCore>, serde_json::Error> {
        let mut playing = Playing::default();
        let table = match &stored.state {
            // An engine that keeps this keeps no finished games, for which their events would have to be collected.
            Some(state) => Arc::clone(state),
            None => Arc::new(folded(&stored.events, &mut playing)?),
        };
        Ok(Box::new(RoomCore {
            table,
            private: stored.private.clone(),
            playing,
            needs_outage_refund,
        }))
    }
}

/// State after these events, from number 1, with those of the game that is being played.
fn folded(events: &[Arc<str>], playing: &mut Playing) -> Result<RoomState, serde_json::Error> {
    let mut table = RoomState::default();
    for text in events {
        let frame: EventFrame = serde_json::from_str(text)?;
        table.fold(frame.seq, frame.at_ms, &frame.event);
        playing.take(&frame.event, text);
    }
    Ok(table)
}
