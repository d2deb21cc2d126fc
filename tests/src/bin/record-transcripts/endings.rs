//! A room as a host, a guest and a server could have it who want to see every
//! way in which a game ends, an offer is made and answered, and a player is
//! away.

use protocol::{
    Cell, Event, EventFrame, GameId, Player, RoomCode, Rules, Seat, View,
    event::{
        Cause, Closed, EndReason, GameResult, NextTurn, Offer, OfferKind, Over, RoomEnd, Score,
        Turn, TurnLimit,
    },
    settings::{Settings, Watching},
};
use serde_json::{Value, json};

/// A Saturday in November 2026.
const BEGIN_MS: u64 = 1_795_230_000_000;
/// Between two events.
const STEP_MS: u64 = 2_000;

/// The room, and the part of it that has been recorded.
struct Story {
    view: View,
    at_ms: u64,
    lines: Vec<Value>,
}

/// The frames, each with the view after it.
pub fn recorded() -> Vec<Value> {
    let mut story = Story::begin();
    story.offers();
    story.absences();
    for winner in Seat::BOTH {
        for reason in [
            EndReason::Resigned,
            EndReason::Flag,
            EndReason::Idle,
            EndReason::ClaimedWin,
        ] {
            story.played(reason, GameResult::Won, Some(winner));
        }
        story.line(winner);
    }
    for reason in [
        EndReason::Agreed,
        EndReason::NoOpenLines,
        EndReason::ClaimedDraw,
        EndReason::Full,
    ] {
        story.played(reason, GameResult::Drawn, None);
    }
    for by in [None, Some(Seat::Host), Some(Seat::Guest)] {
        for reason in [EndReason::CalledOff, EndReason::NoFirstMove] {
            story.start();
            story.finish(reason, GameResult::Aborted, by);
        }
        story.played(EndReason::Idle, GameResult::Aborted, by);
    }
    story.start();
    story.finish(EndReason::Restarted, GameResult::Aborted, None);
    story.close();
    story.lines
}

/// A room that the operator closes in the middle of a game.
pub fn closed() -> Vec<Value> {
    let mut story = Story::begin();
    story.start();
    let over = story.over(EndReason::RoomEnded, GameResult::Aborted, None);
    story.happen(Event::Ended {
        reason: RoomEnd::Operator,
        over: Some(over),
    });
    story.lines
}

impl Story {
    fn begin() -> Story {
        let mut story = Story {
            view: View::default(),
            at_ms: BEGIN_MS,
            lines: Vec::new(),
        };
        story.open();
        story
    }

    fn happen(&mut self, event: Event) {
        self.at_ms += STEP_MS;
        let seq = self.view.seq + 1;
        self.view.fold(seq, self.at_ms, &event);
        let room = RoomCode::from_bits(19);
        let (at_ms, view) = (self.at_ms, &self.view);
        let frame = EventFrame {
            event,
            room,
            seq,
            at_ms,
        };
        self.lines.push(json!({"frame": frame, "view": view}));
    }

    fn open(&mut self) {
        let settings = Settings {
            rules: Rules::new(7, 6, 4).unwrap_or(Rules::CLASSIC),
            watching: Watching::Open,
            ..Settings::default()
        };
        self.happen(Event::Created {
            settings,
            host: Player::guest(12),
            closes_ms: BEGIN_MS + 86_400_000,
            empty_until_ms: None,
        });
        let joined = |player| Event::Joined {
            seat: Seat::Guest,
            player,
            score: Score::default(),
            replaced: None,
            turn: None,
        };
        self.happen(joined(Player::named("王小明")));
        self.happen(Event::Renamed {
            seat: Seat::Guest,
            player: Player::named("João"),
        });
    }

    fn start(&mut self) {
        let game = self.view.game.as_ref().map_or(1, |game| game.number + 1);
        let x = match game % 2 {
            1 => Seat::Host,
            _ => Seat::Guest,
        };
        let turn = self.turn(x);
        self.happen(Event::Started {
            game,
            x,
            clocks: None,
            turn,
            opening: None,
        });
    }

    fn turn(&self, seat: Seat) -> NextTurn {
        let at_ms = self.at_ms + STEP_MS;
        let turn = Turn {
            seat,
            since_ms: at_ms,
            due_ms: at_ms + 600_000,
            limit: TurnLimit::Idle,
            moves_ms: None,
        };
        let before = self.view.running().and_then(|game| game.turn);
        NextTurn::new(turn, at_ms, before)
    }

    fn number(&self) -> u32 {
        self.view.game.as_ref().map_or(0, |game| game.number)
    }

    /// The side to move plays there.
    fn play(&mut self, cell: Cell, lines: Vec<Vec<Cell>>, over: Option<Over>) {
        let Some(game) = &self.view.game else { return };
        let (ply, seat) = (game.moves.len(), game.turn.map_or(game.x, |turn| turn.seat));
        let turn = self.turn(seat.other());
        self.happen(Event::Moved {
            game: self.number(),
            ply: u32::try_from(ply).unwrap_or(u32::MAX),
            cell,
            mark: None,
            credit_ms: 15,
            clock_ms: None,
            turn: over.is_none().then_some(turn),
            lines,
            no_open_lines: false,
            lapsed_offer: None,
            score: over.map(|over| self.score(over)),
            over,
            empty_until_ms: None,
            opening: None,
        });
    }

