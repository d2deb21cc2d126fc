//! A finished game on the full screen, step by step or by itself.

#[cfg(test)]
mod tests;

use std::{rc::Rc, time::Duration};

use archive::{
    replay::Game,
    review::{ReviewProgress, ReviewRequest, Reviewed},
    steps::{StepOutcome, Steps},
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use frontend::{speech, text_board::Charset};
use protocol::{Cell, Mark};
use ratatui::layout::Rect;
use sentences::{Catalogue, say, together};
use tokio::time::Instant;

use super::{
    board::{self, BoardScene},
    canvas::{Canvas, behind, bottom, height, top},
    move_list::{self, MoveList},
    overlay::{self, HelpLine},
    theme::Role,
    widgets::{KeyHint, arrows, draw_hints, margins, note},
};

/// The usual time between two moves when it plays by itself.
pub const PACE: Duration = Duration::from_secs(1);
/// From this many columns on, the moves stand beside the board.
const WIDE: u16 = 70;
/// From this many lines on there is room for every sentence.
const TALL: u16 = 20;

pub struct Viewer {
    text: Rc<Catalogue>,
    game: Game,
    steps: Steps,
    due: Option<Instant>,
    pace: Duration,
    review: ReviewProgress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewerAction {
    None,
    Review,
    Close,
}

impl Viewer {
    /// A game, with the time between two moves when it plays by itself.
    pub fn new(text: Rc<Catalogue>, game: Game, pace: Duration) -> Viewer {
        Viewer {
            text,
            steps: Steps::new(game.length()),
            game,
            due: None,
            pace,
            review: ReviewProgress::Unasked,
        }
    }

    /// Shows the end of the game.
    pub fn show_end(&mut self) {
        self.steps.line("last");
    }

    /// The question for the computer, from now on.
    pub fn question(&mut self) -> ReviewRequest {
        self.review = ReviewProgress::Thinking;
        self.game.question()
    }

    /// Whether the computer has been asked and not answered.
    pub fn waits(&self) -> bool {
        self.review == ReviewProgress::Thinking
    }

    /// The computer's answer, if there is one. Who looks at the end is shown the move that decided the
    /// game, or else the last mistake.
    pub fn reviewed(&mut self, reviewed: Option<Reviewed>) {
        let worst = reviewed.as_ref().and_then(|found| {
            let decisive = self.game.decisive(found);
            decisive.or_else(|| found.mistakes().last())
        });
        if let Some(number) = worst.filter(|_| self.steps.at() == self.game.length()) {
            self.steps.line(&number.to_string());
        }
        self.review = reviewed.map_or(ReviewProgress::Unasked, ReviewProgress::There);
    }

    /// Does what a key means. Any of ours stops the playing.
    pub fn key(&mut self, key: KeyEvent, now: Instant) -> ViewerAction {
        let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
        if key.modifiers.intersects(held) {
            return ViewerAction::None;
        }
        let line = match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return ViewerAction::Close,
            KeyCode::Right | KeyCode::Enter | KeyCode::Char('l') => "next",
            KeyCode::Left | KeyCode::Char('h') => "back",
            KeyCode::Home => "first",
            KeyCode::End => "last",
            // An empty line stops the playing.
            KeyCode::Char(' ' | 'p') if self.steps.playing() => "",
            KeyCode::Char(' ' | 'p') => "play",
            KeyCode::Char('v') => "review",
            _ => return ViewerAction::None,
        };
        let outcome = self.steps.line(line);
        self.wait(now);
        match outcome {
            StepOutcome::Review if self.review == ReviewProgress::Unasked => ViewerAction::Review,
            _ => ViewerAction::None,
        }
    }

    /// Goes to the position after a move, by its number from 1.
    pub fn look_at(&mut self, number: usize, now: Instant) {
        self.steps.line(&number.to_string());
        self.wait(now);
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
        self.due = self.steps.playing().then(|| now + self.pace);
    }

    /// Draws the position, what led to it, and the moves.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let mut rest = margins(area);
        let hints = self.hints(canvas.charset);
        draw_hints(canvas, &mut bottom(&mut rest, 1), &hints, 3);
        if let Some(legend) = self.legend() {
            let (most, columns) = (rest.height / 4, rest.width);
            note(canvas, &mut rest, most, (&legend, columns, Role::Dim));
        }
        self.head(canvas, &mut rest);
        self.caption(canvas, &mut rest);
        if rest.width >= WIDE {
            let moves = behind(rest, rest.width - move_list::COLUMNS);
            rest.width -= move_list::COLUMNS + 2;
            self.moves(canvas, moves);
        }
        self.board(canvas, rest);
    }

    fn head(&self, canvas: &mut Canvas<'_>, rest: &mut Rect) {
        let roomy = rest.height >= TALL;
        let mut lines = speech::replay_heading(&self.text, &self.game);
        if let (Some(found), Some(last)) = (self.review.there(), lines.last_mut()) {
            let sum = speech::review_sum(&self.text, &self.game, found);
            *last = together([&*last, &sum]);
        }
        let lines = lines.iter().take(if roomy { usize::MAX } else { 1 });
        for (number, line) in lines.enumerate() {
            let role = if number == 0 { Role::Strong } else { Role::Dim };
            canvas.line(top(rest, 1), line, role);
        }
        top(rest, roomy.into());
    }

    /// Sentence at a position: the last move, and at the end the result.
    fn lines(&self, at: usize, tall: bool) -> Vec<String> {
        let moved = speech::replay_move(&self.text, &self.game, at);
        let said = self.said(at).into_iter().collect();
        match at < self.game.length() {
            true => [moved, said].concat(),
            // Where there is little room only the result counts.
            false if !tall => [said, speech::replay_end(&self.text, &self.game)].concat(),
            false => [moved, said, speech::replay_end(&self.text, &self.game)].concat(),
        }
    }

    /// The computer's verdict on the move that led to a position.
    fn said(&self, at: usize) -> Option<String> {
        speech::review_move(&self.text, &self.game, self.review.there()?, at)
    }

    /// Progress of the computer, or the legend of its signs.
    fn legend(&self) -> Option<String> {
        match &self.review {
            ReviewProgress::Unasked => None,
            ReviewProgress::Thinking => Some(say!(self.text, REVIEW_THINKING)),
            ReviewProgress::There(found) => Some(speech::review_legend(&self.text, found)),
        }
    }

    /// Draws that in a third of the rest at most, and always as much as the
    /// end takes, so that the board stays where it is.
    fn caption(&self, canvas: &mut Canvas<'_>, rest: &mut Rect) {
        let tall = rest.height >= TALL - 4;
        let columns = rest.width;
        let needed = |at| -> u16 {
            let lines = self.lines(at, tall);
            lines.iter().map(|line| height(line, columns)).sum()
        };
        let needed = needed(self.steps.at()).max(needed(self.game.length()));
        let mut area = bottom(rest, needed.min(rest.height / 3));
        for line in self.lines(self.steps.at(), tall) {
            canvas.paragraph(&mut area, &line, Role::Plain);
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
        let picture = BoardScene {
            rules: view.settings.rules,
            moves: &moves,
            lines: &game.lines,
            ..BoardScene::default()
        };
        board::draw(canvas, area, &picture);
    }

    fn moves(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let record = &self.game.saved().record;
        let list = MoveList {
            text: &self.text,
            rules: record.settings.rules,
            moves: &record.game.moves,
            at: self.steps.at(),
            sign: &|number| self.review.there().map_or("", |found| found.sign(number)),
        };
        list.draw(canvas, area);
    }

    /// The keys of the viewer.
    pub fn help(&self, charset: Charset) -> Vec<HelpLine> {
        let hints = self.hints(charset).into_iter();
        let game = match self.game.saved().record.id {
            Some(id) => id.to_string(),
            None => "ID".to_owned(),
        };
        let same = overlay::same(&self.text, &format!("oxo replay {game}"));
        hints.map(KeyHint::into_help).chain([same]).collect()
    }

    fn hints(&self, charset: Charset) -> Vec<KeyHint> {
        let (_, horizontal) = arrows(charset);
        let play = match self.steps.playing() {
            true => say!(self.text, SCREEN_VIEWER_STOP),
            false => say!(self.text, SCREEN_VIEWER_PLAY),
        };
        let step = say!(self.text, SCREEN_VIEWER_STEP);
        let step = KeyHint::new(horizontal, KeyCode::Right, step);
        let back = KeyHint::esc(&self.text, say!(self.text, SCREEN_START_HINT_BACK));
        let review = KeyHint::letter('v', say!(self.text, REVIEW_DO));
        let play = KeyHint::new("Space", KeyCode::Char(' '), play);
        let ends = say!(self.text, SCREEN_VIEWER_ENDS);
        let ends = KeyHint::new("Home/End", KeyCode::End, ends);
        let mut keys = vec![step, back, review, play, ends];
        if self.review != ReviewProgress::Unasked {
            keys.remove(2);
        }
        keys
    }
}
