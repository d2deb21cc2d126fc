//! The text of frames.

use std::sync::Arc;

use protocol::{Accepted, Answer, Event, Frame, Reply, RoomCode, Seat, event::NextTurn};

/// The text of an event: what is journaled, sent and exported. The event's own
/// fields, and the frame's behind them: as an `EventFrame` is written, without
/// the detour that serde takes for flattened fields.
#[must_use]
pub fn event(room: RoomCode, seq: u64, at_ms: u64, event: &Event) -> Arc<str> {
    let mut text = Vec::with_capacity(256);
    let mut write = || {
        if !write_move(&mut text, event)? {
            serde_json::to_writer(&mut text, event)?;
            text.pop();
        }
        text.extend_from_slice(b",\"room\":");
        serde_json::to_writer(&mut text, &room)?;
        number(&mut text, ",\"seq\":", seq)?;
        number(&mut text, ",\"at_ms\":", at_ms)?;
        text.push(b'}');
        Ok(())
    };
    let written = write();
    checked(written, text).into()
}

/// Writes a move, by far the most frequent event, without the machinery for every other, but for the brace at its end. False,
/// and nothing is written, when it is something else or anything about it is out of the ordinary.
fn write_move(text: &mut Vec<u8>, event: &Event) -> serde_json::Result<bool> {
    let Event::Moved {
        game,
        ply,
        cell,
        mark: None,
        credit_ms: 0,
        clock_ms,
        turn: Some(turn),
        lines,
        no_open_lines: false,
        lapsed_offer: None,
        over: None,
        score: None,
        empty_until_ms: None,
        opening: None,
    } = event
    else {
        return Ok(false);
    };
    let &NextTurn {
        seat,
        due_ms,
        since_ms: None,
        limit,
        moves_ms: None,
    } = turn
    else {
        return Ok(false);
    };
    if !lines.is_empty() {
        return Ok(false);
    }
    number(text, "{\"type\":\"moved\",\"game\":", (*game).into())?;
    number(text, ",\"ply\":", (*ply).into())?;
    number(text, ",\"cell\":", (*cell).into())?;
    if let Some(clock_ms) = clock_ms {
        number(text, ",\"clock_ms\":", *clock_ms)?;
    }
    let seat = match seat {
        Seat::Host => ",\"turn\":{\"seat\":\"host\",\"due_ms\":",
        Seat::Guest => ",\"turn\":{\"seat\":\"guest\",\"due_ms\":",
    };
    number(text, seat, due_ms)?;
    if let Some(limit) = limit {
        text.extend_from_slice(b",\"limit\":");
        serde_json::to_writer(&mut *text, &limit)?;
    }
    text.push(b'}');
    Ok(true)
}

/// Writes a number, and what stands before it.
fn number(text: &mut Vec<u8>, before: &str, number: u64) -> serde_json::Result<()> {
    text.extend_from_slice(before.as_bytes());
    serde_json::to_writer(text, &number)
}

/// A frame's text.
#[must_use]
pub fn frame(frame: &Frame) -> String {
    // More than nearly every frame needs, so that it does not grow on the way.
    let mut text = Vec::with_capacity(512);
    let written = match frame {
        Frame::Reply(Reply {
            id,
            answer: Answer::Ok(accepted),
        }) => write_done(&mut text, *id, accepted),
        other => serde_json::to_writer(&mut text, other),
    };
    checked(written, text)
}

/// Writes the reply to a request that was done, as a `Reply` is written, without the detour for flattened fields.
fn write_done(text: &mut Vec<u8>, id: u64, accepted: &Accepted) -> serde_json::Result<()> {
    number(text, "{\"type\":\"reply\",\"id\":", id)?;
    text.extend_from_slice(b",\"ok\":");
    serde_json::to_writer(&mut *text, accepted)?;
    text.push(b'}');
    Ok(())
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
