//! The text of frames.

use std::{cell::Cell, sync::Arc};

use protocol::{Accepted, Answer, Event, Frame, Reply, RoomCode, Seat, event::NextTurn};

thread_local! {
    /// Reused, so that no text is allocated but what becomes of it.
    static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Bytes that the buffer keeps from one text to the next, more than nearly every text needs.
const KEPT: usize = 4_096;

/// The text of an event, as it is journaled, sent and exported. The event's own
/// fields, and the frame's behind them: as an `EventFrame` is written, without
/// the detour that serde takes for flattened fields.
pub fn event(room: RoomCode, seq: u64, at_ms: u64, event: &Event) -> Arc<str> {
    let write = |text: &mut Vec<u8>| {
        if !write_move(text, event)? {
            serde_json::to_writer(&mut *text, event)?;
            text.pop();
        }
        text.extend_from_slice(b",\"room\":\"");
        text.extend_from_slice(&room.text());
        number(text, "\",\"seq\":", seq)?;
        number(text, ",\"at_ms\":", at_ms)?;
        text.push(b'}');
        Ok(())
    };
    rendered(write, |text| text.into())
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

/// Gives a frame's text to `take`.
pub fn frame<T>(frame: &Frame, take: impl FnOnce(&str) -> T) -> T {
    let write = |text: &mut Vec<u8>| match frame {
        Frame::Reply(Reply {
            id,
            answer: Answer::Ok(accepted),
        }) => write_done(text, *id, accepted),
        other => serde_json::to_writer(text, other),
    };
    rendered(write, take)
}

/// Writes the reply to a request that was done, as a `Reply` is written, without the detour for flattened fields.
fn write_done(text: &mut Vec<u8>, id: u64, accepted: &Accepted) -> serde_json::Result<()> {
    number(text, "{\"type\":\"reply\",\"id\":", id)?;
    text.extend_from_slice(b",\"ok\":");
    match accepted {
        Accepted::Moved { seq } => {
            number(text, "{\"type\":\"moved\",\"seq\":", *seq)?;
            text.push(b'}');
        }
        other => serde_json::to_writer(&mut *text, other)?,
    }
    text.push(b'}');
    Ok(())
}

/// Types of the protocol always have a text; an empty one would be refused by
/// every reader rather than mistaken.
fn rendered<T>(
    write: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>,
    take: impl FnOnce(&str) -> T,
) -> T {
    let mut buffer = BUFFER.take();
    buffer.clear();
    let text = match write(&mut buffer) {
        Ok(()) => str::from_utf8(&buffer).unwrap_or_default(),
        Err(_) => "",
    };
    let taken = take(text);
    if buffer.capacity() <= KEPT {
        BUFFER.set(buffer);
    }
    taken
}

#[cfg(test)]
mod tests;
