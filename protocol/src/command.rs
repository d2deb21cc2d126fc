//! The commands of a seat: requests about a room, each with the seat's own
//! number, so that one which is sent twice happens once.

use game::Cell;
use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, VariantNames};

use crate::{
    event::OfferKind,
    ids::{Computer, RoomCode},
    opening::OpeningChoice,
};

/// A command of a seat with that seat's own counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatRequest {
    /// The room in which the seat is.
    pub room: RoomCode,
    /// 1, 2, 3 …: the number of a command that was done gets the same reply
    /// again and does nothing. A refused command uses none up.
    #[cfg_attr(
        feature = "schema",
        schemars(range(min = 1, max = 9_007_199_254_740_991_u64))
    )]
    pub n: u64,
    /// The command.
    #[serde(flatten)]
    pub command: Command,
}

/// The types of the commands of a seat, which carry its room and counter.
pub const COMMANDS: &[&str] = CommandKind::VARIANTS;

/// A command of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, EnumDiscriminants)]
#[strum_discriminants(
    name(CommandKind),
    doc = "A command's type.",
    allow(missing_docs),
    derive(VariantNames),
    strum(serialize_all = "snake_case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    /// Draw one's mark.
    Move(Move),
    /// Take a mark in the opening, or place two more.
    Choose(Choose),
    /// Give the game up.
    Resign(InGame),
    /// Call the game off, before both have moved.
    Abort(InGame),
    /// Claim the game against a player who is not there, or a draw when no
    /// line is open any more.
    Claim(Claim),
    /// Give the seat up; during a game, after a short grace.
    Leave,
    /// Offer something to the other side.
    Offer(MakeOffer),
    /// Accept the open offer.
    Accept(AnswerOffer),
    /// Decline the open offer.
    Decline(AnswerOffer),
    /// Remove a guest who has not moved yet.
    RemoveGuest,
    /// Have a computer sit down opposite: in a free seat, or during a game in
    /// the place of a player who is lost past the grace.
    SeatComputer(SeatComputer),
}

/// See [`Command::Move`]. Refused as `stale` unless it is about the present
/// game and ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// The game's number in the room, from 1.
    pub game: u32,
    /// The move's number in the game, from 0.
    pub ply: u32,
    /// The square, row by row from 0 at the top left.
    pub cell: Cell,
}

/// See [`Command::Choose`]. Refused as `stale` unless it is about the present
/// game and ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choose {
    /// The game's number in the room, from 1.
    pub game: u32,
    /// Number of moves made.
    pub ply: u32,
    /// The choice.
    pub choice: OpeningChoice,
}

/// See [`Command::Resign`] and [`Command::Abort`]. Refused as `stale` unless
/// it is about the present game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InGame {
    /// The game's number in the room, from 1.
    pub game: u32,
}

/// See [`Command::Claim`]. Refused as `stale` unless it is about the present
/// game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claim {
    /// The game's number in the room, from 1.
    pub game: u32,
    /// The result that is claimed.
    pub result: Claimed,
}

/// A result that can be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Claimed {
    /// The game for oneself.
    Win,
    /// The game as drawn.
    Draw,
}

/// See [`Command::Offer`]. An offer that crosses one of the same kind (and
/// ply) is its acceptance. Refused as `stale` unless it is about the present
/// game or, when none is being played, the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend(
    "if" = { "properties": { "kind": { "const": "takeback" } } },
    "then" = { "required": ["ply"] },
    "else" = { "properties": { "ply": false } }
)))]
pub struct MakeOffer {
    /// The game's number in the room, from 1.
    pub game: u32,
    /// The offer.
    pub kind: OfferKind,
    /// For a takeback, and only for one: how many moves would be left on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// See [`Command::SeatComputer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatComputer {
    /// How it plays.
    pub computer: Computer,
}

/// See [`Command::Accept`] and [`Command::Decline`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerOffer {
    /// The number of the offer that is answered.
    pub offer: u64,
}
