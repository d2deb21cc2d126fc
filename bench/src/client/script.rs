//! What a load plays: the same drawn game on 3×3 for ever, with a rematch offered and accepted
//! between games.
//!
//! A game is eleven commands: nine moves, the offer and the acceptance. Each leads to one event,
//! which goes to everybody in the room, and to one reply.

use protocol::{
    Event, EventFrame, Frame, Request, RoomCode, Seat,
    event::{GameResult, How, NextTurn, Offer, OfferKind, Over, Score, TurnLimit},
    request::{AnswerOffer, Body, Command, MakeOffer, Move, SeatRequest},
};

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

    /// Who gives the next command. The host plays X in every game.
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

    /// The event of the next command as the server would send it, for the relay of events.
    pub fn event(self, room: RoomCode, seq: u64) -> Frame {
        let event = match self.step {
            ScriptStep::Move(ply) => self.moved(ply),
            ScriptStep::Offer => Event::Offered {
                offer: Offer {
                    id: self.game.into(),
                    by: Seat::Host,
                    kind: OfferKind::Rematch,
                    ply: None,
                    deadline_ms: SOME_MS,
                },
            },
            ScriptStep::Accept => Event::Started {
                game: self.game + 1,
                x: Seat::Host,
                clocks: None,
                turn: turn(Seat::Host, Some(TurnLimit::FirstMove)),
            },
        };
        Frame::Event(EventFrame {
            room,
            seq,
            at_ms: SOME_MS,
            event,
        })
    }

    fn moved(self, ply: u8) -> Event {
        let ends = self.next().step == ScriptStep::Offer;
        // Both sides' first moves have one limit, and all others another.
        let limit = (ply == 1).then_some(TurnLimit::Idle);
        Event::Moved {
            game: self.game,
            ply: ply.into(),
            cell: CELLS[usize::from(ply)],
            mark: None,
            credit_ms: 0,
            clock_ms: None,
            turn: (!ends).then(|| turn(self.actor().other(), limit)),
            lines: Vec::new(),
            no_open_lines: ends,
            lapsed_offer: None,
            over: ends.then_some(Over {
                result: GameResult::Drawn,
                winner: None,
                reason: How::Full,
                id: None,
                next_first: Seat::Host,
                next_ms: None,
            }),
            score: ends.then(|| Score {
                draws: self.game,
                ..Score::default()
            }),
            empty_until_ms: None,
        }
    }
}

fn turn(seat: Seat, limit: Option<TurnLimit>) -> NextTurn {
    NextTurn {
        seat,
        due_ms: SOME_MS,
        since_ms: None,
        limit,
        moves_ms: None,
    }
}

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
