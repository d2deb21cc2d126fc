//! The log of a room as a suspicious reader keeps it: it plays the games again
//! by the rules, counts the score itself, and watches the time.

use std::collections::BTreeSet;

use game::{Board, Outcome};
use proptest::{prop_assert, prop_assert_eq, test_runner::TestCaseError};
use protocol::{
    Event, EventFrame, Frame, Mark, View,
    event::{EndReason, GameResult, Over, Score},
    settings::{ClockSetting, Opens},
};
use serde_json::json;

type Checked = Result<(), TestCaseError>;

/// The events read so far.
#[derive(Default)]
pub struct Record {
    /// The fold of it.
    pub view: View,
    /// The kinds of events and of endings in it.
    pub seen: BTreeSet<String>,
    board: Option<Board>,
    score: Score,
    running: bool,
}

fn parsed(text: &str) -> EventFrame {
    match serde_json::from_str(text) {
        Ok(Frame::Event(frame)) => frame,
        other => panic!("no event: {other:?}"),
    }
}

/// The name of a kind on the wire.
fn kind(json: &serde_json::Value) -> String {
    let kind = json.get("type").unwrap_or(json);
    kind.as_str().unwrap_or_default().to_owned()
}

impl Record {
    /// The position of the present or last game.
    pub fn board(&self) -> Board {
        let rules = self.view.settings.rules;
        self.board.clone().unwrap_or_else(|| Board::new(rules))
    }

    /// Reads the next event.
    pub fn take(&mut self, text: &str) -> Checked {
        let EventFrame {
            seq, at_ms, event, ..
        } = parsed(text);
        prop_assert_eq!(seq, self.view.seq + 1, "no gaps");
        prop_assert!(at_ms >= self.view.at_ms, "time never runs back");
        prop_assert!(self.view.ended.is_none(), "nothing comes after the end");
        self.seen.insert(kind(&json!(event)));
        let before = self.view.clone();
        self.view.fold(seq, at_ms, &event);
        self.judge(&before, &event)?;
        self.look()
    }

    /// Whether the event could happen, by the rules alone.
    fn judge(&mut self, before: &View, event: &Event) -> Checked {
        match event {
            Event::Created { .. } => prop_assert_eq!(self.view.seq, 1),
            Event::Joined {
                seat,
                score,
                player,
                replaced,
                ..
            } => {
                if replaced.is_some() {
                    self.seen.insert("replaced".into());
                }
                prop_assert!(before.seats[*seat].is_none() || player.is_computer());
                self.score = Score::default();
                prop_assert_eq!(*score, self.score);
            }
            Event::Started { game, .. } => {
                prop_assert!(!self.running);
                prop_assert_eq!(
                    *game,
                    before.game.as_ref().map_or(1, |game| game.number + 1)
                );
                self.running = true;
                self.board = Some(Board::new(self.view.settings.rules));
            }
            Event::Moved { cell, over, .. } => {
                prop_assert!(self.running);
                let played = self.board().play(*cell);
                prop_assert!(played.is_ok(), "a move that cannot be");
                self.board = played.ok();
                self.moved(before, event)?;
                over.iter().try_for_each(|over| self.over(over))?;
            }
            Event::TakenBack { ply, clocks, .. } => {
                prop_assert!(self.running);
                let game = before.game.as_ref();
                let opens = before.settings.opens;
                let then = game.and_then(|game| game.clocks_after(*ply as usize, opens));
                prop_assert_eq!(clocks.or(game.and_then(|game| game.clocks)), then);
                self.board = self.board().at_ply(*ply as usize);
            }
            Event::Finished { over, .. } => self.over(over)?,
            Event::Ended { over, .. } => {
                prop_assert_eq!(over.is_some(), self.running);
                over.iter().try_for_each(|over| self.over(over))?;
            }
            Event::Unknown => prop_assert!(false, "an event nobody knows"),
            _ => {}
        }
        Ok(())
    }

