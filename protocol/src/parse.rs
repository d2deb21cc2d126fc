//! From the text of a frame to a request, or to the sentence that says what is
//! wrong with it. The size of a frame is its reader's concern.

use std::borrow::Cow;

use serde::{Deserialize, de::DeserializeOwned};
use serde_ignored::Path;

use crate::{
    ids::RoomCode,
    refusal::Refusal,
    request::{Body, Command, Move, Request, SeatRequest},
};

/// Why a frame is no request.
#[derive(Clone, Debug, PartialEq)]
pub enum Unreadable {
    /// It has a number, so the refusal is that request's reply.
    Request {
        /// The request's number.
        id: u64,
        /// What is wrong.
        why: Refusal,
    },
    /// It is no request at all; the refusal is an `error` frame.
    Frame(Refusal),
}

/// The part of a frame that decides how the rest is read.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<Cow<'a, str>>,
    id: Option<u64>,
}

/// What every command of a seat carries besides its own fields.
#[derive(Deserialize)]
struct SeatHead {
    room: RoomCode,
    n: u64,
}

/// Numbers above this are not exact in every language that reads JSON.
const LARGEST: u64 = (1 << 53) - 1;

/// Reads a request.
///
/// # Errors
/// With the refusal to send when the text is not JSON, is nested deeper than
/// `nesting`, has no type or number, or does not have the fields of its type.
pub fn request(text: &str, nesting: u64) -> Result<Request, Unreadable> {
    match quick_move(text) {
        Some(request) => Ok(request),
        None => any_request(text, nesting),
    }
}

/// Reads a move, by far the most frequent request, without the machinery for
/// every other. Nothing when it is something else or anything about it is out
/// of the ordinary: then the general way finds out what, and says it.
fn quick_move(text: &str) -> Option<Request> {
    const KEYS: [&[u8]; 7] = [
        b"\"type\"",
        b"\"id\"",
        b"\"room\"",
        b"\"n\"",
        b"\"game\"",
        b"\"ply\"",
        b"\"cell\"",
    ];
    let mut values = [None; KEYS.len()];
    let [b'{', fields @ .., b'}'] = trimmed(text.as_bytes()) else {
        return None;
    };
    // Nothing that such a value may be has a comma or a colon in it.
    for field in fields.split(|byte| *byte == b',') {
        let colon = field.iter().position(|byte| *byte == b':')?;
        let (key, value) = (trimmed(&field[..colon]), trimmed(&field[colon + 1..]));
        let place = KEYS.iter().position(|known| *known == key)?;
        if values[place].replace(value).is_some() {
            return None;
        }
    }
    let [kind, id, room, n, game, ply, cell] = values;
    let (b"\"move\"", [b'"', room @ .., b'"']) = (kind?, room?) else {
        return None;
    };
    let command = Command::Move(Move {
        game: number(game?)?.try_into().ok()?,
        ply: number(ply?)?.try_into().ok()?,
        cell: number(cell?)?.try_into().ok()?,
    });
    let seat = SeatRequest {
        room: str::from_utf8(room).ok()?.parse().ok()?,
        n: number(n?)?,
        command,
    };
    Some(Request {
        id: number(id?)?,
        body: Body::Seat(seat),
    })
}

/// Without the space that JSON allows around it.
fn trimmed(mut text: &[u8]) -> &[u8] {
    while let [b' ' | b'\t' | b'\n' | b'\r', rest @ ..] = text {
        text = rest;
    }
    while let [rest @ .., b' ' | b'\t' | b'\n' | b'\r'] = text {
        text = rest;
    }
    text
}

/// A whole number as JSON has it, without a leading zero, up to [`LARGEST`].
fn number(text: &[u8]) -> Option<u64> {
    let digits = match text {
        [b'0'] | [b'1'..=b'9', ..] if text.len() <= 16 => text,
        _ => return None,
    };
    let number = digits.iter().try_fold(0, |number, digit| {
        let digit = u64::from(digit.wrapping_sub(b'0'));
        (digit < 10).then_some(number * 10 + digit)
    });
    number.filter(|number| *number <= LARGEST)
}

fn any_request(text: &str, nesting: u64) -> Result<Request, Unreadable> {
    let malformed = |detail: String| Unreadable::Frame(Refusal::BadMessage { detail });
    if depth(text) > nesting {
        return Err(malformed(format!("nested deeper than {nesting}")));
    }
    let head: Head = serde_json::from_str(text).map_err(|e| malformed(e.to_string()))?;
    let kind = head
        .kind
        .ok_or_else(|| malformed("no field `type`".into()))?;
    let id = head.id.filter(|id| *id <= LARGEST).ok_or_else(|| {
        malformed("no field `id` with a whole number from 0 to 9007199254740991".into())
    })?;
    body(&kind, text)
        .map(|body| Request { id, body })
        .map_err(|why| Unreadable::Request { id, why })
}

