//! The interface drawn, whichever page it shows.

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};
use tokio::time::Instant;

use super::{Page, Ui};
use crate::{
    key::say,
    tui::{
        canvas::{Canvas, Targets},
        dialog, overlay, table,
        theme::Role,
    },
};

/// The least screen on which a game can be played.
const COLUMNS: u16 = 40;
const LINES: u16 = 16;

impl Ui {
    /// Draws everything, and tells what lies where.
    pub fn draw(&self, buffer: &mut Buffer, now: Instant) -> Targets {
        let mut canvas = Canvas::new(buffer, &self.look.theme, self.look.charset);
        let area = canvas.area();
        if area.width < COLUMNS || area.height < LINES {
            self.too_small(&mut canvas, area);
            return canvas.targets();
        }
        let (text, link) = (&self.text, self.link.sentence(&self.text, now));
        match &self.page {
            _ if self.viewer.is_some() => {}
            Page::Start => self.start.draw(&mut canvas, area, text, link.as_deref()),
            Page::Table(at) => {
                let hint = self.link.hint(text);
                let line = link.map(|link| {
                    [Some(link), hint]
                        .into_iter()
                        .flatten()
                        .collect::<Vec<_>>()
                        .join(" ")
                });
                table::draw(&mut canvas, at, &self.look, line.as_deref(), now);
            }
        }
        if let Some(viewer) = &self.viewer {
            viewer.draw(&mut canvas, area, text);
        }
        if let Some(room) = self.take_up {
            let heading = say!(text, SCREEN_ASK_TAKE_UP, room = room);
            let key = |letter: char, label| (letter.to_string(), KeyCode::Char(letter), label);
            let keys = [
                key('y', say!(text, SCREEN_YES_TAKE_UP)),
                key('n', say!(text, SCREEN_NO_TAKE_UP)),
            ];
            dialog::draw(&mut canvas, &heading, &keys);
        }
        if let Some(over) = self.overlay {
            let mode = self.table().map(|table| table.room.mode);
            let mode = mode.unwrap_or_default();
            overlay::draw(&mut canvas, over, (&self.look, text), mode);
        }
        canvas.targets()
    }

    fn too_small(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (columns, lines) = (area.width, area.height);
        let sentence = say!(
            self.text,
            SCREEN_TOO_SMALL,
            columns = columns,
            lines = lines,
            least_columns = COLUMNS,
            least_lines = LINES,
        );
        canvas.paragraph(area, &sentence, Role::Plain);
    }

    /// Takes note of what was drawn last, which is what a click means.
    pub fn drawn(&mut self, targets: Targets) {
        self.targets = targets;
    }

    /// What the title of the terminal's window is to be.
    pub fn title(&self) -> String {
        match &self.page {
            Page::Table(table) => format!("{} - OXO", table.title()),
            Page::Start => "OXO".to_owned(),
        }
    }
}
