//! The script of a load: the same drawn game on 3×3 for ever, with a rematch offered and accepted
//! between games.
//!
//! A game is eleven commands: nine moves, the offer and the acceptance. Each leads to one event,
//! which goes to everybody in the room, and to one reply.

use std::sync::LazyLock;

use protocol::{
    Event, EventFrame, Request, RoomCode, Seat,
    event::{GameResult, OfferKind},
    request::{AnswerOffer, Body, Command, MakeOffer, Move, SeatRequest},
};
use serde_json::Value;

use crate::BenchError;

/// Drawn with the ninth move.
pub const CELLS: [u16; 9] = [4, 0, 2, 6, 3, 5, 1, 7, 8];

/// Commands from a game's first move to the next game's.
pub const COMMANDS_PER_GAME: u64 = CELLS.len() as u64 + 2;

/// Bytes of the message that the bare relay forwards.
pub const BARE_BYTES: usize = 90;

/// Time stamp of made-up frames: as many digits as a real one.
const SOME_MS: u64 = 1_795_229_000_123;

/// One command of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptStep {
    /// The move with this number.
    Move(u8),
    /// The host offers a rematch.
    Offer,
    /// The guest accepts it.
    Accept,
}

/// Where a room is in the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptPosition {
    /// The game, from 1.
    pub game: u32,
    /// The next command.
    pub step: ScriptStep,
}

impl ScriptPosition {
    /// Before the first move.
    pub const FIRST: ScriptPosition = ScriptPosition {
        game: 1,
        step: ScriptStep::Move(0),
    };

    /// The position after the next command.
    pub fn next(self) -> ScriptPosition {
        let last = CELLS.len() as u8 - 1;
        let (game, step) = match self.step {
            ScriptStep::Move(ply) if ply < last => (self.game, ScriptStep::Move(ply + 1)),
            ScriptStep::Move(_) => (self.game, ScriptStep::Offer),
            ScriptStep::Offer => (self.game, ScriptStep::Accept),
            ScriptStep::Accept => (self.game + 1, ScriptStep::Move(0)),
        };
        ScriptPosition { game, step }
    }

    /// The side that gives the next command. The host plays X in every game.
    pub fn actor(self) -> Seat {
        match self.step {
            ScriptStep::Move(ply) if ply % 2 == 0 => Seat::Host,
            ScriptStep::Move(_) | ScriptStep::Accept => Seat::Guest,
            ScriptStep::Offer => Seat::Host,
        }
    }

    /// Whether the next command is a move.
    pub fn is_move(self) -> bool {
        matches!(self.step, ScriptStep::Move(_))
    }

    /// The next command, as the server takes it.
    pub fn request(self, room: RoomCode, id: u64, n: u64) -> Request {
        let command = match self.step {
            ScriptStep::Move(ply) => Command::Move(Move {
                game: self.game,
                ply: ply.into(),
                cell: CELLS[usize::from(ply)],
            }),
            ScriptStep::Offer => Command::Offer(MakeOffer {
                game: self.game,
                kind: OfferKind::Rematch,
                ply: None,
            }),
            ScriptStep::Accept => Command::Accept(AnswerOffer {
                offer: self.game.into(),
            }),
        };
        Request {
            id,
            body: Body::Seat(SeatRequest { room, n, command }),
        }
    }

    /// The event of the next command, for the relay of events: one that was recorded, with that
    /// `seq`.
    pub fn event(self, seq: u64) -> Result<EventFrame, BenchError> {
        let ends = self.next().step == ScriptStep::Offer;
        let fits = |frame: &&EventFrame| match (&frame.event, self.step) {
            (Event::Moved { over, .. }, ScriptStep::Move(_)) => {
                over.as_ref().map(|over| over.result) == ends.then_some(GameResult::Drawn)
            }
            (Event::Offered { offer }, ScriptStep::Offer) => offer.kind == OfferKind::Rematch,
            (Event::Started { .. }, ScriptStep::Accept) => true,
            _ => false,
        };
        let recorded = RECORDED.iter().find(fits).cloned();
        let recorded = recorded.ok_or("the transcript has no such event")?;
        Ok(EventFrame { seq, ..recorded })
    }
}

/// The events of a recorded room without a clock.
static RECORDED: LazyLock<Vec<EventFrame>> = LazyLock::new(|| {
    let text = include_str!("../../../protocol/transcripts/every-ending.jsonl");
    let frame = |line| Some(serde_json::from_str::<Value>(line).ok()?["frame"].take());
    let frames = text.lines().filter_map(frame);
    frames.flat_map(serde_json::from_value).collect()
});

/// The message of [`BARE_BYTES`] bytes that stands for an event at the bare relay.
pub fn bare_message(seq: u64) -> String {
    let ends = [
        r#"{"type":"moved","x":""#.into(),
        format!(r#"","seq":{seq},"at_ms":{SOME_MS}}}"#),
    ];
    let rest = BARE_BYTES - ends.iter().map(String::len).sum::<usize>();
    ends.join(&"x".repeat(rest))
}

#[cfg(test)]
mod tests;
