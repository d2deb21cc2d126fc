//! The parts of events that the view keeps as well: scores, turns, endings,
//! offers, absences.

use serde::{Deserialize, Serialize};

use crate::{
    game_id::GameId,
    ids::{Player, Seat},
};

/// Games won by each seat and drawn, since these two sat down together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// Won by the host.
    pub host: u32,
    /// Won by the guest.
    pub guest: u32,
    /// Drawn.
    pub draws: u32,
}

/// The seat to move, since when, and until when, complete as the view has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// Who.
    pub seat: Seat,
    /// When the turn began.
    pub since_ms: u64,
    /// When it is over.
    pub due_ms: u64,
    /// Consequence of the deadline.
    pub limit: TurnLimit,
    /// When the computer moves whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_ms: Option<u64>,
}

/// A turn as an event tells it: without what the fold assigns by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NextTurn {
    /// Seat to move.
    pub seat: Seat,
    /// When the turn is over.
    pub due_ms: u64,
    /// When it began; with the event when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since_ms: Option<u64>,
    /// Consequence of the deadline; the same as for the turn before when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<TurnLimit>,
    /// When the computer moves whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_ms: Option<u64>,
}

impl NextTurn {
    /// `turn` as an event at `at_ms` carries it for a reader that knows the turn `before`.
    pub fn new(turn: Turn, at_ms: u64, before: Option<Turn>) -> NextTurn {
        NextTurn {
            seat: turn.seat,
            due_ms: turn.due_ms,
            since_ms: (turn.since_ms != at_ms).then_some(turn.since_ms),
            limit: (before.map(|before| before.limit) != Some(turn.limit)).then_some(turn.limit),
            moves_ms: turn.moves_ms,
        }
    }

    /// The complete turn, told by an event at `at_ms`.
    #[must_use]
    pub fn complete(self, at_ms: u64, before: Option<Turn>) -> Turn {
        let unchanged = before.map_or(TurnLimit::Idle, |before| before.limit);
        Turn {
            seat: self.seat,
            since_ms: self.since_ms.unwrap_or(at_ms),
            due_ms: self.due_ms,
            limit: self.limit.unwrap_or(unchanged),
            moves_ms: self.moves_ms,
        }
    }
}

/// A seat that a computer took over during a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replaced {
    /// The seat.
    pub seat: Seat,
    /// Player who had it, and left.
    pub player: Player,
    /// Number of moves that had been made.
    pub ply: u32,
}

/// Limit of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Over {
    /// Won, drawn or called off.
    pub result: GameResult,
    /// Winner, if it was won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    /// Seat because of which it does not count: the one that called it off, or did not make the first move
    /// in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Seat>,
    /// How it came about.
    pub reason: EndReason,
    /// The id under which the server keeps the game, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<GameId>,
    /// Seat that begins the next game.
    pub next_first: Seat,
    /// When the next game begins by itself, between two computers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_ms: Option<u64>,
}

/// The three ways in which a game can count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// A winning line.
    Line,
    /// The board is full.
    Full,
    /// One side gave it up.
    Resigned,
    /// Both agreed to a draw.
    Agreed,
    /// A draw was claimed because no line was open any more.
    NoOpenLines,
    /// A clock fell.
    Flag,
    /// No move came within the limit for untimed moves.
    Idle,
    /// A win was claimed against a player who did not come back.
    ClaimedWin,
    /// A draw was claimed with a player who did not come back.
    ClaimedDraw,
    /// It was called off.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offer {
    /// Its number in the room, from 1.
    pub id: u64,
    /// Seat that made it.
    pub by: Seat,
    /// The offer.
    pub kind: OfferKind,
    /// For a takeback: how many moves would be left on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// When it expires.
    pub deadline_ms: u64,
}

/// An offer that can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Closed {
    /// The other side declined it.
    Declined,
    /// Nobody answered in time.
    Expired,
}

/// How a player came to be away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RoomEnd {
    /// Everybody gave their seat up.
    Left,
    /// Nobody came back in time.
    Empty,
    /// It was as old as a room may be.
    Age,
    /// It had as many events as a room may have.
    Events,
    /// The operator of the server closed it.
    Operator,
}