    /// The score behind that end.
    fn score(&self, over: Over) -> Score {
        let mut score = self.view.score;
        match (over.result, over.winner) {
            (GameResult::Won, Some(Seat::Host)) => score.host += 1,
            (GameResult::Won, _) => score.guest += 1,
            (GameResult::Drawn, _) => score.draws += 1,
            (GameResult::Aborted, _) => {}
        }
        score
    }

    /// `seat` has won, or brought it about that the game does not count.
    fn over(&self, reason: EndReason, result: GameResult, seat: Option<Seat>) -> Over {
        let kept = result != GameResult::Aborted;
        let random = u128::from(self.number());
        Over {
            result,
            winner: seat.filter(|_| result == GameResult::Won),
            by: seat.filter(|_| result == GameResult::Aborted),
            reason,
            id: kept.then(|| GameId::at(self.at_ms + STEP_MS, random)),
            next_first: match self.number() % 2 {
                1 => Seat::Guest,
                _ => Seat::Host,
            },
            next_ms: None,
        }
    }

    fn finish(&mut self, reason: EndReason, result: GameResult, seat: Option<Seat>) {
        let over = self.over(reason, result, seat);
        self.happen(Event::Finished {
            game: self.number(),
            clocks: None,
            score: Some(self.score(over)).filter(|score| *score != self.view.score),
            over,
            empty_until_ms: None,
            lapsed_offer: None,
        });
    }

    /// A game of two moves, and its end.
    fn played(&mut self, reason: EndReason, result: GameResult, seat: Option<Seat>) {
        self.start();
        self.play(0, Vec::new(), None);
        if reason == EndReason::Full {
            let over = self.over(reason, result, seat);
            return self.play(41, Vec::new(), Some(over));
        }
        self.play(41, Vec::new(), None);
        self.finish(reason, result, seat);
    }

    /// A game that is won by a line of four.
    fn line(&mut self, winner: Seat) {
        self.start();
        let first = self.view.game.as_ref().is_some_and(|game| game.x == winner);
        // The second side is let ahead by a move elsewhere.
        let elsewhere: &[Cell] = if first { &[] } else { &[40] };
        for cell in elsewhere.iter().chain(&[14, 0, 15, 2, 16, 4]) {
            self.play(*cell, Vec::new(), None);
        }
        let over = self.over(EndReason::Line, GameResult::Won, Some(winner));
        self.play(17, vec![vec![14, 15, 16, 17]], Some(over));
    }

    fn offers(&mut self) {
        self.start();
        self.play(38, Vec::new(), None);
        self.play(31, Vec::new(), None);
        for kind in [OfferKind::Draw, OfferKind::Takeback, OfferKind::Restart] {
            for by in Seat::BOTH {
                self.offer(kind, by);
                let offer = self.view.offers;
                let again_ms = self.at_ms + STEP_MS + 30_000;
                let why = match by {
                    Seat::Host => Closed::Declined,
                    Seat::Guest => Closed::Expired,
                };
                self.happen(Event::OfferClosed {
                    offer,
                    reason: why,
                    by,
                    again_ms,
                });
            }
        }
        for (by, ply) in [(Seat::Guest, 1), (Seat::Host, 0)] {
            self.offer(OfferKind::Takeback, by);
            let turn = self.turn(Seat::Host);
            self.happen(Event::TakenBack {
                game: self.number(),
                ply,
                by,
                clocks: None,
                turn,
                no_open_lines: false,
            });
        }
        self.finish(EndReason::CalledOff, GameResult::Aborted, None);
        for by in Seat::BOTH {
            self.offer(OfferKind::Rematch, by);
        }
    }

    fn offer(&mut self, kind: OfferKind, by: Seat) {
        let ply = (kind == OfferKind::Takeback).then_some(1);
        let offer = Offer {
            id: self.view.offers + 1,
            by,
            kind,
            ply,
            deadline_ms: self.at_ms + STEP_MS + 30_000,
        };
        self.happen(Event::Offered { offer });
    }

    fn absences(&mut self) {
        self.start();
        for cause in [Cause::Link, Cause::Left, Cause::Restart] {
            for seat in Seat::BOTH {
                self.happen(Event::Lost {
                    seat,
                    cause,
                    deadline_ms: self.at_ms + STEP_MS + 29_500,
                    empty_until_ms: None,
                });
                self.happen(Event::Returned { seat, turn: None });
            }
        }
        let before = self.view.running().and_then(|game| game.turn);
        let turn = before.map(|turn| NextTurn::new(turn, self.at_ms + STEP_MS, before));
        self.happen(Event::Away {
            lost_ms: 1_000,
            closes_ms: BEGIN_MS + 86_401_000,
            clocks: None,
            turn,
            offer: None,
            deadline_ms: Some(self.at_ms + STEP_MS + 30_000),
            empty_until_ms: None,
        });
        self.finish(EndReason::NoFirstMove, GameResult::Aborted, None);
        // Between games nothing can be claimed.
        self.happen(Event::Lost {
            seat: Seat::Guest,
            cause: Cause::Link,
            deadline_ms: self.at_ms + STEP_MS + 30_000,
            empty_until_ms: None,
        });
        self.happen(Event::Returned {
            seat: Seat::Guest,
            turn: None,
        });
    }

    fn close(&mut self) {
        let empty_until_ms = Some(self.at_ms + 600_000);
        for seat in Seat::BOTH {
            self.happen(Event::Left {
                seat,
                empty_until_ms,
            });
        }
        self.happen(Event::Ended {
            reason: RoomEnd::Empty,
            over: None,
        });
    }
}
