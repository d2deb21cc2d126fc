//! The fold: how an event changes the view. It only assigns what the event or
//! the view says, so that a client in any language can do it without the rules.
//!
//! `protocol/transcripts/` holds every fold, in this language and others, to
//! the same results.

use crate::{
    event::{Event, Over, Score},
    ids::Seat,
    opening::MadeChoice,
    view::{GameView, Lost, Played, Seated, View},
};

impl View {
    /// Takes event number `seq` of the room, which happened at `at_ms`.
    /// An event about a game or seat that is not there changes only the number.
    #[expect(
        clippy::too_many_lines,
        reason = "an arm for each event, which only assigns"
    )]
    pub fn fold(&mut self, seq: u64, at_ms: u64, event: &Event) {
        self.seq = seq;
        self.at_ms = at_ms;
        match event {
            Event::Created {
                settings,
                host,
                closes_ms,
                empty_until_ms,
            } => {
                self.settings = *settings;
                self.seats.host = Some(Seated::new(host.clone()));
                self.closes_ms = *closes_ms;
                self.empty_until_ms = *empty_until_ms;
            }
            Event::Joined {
                seat,
                player,
                score,
                replaced,
                turn,
            } => {
                self.seats[*seat] = Some(Seated::new(player.clone()));
                self.score = *score;
                self.empty_until_ms = None;
                if let (Some(replaced), Some(game)) = (replaced, &mut self.game) {
                    game.replaced = Some(replaced.clone());
                    game.turn = turn.map(|turn| turn.complete(at_ms, game.turn));
                }
            }
            Event::Left {
                seat,
                empty_until_ms,
            }
            | Event::Removed {
                seat,
                empty_until_ms,
            } => {
                self.seats[*seat] = None;
                self.offer = None;
                self.empty_until_ms = *empty_until_ms;
            }
            Event::Renamed { seat, player } => self.seated(*seat, |s| s.player = player.clone()),
            Event::Lost {
                seat,
                cause,
                deadline_ms,
                empty_until_ms,
            } => {
                let lost = Lost {
                    cause: *cause,
                    since_ms: at_ms,
                    deadline_ms: *deadline_ms,
                };
                self.seated(*seat, |s| s.lost = Some(lost));
                self.empty_until_ms = *empty_until_ms;
            }
            Event::Returned { seat, turn } => {
                self.seated(*seat, |s| s.lost = None);
                self.empty_until_ms = None;
                if let (Some(turn), Some(game)) = (turn, &mut self.game) {
                    game.turn = Some(turn.complete(at_ms, game.turn));
                }
            }
            Event::Away { .. } => self.fold_away(at_ms, event),
            Event::Offered { offer } => {
                self.offer = Some(*offer);
                self.offers = offer.id;
            }
            Event::OfferClosed { by, again_ms, .. } => {
                self.offer = None;
                self.seated(*by, |s| s.may_offer_ms = Some(*again_ms));
            }
            Event::Ended { reason, over } => {
                self.ended = Some(*reason);
                self.offer = None;
                if let Some(over) = over {
                    self.end_game(over, None, None);
                }
            }
            Event::Started { .. }
            | Event::Moved { .. }
            | Event::Chosen { .. }
            | Event::Finished { .. }
            | Event::TakenBack { .. } => {
                self.fold_game(at_ms, event);
            }
            Event::Unknown => {}
        }
    }

    fn fold_game(&mut self, at_ms: u64, event: &Event) {
        match event {
            Event::Started {
                game,
                x,
                clocks,
                turn,
                opening,
            } => {
                self.offer = None;
                self.empty_until_ms = None;
                self.game = Some(GameView {
                    number: *game,
                    x: *x,
                    started_ms: at_ms,
                    first_clocks: *clocks,
                    clocks: *clocks,
                    moves: Vec::new(),
                    turn: Some(turn.complete(at_ms, None)),
                    lines: Vec::new(),
                    no_open_lines: false,
                    over: None,
                    replaced: None,
                    opening: *opening,
                    choices: Vec::new(),
                });
            }
            Event::Moved { .. } => self.fold_move(at_ms, event),
            Event::Chosen { .. } => self.fold_choice(at_ms, event),
            Event::Finished {
                clocks,
                over,
                score,
                empty_until_ms,
                ..
            } => {
                if let Some(game) = &mut self.game {
                    game.clocks = clocks.or(game.clocks);
                }
                self.offer = None;
                self.end_game(over, *score, *empty_until_ms);
            }
            Event::TakenBack {
                ply,
                clocks,
                turn,
                no_open_lines,
                ..
            } => {
                self.offer = None;
                if let Some(game) = &mut self.game {
                    game.moves.truncate(*ply as usize);
                    game.clocks = clocks.or(game.clocks);
                    game.turn = Some(turn.complete(at_ms, game.turn));
                    game.lines.clear();
                    game.no_open_lines = *no_open_lines;
                }
            }
            _ => {}
        }
    }

    /// The mover is whose turn it was.
    fn fold_move(&mut self, at_ms: u64, event: &Event) {
        let Event::Moved {
            cell,
            mark,
            clock_ms,
            turn,
            lines,
            no_open_lines,
            lapsed_offer,
            over,
            score,
            empty_until_ms,
            opening,
            ..
        } = event
        else {
            return;
        };
        let Some((game, before)) = self
            .game
            .as_mut()
            .and_then(|game| game.turn.map(|turn| (game, turn)))
        else {
            return;
        };
        game.moves.push(Played {
            cell: *cell,
            mark: mark.unwrap_or_else(|| game.mark_of(before.seat)),
            at_ms,
            clock_ms: *clock_ms,
        });
        if let (Some(clocks), Some(clock_ms)) = (&mut game.clocks, clock_ms) {
            clocks[before.seat] = *clock_ms;
        }
        game.turn = turn.map(|turn| turn.complete(at_ms, Some(before)));
        game.lines.clone_from(lines);
        game.no_open_lines = *no_open_lines;
        game.opening = *opening;
        self.seated(before.seat, |s| s.moved = true);
        if lapsed_offer.is_some() {
            self.offer = None;
        }
        if let Some(over) = over {
            self.end_game(over, *score, *empty_until_ms);
        }
    }

    /// The chooser is whose turn it was.
    fn fold_choice(&mut self, at_ms: u64, event: &Event) {
        let Event::Chosen {
            choice,
            x,
            clock_ms,
            turn,
            opening,
            lapsed_offer,
            ..
        } = event
        else {
            return;
        };
        let game = self.game.as_mut();
        let Some((game, before)) = game.and_then(|game| game.turn.map(|turn| (game, turn))) else {
            return;
        };
        game.x = x.unwrap_or(game.x);
        if let (Some(clocks), Some(clock_ms)) = (&mut game.clocks, clock_ms) {
            clocks[before.seat] = *clock_ms;
        }
        game.choices.push(MadeChoice {
            ply: u32::try_from(game.moves.len()).unwrap_or(u32::MAX),
            by: before.seat,
            choice: *choice,
            clocks: game.clocks,
        });
        game.turn = Some(turn.complete(at_ms, Some(before)));
        game.opening = *opening;
        self.seated(before.seat, |s| s.moved = true);
        if lapsed_offer.is_some() {
            self.offer = None;
        }
    }

    fn fold_away(&mut self, at_ms: u64, event: &Event) {
        let Event::Away {
            closes_ms,
            clocks,
            turn,
            offer,
            deadline_ms,
            empty_until_ms,
            ..
        } = event
        else {
            return;
        };
        self.closes_ms = *closes_ms;
        self.offer = *offer;
        self.empty_until_ms = *empty_until_ms;
        if let Some(game) = &mut self.game {
            game.clocks = clocks.or(game.clocks);
            game.turn = turn.map(|turn| turn.complete(at_ms, game.turn));
        }
        let Some(deadline_ms) = *deadline_ms else {
            return;
        };
        for seat in Seat::BOTH {
            if self.computer(seat).is_some() {
                continue;
            }
            self.seated(seat, |s| {
                let cause = s
                    .lost
                    .map_or(crate::event::Cause::Restart, |lost| lost.cause);
                s.lost = Some(Lost {
                    cause,
                    since_ms: at_ms,
                    deadline_ms,
                });
            });
        }
    }

    fn end_game(&mut self, over: &Over, score: Option<Score>, empty_until_ms: Option<u64>) {
        self.score = score.unwrap_or(self.score);
        self.empty_until_ms = empty_until_ms;
        if let Some(game) = &mut self.game {
            game.turn = None;
            game.over = Some(*over);
        }
    }

    fn seated(&mut self, seat: Seat, change: impl FnOnce(&mut Seated)) {
        if let Some(seated) = &mut self.seats[seat] {
            change(seated);
        }
    }
}

impl Seated {
    fn new(player: crate::ids::Player) -> Seated {
        Seated {
            player,
            lost: None,
            may_offer_ms: None,
            moved: false,
        }
    }
}

#[cfg(test)]
mod tests;
