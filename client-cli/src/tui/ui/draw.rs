//! The whole screen: the page that has the keys, the notice above it, and the overlay.

use frontend::speech;
use ratatui::buffer::Buffer;
use sentences::{say, together};
use tokio::time::Instant;

use super::{SeatQuestion, Ui};
use crate::tui::{
    canvas::{Canvas, ClickMap, height},
    link_line,
    overlay::{self, HelpPage},
    table,
    theme::Role,
    widgets::{KeyHint, dialog, yes_key},
};

/// The least screen on which a game can be played.
const COLUMNS: u16 = 40;
const LINES: u16 = 16;
/// From this many columns on the notice tells when it was made.
const WIDE: u16 = 64;
/// From this many lines on the notice may take several.
const TALL: u16 = 20;
/// Those it may take at most.
const MOST: u16 = 3;

impl Ui {
    /// Draws everything, and notes what a click means.
    pub fn draw(&self, buffer: &mut Buffer, now: Instant) -> ClickMap {
        let mut canvas = Canvas::new(buffer, &self.ui_settings.theme, self.ui_settings.charset);
        let (mut area, text) = (canvas.area(), &self.text);
        if area.width < COLUMNS || area.height < LINES {
            let sentence = say!(
                text,
                SCREEN_TOO_SMALL,
                columns = area.width,
                lines = area.height,
                least_columns = COLUMNS,
                least_lines = LINES,
            );
            canvas.paragraph(&mut area, &sentence, Role::Plain);
            return canvas.targets();
        }
        self.draw_notice(&mut canvas);
        area = canvas.area();
        let link = link_line::sentence(text, &self.client, &self.address, now);
        // Nothing is to be connected to.
        let link = link.filter(|_| !(self.launch.local && self.table.is_none()));
        match (&self.viewer, self.live_table()) {
            (Some(viewer), _) => viewer.draw(&mut canvas, area),
            (None, None) => {
                let wait_ms = self.client.queue.and_then(|place| place.wait_ms);
                self.start.draw(&mut canvas, area, link.as_deref(), wait_ms);
            }
            (None, Some(table)) => {
                let hint = link_line::hint(text, &self.client.link).map(|hint| format!(" {hint}"));
                let link = link.clone().map(|link| link + &hint.unwrap_or_default());
                table::draw(&mut canvas, &table, &self.ui_settings, link.as_deref(), now);
            }
        }
        self.draw_seat_question(&mut canvas);
        if let Some(card) = &self.card {
            card.draw(&mut canvas, text, &self.address);
        }
        if let Some(over) = self.overlay {
            let page = self.help_page(link.as_deref());
            overlay::draw(&mut canvas, over, (&self.ui_settings, text), page);
        }
        canvas.targets()
    }

    fn draw_seat_question(&self, canvas: &mut Canvas<'_>) {
        let text = &self.text;
        let Some(question) = &self.take_up else {
            return;
        };
        let (yes, no) = (
            say!(text, SCREEN_YES_TAKE_OVER),
            say!(text, SCREEN_NO_TAKE_UP),
        );
        let (asked, yes, no) = match question {
            SeatQuestion::GoBack(seat) => {
                let asked = say!(text, SCREEN_ASK_TAKE_UP, room = seat.room);
                (asked, say!(text, SCREEN_YES_TAKE_UP), no)
            }
            SeatQuestion::TakeOver(seat) => {
                (say!(text, SCREEN_ASK_TAKE_OVER, room = seat.room), yes, no)
            }
            SeatQuestion::Take(_, room, _) => {
                let back = say!(text, SCREEN_INVITED_BACK);
                (say!(text, SCREEN_ASK_TAKE, room), yes, back)
            }
        };
        let keys = [
            KeyHint::letter(yes_key(text), yes),
            KeyHint::letter('n', no),
        ];
        dialog(canvas, asked, &keys);
    }

    /// The keys of the page shown.
    fn help_page(&self, link: Option<&str>) -> HelpPage {
        let (text, charset) = (&self.text, self.ui_settings.charset);
        let lines = match (&self.viewer, self.live_table()) {
            (Some(viewer), _) => viewer.help(charset),
            (None, Some(table)) => {
                return overlay::table_help(text, charset, table.room.mode, &table.command());
            }
            (None, None) => self.start.help(charset, link),
        };
        (say!(text, SCREEN_HELP_HERE), lines)
    }

    /// The operator's notice, above every page.
    fn draw_notice(&self, canvas: &mut Canvas<'_>) {
        let area = canvas.area();
        let notice = &self.client.notice;
        let brief = speech::notice_in_brief(&self.text, notice).filter(|_| area.width < WIDE);
        let text = brief.unwrap_or_else(|| together(speech::notice(&self.text, notice)));
        if !text.is_empty() {
            let most = if area.height < TALL { 1 } else { MOST };
            let mut lines = canvas.reserve(height(&text, area.width).min(most));
            canvas.paragraph(&mut lines, &text, Role::Accent);
        }
    }
}