    fn moved(&self, before: &View, event: &Event) -> Checked {
        let Event::Moved {
            ply,
            mark,
            lines,
            no_open_lines,
            over,
            turn,
            ..
        } = event
        else {
            return Ok(());
        };
        let board = self.board();
        prop_assert_eq!(*ply as usize + 1, board.ply());
        let mover = before.running().and_then(|game| game.turn);
        let mover = mover.map(|turn| turn.seat);
        prop_assert!(mark.is_none(), "everybody draws their own");
        prop_assert_eq!(mover.and_then(|seat| self.view.mark_of(seat)), self.drawn());
        prop_assert_eq!(turn.is_none(), over.is_some());
        match board.outcome() {
            Outcome::Won { lines: all, .. } => {
                prop_assert_eq!(lines, all);
                prop_assert_eq!(
                    over.map(|o| (o.reason, o.winner)),
                    Some((EndReason::Line, mover))
                );
            }
            Outcome::Drawn => prop_assert_eq!(over.map(|o| o.reason), Some(EndReason::Full)),
            Outcome::Open {
                no_open_lines: closed,
            } => {
                prop_assert!(over.is_none());
                prop_assert_eq!(no_open_lines, closed);
            }
        }
        Ok(())
    }

    /// The mark that is to be drawn next, by the mark that opened.
    fn to_draw(&self) -> Mark {
        match self.view.settings.opens {
            Opens::X => self.board().to_move(),
            Opens::O => self.board().to_move().other(),
        }
    }

    /// The mark that was drawn last.
    fn drawn(&self) -> Option<Mark> {
        let game = self.view.game.as_ref()?;
        let drawn = game.moves.last()?.mark;
        (drawn == self.to_draw().other()).then_some(drawn)
    }

    /// Counts a game that has ended.
    fn over(&mut self, over: &Over) -> Checked {
        prop_assert!(std::mem::replace(&mut self.running, false));
        prop_assert_eq!(over.winner.is_some(), over.result == GameResult::Won);
        match (over.result, over.winner) {
            (GameResult::Won, Some(protocol::Seat::Host)) => self.score.host += 1,
            (GameResult::Won, _) => self.score.guest += 1,
            (GameResult::Drawn, _) => self.score.draws += 1,
            (GameResult::Aborted, _) => {}
        }
        self.seen.insert(kind(&json!(over.reason)));
        Ok(())
    }

    /// Whether the room as it stands makes sense.
    fn look(&self) -> Checked {
        let view = &self.view;
        prop_assert_eq!(view.score, self.score);
        prop_assert_eq!(view.running().is_some(), self.running);
        let taken = view.seats.iter().all(|(_, seated)| seated.is_some());
        prop_assert!(view.offer.is_none() || taken, "an offer to nobody");
        prop_assert!(view.offer.is_none() || view.ended.is_none());
        let Some(game) = &view.game else {
            return Ok(());
        };
        prop_assert_eq!(game.turn.is_some(), self.running);
        prop_assert_eq!(game.moves.len(), self.board().ply());
        let open = matches!(
            self.board().outcome(),
            Outcome::Won { .. }
                | Outcome::Open {
                    no_open_lines: false
                }
        );
        prop_assert_eq!(game.no_open_lines, !open);
        if let Some(turn) = game.turn {
            prop_assert_eq!(view.mark_of(turn.seat), Some(self.to_draw()));
            prop_assert!(turn.since_ms <= turn.due_ms);
        }
        self.look_at_clocks()
    }

    /// No clock holds more than could have been put on it.
    fn look_at_clocks(&self) -> Checked {
        let Some(game) = &self.view.game else {
            return Ok(());
        };
        let clock = self.view.settings.clock;
        prop_assert_eq!(game.clocks.is_some(), clock != ClockSetting::None);
        let most = match clock {
            ClockSetting::None => 0,
            ClockSetting::PerMove { .. } | ClockSetting::Correspondence { .. } => {
                clock.initial_ms().unwrap_or_default()
            }
            ClockSetting::Total {
                initial_ms,
                increment_ms,
            } => u64::from(initial_ms) + u64::from(increment_ms) * game.moves.len() as u64,
        };
        for (_, left_ms) in game.clocks.iter().flat_map(|clocks| clocks.iter()) {
            prop_assert!(*left_ms <= most, "{} of {} ms", left_ms, most);
        }
        Ok(())
    }
}
