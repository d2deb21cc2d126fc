//! A finished game in plain lines: step by step at a terminal, all at once in a pipe.

use std::{io, time::Duration};

use archive::{
    replay::Game,
    review::{ReviewSearch, Reviewed, answered},
    steps::{StepOutcome, Steps},
};
use frontend::{
    exit::Exit,
    speech,
    stdio::{input::Stop, output::print},
    text_board::{self, BoardStyle},
};
use game::notation;
use sentences::say;
use tokio::{sync::mpsc, time::sleep};

use crate::plain::PlainSettings;

/// The longest line of moves.
const COLUMNS: usize = 72;

/// A game shown step by step.
pub struct Show<'a> {
    settings: &'a PlainSettings,
    game: &'a Game,
    steps: Steps,
    review_search: Option<ReviewSearch>,
    reviewed: Option<Reviewed>,
}

impl Show<'_> {
    /// Before the first move; the computer looks at the game if it is asked to.
    pub fn new<'a>(settings: &'a PlainSettings, game: &'a Game, review: bool) -> Show<'a> {
        Show {
            settings,
            game,
            steps: Steps::new(game.length()),
            review_search: review.then(|| game.question().begin()),
            reviewed: None,
        }
    }

    /// Shows it until the person has seen enough.
    pub async fn run(
        mut self,
        pace: Duration,
        input: &mut mpsc::Receiver<String>,
    ) -> io::Result<Exit> {
        let mut stop = Stop::listen();
        let text = &self.settings.text;
        print(&speech::replay_heading(text, self.game))?;
        print(&[say!(text, REPLAY_KEYS)])?;
        print(&self.position())?;
        if self.review_search.is_some() {
            print(&[say!(text, REVIEW_THINKING)])?;
        }
        loop {
            let outcome = tokio::select! {
                line = input.recv() => match line {
                    Some(line) => self.steps.line(&line),
                    None => StepOutcome::Quit,
                },
                () = sleep(pace), if self.steps.playing() => self.steps.tick(),
                found = answered(&mut self.review_search) => {
                    self.reviewed = found;
                    StepOutcome::Review
                }
                exit = stop.wait() => return Ok(exit),
            };
            if outcome == StepOutcome::Quit {
                return Ok(Exit::Fine);
            }
            print(&self.answer(&outcome))?;
        }
    }

    fn answer(&mut self, outcome: &StepOutcome) -> Vec<String> {
        match outcome {
            StepOutcome::Position => self.position(),
            StepOutcome::Review => self.review(),
            _ => answer(self.settings, self.game, outcome),
        }
    }

    fn position(&self) -> Vec<String> {
        let at = self.steps.at();
        position(self.settings, self.game, at, self.reviewed.as_ref())
    }

    /// The review; that the computer thinks about it, if it is not there yet.
    fn review(&mut self) -> Vec<String> {
        if let Some(reviewed) = &self.reviewed {
            return speech::review(&self.settings.text, self.game, reviewed);
        }
        let game = self.game;
        self.review_search
            .get_or_insert_with(|| game.question().begin());
        vec![say!(self.settings.text, REVIEW_THINKING)]
    }
}

fn answer(settings: &PlainSettings, game: &Game, outcome: &StepOutcome) -> Vec<String> {
    let text = &settings.text;
    vec![match outcome {
        StepOutcome::Position | StepOutcome::Review => return Vec::new(),
        StepOutcome::Stopped => say!(text, REPLAY_STOPPED),
        StepOutcome::AtStart => say!(text, REPLAY_START),
        StepOutcome::AtEnd => say!(text, REPLAY_END),
        StepOutcome::Outside => say!(text, REPLAY_OUTSIDE, most = game.length()),
        StepOutcome::Help | StepOutcome::Quit => say!(text, REPLAY_KEYS),
        StepOutcome::Unknown(typed) => say!(text, REPLAY_UNKNOWN, text = typed),
    }]
}

/// The game after `n` moves, and the sentence about the last; at its end, with
/// the result.
fn position(
    settings: &PlainSettings,
    game: &Game,
    at: usize,
    reviewed: Option<&Reviewed>,
) -> Vec<String> {
    let mut lines = speech::replay_move(&settings.text, game, at);
    let said = reviewed.and_then(|found| speech::review_move(&settings.text, game, found, at));
    lines.extend(said);
    lines.extend(drawn(settings, game, at));
    if at == game.length() {
        lines.extend(speech::replay_end(&settings.text, game));
    }
    lines
}

fn drawn(settings: &PlainSettings, game: &Game, at: usize) -> Vec<String> {
    let style = BoardStyle {
        charset: settings.charset,
        // A digit leads to a move here, not to a cell.
        digits: None,
    };
    text_board::board(&game.view(at), style)
}

/// The whole game at once: its moves in notation, the last position, the
/// result, and what the computer says of it if it was asked.
pub fn whole(settings: &PlainSettings, game: &Game, reviewed: Option<&Reviewed>) -> Vec<String> {
    let mut lines = speech::replay_heading(&settings.text, game);
    lines.extend(moves(game, reviewed));
    lines.extend(drawn(settings, game, game.length()));
    lines.extend(speech::replay_end(&settings.text, game));
    let said = reviewed.map(|found| speech::review(&settings.text, game, found));
    lines.extend(said.unwrap_or_default());
    lines
}

/// The moves in notation, X's and O's side by side: `1. b2 a3?  2. c3`.
fn moves(game: &Game, reviewed: Option<&Reviewed>) -> Vec<String> {
    let rules = game.saved().record.settings.rules;
    let mut lines: Vec<String> = Vec::new();
    for (number, pair) in (1..).zip(game.cells().chunks(2)) {
        let cells = pair.iter().zip(2 * number - 1..);
        let cells = cells.filter_map(|(cell, at)| {
            let sign = reviewed.map_or("", |found| found.sign(at));
            Some(notation::name(rules, *cell)? + sign)
        });
        let pair = format!("{number}. {}", cells.collect::<Vec<_>>().join(" "));
        match lines.last_mut() {
            Some(line) if line.len() + 2 + pair.len() <= COLUMNS => {
                line.push_str("  ");
                line.push_str(&pair);
            }
            _ => lines.push(pair),
        }
    }
    lines
}

#[cfg(test)]
mod tests;
