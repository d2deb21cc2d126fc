//! A finished game by itself: all that there is to know of it once its room is
//! gone. A server gives it out at `/games/ID.json`; a client keeps it in a file
//! of its own.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    event::Score,
    game_id::GameId,
    ids::{BySeat, Player, RoomCode},
    settings::Settings,
    view::GameView,
};

/// How a record is written. A reader refuses what it does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Format {
    /// The only one so far; fields may be added to it.
    #[default]
    #[serde(rename = "oxo.game.v1")]
    V1,
}

/// A finished game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Record {
    /// How this is written.
    pub format: Format,
    /// Its id on the server that keeps it; nothing where none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<GameId>,
    /// The code that the room had.
    pub room: RoomCode,
    /// Settings of the game.
    pub settings: Settings,
    /// Players; `null` for somebody who had their name removed.
    pub players: BySeat<Option<Player>>,
    /// The score between the two when it had ended.
    pub score: Score,
    /// The moves with their times, the clocks, the result and how it came about.
    pub game: GameView,
    /// The frames of its events, the exact texts that the server kept; none in
    /// a copy made by somebody who had not seen them all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::EventFrame>"))]
    pub events: Vec<Box<RawValue>>,
}