fn body(kind: &str, text: &str) -> Result<Body, Refusal> {
    let plain = ["type", "id"].as_slice();
    Ok(match kind {
        // A newer client may greet with fields we do not know.
        "hello" => Body::Hello(lenient(text)?),
        "quick_match" => Body::QuickMatch(strict(text, plain)?),
        "cancel" => nothing(text, plain, Body::Cancel)?,
        "create_room" => Body::CreateRoom(strict(text, plain)?),
        "join_room" => Body::JoinRoom(strict(text, plain)?),
        "watch_room" => Body::WatchRoom(strict(text, plain)?),
        "unwatch" => nothing(text, plain, Body::Unwatch)?,
        "exhibit" => Body::Exhibit(strict(text, plain)?),
        "resume" => Body::Resume(strict(text, plain)?),
        "set_name" => Body::SetName(strict(text, plain)?),
        "react" => Body::React(strict(text, plain)?),
        "hint" => nothing(text, plain, Body::Hint)?,
        "review" => Body::Review(strict(text, plain)?),
        "rooms" => Body::Rooms(strict(text, plain)?),
        "ping" => Body::Ping(strict(text, plain)?),
        _ => {
            let command = command(kind, text)?;
            let SeatHead { room, n } = lenient(text)?;
            Body::Seat(SeatRequest { room, n, command })
        }
    })
}

fn command(kind: &str, text: &str) -> Result<Command, Refusal> {
    let seat = ["type", "id", "room", "n"].as_slice();
    Ok(match kind {
        "move" => Command::Move(strict(text, seat)?),
        "resign" => Command::Resign(strict(text, seat)?),
        "abort" => Command::Abort(strict(text, seat)?),
        "claim" => Command::Claim(strict(text, seat)?),
        "leave" => nothing(text, seat, Command::Leave)?,
        "offer" => Command::Offer(strict(text, seat)?),
        "accept" => Command::Accept(strict(text, seat)?),
        "decline" => Command::Decline(strict(text, seat)?),
        "remove_guest" => nothing(text, seat, Command::RemoveGuest)?,
        "seat_computer" => Command::SeatComputer(strict(text, seat)?),
        _ => {
            return Err(Refusal::UnknownType {
                got: shortened(kind),
            });
        }
    })
}

/// Reads the fields of a type and refuses any other, by name.
fn strict<T: DeserializeOwned>(text: &str, envelope: &[&str]) -> Result<T, Refusal> {
    let mut unknown = None;
    let mut json = serde_json::Deserializer::from_str(text);
    let read = serde_ignored::deserialize(&mut json, |path| match &path {
        Path::Map { parent, key } if matches!(parent, Path::Root) && envelope.contains(&&**key) => {
        }
        _ => {
            unknown.get_or_insert_with(|| path.to_string());
        }
    });
    match (read, unknown) {
        (_, Some(field)) => Err(Refusal::UnknownField {
            field: shortened(&field),
        }),
        (Ok(value), None) => Ok(value),
        (Err(_), None) => Err(misread::<T>(text)),
    }
}

fn lenient<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|_| misread::<T>(text))
}

/// For a type without fields.
fn nothing<T>(text: &str, envelope: &[&str], value: T) -> Result<T, Refusal> {
    #[derive(Deserialize)]
    struct Nothing {}
    strict::<Nothing>(text, envelope).map(|Nothing {}| value)
}

/// Reads a text that could not be read once more, to name the field at fault.
fn misread<T: DeserializeOwned>(text: &str) -> Refusal {
    let json = &mut serde_json::Deserializer::from_str(text);
    let (field, detail) = match serde_path_to_error::deserialize::<_, T>(json) {
        Ok(_) => (String::new(), String::new()),
        Err(e) => (e.path().to_string(), e.inner().to_string()),
    };
    // The position in a one-line frame helps nobody.
    let detail = detail.split(" at line ").next().unwrap_or_default();
    // A type that is strict by itself says so before the strict reading above does.
    if let Some(unknown) = detail.strip_prefix("unknown field `") {
        let name = unknown.split('`').next().unwrap_or_default();
        let path = match field.as_str() {
            "" => name.to_owned(),
            path if path.ends_with(&format!(".{name}")) => path.to_owned(),
            path => format!("{path}.{name}"),
        };
        return Refusal::UnknownField {
            field: shortened(&path),
        };
    }
    let missing = detail
        .strip_prefix("missing field `")
        .and_then(|d| d.strip_suffix('`'));
    let field = missing.unwrap_or(&field);
    Refusal::BadField {
        field: shortened(field),
        detail: shortened(detail),
    }
}

/// What a stranger sent is repeated to them only in part.
fn shortened(text: &str) -> String {
    text.chars().take(120).collect()
}

/// How deep brackets nest outside strings.
fn depth(text: &str) -> u64 {
    let (mut now, mut deepest) = (0_u64, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                now += 1;
                deepest = deepest.max(now);
            }
            b'}' | b']' if !in_string => now = now.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests;
