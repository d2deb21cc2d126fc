//! A chat's webhook for the news of a room's games, and the key that they are signed with.

use serde::{Deserialize, Deserializer, Serialize, de::Error};

use crate::{secret::Secret, subscription::endpoint};

/// The most characters of a language tag (RFC 5646 needs no more for any that is in use).
const TAG: usize = 35;

/// The webhook of a room. Its debug output shows nothing: who knows its address may write to the chat.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    /// The address, `https` and at most 1,024 bytes of ASCII.
    #[serde(deserialize_with = "endpoint")]
    #[cfg_attr(
        feature = "schema",
        schemars(regex(pattern = r"^https://[!-~]+$"), length(max = 1024))
    )]
    pub url: String,
    /// The key, drawn by the client, that each call is signed with. Libraries for Standard Webhooks want 24 bytes or more.
    pub key: Secret,
    /// The language of the line of text, as a language tag; English when absent or not known.
    #[serde(
        default,
        deserialize_with = "tag",
        skip_serializing_if = "String::is_empty"
    )]
    #[cfg_attr(feature = "schema", schemars(length(max = 35)))]
    pub language: String,
}

fn tag<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let text = String::deserialize(from)?;
    match text.chars().count() <= TAG {
        true => Ok(text),
        false => Err(D::Error::custom("must be text of at most 35 characters")),
    }
}

hide_debug!(Webhook);
