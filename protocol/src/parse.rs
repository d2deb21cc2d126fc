//! Parser of a frame's text into a request, or into the refusal that names its mistake. The size of a frame is its
//! reader's concern.

use game::Bounded;
use serde::{Deserialize, de::Error};
use strict_json::{Fault, Fields, JsonText, LARGEST, number};

use crate::{
    event::OfferKind,
    ids::RoomCode,
    opening::{LEAST_LINE, LEAST_SIDE},
    refusal::Refusal,
    request::{Body, Command, CreateRoom, MakeOffer, Move, Request, SeatRequest},
};

/// Why a frame is no request.
#[derive(Clone, Debug, PartialEq)]
pub enum Unreadable {
    /// It has a type and a number, so the refusal is that request's reply.
    Request {
        /// The request's number.
        id: u64,
        /// Whether it is a `hello`.
        hello: bool,
        /// The mistake.
        why: Refusal,
    },
    /// It is no request at all; the refusal is an `error` frame.
    Frame(Refusal),
}

/// Fields that every command of a seat carries besides its own.
#[derive(Deserialize)]
struct SeatHead {
    room: RoomCode,
    n: Bounded<1, LARGEST>,
}

/// However deep a server lets JSON nest: reading it takes stack.
const DEEPEST: u64 = 127;

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
    for (at, field) in fields.split(|byte| *byte == b',').enumerate() {
        let colon = field.iter().position(|byte| *byte == b':')?;
        let (key, value) = (trimmed(&field[..colon]), trimmed(&field[colon + 1..]));
        // Most clients write them in this order.
        let place = match KEYS.get(at) {
            Some(known) if *known == key => at,
            _ => KEYS.iter().position(|known| *known == key)?,
        };
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
        n: number(n?).filter(|n| *n > 0)?,
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

fn any_request(text: &str, nesting: u64) -> Result<Request, Unreadable> {
    let malformed = |detail: &str| {
        let detail = shortened(detail);
        Unreadable::Frame(Refusal::BadMessage { detail })
    };
    let fields = match Fields::plain(text) {
        Some(fields) => fields,
        None if depth(text) > nesting.min(DEEPEST) => {
            return Err(malformed(&format!("nested deeper than {nesting}")));
        }
        None => serde_json::from_str(text).map_err(|e| match e.is_data() {
            true => malformed("must be an object"),
            false => malformed(&format!("is not JSON, from column {}", e.column())),
        })?,
    };
    let only = |name| fields.only(name).map_err(|why| malformed(&why.to_string()));
    let kind = only("type")?.filter(|kind| kind.starts_with('"'));
    let Some(Ok(JsonText(kind))) = kind.map(serde_json::from_str) else {
        return Err(malformed("type must be text"));
    };
    let Some(id) = only("id")?.and_then(|id| number(id.as_bytes())) else {
        let wanted = format!("id must be a whole number from 0 to {LARGEST}");
        return Err(malformed(&wanted));
    };
    body(&kind, &fields)
        .map(|body| Request { id, body })
        .map_err(|why| {
            let hello = kind == "hello";
            Unreadable::Request { id, hello, why }
        })
}

fn body(kind: &str, fields: &Fields) -> Result<Body, Refusal> {
    const PLAIN: &[&str] = &["type", "id"];
    let read = match kind {
        // A newer client may greet with fields we do not know.
        "hello" => fields.read_open().map(Body::Hello),
        "quick_match" => fields.read(PLAIN).map(Body::QuickMatch),
        "play" => fields.read(PLAIN).map(Body::Play),
        "cancel" => fields.read(PLAIN).map(|Nothing {}| Body::Cancel),
        "create_room" => fields.read(PLAIN).and_then(fitting).map(Body::CreateRoom),
        "join_room" => fields.read(PLAIN).map(Body::JoinRoom),
        "watch_room" => fields.read(PLAIN).map(Body::WatchRoom),
        "unwatch" => fields.read(PLAIN).map(|Nothing {}| Body::Unwatch),
        "exhibit" => fields.read(PLAIN).map(Body::Exhibit),
        "resume" => fields.read(PLAIN).map(Body::Resume),
        "set_name" => fields.read(PLAIN).map(Body::SetName),
        "react" => fields.read(PLAIN).map(Body::React),
        "hint" => fields.read(PLAIN).map(|Nothing {}| Body::Hint),
        "review" => fields.read(PLAIN).map(Body::Review),
        "analyse" => fields.read(PLAIN).map(Body::Analyse),
        "rooms" => fields.read(PLAIN).map(Body::Rooms),
        "seats" => fields.read(PLAIN).map(Body::Seats),
        "subscribe" => fields.read(PLAIN).map(Body::Subscribe),
        "unsubscribe" => fields.read(PLAIN).map(Body::Unsubscribe),
        "share_seat" => fields.read(PLAIN).map(Body::ShareSeat),
        "take_seat" => fields.read(PLAIN).map(Body::TakeSeat),
        "unshare_seat" => fields.read(PLAIN).map(|Nothing {}| Body::UnshareSeat),
        "set_webhook" => fields.read(PLAIN).map(Body::SetWebhook),
        "remove_webhook" => fields.read(PLAIN).map(|Nothing {}| Body::RemoveWebhook),
        "ping" => fields.read(PLAIN).map(Body::Ping),
        _ => return seat_request(kind, fields).map(Body::Seat),
    };
    read.map_err(refusal)
}

fn seat_request(kind: &str, fields: &Fields) -> Result<SeatRequest, Refusal> {
    const SEAT: &[&str] = &["type", "id", "room", "n"];
    let read = match kind {
        "move" => fields.read(SEAT).map(Command::Move),
        "choose" => fields.read(SEAT).map(Command::Choose),
        "resign" => fields.read(SEAT).map(Command::Resign),
        "abort" => fields.read(SEAT).map(Command::Abort),
        "claim" => fields.read(SEAT).map(Command::Claim),
        "leave" => fields.read(SEAT).map(|Nothing {}| Command::Leave),
        "offer" => fields.read(SEAT).and_then(whole).map(Command::Offer),
        "accept" => fields.read(SEAT).map(Command::Accept),
        "decline" => fields.read(SEAT).map(Command::Decline),
        "remove_guest" => fields.read(SEAT).map(|Nothing {}| Command::RemoveGuest),
        "seat_computer" => fields.read(SEAT).map(Command::SeatComputer),
        _ => {
            let got = shortened(kind);
            return Err(Refusal::UnknownType { got });
        }
    };
    let command = read.map_err(refusal)?;
    let SeatHead { room, n } = fields.read_open().map_err(refusal)?;
    let n = n.get();
    Ok(SeatRequest { room, n, command })
}

/// For a type without fields of its own.
#[derive(Deserialize)]
struct Nothing {}

/// An offer of a takeback says to where, and no other does.
fn whole(offer: MakeOffer) -> Result<MakeOffer, Fault> {
    match (offer.kind, offer.ply) {
        (OfferKind::Takeback, None) => Err(Fault::missing_field("ply")),
        (OfferKind::Takeback, Some(_)) | (_, None) => Ok(offer),
        (_, Some(_)) => Err(Fault::unknown_field("ply", &[])),
    }
}

/// An opening rule has a board and a line on which there is something to choose.
fn fitting(room: CreateRoom) -> Result<CreateRoom, Fault> {
    if room.settings.opening.fits(room.settings.rules) {
        return Ok(room);
    }
    let wanted = format!(
        "needs a board of at least {LEAST_SIDE}x{LEAST_SIDE} and a line of at least {LEAST_LINE}"
    );
    Err(Fault::here(wanted).within("opening").within("settings"))
}

fn refusal(fault: Fault) -> Refusal {
    let field = shortened(&fault.path);
    match fault.detail {
        None => Refusal::UnknownField { field },
        Some(detail) => Refusal::BadField {
            field,
            detail: shortened(&detail),
        },
    }
}

/// Shortens a stranger's text before it is repeated to them.
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
