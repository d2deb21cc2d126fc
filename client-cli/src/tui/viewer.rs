//! A finished game on the full screen, step by step or by itself.
//!
//! The time is an argument.

#[cfg(test)]
mod tests;

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use game::notation;
use protocol::{Cell, Mark};
use ratatui::layout::Rect;
use tokio::time::Instant;

use super::{
    board::{self, Picture},
    canvas::{Canvas, Target, wrap},
    list::window,
    parts::{Hint, arrows, bottom, heading, hints, margins, top},
    theme::Role,
};
use crate::{
    archive::{
        replay::Game,
        review::{Progress, Question, Reviewed},
        steps::{Steps, Told},
    },
    key::say,
    locale::Catalogue,
    speech,
};

/// The time between two moves when it plays by itself.
const PACE: Duration = Duration::from_secs(1);
/// From so many columns on, the moves stand beside the board.
const WIDE: u16 = 70;
/// The columns of the moves: a number, X and O.
const MOVES: u16 = 18;
/// Where in them the moves of X begin, and those of O.
const X_AT: u16 = 5;
const O_AT: u16 = 12;
/// From so many lines on there is room for all that is to be said.
const TALL: u16 = 20;

/// Somebody looks at a game.
pub struct Viewer {
    game: Game,
    steps: Steps,
    /// When the next move comes by itself.
    due: Option<Instant>,
    /// What the computer says of the moves.
    review: Progress,
}

/// What a key has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    More,
    /// The computer is to look at the game.
    Review,
    /// The person has seen enough.
    Enough,
}

impl Viewer {
    /// The game before its first move.
    pub fn new(game: Game) -> Viewer {
        Viewer {
            steps: Steps::new(game.length()),
            game,
            due: None,
            review: Progress::Unasked,
        }
    }

    /// What the computer is to be asked, from now on.
    pub fn question(&mut self) -> Question {
        self.review = Progress::Thinking;
        self.game.question()
    }

    /// Whether the computer has been asked and not answered.
    pub fn waits(&self) -> bool {
        self.review == Progress::Thinking
    }

    /// What the computer has answered, if it could.
    pub fn reviewed(&mut self, reviewed: Option<Reviewed>) {
        self.review = reviewed.map_or(Progress::Unasked, Progress::There);
    }

