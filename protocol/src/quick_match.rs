//! Requests of those who look for an opponent: wait for anybody, or answer one who waits.

use game::Rules;
use serde::{Deserialize, Deserializer, Serialize, de::Error};

use crate::{
    absent::is_default, choice::Choice, ids::TicketId, secret::Secret, settings::ClockSetting,
};

/// The body of `quick_match`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuickMatch {
    /// The boards that will do; the classic one when absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub boards: Choice<Rules>,
    /// The clocks that will do, but no correspondence: such a game waits in the list of rooms; only none when absent.
    #[serde(
        default,
        deserialize_with = "live_clocks",
        skip_serializing_if = "is_default"
    )]
    #[cfg_attr(
        feature = "schema",
        schemars(extend("not" = {
            "type": "array",
            "contains": { "properties": { "type": { "const": "correspondence" } }, "required": ["type"] }
        }))
    )]
    pub clocks: Choice<ClockSetting>,
    /// The secret of the seat to come.
    pub secret: Secret,
    /// Drawn once per process or page load, 8 to 64 characters: nobody is
    /// paired with the same key, and a newer ticket of a key replaces the older.
    #[serde(deserialize_with = "key")]
    #[cfg_attr(feature = "schema", schemars(length(min = 8, max = 64)))]
    pub key: String,
    /// Whether a program will do as the opponent too; not when absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bots: bool,
    /// Whether the ticket stays out of the list of those who wait, so that
    /// nobody can answer it by `play`; it is in the list when absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unseen: bool,
}

/// The body of `play`. A ticket of the same key, and one of the same
/// connection, makes way for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Play {
    /// Whose ticket it answers.
    pub ticket: TicketId,
    /// The boards that will do; any that the other would play when absent.
    #[serde(
        default = "Choice::<Rules>::any",
        skip_serializing_if = "Choice::is_any"
    )]
    pub boards: Choice<Rules>,
    /// The clocks that will do, but no correspondence; any that the other would play when absent.
    #[serde(
        default = "Choice::<ClockSetting>::any",
        deserialize_with = "live_clocks",
        skip_serializing_if = "Choice::is_any"
    )]
    #[cfg_attr(
        feature = "schema",
        schemars(extend("not" = {
            "type": "array",
            "contains": { "properties": { "type": { "const": "correspondence" } }, "required": ["type"] }
        }))
    )]
    pub clocks: Choice<ClockSetting>,
    /// The secret of the seat to come.
    pub secret: Secret,
    /// As in `quick_match`.
    #[serde(deserialize_with = "key")]
    #[cfg_attr(feature = "schema", schemars(length(min = 8, max = 64)))]
    pub key: String,
}

/// Clocks of people who are there, and wait for each other.
fn live_clocks<'de, D: Deserializer<'de>>(from: D) -> Result<Choice<ClockSetting>, D::Error> {
    let clocks = Choice::<ClockSetting>::deserialize(from)?;
    match &clocks {
        Choice::OneOf(these) if these.iter().any(|clock| clock.is_correspondence()) => Err(
            D::Error::custom("must have no correspondence: open a room that is listed"),
        ),
        _ => Ok(clocks),
    }
}

fn key<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let key = String::deserialize(from)?;
    match (8..=64).contains(&key.chars().count()) {
        true => Ok(key),
        false => Err(D::Error::custom("must be text of 8 to 64 characters")),
    }
}
