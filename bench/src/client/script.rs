//! The conversation of a room: the same drawn game on 3×3 for ever, with a
//! rematch offered and accepted between games. Eleven exchanges a game.
//!
//! Knows nothing of sockets. An exchange is one command, the one event that
//! follows from it to both players, and its reply.

use protocol::{
    Event, EventFrame, Frame, Mark, Request, RoomCode, Seat,
    event::{GameResult, How, Offer, OfferKind, Over, Score, Turn, TurnLimit},
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
    pub fn request(self, id: u64, n: u64) -> Request {
        let command = match self.step {
            Step::Move(ply) => Command::Move(Move {
                game: self.game,
                ply: ply.into(),
                cell: CELLS[usize::from(ply)],
            }),
            Step::Offer => Command::Offer(MakeOffer {
                kind: OfferKind::Rematch,
                ply: None,
            }),
            Step::Accept => Command::Accept(AnswerOffer {
                offer: self.game.into(),
            }),
        };
        Request {
            id,
            body: Body::Seat(SeatRequest { n, command }),
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
                turn: turn(Seat::Host, TurnLimit::FirstMove, at_ms),
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
        let seat = self.actor();
        let ends = self.next().step == Step::Offer;
        let limit = match ply {
            0 => TurnLimit::FirstMove,
            _ => TurnLimit::Idle,
        };
        Event::Moved {
            game: self.game,
            ply: ply.into(),
            seat,
            mark: match seat {
                Seat::Host => Mark::X,
                Seat::Guest => Mark::O,
            },
            cell: CELLS[usize::from(ply)],
            credit_ms: 0,
            clocks: None,
            turn: (!ends).then(|| turn(seat.other(), limit, at_ms)),
            lines: Vec::new(),
            dead: ends,
            lapsed: None,
            over: ends.then(|| Over {
                result: GameResult::Drawn,
                winner: None,
                how: How::Full,
                id: None,
                score: Score {
                    draws: self.game,
                    ..Score::default()
                },
                next_x: Seat::Host,
                empty_until_ms: None,
                next_ms: None,
            }),
        }
    }
}

fn turn(seat: Seat, limit: TurnLimit, at_ms: u64) -> Turn {
    Turn {
        seat,
        since_ms: at_ms,
        due_ms: at_ms,
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
            let request = place.request(id, id);
            let text = serde_json::to_string(&request).unwrap();
            assert_eq!(protocol::parse::request(&text, 16), Ok(request), "{text}");
            place = place.next();
        }
    }
}
