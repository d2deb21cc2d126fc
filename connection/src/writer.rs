//! Write half of a connection, with its event cursor. The task that commits to
//! a room writes pending events straight to each member's socket; the member's
//! own task is woken only on backpressure, a snapshot or the room's end. A slow
//! reader holds a cursor, not a queue; past the tail it gets a snapshot.

use std::{io, sync::Arc};

use parking_lot::Mutex;
use protocol::{Frame, RoomCode, Seat, Snapshot};
use rooms::{Committed, Room, handle::EventSink, render};

use super::frame_buffer::FrameBuffer;
use crate::stream::StreamWriter;

/// The write half of a connection.
#[derive(Debug)]
pub struct ConnectionWriter {
    pub stream: StreamWriter,
    state: Mutex<OutgoingState>,
}

#[derive(Debug, Default)]
struct OutgoingState {
    frames: FrameBuffer,
    position: Option<RoomPosition>,
    /// The connection's own task is at work: it writes what is new with its
    /// answer, and looks once more before it waits.
    busy: bool,
}

/// Position of a connection in a room.
#[derive(Debug)]
pub struct RoomPosition {
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

/// Result of filling the buffer with pending events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillOutcome {
    /// Nothing was new.
    None,
    /// All that was new is in the buffer.
    Written,
    /// A snapshot is due.
    NeedsSnapshot,
    /// The room has ended; these were its last events.
    RoomEnded,
    /// The code by which a spectator came in is no longer good.
    CodeRevoked(RoomCode),
}

impl RoomPosition {
    /// In a room, behind event `last_seq` or with a snapshot to come.
    pub fn new(
        room: Arc<Room>,
        seat: Option<(Seat, u64)>,
        code: RoomCode,
        last_seq: Option<u64>,
    ) -> RoomPosition {
        let now = room.committed(Committed::now);
        RoomPosition {
            room,
            seat,
            code,
            cursor: last_seq,
            now,
        }
    }

    /// Fills in what is new, unless that takes a snapshot. A connection that
    /// lost its seat in the meantime, or watches by a code that is no longer
    /// good, learns nothing of what came after.
    fn fill(&mut self, frames: &mut FrameBuffer) -> FillOutcome {
        let mark = frames.mark();
        let (cursor, now) = (self.cursor, self.now);
        let pending = self.room.committed(|committed| {
            if self.seat.is_none() && committed.code() != Some(self.code) {
                return FillOutcome::CodeRevoked(self.code);
            }
            let Some(texts) = self.cursor.and_then(|cursor| committed.after(cursor)) else {
                return FillOutcome::NeedsSnapshot;
            };
            texts.for_each(|text| frames.text(text));
            self.cursor = Some(committed.view().seq);
            if let Some(text) = committed.now_after(self.now) {
                frames.text(text);
                self.now = committed.now();
            }
            if committed.view().ended.is_some() {
                FillOutcome::RoomEnded
            } else if (self.cursor, self.now) == (cursor, now) {
                FillOutcome::None
            } else {
                FillOutcome::Written
            }
        });
        // Looked at after the room, so that a seat which is still held was
        // held when that was published. The control slots say why it is not.
        if self
            .seat
            .is_some_and(|(seat, epoch)| !self.room.holds(seat, epoch))
        {
            frames.take_back(mark);
            (self.cursor, self.now) = (cursor, now);
            return FillOutcome::None;
        }
        pending
    }

    /// Fills in the whole room.
    fn fill_snapshot(&mut self, frames: &mut FrameBuffer, at_ms: u64) {
        let now = self.room.now();
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
        frames.text(&render::frame(&Frame::Room(Box::new(snapshot))));
    }
}

impl ConnectionWriter {
    /// A writer whose connection is at work.
    pub fn new(stream: StreamWriter) -> ConnectionWriter {
        ConnectionWriter {
            stream,
            state: Mutex::new(OutgoingState {
                busy: true,
                ..OutgoingState::default()
            }),
        }
    }

