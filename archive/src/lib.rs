//! The local archive of `oxo`: finished games ([`store`]), one file each, and
//! open seats ([`seats`]). Games are also read from other files, from servers and from friends.
//!
//! A text is believed only after its moves have been made on a board
//! ([`replay::Game`]).

#[cfg(test)]
extern crate self as archive;

pub mod fetch;
pub mod files;
pub mod filter;
pub mod game_recorder;
pub mod grouping;
pub mod replay;
pub mod review;
pub mod search_thread;
pub mod seats;
pub mod session_recorder;
pub mod steps;
pub mod store;

use oxo_client::session::Room;
use protocol::{Record, Seat, record::Format};
use serde::{Deserialize, Serialize};

/// The most that is read of a record: a full 19×19 board with its events has
/// some 200 KiB.
pub const MOST_BYTES: usize = 1 << 20;

/// A record, and whose it is. Readable as a plain record too.
#[derive(Clone, Debug, Serialize)]
pub struct SavedGame {
    #[serde(flatten)]
    pub record: Record,
    /// The seat of the player who keeps the file; none for a spectator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Whether it was played at a table of this process, so that no server has it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub local: bool,
}

/// Why a text is not a game that can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedGameError {
    TooLarge,
    NotARecord,
    /// Kept by an early program, in a form that is not read any more.
    Former,
    /// Written by a later program, in this format.
    Newer(String),
    /// The record of a game that goes on.
    Unfinished,
    /// The move of that number, from 1, cannot be made.
    Move(usize),
    /// The result is not what the moves lead to.
    Result,
}

/// The part that is read first. A record itself holds raw texts, which cannot be read
/// through a flattened field.
#[derive(Deserialize)]
struct RecordHeader {
    format: String,
    #[serde(default)]
    seat: Option<Seat>,
    #[serde(default)]
    local: bool,
}

impl SavedGame {
    /// The game that has ended in a room; nothing while it goes on.
    pub fn of(room: &Room) -> Option<SavedGame> {
        let game = room.view.game.clone()?;
        let player =
            |seat: &Option<protocol::view::Seated>| seat.as_ref().map(|s| s.player.clone());
        let record = Record {
            format: Format::V1,
            id: game.over?.id,
            room: room.code,
            settings: room.view.settings,
            players: protocol::ids::BySeat::from_fn(|seat| player(&room.view.seats[seat])),
            score: room.view.score,
            game,
            events: Vec::new(),
        };
        Some(SavedGame {
            record,
            seat: room.me(),
            local: !room.mode.is_online(),
        })
    }

    /// Reads a text as a record; its moves are not looked at.
    ///
    /// # Errors
    /// When it is none, or one of a later format.
    pub fn parse(text: &[u8]) -> Result<SavedGame, SavedGameError> {
        if text.len() > MOST_BYTES {
            return Err(SavedGameError::TooLarge);
        }
        let head: RecordHeader =
            serde_json::from_slice(text).map_err(|_| SavedGameError::NotARecord)?;
        match serde_json::from_slice(text) {
            Ok(record) => Ok(SavedGame {
                record,
                seat: head.seat,
                local: head.local,
            }),
            Err(_) if is_later(&head.format) => Err(SavedGameError::Newer(head.format)),
            Err(_) if is_former(text) => Err(SavedGameError::Former),
            Err(_) => Err(SavedGameError::NotARecord),
        }
    }

    /// Whether both are the same game, perhaps recorded by different programs.
    pub fn is(&self, other: &SavedGame) -> bool {
        let key = |saved: &SavedGame| {
            let game = &saved.record.game;
            (saved.record.room, game.number, game.started_ms)
        };
        key(self) == key(other)
    }
}

/// Whether that names a format of ours that this program does not know.
fn is_later(format: &str) -> bool {
    let known = serde_json::from_value::<Format>(format.into()).is_ok();
    format.starts_with("oxo.game.") && !known
}

/// Whether a record says how its game ended by a name of the first programs,
/// which called their format v1, too.
fn is_former(text: &[u8]) -> bool {
    let record = serde_json::from_slice::<serde_json::Value>(text);
    record.is_ok_and(|record| record["game"]["over"]["how"].is_string())
}

#[cfg(test)]
mod tests;
#[cfg(test)]
use tests::sample;
