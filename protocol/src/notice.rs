//! The operator's message to everybody on a server, and whether the server is about to stop. It is
//! true at the moment and belongs to no room.

use serde::{Deserialize, Serialize};

use crate::{absent::is_default, text::neutral};

/// The most characters of a message.
pub const MAX_CHARS: usize = 200;

/// The operator's notice to everybody. An empty one takes back the last one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Notice {
    /// A message in the operator's own words: plain text, one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// When that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_ms: Option<u64>,
    /// When it is taken back, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<u64>,
    /// Whether the server opens no more rooms, because it is about to stop.
    #[serde(default, skip_serializing_if = "is_default")]
    pub closing: bool,
}

/// A message as it may be shown: one line of printable characters. Nothing when it is empty or has
/// more than [`MAX_CHARS`].
pub fn clean(typed: &str) -> Option<String> {
    let words: Vec<_> = typed.split_whitespace().collect();
    let line = words.join(" ");
    let fits = !line.is_empty() && line.chars().count() <= MAX_CHARS;
    fits.then(|| neutral(&line))
}

#[cfg(test)]
mod tests;