    /// Does what a key means. Any of ours stops the playing.
    pub fn key(&mut self, key: KeyEvent, now: Instant) -> Seen {
        if key
            .modifiers
            .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
        {
            return Seen::More;
        }
        let line = match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return Seen::Enough,
            KeyCode::Right | KeyCode::Enter | KeyCode::Char('l') => "next",
            KeyCode::Left | KeyCode::Char('h') => "back",
            KeyCode::Home => "first",
            KeyCode::End => "last",
            // An empty line stops the playing.
            KeyCode::Char(' ' | 'p') if self.steps.playing() => "",
            KeyCode::Char(' ' | 'p') => "play",
            KeyCode::Char('v') => "review",
            _ => return Seen::More,
        };
        let told = self.steps.line(line);
        self.wait(now);
        match told {
            Told::Review if self.review == Progress::Unasked => Seen::Review,
            _ => Seen::More,
        }
    }

    /// Does what a click means: a move in the list is gone to.
    pub fn target(&mut self, target: Target, now: Instant) -> Seen {
        match target {
            Target::Key(code) => return self.key(code.into(), now),
            Target::Item(number) => {
                self.steps.line(&number.to_string());
                self.wait(now);
            }
            Target::Cell(_) => {}
        }
        Seen::More
    }

    /// When [`Viewer::tick`] wants to be called.
    pub fn deadline(&self) -> Option<Instant> {
        self.due
    }

    /// Shows the next move if its time has come.
    pub fn tick(&mut self, now: Instant) {
        if self.due.is_some_and(|due| due <= now) {
            self.steps.tick();
            self.wait(now);
        }
    }

    fn wait(&mut self, now: Instant) {
        self.due = self.steps.playing().then(|| now + PACE);
    }

    /// Draws the position, what led to it, and the moves.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, text: &Catalogue) {
        let mut rest = margins(area);
        self.foot(canvas, bottom(&mut rest, 1), text);
        if let Some(legend) = self.legend(text) {
            let lines = wrap(&legend, rest.width).len();
            let lines = u16::try_from(lines).unwrap_or(u16::MAX);
            let most = rest.height / 4;
            let area = bottom(&mut rest, lines.min(most));
            canvas.paragraph(area, &legend, Role::Dim);
        }
        self.head(canvas, &mut rest, text);
        self.told(canvas, &mut rest, text);
        if rest.width >= WIDE {
            let mut moves = rest;
            rest.width -= MOVES + 2;
            moves.x += rest.width + 2;
            moves.width = MOVES;
            self.moves(canvas, moves, text);
        }
        self.board(canvas, rest);
    }

    fn head(&self, canvas: &mut Canvas<'_>, rest: &mut Rect, text: &Catalogue) {
        let roomy = rest.height >= TALL;
        let mut role = Role::Strong;
        for line in speech::replay_heading(text, &self.game) {
            canvas.line(top(rest, 1), &line, role);
            role = Role::Dim;
            if !roomy {
                return;
            }
        }
        top(rest, 1);
    }

    /// What is told at a position: the last move, and at the end the result.
    fn lines(&self, text: &Catalogue, at: usize, tall: bool) -> Vec<String> {
        let moved = speech::replay_move(text, &self.game, at);
        let said: Vec<String> = self.said(text, at).into_iter().collect();
        if at < self.game.length() {
            return [moved, said].concat();
        }
        let end = speech::replay_end(text, &self.game);
        // Where there is little room only the result counts.
        if tall {
            [moved, said, end].concat()
        } else {
            [said, end].concat()
        }
    }

    /// What the computer says of the move that led to a position.
    fn said(&self, text: &Catalogue, at: usize) -> Option<String> {
        speech::review_move(text, &self.game, self.review.there()?, at)
    }

    /// How far the computer is, or what its signs mean.
    fn legend(&self, text: &Catalogue) -> Option<String> {
        match &self.review {
            Progress::Unasked => None,
            Progress::Thinking => Some(say!(text, REVIEW_THINKING)),
            Progress::There(reviewed) => Some(speech::review_legend(text, reviewed)),
        }
    }

    /// Draws that in a third of what is left at most, and always as much as the
    /// end takes, so that the board stays where it is.
    fn told(&self, canvas: &mut Canvas<'_>, rest: &mut Rect, text: &Catalogue) {
        let tall = rest.height >= TALL - 4;
        let needed = |at| -> usize {
            let lines = self.lines(text, at, tall);
            lines.iter().map(|line| wrap(line, rest.width).len()).sum()
        };
        let needed = needed(self.steps.at()).max(needed(self.game.length()));
        let needed = u16::try_from(needed).unwrap_or(u16::MAX);
        let mut area = bottom(rest, needed.min(rest.height / 3));
        for line in self.lines(text, self.steps.at(), tall) {
            let drawn = canvas.paragraph(area, &line, Role::Plain);
            top(&mut area, drawn);
        }
        if tall {
            bottom(rest, 1);
        }
    }

    fn board(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let view = self.game.view(self.steps.at());
        let Some(game) = &view.game else { return };
        let moves = game.moves.iter().map(|played| (played.cell, played.mark));
        let moves: Vec<(Cell, Mark)> = moves.collect();
        let picture = Picture {
            rules: view.settings.rules,
            moves: &moves,
            lines: &game.lines,
            last: moves.last().map(|(cell, _)| *cell),
            cursor: None,
            pending: None,
            hint: None,
            digits: None,
        };
        board::draw(canvas, area, &picture);
    }

    /// The moves in notation, X's and O's side by side.
    fn moves(&self, canvas: &mut Canvas<'_>, mut area: Rect, text: &Catalogue) {
        heading(canvas, top(&mut area, 1), &say!(text, VIEWER_MOVES), "");
        let marks = top(&mut area, 1);
        for (x, mark, role) in [(X_AT, "X", Role::X), (O_AT, "O", Role::O)] {
            canvas.put(marks, marks.x + x + 1, marks.y, mark, canvas.style(role));
        }
        let rules = self.game.saved().record.settings.rules;
        let cells = self.game.cells();
        let at = self.steps.at();
        let pairs = cells.len().div_ceil(2);
        for pair in window(at.saturating_sub(1) / 2, pairs, area.height.into()) {
            let row = top(&mut area, 1);
            let count = format!("{:>3}", pair + 1);
            canvas.put(row, row.x, row.y, &count, canvas.style(Role::Dim));
            let columns = [row.x + X_AT, row.x + O_AT];
            for (x, number) in columns.into_iter().zip(2 * pair + 1..) {
                let cell = cells.get(number - 1);
                let Some(name) = cell.and_then(|cell| notation::name(rules, *cell)) else {
                    continue;
                };
                let sign = self.review.there().map_or("", |found| found.sign(number));
                let (name, role) = match (number == at, sign) {
                    // Told by its shape too.
                    (true, _) => (format!("[{name}]"), Role::Accent),
                    (false, "") => (format!(" {name} "), Role::Plain),
                    (false, _) => (format!(" {name} "), Role::Strong),
                };
                let end = canvas.put(row, x, row.y, &name, canvas.style(role));
                // Where the name's last blank or bracket is, or behind it.
                let behind = if number == at {
                    end
                } else {
                    end.saturating_sub(1)
                };
                canvas.put(row, behind, row.y, sign, canvas.style(Role::Alert));
                let width = end.saturating_sub(x);
                canvas.target(Rect { x, width, ..row }, Target::Item(number));
            }
        }
    }

    fn foot(&self, canvas: &mut Canvas<'_>, area: Rect, text: &Catalogue) {
        let (_, horizontal) = arrows(canvas.charset);
        let play = match self.steps.playing() {
            true => say!(text, VIEWER_STOP),
            false => say!(text, VIEWER_PLAY),
        };
        let mut keys: Vec<Hint> = vec![
            (horizontal, KeyCode::Right, say!(text, VIEWER_STEP)),
            ("Esc", KeyCode::Esc, say!(text, START_HINT_BACK)),
        ];
        if self.review == Progress::Unasked {
            keys.push(("v", KeyCode::Char('v'), say!(text, REVIEW_DO)));
        }
        keys.push(("Space", KeyCode::Char(' '), play));
        keys.push(("Home/End", KeyCode::End, say!(text, VIEWER_ENDS)));
        hints(canvas, area, &keys);
    }
}
