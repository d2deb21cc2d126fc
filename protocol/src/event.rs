//! What happens in a room. An event carries its consequences (clocks after it,
//! deadlines, lines, result, score), so that whoever folds it needs no rules.
//!
//! Knows nothing of who decided it. Times are Unix milliseconds of the server,
//! durations are milliseconds.

use game::{Cell, Mark};
use serde::{Deserialize, Serialize};

use crate::{
    ids::{BySeat, Player, Seat},
    record::GameId,
    settings::Settings,
};

/// One happening. The frame around it carries its number and time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The room was opened; always number 1.
    Created {
        /// What its games are played by.
        settings: Settings,
        /// Who opened it.
        host: Player,
        /// When the room ends at the latest.
        closes_ms: u64,
    },
    /// Somebody sat down in a free seat.
    Joined {
        /// Which.
        seat: Seat,
        /// Who.
        player: Player,
        /// The score between these two.
        score: Score,
        /// Whose place it takes in the running game, if a computer does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaced: Option<Replaced>,
        /// Who is to move in that game, and until when.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Turn>,
    },
    /// A game began.
    Started {
        /// Its number in the room, from 1.
        game: u32,
        /// Who plays X.
        x: Seat,
        /// The clocks, if there are any.
        clocks: Option<BySeat<u64>>,
        /// Who is to move, and until when.
        turn: Turn,
    },
    /// A move was made.
    Moved {
        /// The game's number.
        game: u32,
        /// The move's number in the game, from 0.
        ply: u32,
        /// Who moved.
        seat: Seat,
        /// What was drawn.
        mark: Mark,
        /// Where.
        cell: Cell,
        /// The part of the thinking time that was the network's and not charged.
        credit_ms: u64,
        /// The clocks after the move, if there are any.
        clocks: Option<BySeat<u64>>,
        /// Who is to move now; nobody once the game is over.
        turn: Option<Turn>,
        /// The winning lines this move completed.
        lines: Vec<Vec<Cell>>,
        /// Whether no line is open for either side any more.
        dead: bool,
        /// The number of the offer that this move laid aside.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lapsed: Option<u64>,
        /// How the game ended, if this move ended it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        over: Option<Over>,
    },
    /// A game ended otherwise than by a move.
    Finished {
        /// The game's number.
        game: u32,
        /// The clocks as they stood.
        clocks: Option<BySeat<u64>>,
        /// How it ended.
        over: Over,
        /// The number of the offer that this laid aside.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lapsed: Option<u64>,
    },
    /// Moves were taken back by agreement.
    TakenBack {
        /// The game's number.
        game: u32,
        /// How many moves are left on the board.
        ply: u32,
        /// Whose offer it was.
        by: Seat,
        /// The clocks, as they were when that move was to be made.
        clocks: Option<BySeat<u64>>,
        /// Who is to move.
        turn: Turn,
        /// Whether no line is open for either side in that position.
        dead: bool,
    },
    /// Something was offered.
    Offered {
        /// What, by whom, until when.
        offer: Offer,
    },
    /// An offer is no longer open and was not accepted.
    OfferClosed {
        /// Its number.
        offer: u64,
        /// Why.
        why: Closed,
        /// Whose it was.
        by: Seat,
        /// From when on that seat may offer again.
        again_ms: u64,
    },
    /// A player has been away long enough for it to count.
    Lost {
        /// Who.
        seat: Seat,
        /// How it came.
        cause: Cause,
        /// From when on the other may claim the game.
        deadline_ms: u64,
        /// When the room ends if nobody comes back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        empty_until_ms: Option<u64>,
    },
    /// A lost player is back.
    Returned {
        /// Who.
        seat: Seat,
    },
    /// A player gave a seat up for good; it is free.
    Left {
        /// Which.
        seat: Seat,
        /// When the room ends if nobody comes back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        empty_until_ms: Option<u64>,
    },
    /// The host removed a guest who had not moved yet; the room has a new code.
    Removed {
        /// The seat that is free.
        seat: Seat,
    },
    /// A player goes by another name.
    Renamed {
        /// Which seat.
        seat: Seat,
        /// The new name.
        player: Player,
    },
    /// The server was away. Turn, offer and the room's age moved by as much, and
    /// both seats, unless a computer's, have a fresh grace.
    Away {
        /// How long.
        lost_ms: u64,
        /// When the room ends at the latest.
        closes_ms: u64,
        /// The clocks after the refund, if there are any.
        clocks: Option<BySeat<u64>>,
        /// Who is to move, and until when, if a game is running.
        turn: Option<Turn>,
        /// The open offer with its new deadline.
        offer: Option<Offer>,
        /// From when on an absent player's game may be claimed.
        deadline_ms: u64,
        /// When the room ends if nobody comes back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        empty_until_ms: Option<u64>,
    },
    /// The room is over; nothing comes after this.
    Ended {
        /// Why.
        why: RoomEnd,
        /// How the running game ended with it, if one was running.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        over: Option<Over>,
    },
    /// An event of a later version: it counts, and changes nothing known.
    #[serde(other)]
    #[cfg_attr(feature = "schema", ts(skip))]
    Unknown,
}

