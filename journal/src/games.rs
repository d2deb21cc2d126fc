//! Finished games, kept apart from the rooms in which they were played.

use std::sync::Arc;

use protocol::{GameId, Player, RoomCode, Seat, SecretHash, Settings, event::Score, ids::BySeat};
use serde::{Deserialize, Serialize};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    pub id: GameId,
    /// When it ended.
    pub ended_ms: u64,
    /// The details that its events do not have.
    pub about: GameDetails,
    /// The exact texts of its events, from its beginning to its end.
    pub events: Vec<Arc<str>>,
}

/// The details of a game besides its events. No name of a player stands
/// anywhere else, but that of one whose place a computer took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameDetails {
    /// The code that its room had.
    pub room: RoomCode,
    /// The settings of the game.
    pub settings: Settings,
    /// The players; nothing for a player who had their name removed.
    pub players: BySeat<Option<Player>>,
    /// The score between the two when it had ended.
    pub score: Score,
    /// The secrets whose owners may have it forgotten.
    pub owners: BySeat<Option<SecretHash>>,
    /// Those of further devices of a seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_owners: Vec<(Seat, SecretHash)>,
}

/// Result of a player's request to be forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Forgotten {
    /// There is no such game, or the secret is none of its players'.
    Nothing,
    /// The player's name is gone.
    Name,
    /// No other person's name was left: the game is gone.
    Game,
}

impl GameDetails {
    /// Takes out the name of the player with that secret.
    #[must_use]
    pub fn forget(&mut self, owner: &SecretHash) -> Forgotten {
        let first = self.owners.iter();
        let first = first.filter_map(|(seat, hash)| Some((seat, *hash.as_ref()?)));
        let mut owners = first.chain(self.other_owners.iter().copied());
        let Some((seat, _)) = owners.find(|(_, hash)| hash.same(owner)) else {
            return Forgotten::Nothing;
        };
        self.players[seat] = None;
        let other = self.players[seat.other()].as_ref();
        // A computer never asks.
        match other.is_some_and(|player| player.computer.is_none()) {
            true => Forgotten::Name,
            false => Forgotten::Game,
        }
    }
}