    /// Queues frames, to leave with what else there is.
    pub fn push(&self, push: impl FnOnce(&mut FrameBuffer)) {
        push(&mut self.state.lock().frames);
    }

    /// From now on in that room; nothing of it is in the buffer yet.
    pub fn enter(&self, position: RoomPosition) {
        self.state.lock().position = Some(position);
    }

    /// From now on in no room.
    pub fn leave(&self) {
        let position = self.state.lock().position.take();
        drop(position);
    }

    /// Fills in what is new in the room at `at_ms`, whatever waits already.
    pub fn fill(&self, at_ms: &dyn Fn() -> u64) -> FillOutcome {
        let mut state = self.state.lock();
        state.fill(at_ms)
    }

    /// Sends what the socket takes. Whether that was all.
    pub fn flush(&self) -> bool {
        let mut state = self.state.lock();
        // Its own task will meet an error as well.
        state.frames.flush(&self.stream).is_ok() && state.frames.is_empty()
    }

    /// Ends this half: the other side reads what was sent, and then the end.
    pub fn finish(&self) {
        self.stream.finish();
    }

    /// The connection's own task is at work.
    pub fn begin(&self) {
        self.state.lock().busy = true;
    }

    /// Sends what the socket takes, and fills in more as long as it takes all
    /// and everything is plain. After that the connection's own task waits.
    ///
    /// # Errors
    /// When the connection is gone.
    pub fn pump(&self, at_ms: impl Fn() -> u64) -> io::Result<WriteOutcome> {
        let mut state = self.state.lock();
        loop {
            state.frames.flush(&self.stream)?;
            if !state.frames.is_empty() {
                state.busy = false;
                return Ok(WriteOutcome::Blocked);
            }
            match state.fill(&at_ms) {
                FillOutcome::Written | FillOutcome::NeedsSnapshot => {}
                FillOutcome::None => {
                    state.busy = false;
                    return Ok(WriteOutcome::Idle);
                }
                last @ (FillOutcome::RoomEnded | FillOutcome::CodeRevoked(_)) => {
                    return Ok(WriteOutcome::LeaveRoom(last));
                }
            }
        }
    }
}

/// Result of sending the events that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// Everything has left.
    Idle,
    /// The socket takes no more.
    Blocked,
    /// The connection has to leave the room, and to pump again.
    LeaveRoom(FillOutcome),
}

impl OutgoingState {
    /// The time is read only for a snapshot.
    fn fill(&mut self, at_ms: &dyn Fn() -> u64) -> FillOutcome {
        let Some(position) = &mut self.position else {
            return FillOutcome::None;
        };
        let pending = position.fill(&mut self.frames);
        if pending == FillOutcome::NeedsSnapshot {
            position.fill_snapshot(&mut self.frames, at_ms());
        }
        pending
    }
}

impl EventSink for ConnectionWriter {
    fn behind(&self) -> u64 {
        let state = self.state.lock();
        state.position.as_ref().map_or(0, |position| {
            let last = position.room.committed(|it| it.view().seq);
            last.saturating_sub(position.cursor.unwrap_or_default())
        })
    }

    fn flush_events(&self) -> bool {
        let mut state = self.state.lock();
        // Its own task looks before it waits, and after the socket took the rest.
        if state.busy || !state.frames.is_empty() {
            return true;
        }
        let OutgoingState {
            frames, position, ..
        } = &mut *state;
        let Some(position) = position else {
            return true;
        };
        let plain = match position.fill(frames) {
            FillOutcome::None => return true,
            FillOutcome::Written => true,
            FillOutcome::NeedsSnapshot | FillOutcome::RoomEnded | FillOutcome::CodeRevoked(_) => {
                false
            }
        };
        // Its own task will meet an error as well.
        let sent = state.frames.flush(&self.stream).is_ok() && state.frames.is_empty();
        plain && sent
    }
}
