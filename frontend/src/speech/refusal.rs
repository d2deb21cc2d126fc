//! Refusals in words: a refusal's code names its sentence, `cell_taken` is `refusal.cell_taken`.

use std::fmt::Display;

use oxo_client::state::ClientState;
use protocol::{Refusal, name::BadName};
use sentences::{Catalogue, time::seconds};
use serde_json::Value;
use tokio::time::Instant;

use super::{Scene, code};

/// The sentence of a refusal. `now_ms` is the server's time.
pub fn refusal(scene: Scene<'_>, why: &Refusal, now_ms: u64) -> String {
    let json = serde_json::to_value(why).unwrap_or_default();
    let params = json["params"].as_object().into_iter().flatten();
    let params: Vec<(&str, String)> = params
        .map(|(name, value)| param(scene, name, value, now_ms))
        .chain([("ours", joined(protocol::VERSIONS))])
        .collect();
    let params: Vec<(&str, &dyn Display)> = params
        .iter()
        .map(|(name, value)| (*name, value as &dyn Display))
        .collect();
    scene.text.say(key(why), &params)
}

/// The sentence of a refusal, said where the client is.
pub fn refused(text: &Catalogue, client: &ClientState, why: &Refusal, now: Instant) -> String {
    match &client.room {
        Some(room) => refusal(Scene::of(text, room), why, room.clock.now_ms(now)),
        None => refusal(Scene::outside(text), why, client.now_ms(now)),
    }
}

/// The sentence's key; of some codes a parameter chooses among several.
pub(super) fn key(why: &Refusal) -> String {
    let code = why.code();
    match why {
        Refusal::BadName { reason } => bad_name_key(*reason),
        Refusal::RoomFull { may_watch: true } => format!("refusal.{code}.watch"),
        Refusal::RoomFull { may_watch: false } => format!("refusal.{code}.closed"),
        Refusal::TooManyRooms { of } | Refusal::TooManyComputers { of } => {
            format!("refusal.{code}.{}", super::code(of))
        }
        // Asked before its server has named its features.
        Refusal::UnknownType { got } if got == "take_seat" => "seat.unsupported".to_owned(),
        Refusal::CannotPlay { reason } => format!("refusal.{code}.{}", super::code(reason)),
        _ => format!("refusal.{code}"),
    }
}

/// A parameter as its sentence has it: numbers that choose a plural are its `count`.
fn param<'a>(scene: Scene<'_>, name: &'a str, value: &Value, now_ms: u64) -> (&'a str, String) {
    let number = value.as_u64().unwrap_or_default();
    let cell = || u16::try_from(number).map_or(String::new(), |cell| scene.cell(cell));
    match (name, value) {
        ("cell", _) => (name, cell()),
        ("retry_in_ms", _) => ("count", seconds(number).to_string()),
        ("deadline_ms" | "again_ms", _) => {
            let left = seconds(number.saturating_sub(now_ms)).max(1);
            ("count", left.to_string())
        }
        ("cells" | "ply", _) => ("count", number.to_string()),
        (_, Value::Array(list)) => (name, joined(list)),
        (_, Value::String(text)) => (name, text.clone()),
        _ => (name, value.to_string()),
    }
}

/// A name that nobody can have.
pub fn bad_name(text: &Catalogue, why: BadName) -> String {
    text.say(bad_name_key(why), &[])
}

fn bad_name_key(why: BadName) -> String {
    format!("refusal.bad_name.{}", code(why))
}

/// A list as people read it.
pub(super) fn joined(list: &[impl Display]) -> String {
    let list: Vec<String> = list.iter().map(ToString::to_string).collect();
    list.join(", ")
}
