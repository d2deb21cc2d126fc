//! Parser of input lines: fills in what a program may leave out, and refuses the rest
//! in the server's own form.

use std::collections::BTreeMap;

use oxo_client::session::{Ask, AskKind};
use protocol::{
    Answer, Frame, Refusal, Reply, RoomCode, Secret,
    parse::{self, Unreadable},
    request::{Body, COMMANDS},
};
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};

/// Commands that are about a game and no move of it, which carry its number.
const OF_GAME: [&str; 4] = ["resign", "abort", "claim", "offer"];

/// The ways to a new seat, which carry its secret.
const ENTRIES: [&str; 4] = ["create_room", "join_room", "quick_match", "play"];

/// Request of a line.
#[derive(Debug)]
pub(super) enum InputLine {
    /// The folded view, from ourselves.
    View,
    /// Something to ask, with its `n` still to be counted.
    Ask(Box<Ask>),
}

/// Defaults for fields that a line leaves out.
pub(super) struct Defaults<'a> {
    pub id: u64,
    /// The key of this process's searches for an opponent.
    pub key: &'a str,
    /// The number of the room's present or last game.
    pub game: u32,
    /// Depth to which the server lets JSON nest: deeper it would complain without naming the
    /// request.
    pub nesting: u64,
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
    let mut fields = LineFields::read(line)?;
    let kind = fields.kind();
    if kind == "view" {
        return Ok(InputLine::View);
    }
    fields.complete("id", defaults.id);
    if ENTRIES.contains(&kind.as_str()) && !fields.has("secret") {
        let secret = Secret::draw().map_err(|_| refusal(defaults.id, Refusal::Internal))?;
        fields.complete("secret", secret.reveal());
    }
    if matches!(kind.as_str(), "quick_match" | "play") {
        fields.complete("key", defaults.key);
    }
    let names_room = fields.has("room");
    if COMMANDS.contains(&kind.as_str()) {
        // The session counts; whatever stands here is replaced.
        fields.0.remove("n");
        fields.complete("n", 1);
        // It knows the room, too, unless one is named.
        fields.complete("room", RoomCode::from_bits(0).to_string());
    }
    if OF_GAME.contains(&kind.as_str()) {
        fields.complete("game", defaults.game);
    }
    let request = parse::request(&fields.text(), defaults.nesting).map_err(|why| match why {
        Unreadable::Request { id, why, .. } => refusal(id, why),
        Unreadable::Frame(why) => Box::new(Frame::Error(why)),
    })?;
    match request.body {
        Body::Hello(_) => Err(refusal(request.id, Refusal::AlreadyGreeted)),
        Body::Seat(seat) if !names_room => Ok(ask(request.id, AskKind::Seat(seat.command))),
        body => Ok(ask(request.id, AskKind::Other(body))),
    }
}

/// The fields of a line, each with its text, which goes to the server as it is.
struct LineFields(BTreeMap<String, Box<RawValue>>);

impl LineFields {
    fn read(line: &str) -> Result<LineFields, Box<Frame>> {
        serde_json::from_str(line).map(LineFields).map_err(|error| {
            let detail = error.to_string();
            Box::new(Frame::Error(Refusal::BadMessage { detail }))
        })
    }

    /// The type; nothing where that is no text.
    fn kind(&self) -> String {
        let kind = self.0.get("type");
        kind.and_then(|kind| serde_json::from_str(kind.get()).ok())
            .unwrap_or_default()
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Puts a field in where it was left out.
    fn complete(&mut self, name: &str, value: impl Into<Value>) {
        // Every value has a text.
        if let (false, Ok(text)) = (self.has(name), to_raw_value(&value.into())) {
            self.0.insert(name.to_owned(), text);
        }
    }

    fn text(&self) -> String {
        serde_json::to_string(&self.0).unwrap_or_default()
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
