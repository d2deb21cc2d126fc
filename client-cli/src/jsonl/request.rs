//! Parser of input lines: fills in what a program may leave out, and refuses the rest
//! in the server's own form.

use oxo_client::session::{Ask, AskKind};
use protocol::{
    Answer, Frame, Limits, Refusal, Reply, RoomCode, Secret,
    parse::{self, Unreadable},
    request::{Body, COMMANDS},
};
use serde_json::{Map, Value};

/// Commands that are about a game and no move of it, which carry its number.
const OF_GAME: [&str; 4] = ["resign", "abort", "claim", "offer"];

/// The ways to a new seat, which carry its secret.
const ENTRIES: [&str; 4] = ["create_room", "join_room", "quick_match", "play"];

/// What a line asks for.
#[derive(Debug)]
pub(super) enum InputLine {
    /// The folded view, from ourselves.
    View,
    /// Something to ask, with its `n` still to be counted.
    Ask(Box<Ask>),
}

/// What is put in where a line leaves it out.
pub(super) struct Defaults<'a> {
    pub id: u64,
    /// The key of this process's searches for an opponent.
    pub key: &'a str,
    /// The number of the room's present or last game.
    pub game: u32,
}

/// The refusal of a request, as the server would send it.
pub(super) fn refusal(id: u64, why: Refusal) -> Box<Frame> {
    Box::new(Frame::Reply(Reply {
        id,
        answer: Answer::refused(why),
    }))
}

/// Reads a line.
pub(super) fn read(line: &str, defaults: &Defaults<'_>) -> Result<InputLine, Box<Frame>> {
    let mut map = serde_json::from_str::<Map<String, Value>>(line).map_err(|error| {
        let detail = error.to_string();
        Box::new(Frame::Error(Refusal::BadMessage { detail }))
    })?;
    let kind = map.get("type").and_then(Value::as_str).unwrap_or_default();
    let kind = kind.to_owned();
    if kind == "view" {
        return Ok(InputLine::View);
    }
    map.entry("id").or_insert_with(|| defaults.id.into());
    if ENTRIES.contains(&kind.as_str()) && !map.contains_key("secret") {
        let secret = Secret::draw().map_err(|_| refusal(defaults.id, Refusal::Internal))?;
        map.insert("secret".to_owned(), secret.reveal().into());
    }
    if matches!(kind.as_str(), "quick_match" | "play") {
        map.entry("key").or_insert_with(|| defaults.key.into());
    }
    let names_room = map.contains_key("room");
    if COMMANDS.contains(&kind.as_str()) {
        // The session counts; whatever stands here is replaced.
        map.insert("n".to_owned(), 1.into());
        // It knows the room, too, unless one is named.
        let any = || RoomCode::from_bits(0).to_string().into();
        map.entry("room").or_insert_with(any);
    }
    if OF_GAME.contains(&kind.as_str()) {
        map.entry("game").or_insert_with(|| defaults.game.into());
    }
    let text = Value::Object(map).to_string();
    let request = parse::request(&text, Limits::default().nesting).map_err(|why| match why {
        Unreadable::Request { id, why, .. } => refusal(id, why),
        Unreadable::Frame(why) => Box::new(Frame::Error(why)),
    })?;
    match request.body {
        Body::Hello(_) => Err(refusal(request.id, Refusal::AlreadyGreeted)),
        Body::Seat(seat) if !names_room => Ok(ask(request.id, AskKind::Seat(seat.command))),
        body => Ok(ask(request.id, AskKind::Other(body))),
    }
}

fn ask(id: u64, what: AskKind) -> InputLine {
    let id = Some(id);
    InputLine::Ask(Box::new(Ask { id, what }))
}

/// The secret of the seat that an ask is to lead to.
pub(super) fn secret_of(what: &AskKind) -> Option<&Secret> {
    match what {
        AskKind::Other(body) => body.new_seat(),
        AskKind::Seat(_) => None,
    }
}

#[cfg(test)]
mod tests;
