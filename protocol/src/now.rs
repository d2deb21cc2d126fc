//! State that is true only at this moment: links, round-trip times, spectators,
//! the latest reaction. Never numbered, never stored; the latest replaces the
//! rest.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray};

use crate::ids::{BySeat, Seat};

/// The present state beside the view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Now {
    /// Each seat's connection.
    pub links: BySeat<LinkNow>,
    /// Number of spectators.
    pub spectators: u32,
    /// The latest reaction of a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reaction: Option<Reaction>,
    /// Seat whose webhook tells a chat of this room's games, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook: Option<Seat>,
}

/// A seat's connection at this moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkNow {
    /// How it is.
    pub state: LinkState,
    /// The round trip measured last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rtt_ms: Option<u64>,
}

/// How a connection is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LinkState {
    /// Answers.
    Linked,
    /// Is there, but a pong is late.
    Shaky,
    /// Is not there.
    #[default]
    Away,
}

/// A phrase that a player sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reaction {
    /// Who.
    pub by: Seat,
    /// Which.
    pub phrase: Phrase,
    /// When.
    pub at_ms: u64,
}

/// A reaction of a player to the other; clients word it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[derive(Display, EnumString, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Phrase {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Well played.
    WellPlayed,
    /// Thank you.
    Thanks,
    /// Oops.
    Oops,
    /// One more?
    OneMore,
    /// I have to go.
    MustGo,
    /// Goodbye.
    Goodbye,
}

impl Phrase {
    /// All of them. The text of each is its name on the wire.
    pub const ALL: &[Phrase] = Phrase::VARIANTS;
}

#[cfg(test)]
mod tests;
