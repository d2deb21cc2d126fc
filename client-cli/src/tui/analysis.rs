//! An analysis on the full screen, redrawn as more is known.

use std::{io, time::Duration};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use frontend::{
    analysis::{AnalysedPosition, AnalysisThread},
    exit::{self, Exit},
    speech::analysis as words,
    stdio::input::{Continued, Stop},
};
use game::{Cell, Mark};
use ratatui::layout::Rect;
use sentences::{Catalogue, say};
use tokio::time::interval;

use super::{
    board::{self, BoardScene},
    canvas::{Canvas, bottom, top},
    keys::Keys,
    terminal::Screen,
    theme::Role,
    ui_settings::UiSettings,
    widgets::{KeyHint, draw_hints, margins},
};

/// How often the time is drawn anew.
const TICK: Duration = Duration::from_millis(250);

/// What the screen shows.
pub struct AnalysisPage<'a> {
    pub text: &'a Catalogue,
    pub look: &'a UiSettings,
    pub position: &'a AnalysedPosition,
}

/// The terminal while an analysis is shown. Dropping it gives the terminal back.
pub struct AnalysisScreen {
    stop: Stop,
    continued: Continued,
    keys: Keys,
    screen: Screen,
}

/// Meaning of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnalysisAction {
    None,
    End(Exit),
    Repaint,
    Suspend,
}

impl AnalysisScreen {
    /// Takes the terminal, or leaves it as it was.
    ///
    /// # Errors
    /// When it is no terminal that can be drawn on.
    pub fn open() -> io::Result<AnalysisScreen> {
        Ok(AnalysisScreen {
            stop: Stop::listen(),
            continued: Continued::listen(),
            keys: Keys::listen()?,
            // Last: before it listens to signals it could not give the terminal back.
            screen: Screen::enter()?,
        })
    }

    /// Shows an analysis until it is over or somebody ends it.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub async fn run(
        mut self,
        page: &AnalysisPage<'_>,
        thread: &mut AnalysisThread,
    ) -> io::Result<Exit> {
        let mut tick = interval(TICK);
        loop {
            self.screen.draw(|buffer| {
                let look = page.look;
                page.draw(&mut Canvas::new(buffer, &look.theme, look.charset), thread);
            })?;
            let action = tokio::select! {
                more = thread.more() => match more {
                    true => AnalysisAction::None,
                    false => AnalysisAction::End(Exit::Fine),
                },
                event = self.keys.next() => event.map_or(AnalysisAction::End(Exit::Fine), action),
                exit = self.stop.wait() => AnalysisAction::End(exit),
                () = self.continued.wait() => {
                    self.screen.again()?;
                    AnalysisAction::None
                }
                _ = tick.tick() => AnalysisAction::None,
            };
            match action {
                AnalysisAction::None => {}
                AnalysisAction::End(exit) => return Ok(exit),
                AnalysisAction::Repaint => self.screen.repaint(),
                AnalysisAction::Suspend => self.screen.suspend(&mut self.continued).await?,
            }
        }
    }
}

impl AnalysisPage<'_> {
    fn draw(&self, canvas: &mut Canvas<'_>, thread: &AnalysisThread) {
        let mut rest = margins(canvas.area());
        let stop = KeyHint::letter('q', say!(self.text, SCREEN_VIEWER_STOP));
        draw_hints(canvas, &mut bottom(&mut rest, 1), &[stop], 0);
        let heading = words::heading(self.text, self.position);
        canvas.line(top(&mut rest, 1), &heading, Role::Strong);
        let mut best = None;
        if let Some(known) = thread.known() {
            let status = words::status(self.text, known, thread.elapsed());
            canvas.line(top(&mut rest, 1), &status, Role::Dim);
            let rows = words::moves(self.text, self.position, known, rest.width.into());
            for (number, row) in rows.iter().enumerate() {
                let role = if number == 0 {
                    Role::Accent
                } else {
                    Role::Plain
                };
                canvas.line(top(&mut rest, 1), row, role);
            }
            best = known
                .moves
                .first()
                .and_then(|found| found.line.first().copied());
        }
        self.board(canvas, rest, best);
    }

    fn board(&self, canvas: &mut Canvas<'_>, area: Rect, best: Option<Cell>) {
        let board = &self.position.board;
        let marks = board.moves().iter().zip(Mark::BOTH.into_iter().cycle());
        let moves = marks.map(|(&cell, by)| (cell, self.position.mark(by)));
        let moves: Vec<(Cell, Mark)> = moves.collect();
        let scene = BoardScene {
            rules: board.rules(),
            moves: &moves,
            lines: board.outcome().lines(),
            hint: best,
            ..BoardScene::default()
        };
        board::draw(canvas, area, &scene);
    }
}

fn action(event: Event) -> AnalysisAction {
    match event {
        // Terminals move what they show about when they change their size.
        Event::Resize(..) => AnalysisAction::Repaint,
        Event::Key(key) => key_action(key),
        _ => AnalysisAction::None,
    }
}

fn key_action(key: KeyEvent) -> AnalysisAction {
    let control = key.modifiers == KeyModifiers::CONTROL;
    match key.code {
        KeyCode::Char('c') if control => AnalysisAction::End(exit::INTERRUPTED),
        KeyCode::Char('l') if control => AnalysisAction::Repaint,
        KeyCode::Char('z') if control => AnalysisAction::Suspend,
        KeyCode::Esc | KeyCode::Char('q') => AnalysisAction::End(Exit::Fine),
        _ => AnalysisAction::None,
    }
}

#[cfg(test)]
mod tests;
