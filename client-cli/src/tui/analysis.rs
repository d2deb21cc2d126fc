//! An analysis on the full screen, redrawn as more is known.

use std::{io, iter::repeat, time::Duration};

use crossterm::event::{Event, KeyCode};
use frontend::{
    analysis::{AnalysedPosition, AnalysisThread},
    exit::{self, Exit},
    speech::analysis as words,
};
use game::{Cell, Mark};
use ratatui::layout::Rect;
use sentences::{Catalogue, say};
use tokio::time::interval;

use super::{
    board::{self, BoardScene},
    canvas::{Canvas, bottom, top},
    keys::SystemAction,
    terminal::TerminalSession,
    theme::Role,
    ui_settings::UiSettings,
    widgets::{KeyHint, draw_hints, margins},
};

/// Time between two drawings of the time.
const TICK: Duration = Duration::from_millis(250);

/// State of the screen.
pub struct AnalysisPage<'a> {
    pub text: &'a Catalogue,
    pub ui_settings: &'a UiSettings,
    pub position: &'a AnalysedPosition,
}

impl AnalysisPage<'_> {
    /// Shows an analysis until it is over or somebody ends it.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub async fn run(
        &self,
        mut terminal: TerminalSession,
        thread: &mut AnalysisThread,
    ) -> io::Result<Exit> {
        let mut tick = interval(TICK);
        loop {
            terminal.screen.draw(|buffer| {
                let settings = self.ui_settings;
                self.draw(
                    &mut Canvas::new(buffer, &settings.theme, settings.charset),
                    thread,
                );
            })?;
            let event = tokio::select! {
                more = thread.more() => match more {
                    true => continue,
                    false => return Ok(Exit::Fine),
                },
                event = terminal.keys.next() => event,
                exit = terminal.stop.wait() => return Ok(exit),
                () = terminal.continued.wait() => {
                    terminal.screen.again()?;
                    continue;
                }
                _ = tick.tick() => continue,
            };
            let Some(event) = event.filter(|event| !ends(event)) else {
                return Ok(Exit::Fine);
            };
            match SystemAction::of(&event) {
                Some(SystemAction::Interrupt) => return Ok(exit::INTERRUPTED),
                Some(SystemAction::Repaint) => terminal.screen.repaint(),
                Some(SystemAction::Suspend) => terminal.suspend().await?,
                None => {}
            }
        }
    }

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
            let roles = [Role::Accent].into_iter().chain(repeat(Role::Plain));
            for (row, role) in rows.iter().zip(roles) {
                canvas.line(top(&mut rest, 1), row, role);
            }
            let found = known.moves.first();
            best = found.and_then(|found| found.line.first().copied());
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

/// Whether a key ends it.
fn ends(event: &Event) -> bool {
    matches!(event, Event::Key(key) if matches!(key.code, KeyCode::Esc | KeyCode::Char('q')))
}

#[cfg(test)]
mod tests;
