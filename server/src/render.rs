//! The text of frames.

use std::sync::Arc;

use protocol::{Event, EventFrame, Frame, RoomCode};

/// The text of an event: what is journaled, sent and exported.
pub(crate) fn event(room: RoomCode, seq: u64, at_ms: u64, event: Event) -> Arc<str> {
    frame(&Frame::Event(EventFrame {
        room,
        seq,
        at_ms,
        event,
    }))
    .into()
}

/// A frame's text. Types of the protocol always have one; an empty text would
/// be refused by every reader rather than mistaken.
#[must_use]
pub fn frame(frame: &Frame) -> String {
    // More than nearly every frame needs, so that it does not grow on the way.
    let mut text = Vec::with_capacity(512);
    let written = serde_json::to_writer(&mut text, frame);
    written
        .ok()
        .and_then(|()| String::from_utf8(text).ok())
        .unwrap_or_default()
}
