//! What a connection sends, and how far it has been told what happened in its
//! room. Whoever changes a room writes to its members' sockets from here; a
//! member's own task is woken only for what is not plain.
//!
//! Knows nothing of requests. A slow reader costs nobody anything: it keeps a
//! number, and whoever is too far behind gets the whole room anew.

use std::{
    io,
    sync::{Arc, Mutex},
};

use protocol::{Frame, RoomCode, Seat, Snapshot};
use tokio::net::tcp::OwnedWriteHalf;

use super::frame_buffer::FrameBuffer;
use crate::{
    handle::EventSink,
    rooms::{Committed, Room, text},
    sync::lock,
};

/// The sending half of a connection.
#[derive(Debug)]
pub struct ConnectionWriter {
    pub socket: OwnedWriteHalf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    frames: FrameBuffer,
    place: Option<Place>,
    /// The connection's own task is at work: it lays out what is new with its
    /// answer, and once more before it waits.
    busy: bool,
}

/// Where a connection is in a room.
#[derive(Debug)]
pub struct Place {
    room: Arc<Room>,
    /// The seat and the epoch in which it is held; a spectator has none.
    seat: Option<(Seat, u64)>,
    /// The code by which it came in.
    code: RoomCode,
    /// The last event that was sent; nothing yet, when a snapshot is due.
    cursor: Option<u64>,
    /// The number of the last `now` that was sent.
    now: u64,
}

/// What there was to be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// Nothing was new.
    None,
    /// What was new.
    Written,
    /// A snapshot is due.
    NeedsSnapshot,
    /// The last that there will be: the room has ended.
    RoomEnded,
    /// A spectator's code has become one that is not good any more.
    CodeRevoked(RoomCode),
}

impl Place {
    /// In a room, behind event `last_seq` or with a snapshot to come.
    pub fn new(
        room: Arc<Room>,
        seat: Option<(Seat, u64)>,
        code: RoomCode,
        last_seq: Option<u64>,
    ) -> Place {
        let now = room.committed(Committed::now);
        Place {
            room,
            seat,
            code,
            cursor: last_seq,
            now,
        }
    }

    /// Lays out what is new, unless that takes a snapshot. Whoever lost the
    /// seat in the meantime, or watches by a code that is no longer good,
    /// learns nothing of what came after.
    fn fill(&mut self, frames: &mut FrameBuffer) -> Pending {
        let mark = frames.mark();
        let (cursor, now) = (self.cursor, self.now);
        let pending = self.room.committed(|committed| {
            if self.seat.is_none() && committed.code() != Some(self.code) {
                return Pending::CodeRevoked(self.code);
            }
            let Some(texts) = self.cursor.and_then(|cursor| committed.after(cursor)) else {
                return Pending::NeedsSnapshot;
            };
            texts.for_each(|text| frames.text(text));
            self.cursor = Some(committed.view().seq);
            if let Some(text) = committed.now_after(self.now) {
                frames.text(text);
                self.now = committed.now();
            }
            if committed.view().ended.is_some() {
                Pending::RoomEnded
            } else if (self.cursor, self.now) == (cursor, now) {
                Pending::None
            } else {
                Pending::Written
            }
        });
        // Looked at after the room, so that a seat which is still held was
        // held when that was published. The mail says why it is not.
        if self
            .seat
            .is_some_and(|(seat, epoch)| !self.room.holds(seat, epoch))
        {
            frames.take_back(mark);
            (self.cursor, self.now) = (cursor, now);
            return Pending::None;
        }
        pending
    }

    /// Lays out the whole room.
    fn fill_snapshot(&mut self, frames: &mut FrameBuffer, at_ms: u64) {
        let now = self.room.now(at_ms);
        let (view, code, number) = self
            .room
            .committed(|it| (it.view().clone(), it.code(), it.now()));
        (self.cursor, self.now) = (Some(view.seq), number);
        let Some(room) = code else { return };
        let snapshot = Snapshot {
            room,
            seq: view.seq,
            at_ms,
            view,
            now,
        };
        frames.text(&text(&Frame::Room(Box::new(snapshot))));
    }
}

impl ConnectionWriter {
    /// An outlet whose connection is at work.
    pub fn new(socket: OwnedWriteHalf) -> ConnectionWriter {
        ConnectionWriter {
            socket,
            state: Mutex::new(State {
                busy: true,
                ..State::default()
            }),
        }
    }

    /// Lays frames in, to leave with what else there is.
    pub fn push(&self, push: impl FnOnce(&mut FrameBuffer)) {
        push(&mut lock(&self.state).frames);
    }

    /// From now on in that room; nothing has been laid out yet.
    pub fn enter(&self, place: Place) {
        lock(&self.state).place = Some(place);
    }

    /// From now on in no room.
    pub fn leave(&self) {
        let place = lock(&self.state).place.take();
        drop(place);
    }

    /// Lays out what is new in the room at `at_ms`, whatever waits already.
    pub fn fill(&self, at_ms: u64) -> Pending {
        let mut state = lock(&self.state);
        state.fill(at_ms)
    }

    /// The connection's own task is at work.
    pub fn begin(&self) {
        lock(&self.state).busy = true;
    }

    /// Sends what the socket takes, and lays out more as long as it takes all
    /// and everything is plain. After that the connection's own task waits.
    ///
    /// # Errors
    /// When the connection is gone.
    pub fn pump(&self, at_ms: impl Fn() -> u64) -> io::Result<WriteOutcome> {
        let mut state = lock(&self.state);
        loop {
            state.frames.flush(&self.socket)?;
            if !state.frames.is_empty() {
                state.busy = false;
                return Ok(WriteOutcome::Blocked);
            }
            match state.fill(at_ms()) {
                Pending::Written | Pending::NeedsSnapshot => {}
                Pending::None => {
                    state.busy = false;
                    return Ok(WriteOutcome::Idle);
                }
                last @ (Pending::RoomEnded | Pending::CodeRevoked(_)) => {
                    return Ok(WriteOutcome::LeaveRoom(last));
                }
            }
        }
    }
}

/// How the sending of what there is went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// Everything has left.
    Idle,
    /// The socket takes no more.
    Blocked,
    /// The connection has to leave the room, and to pump again.
    LeaveRoom(Pending),
}

impl State {
    fn fill(&mut self, at_ms: u64) -> Pending {
        let Some(place) = &mut self.place else {
            return Pending::None;
        };
        let pending = place.fill(&mut self.frames);
        if pending == Pending::NeedsSnapshot {
            place.fill_snapshot(&mut self.frames, at_ms);
        }
        pending
    }
}

impl EventSink for ConnectionWriter {
    fn flush_events(&self) -> bool {
        let mut state = lock(&self.state);
        // Its own task looks before it waits, and after the socket took the rest.
        if state.busy || !state.frames.is_empty() {
            return true;
        }
        let State { frames, place, .. } = &mut *state;
        let Some(place) = place else { return true };
        let plain = match place.fill(frames) {
            Pending::None => return true,
            Pending::Written => true,
            Pending::NeedsSnapshot | Pending::RoomEnded | Pending::CodeRevoked(_) => false,
        };
        // Its own task will meet an error as well.
        let sent = state.frames.flush(&self.socket).is_ok() && state.frames.is_empty();
        plain && sent
    }
}
