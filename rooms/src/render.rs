//! The text of frames.

use std::sync::Arc;

use protocol::{Event, Frame, RoomCode};

/// The text of an event: what is journaled, sent and exported. The event's own
/// fields, and the frame's behind them: as an `EventFrame` is written, without
/// the detour that serde takes for flattened fields.
#[must_use]
pub fn event(room: RoomCode, seq: u64, at_ms: u64, event: &Event) -> Arc<str> {
    let mut text = Vec::with_capacity(256);
    let mut write = || {
        serde_json::to_writer(&mut text, event)?;
        text.pop();
        text.extend_from_slice(b",\"room\":");
        serde_json::to_writer(&mut text, &room)?;
        text.extend_from_slice(b",\"seq\":");
        serde_json::to_writer(&mut text, &seq)?;
        text.extend_from_slice(b",\"at_ms\":");
        serde_json::to_writer(&mut text, &at_ms)?;
        text.push(b'}');
        Ok(())
    };
    let written = write();
    checked(written, text).into()
}

/// A frame's text.
#[must_use]
pub fn frame(frame: &Frame) -> String {
    // More than nearly every frame needs, so that it does not grow on the way.
    let mut text = Vec::with_capacity(512);
    let written = serde_json::to_writer(&mut text, frame);
    checked(written, text)
}

/// Types of the protocol always have a text; an empty one would be refused by
/// every reader rather than mistaken.
fn checked(written: serde_json::Result<()>, text: Vec<u8>) -> String {
    written
        .ok()
        .and_then(|()| String::from_utf8(text).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
