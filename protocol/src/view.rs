//! The view: the fold of a room's events, all that a client needs to draw the
//! room.
//!
//! Knows nothing of the rules of the game: it holds what events said.

use game::{Cell, Mark};
use serde::{Deserialize, Serialize};

use crate::{
    event::{Cause, Offer, Over, Replaced, RoomEnd, Score, Turn},
    ids::{BySeat, Computer, Player, Seat},
    settings::Settings,
};

/// A room as everybody in it sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct View {
    /// The number of the last event folded; 0 before the first.
    pub seq: u64,
    /// That event's time.
    pub at_ms: u64,
    /// What its games are played by.
    pub settings: Settings,
    /// Who sits where; `null` is a free seat.
    pub seats: BySeat<Option<Seated>>,
    /// The running score.
    pub score: Score,
    /// The game that is running or was played last.
    pub game: Option<GameView>,
    /// The open offer.
    pub offer: Option<Offer>,
    /// The number of the last offer made; 0 before the first.
    pub offers: u64,
    /// When the room ends at the latest.
    pub closes_ms: u64,
    /// When it ends because nobody is there.
    pub empty_until_ms: Option<u64>,
    /// Why it is over, if it is.
    pub ended: Option<RoomEnd>,
}

/// A taken seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Seated {
    /// Who sits there.
    pub player: Player,
    /// Since when and how they are away, if they are.
    pub lost: Option<Lost>,
    /// From when on this seat may offer again.
    pub may_offer_ms: Option<u64>,
    /// Whether they have made a move since they sat down.
    pub moved: bool,
}

/// A player who is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Lost {
    /// How it came.
    pub cause: Cause,
    /// Since when it counts.
    pub since_ms: u64,
    /// From when on the other may claim the game.
    pub deadline_ms: u64,
}

/// A game as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct GameView {
    /// Its number in the room, from 1.
    pub number: u32,
    /// Who plays X.
    pub x: Seat,
    /// When it began.
    pub started_ms: u64,
    /// The clocks it began with, if there are any.
    pub first_clocks: Option<BySeat<u64>>,
    /// The clocks when the present turn began: the one of who is to move runs.
    pub clocks: Option<BySeat<u64>>,
    /// The moves, first to last.
    pub moves: Vec<Played>,
    /// Who is to move; nobody once the game is over.
    pub turn: Option<Turn>,
    /// The winning lines.
    pub lines: Vec<Vec<Cell>>,
    /// Whether no line is open for either side any more.
    pub dead: bool,
    /// How it ended, if it did.
    pub over: Option<Over>,
    /// Whose place a computer took in it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced: Option<Replaced>,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Played {
    /// Where.
    pub cell: Cell,
    /// What was drawn.
    pub mark: Mark,
    /// When.
    pub at_ms: u64,
    /// The clocks after it, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<BySeat<u64>>,
}

impl View {
    /// The game, if one is being played.
    #[must_use]
    pub fn running(&self) -> Option<&GameView> {
        self.game.as_ref().filter(|game| game.over.is_none())
    }

    /// The computer in a seat, if one sits there.
    #[must_use]
    pub fn computer(&self, seat: Seat) -> Option<Computer> {
        self.seats[seat].as_ref()?.player.computer
    }

    /// Which mark a seat plays in the present or last game.
    #[must_use]
    pub fn mark_of(&self, seat: Seat) -> Option<Mark> {
        let game = self.game.as_ref()?;
        Some(if game.x == seat { Mark::X } else { Mark::O })
    }
}
