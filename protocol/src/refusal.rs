//! Refusals of requests: a closed list of codes with their parameters.
//! Sentences for people are made from them by clients, in their language.

use game::Cell;
use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, VariantNames};

use crate::{ids::RoomCode, name::BadName};

/// A refusal. On the wire `{"code": "cell_taken", "params": {"cell": 4}}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, EnumDiscriminants)]
#[strum_discriminants(
    name(RefusalCode),
    doc = "A refusal's code, without its parameters. `VARIANTS` has all as they stand on the wire.",
    allow(missing_docs),
    derive(VariantNames),
    strum(serialize_all = "snake_case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "code", content = "params", rename_all = "snake_case")]
pub enum Refusal {
    // The frame.
    /// The frame is not a request at all.
    BadMessage {
        /// The mistake, in English, for developers of clients.
        detail: String,
    },
    /// There is no request of that type.
    UnknownType {
        /// The type.
        got: String,
    },
    /// That type has no such field.
    UnknownField {
        /// The field.
        field: String,
    },
    /// A field is missing or has a value it cannot have.
    BadField {
        /// The field.
        field: String,
        /// The mistake, in English, for developers of clients.
        detail: String,
    },

    // The connection.
    /// The first request has to be `hello`.
    HelloFirst,
    /// `hello` was said already.
    AlreadyGreeted,
    /// Client and server have no version in common.
    VersionUnsupported {
        /// Versions that the server speaks.
        supported: Vec<u64>,
    },
    /// Too many requests a second.
    TooFast {
        /// When the next one will be heard.
        retry_in_ms: u64,
    },
    /// The server cannot keep anything at the moment (its disk is full), or has no place for this
    /// connection.
    Unavailable {
        /// When to try again.
        retry_in_ms: u64,
    },
    /// The server is about to stop and opens no more rooms.
    ShuttingDown,
    /// The stored data of the room is damaged, so the room is not served.
    RoomDamaged,
    /// A fault of the server.
    Internal,

    // Names and settings.
    /// A name that nobody can have.
    BadName {
        /// Why.
        reason: BadName,
    },
    /// Names are not changed during a game.
    NameDuringGame,

    // Rooms.
    /// There is no such room, or it is not for you.
    NoSuchRoom,
    /// Both seats are taken.
    RoomFull {
        /// Whether one may watch.
        may_watch: bool,
    },
    /// As many watch as may.
    WatchingFull,
    /// This connection sits in a room already.
    AlreadySeated {
        /// Which.
        room: RoomCode,
    },
    /// This connection is in no room, or not in that one.
    NotInRoom,
    /// Only a player can do that, and this connection watches.
    NotSeated,
    /// The seat is held by a newer connection.
    Superseded,
    /// There are as many rooms as may be.
    TooManyRooms {
        /// Holder of the limit.
        of: LimitOf,
    },
    /// This address opened as many rooms as it may for now.
    RoomsTooFast {
        /// When to try again.
        retry_in_ms: u64,
    },
    /// This address tried too many codes.
    JoinsTooFast {
        /// When to try again.
        retry_in_ms: u64,
    },
    /// This connection waits for nobody.
    NotQueued,
    /// That ticket cannot be answered.
    CannotPlay {
        /// Why.
        reason: CannotPlay,
    },
    /// As many computers play as may.
    TooManyComputers {
        /// Holder of the limit.
        of: LimitOf,
    },
    /// Notifications are for correspondence, on a server that sends them.
    NoNotifications,
    /// No seat is shared by that token, or no longer, or it was taken by it already.
    NoSharedSeat,
    /// As many devices hold the seat as may, or it was shared too often.
    TooManyDevices,
    /// This server calls no webhooks, or the room has changed its own too often.
    NoWebhooks,
    /// Hints are for one's own turn in a game against the server's computer.
    NoHint,

    // Commands of a seat.
    /// A command's number is not the next one.
    OutOfOrder {
        /// The number that would be.
        expected: u64,
    },
    /// No game is being played.
    NoGame,
    /// A game is being played.
    GameRunning,
    /// The command is about another game or ply than the present.
    Stale {
        /// The present game.
        game: u32,
        /// The present ply.
        ply: u32,
    },
    /// It is for the other to move.
    NotYourTurn,
    /// The board has no such cell.
    CellOutside {
        /// The cell.
        cell: Cell,
        /// Number of cells of the board, numbered from 0.
        cells: u16,
    },
    /// The cell is taken.
    CellTaken {
        /// The cell.
        cell: Cell,
    },
    /// Both have moved; resign instead.
    TooLateToAbort,
    /// The other player is there.
    OpponentPresent,
    /// The other player still has time to come back.
    GraceRunning {
        /// Until when.
        deadline_ms: u64,
    },
    /// It is for you to move, so there is nothing to claim.
    ClaimOnYourTurn,
    /// A line is still open.
    LinesOpen,
    /// Nobody sits opposite.
    NoOpponent,
    /// Another offer is open; it has to be answered first.
    OfferOpen {
        /// Its number.
        offer: u64,
    },
    /// That offer is not open.
    NoSuchOffer,
    /// Your own offer is for the other to answer.
    OwnOffer,
    /// You offered a moment ago and it was not accepted.
    OfferCooldown {
        /// When you may again.
        again_ms: u64,
    },
    /// That many moves cannot be left by a takeback.
    BadTakeback {
        /// Number of moves made.
        ply: u32,
    },
    /// Only the host can do that.
    NotHost,
    /// The guest has moved and stays.
    GuestHasMoved,
}

/// Holder of the limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum LimitOf {
    /// That of the whole server.
    Server,
    /// That of the address from which it was asked.
    Address,
}

/// Why a ticket of the queue cannot be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CannotPlay {
    /// The one who waited has gone, or is about to play somebody else.
    Gone,
    /// It is one's own, or of the same key.
    Own,
    /// Its owner does not play programs.
    PeopleOnly,
    /// None of those games is played there.
    OtherGames,
}

impl Refusal {
    /// The code, as it stands on the wire.
    pub fn code(&self) -> &'static str {
        RefusalCode::VARIANTS[RefusalCode::from(self) as usize]
    }
}

#[cfg(test)]
mod tests;
