//! The conversation of a room: the same drawn game on 3×3 for ever, with a
//! rematch offered and accepted between games. Eleven exchanges a game.
//!
//! An exchange is one command, the one event that
//! follows from it to both players, and its reply.

use protocol::{
    Event, EventFrame, Frame, Request, RoomCode, Seat,
    event::{GameResult, How, NextTurn, Offer, OfferKind, Over, Score, TurnLimit},
    request::{AnswerOffer, Body, Command, MakeOffer, Move, SeatRequest},
};

/// Drawn with the ninth move.
pub const CELLS: [u16; 9] = [4, 0, 2, 6, 3, 5, 1, 7, 8];

/// Exchanges from a game's first move to the next one's.
pub const PER_GAME: u64 = CELLS.len() as u64 + 2;

/// One command of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The move with this number.
    Move(u8),
    /// The host offers a rematch.
    Offer,
    /// The guest accepts it.
    Accept,
}

/// Where a room stands in the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The game, from 1.
    pub game: u32,
    /// What comes next.
    pub step: Step,
}

impl Place {
    /// Before the first move.
    pub const FIRST: Place = Place {
        game: 1,
        step: Step::Move(0),
    };

    /// What comes after it.
    #[must_use]
    pub fn next(self) -> Place {
        let Place { game, step } = self;
        let last = CELLS.len() as u8 - 1;
        match step {
            Step::Move(ply) if ply < last => Place {
                game,
                step: Step::Move(ply + 1),
            },
            Step::Move(_) => Place {
                game,
                step: Step::Offer,
            },
            Step::Offer => Place {
                game,
                step: Step::Accept,
            },
            Step::Accept => Place {
                game: game + 1,
                step: Step::Move(0),
            },
        }
    }

    /// Whose command it is. The host plays X in every game.
    #[must_use]
    pub fn actor(self) -> Seat {
        match self.step {
            Step::Move(ply) if ply % 2 == 0 => Seat::Host,
            Step::Move(_) | Step::Accept => Seat::Guest,
            Step::Offer => Seat::Host,
        }
    }

    /// The command as the server takes it.
    #[must_use]
    pub fn request(self, room: RoomCode, id: u64, n: u64) -> Request {
        let command = match self.step {
            Step::Move(ply) => Command::Move(Move {
                game: self.game,
                ply: ply.into(),
                cell: CELLS[usize::from(ply)],
            }),
            Step::Offer => Command::Offer(MakeOffer {
                game: self.game,
                kind: OfferKind::Rematch,
                ply: None,
            }),
            Step::Accept => Command::Accept(AnswerOffer {
                offer: self.game.into(),
            }),
        };
        Request {
            id,
            body: Body::Seat(SeatRequest { room, n, command }),
        }
    }

    /// The event as the server would send it: what the relay is given to
    /// forward, so that deliveries are of the same size.
    #[must_use]
    pub fn event(self, room: RoomCode, seq: u64, at_ms: u64) -> Frame {
        let event = match self.step {
            Step::Move(ply) => self.moved(ply, at_ms),
            Step::Offer => Event::Offered {
                offer: Offer {
                    id: self.game.into(),
                    by: Seat::Host,
                    kind: OfferKind::Rematch,
                    ply: None,
                    deadline_ms: at_ms,
                },
            },
            Step::Accept => Event::Started {
                game: self.game + 1,
                x: Seat::Host,
                clocks: None,
                turn: turn(Seat::Host, Some(TurnLimit::FirstMove), at_ms),
            },
        };
        Frame::Event(EventFrame {
            room,
            seq,
            at_ms,
            event,
        })
    }

    fn moved(self, ply: u8, at_ms: u64) -> Event {
        let ends = self.next().step == Step::Offer;
        // Both sides' first moves have one limit, and all others another.
        let limit = (ply == 1).then_some(TurnLimit::Idle);
        Event::Moved {
            game: self.game,
            ply: ply.into(),
            cell: CELLS[usize::from(ply)],
            mark: None,
            credit_ms: 0,
            clock_ms: None,
            turn: (!ends).then(|| turn(self.actor().other(), limit, at_ms)),
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

fn turn(seat: Seat, limit: Option<TurnLimit>, at_ms: u64) -> NextTurn {
    NextTurn {
        seat,
        due_ms: at_ms,
        since_ms: None,
        limit,
        moves_ms: None,
    }
}

#[cfg(test)]
mod tests {
    use game::{Board, Outcome, Rules};

    use super::*;

    #[test]
    fn the_game_is_drawn_with_its_last_move_and_not_before() {
        let board = Board::replay(Rules::CLASSIC, &CELLS).unwrap();
        assert_eq!(*board.outcome(), Outcome::Drawn);
        let before = Board::replay(Rules::CLASSIC, &CELLS[..8]).unwrap();
        assert!(!before.outcome().is_over());
    }

    #[test]
    fn the_script_goes_round_once_a_game_and_seats_take_turns() {
        let mut place = Place::FIRST;
        let mut actors = Vec::new();
        for _ in 0..PER_GAME {
            actors.push(place.actor());
            place = place.next();
        }
        assert_eq!(
            place,
            Place {
                game: 2,
                ..Place::FIRST
            }
        );
        // The offer is the host's, who also made the last move.
        let host = actors.iter().filter(|seat| **seat == Seat::Host).count();
        assert_eq!((host, actors.len()), (6, 11));
    }

    #[test]
    fn a_request_is_what_the_server_parses() {
        let mut place = Place::FIRST;
        for id in 1..=PER_GAME {
            let request = place.request(RoomCode::from_bits(7), id, id);
            let text = serde_json::to_string(&request).unwrap();
            assert_eq!(protocol::parse::request(&text, 16), Ok(request), "{text}");
            place = place.next();
        }
    }
}
