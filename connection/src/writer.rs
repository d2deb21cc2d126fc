//! Write half of a connection, with its event cursor. The task that commits to
//! a room writes pending events straight to each member's socket; the member's
//! own task is woken only on backpressure, a snapshot or the room's end. A slow
//! reader holds a cursor, not a queue; past the tail it gets a snapshot.

use std::{
    io,
    sync::{Arc, Weak},
};

use parking_lot::Mutex;
use protocol::{Frame, RoomCode, Seat, Snapshot};
use rooms::{
    Committed, Room,
    handle::{ConnectionHandle, EventSink},
    render,
};

use super::frame_buffer::FrameBuffer;
use crate::{carry_note::CarryNote, stream::StreamWriter};

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
    /// A room that has ended, of which the node that carries the connection may not have written the end.
    ended: Option<RoomPosition>,
    /// The connection's own task is at work: it writes new events with its
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
    /// Whether the node that carries the connection writes the events; then the cursor is the last event that it was
    /// told to write.
    is_attached: bool,
    /// The event behind which it began to.
    attached_at: u64,
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
            is_attached: false,
            attached_at: 0,
        }
    }

    /// The same, to begin with the state of the moment.
    pub fn with_latest_now(self) -> RoomPosition {
        RoomPosition { now: 0, ..self }
    }

    /// Whether another node was told to write behind that event of that room, and has not been told otherwise since.
    fn was_attached(&self, room: RoomCode, seq: u64) -> bool {
        self.code == room && self.attached_at == seq
    }

    /// Fills in new events, unless that takes a snapshot. A connection that
    /// lost its seat in the meantime, or watches by a code that is no longer
    /// good, learns nothing of later events.
    fn fill(&mut self, frames: &mut FrameBuffer) -> FillOutcome {
        if self.is_attached {
            return self.fill_notes(frames);
        }
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

    /// Fills in up to where another node has to have written, so that what comes behind is in its order.
    fn fill_notes(&mut self, frames: &mut FrameBuffer) -> FillOutcome {
        let (code, seq, has_ended) = self
            .room
            .committed(|it| (it.code(), it.view().seq, it.view().ended.is_some()));
        if code != Some(self.code) {
            self.detach(frames, 0);
            return FillOutcome::CodeRevoked(self.code);
        }
        if has_ended {
            self.detach(frames, seq);
            return FillOutcome::RoomEnded;
        }
        if self.cursor == Some(seq) {
            return FillOutcome::None;
        }
        self.cursor = Some(seq);
        frames.note(&CarryNote::Hold(seq));
        FillOutcome::Written
    }

    /// After that event the node that carries the connection writes no more of this room.
    fn detach(&mut self, frames: &mut FrameBuffer, seq: u64) {
        self.is_attached = false;
        frames.note(&CarryNote::Detach(seq));
    }

    /// Fills in the whole room; to `attach`, later events come from another node.
    fn fill_snapshot(&mut self, frames: &mut FrameBuffer, at_ms: u64, attach: bool) {
        let now = self.room.now();
        let (view, code, number) = self
            .room
            .committed(|it| (it.view().clone(), it.code(), it.now()));
        (self.cursor, self.now) = (Some(view.seq), number);
        // Of a room that has ended somebody may have missed the end.
        let room = code.unwrap_or(self.code);
        let snapshot = Snapshot {
            room,
            seq: view.seq,
            at_ms,
            view,
            now,
        };
        let seq = snapshot.seq;
        render::frame(&Frame::Room(Box::new(snapshot)), |text| frames.text(text));
        if attach && self.seat.is_none() {
            (self.is_attached, self.attached_at) = (true, seq);
            frames.note(&CarryNote::Attach { room, seq });
        }
    }
}

impl ConnectionWriter {
    /// The writer of a connection at work, set as its handle's sink.
    pub fn new(stream: StreamWriter, handle: &ConnectionHandle) -> Arc<ConnectionWriter> {
        let writer = Arc::new(ConnectionWriter {
            stream,
            state: Mutex::new(OutgoingState {
                busy: true,
                ..OutgoingState::default()
            }),
        });
        let own: Weak<ConnectionWriter> = Arc::downgrade(&writer);
        handle.set_sink(own);
        writer
    }

