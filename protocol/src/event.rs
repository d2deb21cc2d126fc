//! Events of a room. An event carries its consequences (clocks after it,
//! deadlines, lines, result, score), so that the fold needs no rules.
//!
//! An event says nothing twice and nothing that is unchanged: what the fold can
//! assign from the view or from the frame around the event is absent, and so is
//! every default. Times are Unix milliseconds of the server, durations are
//! milliseconds.

use game::{Cell, Mark};
use serde::{Deserialize, Serialize};

use crate::{
    absent::is_default,
    ids::{BySeat, Player, Seat},
    opening::{OpeningChoice, OpeningStage},
    settings::Settings,
};

pub use crate::event_values::{
    Cause, Closed, EndReason, GameResult, NextTurn, Offer, OfferKind, Over, Replaced, RoomEnd,
    Score, Turn, TurnLimit,
};

/// One happening. The frame around it carries its number and time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The room was opened; always number 1.
    Created {
        /// Settings of its games.
        settings: Settings,
        /// Player who opened it.
        host: Player,
        /// When the room ends at the latest.
        closes_ms: u64,
        /// When it ends if nobody comes to play; in a correspondence room only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        empty_until_ms: Option<u64>,
    },
    /// Somebody sat down in a free seat.
    Joined {
        /// Which.
        seat: Seat,
        /// Who.
        player: Player,
        /// The score between these two; none won and none drawn when absent.
        #[serde(default, skip_serializing_if = "is_default")]
        score: Score,
        /// Player whose place a computer takes in the running game, if one does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaced: Option<Replaced>,
        /// Turn in that game: the seat to move, and until when.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<NextTurn>,
    },
    /// A game began.
    Started {
        /// Its number in the room, from 1.
        game: u32,
        /// Seat that plays X. The one that begins has the turn.
        x: Seat,
        /// The clocks, if there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<BySeat<u64>>,
        /// Seat to move, and until when; always with its limit.
        turn: NextTurn,
        /// Choices of the seat to move, where there is an opening rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opening: Option<OpeningStage>,
    },
    /// A move was made, by the seat whose turn it was.
    Moved {
        /// The game's number.
        game: u32,
        /// The move's number in the game, from 0.
        ply: u32,
        /// Where.
        cell: Cell,
        /// The mark that was drawn, where it is not the mover's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mark: Option<Mark>,
        /// The part of the thinking time that was the network's and not charged.
        #[serde(default, skip_serializing_if = "is_default")]
        credit_ms: u64,
        /// The mover's clock after the move; unchanged when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock_ms: Option<u64>,
        /// Seat to move now; nobody once the game is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<NextTurn>,
        /// The winning lines this move completed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lines: Vec<Vec<Cell>>,
        /// Whether no line is open for either side any more.
        #[serde(default, skip_serializing_if = "is_default")]
        no_open_lines: bool,
        /// The number of the offer that this move laid aside.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lapsed_offer: Option<u64>,
        /// How the game ended, if this move ended it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        over: Option<Over>,
        /// The score after it; unchanged when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score: Option<Score>,
        /// When the room ends if nobody comes back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        empty_until_ms: Option<u64>,
        /// Choices of the seat to move now, while the game is being opened.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opening: Option<OpeningStage>,
    },
    /// A choice was made in the opening, by the seat whose turn it was.
    Chosen {
        /// The game's number.
        game: u32,
        /// What.
        choice: OpeningChoice,
        /// Seat that plays X from now on; unchanged when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        x: Option<Seat>,
        /// The chooser's clock after it; unchanged when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock_ms: Option<u64>,
        /// Seat to act now.
        turn: NextTurn,
        /// Choices of the seat to move, while the marks are not settled.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opening: Option<OpeningStage>,
        /// The offer that lapsed with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lapsed_offer: Option<u64>,
    },
    /// A game ended otherwise than by a move.
    Finished {
        /// The game's number.
        game: u32,
        /// The clocks as they stood; unchanged when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<BySeat<u64>>,
        /// How it ended.
        over: Over,
        /// The score after it; unchanged when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score: Option<Score>,
        /// When the room ends if nobody comes back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        empty_until_ms: Option<u64>,
        /// The number of the offer that this laid aside.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lapsed_offer: Option<u64>,
    },
    /// Moves were taken back by agreement.
    TakenBack {
        /// The game's number.
        game: u32,
        /// Number of moves left on the board.
        ply: u32,
        /// Seat that made the offer.
        by: Seat,
        /// The clocks, as they were when that move was to be made; unchanged
        /// when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<BySeat<u64>>,
        /// Seat to move.
        turn: NextTurn,
        /// Whether no line is open for either side in that position.
        #[serde(default, skip_serializing_if = "is_default")]
        no_open_lines: bool,
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
        reason: Closed,
        /// Seat that made it.
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
    /// A lost player is back, or one for whom a computer's clock has stood.
    Returned {
        /// Who.
        seat: Seat,
        /// The computer's turn, if its clock has stood because nobody was connected.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<NextTurn>,
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
        /// When the room ends if nobody comes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        empty_until_ms: Option<u64>,
    },
    /// A player goes by another name.
    Renamed {
        /// The seat.
        seat: Seat,
        /// The new name.
        player: Player,
    },
    /// The server was away. Turn, offer and the room's age moved by as much, and
    /// both seats, unless a computer's, have a fresh grace where there is one.
    Away {
        /// Time given back: the outages and standstills since the room's last event that count for it, and the time to
        /// come back after each.
        lost_ms: u64,
        /// When the room ends at the latest.
        closes_ms: u64,
        /// The clocks after the refund; unchanged when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<BySeat<u64>>,
        /// Seat to move, and until when, if a game is running.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<NextTurn>,
        /// The open offer with its new deadline.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offer: Option<Offer>,
        /// From when on an absent player's game may be claimed; absent in a correspondence room, where nobody is lost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline_ms: Option<u64>,
        /// When the room ends if nobody comes back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        empty_until_ms: Option<u64>,
    },
    /// The room is over; nothing comes after this.
    Ended {
        /// Why.
        reason: RoomEnd,
        /// How the running game ended with it, if one was running.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        over: Option<Over>,
    },
    /// An event of a later version: it counts, and changes nothing known.
    #[serde(other)]
    Unknown,
}

impl Event {
    /// How the running game ended, if it ended with this.
    pub fn over(&self) -> Option<&Over> {
        match self {
            Event::Moved { over, .. } | Event::Ended { over, .. } => over.as_ref(),
            Event::Finished { over, .. } => Some(over),
            _ => None,
        }
    }
}