impl Event {
    /// How the running game ended, if it ended with this.
    #[must_use]
    pub fn over(&self) -> Option<&Over> {
        match self {
            Event::Moved { over, .. } | Event::Ended { over, .. } => over.as_ref(),
            Event::Finished { over, .. } => Some(over),
            _ => None,
        }
    }
}

/// Games won by each seat and drawn, since these two sat down together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Score {
    /// Won by the host.
    pub host: u32,
    /// Won by the guest.
    pub guest: u32,
    /// Drawn.
    pub draws: u32,
}

/// Who is to move, since when, and until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Turn {
    /// Who.
    pub seat: Seat,
    /// When the turn began.
    pub since_ms: u64,
    /// When it is over.
    pub due_ms: u64,
    /// What happens then.
    pub limit: TurnLimit,
    /// When the computer moves whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_ms: Option<u64>,
}

/// A seat that a computer took over during a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Replaced {
    /// The seat.
    pub seat: Seat,
    /// Who had it, and left.
    pub player: Player,
    /// How many moves had been made.
    pub ply: u32,
}

/// What bounds a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TurnLimit {
    /// Each side's first move: no clock runs, and the game is called off.
    FirstMove,
    /// The clock: it runs, and the game is lost.
    Clock,
    /// The limit for moves of a game without clocks: the game is lost.
    Idle,
}

/// How a game ended, and what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Over {
    /// Won, drawn or called off.
    pub result: GameResult,
    /// Who won, if it was won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    /// How it came about.
    pub how: How,
    /// The id under which the server keeps the game, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<String>"),
        ts(type = "string", optional)
    )]
    pub id: Option<GameId>,
    /// The score after it.
    pub score: Score,
    /// Who plays X in the next game.
    pub next_x: Seat,
    /// When the room ends if nobody comes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty_until_ms: Option<u64>,
    /// When the next game begins by itself, between two computers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_ms: Option<u64>,
}

/// The three ways in which a game can count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// One side has it.
    Won,
    /// Neither has.
    Drawn,
    /// It does not count.
    Aborted,
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// A winning line.
    Line,
    /// The board is full.
    Full,
    /// One side gave it up.
    Resigned,
    /// Both agreed to a draw.
    Agreed,
    /// A draw was claimed because no line was open any more.
    Dead,
    /// A clock fell.
    Flag,
    /// No move came within the limit for untimed moves.
    Idle,
    /// A win was claimed against a player who did not come back.
    ClaimedWin,
    /// A draw was claimed with a player who did not come back.
    ClaimedDraw,
    /// A player called it off before both had moved.
    CalledOff,
    /// A first move did not come in time.
    NoFirstMove,
    /// Both agreed to begin anew.
    Restarted,
    /// The room ended.
    RoomEnded,
}

/// An open offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Offer {
    /// Its number in the room, from 1.
    pub id: u64,
    /// Whose it is.
    pub by: Seat,
    /// What is offered.
    pub kind: OfferKind,
    /// For a takeback: how many moves would be left on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// When it expires.
    pub deadline_ms: u64,
}

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// To call the running game drawn.
    Draw,
    /// To take moves of the running game back.
    Takeback,
    /// To play again.
    Rematch,
    /// To call the running game off and begin anew.
    Restart,
}

/// Why an offer is no longer open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Closed {
    /// The other side declined it.
    Declined,
    /// Nobody answered in time.
    Expired,
}

/// How a player came to be away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The connection broke.
    Link,
    /// They left in the middle of a game.
    Left,
    /// The server restarted.
    Restart,
}

/// Why a room is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RoomEnd {
    /// Everybody gave their seat up.
    Left,
    /// Nobody came back in time.
    Empty,
    /// It was as old as a room may be.
    Age,
}