    /// Queues frames, to leave with what else there is.
    pub fn push(&self, push: impl FnOnce(&mut FrameBuffer)) {
        push(&mut self.state.lock().frames);
    }

    /// Whether another node has the socket.
    pub fn is_carried(&self) -> bool {
        self.stream.is_carried()
    }

    /// From now on in that room; nothing of it is in the buffer yet.
    pub fn enter(&self, position: RoomPosition) {
        let mut state = self.state.lock();
        state.position = Some(position);
        let before = state.ended.take();
        drop(state);
        drop(before);
    }

    /// From now on in no room.
    pub fn leave(&self) {
        let mut state = self.state.lock();
        let mut position = state.position.take();
        if let Some(position) = position.as_mut().filter(|it| it.is_attached) {
            let seq = position.room.committed(|it| it.view().seq);
            position.detach(&mut state.frames, seq);
        }
        let has_ended = |it: &RoomPosition| it.room.committed(|it| it.view().ended.is_some());
        let before = state.ended.take();
        if self.stream.is_carried() {
            state.ended = position.take_if(|it| it.attached_at > 0 && has_ended(it));
        }
        drop(state);
        drop(before);
    }

    /// The node that carries the connection has not what comes next behind that event of that room, from which on it was to
    /// write: a snapshot is due, the last one if the room has ended.
    pub fn resync(&self, room: RoomCode, seq: u64, at_ms: u64) {
        let mut state = self.state.lock();
        let OutgoingState {
            frames,
            position,
            ended,
            ..
        } = &mut *state;
        if let Some(position) = position.as_mut().filter(|it| it.was_attached(room, seq)) {
            position.cursor = None;
            position.is_attached = false;
        } else if let Some(mut ended) = ended.take_if(|it| it.was_attached(room, seq)) {
            ended.fill_snapshot(frames, at_ms, false);
        }
    }

    /// Fills in the room's new events, whatever waits already; `at_ms` is the time for a snapshot, if there may be one.
    pub fn fill(&self, at_ms: &dyn Fn() -> Option<u64>) -> FillOutcome {
        let mut state = self.state.lock();
        state.fill(at_ms, self.stream.is_carried())
    }

    /// Sends what the socket takes. Whether that was all.
    pub fn flush(&self) -> bool {
        let mut state = self.state.lock();
        // Its own task will meet an error as well.
        state.frames.flush(&self.stream).is_ok() && state.frames.is_empty()
    }

    /// Ends this half: the other side reads the bytes sent, and then the end.
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
    pub fn pump(&self, at_ms: impl Fn() -> Option<u64>) -> io::Result<WriteOutcome> {
        let mut state = self.state.lock();
        loop {
            state.frames.flush(&self.stream)?;
            if !state.frames.is_empty() {
                state.busy = false;
                return Ok(WriteOutcome::Blocked);
            }
            match state.fill(&at_ms, self.stream.is_carried()) {
                FillOutcome::Written => {}
                FillOutcome::None => {
                    state.busy = false;
                    return Ok(WriteOutcome::Idle);
                }
                FillOutcome::NeedsSnapshot => {
                    state.busy = false;
                    return Ok(WriteOutcome::Unsure);
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
    /// The same, but for a snapshot that is due once it is certain.
    Unsure,
    /// The socket takes no more.
    Blocked,
    /// The connection has to leave the room, and to pump again.
    LeaveRoom(FillOutcome),
}

impl OutgoingState {
    /// The time is read only for a snapshot.
    fn fill(&mut self, at_ms: &dyn Fn() -> Option<u64>, is_carried: bool) -> FillOutcome {
        let Some(position) = &mut self.position else {
            return FillOutcome::None;
        };
        let pending = position.fill(&mut self.frames);
        if pending == FillOutcome::NeedsSnapshot
            && let Some(at_ms) = at_ms()
        {
            position.fill_snapshot(&mut self.frames, at_ms, is_carried);
            return FillOutcome::Written;
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
