//! How the start screen is laid out: a head with the name of the game, the page
//! that the keys go to, what is to be told, and the keys.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::{
    Page, Question, Start, Waiting,
    choices::Choice,
    computer::Line,
    logo::{self, Logo},
    pages,
};
use crate::{
    key::say,
    locale::Catalogue,
    tui::{
        canvas::{Canvas, wrap},
        parts::{Hint, arrows, bottom, hints, margins, top},
        theme::Role,
    },
};

/// From so many columns on between the margins, the rooms stand beside the menu.
const WIDE: u16 = 76;
/// From so many lines on there is a blank one above the keys.
const TALL: u16 = 20;
/// The columns of the menu beside the rooms.
const MENU: u16 = 37;
/// Sentences are not wider than this, to be read easily.
const READABLE: u16 = 72;

impl Start {
    /// Draws it. `link` says that there is no connection.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, text: &Catalogue, link: Option<&str>) {
        let mut rest = margins(area);
        let foot = bottom(&mut rest, 1);
        hints(canvas, foot, &self.hints(canvas, text, link));
        if area.height >= TALL {
            bottom(&mut rest, 1);
        }
        self.head(canvas, &mut rest, text);
        self.notes(canvas, &mut rest, link);
        self.page(canvas, rest, text, link);
    }

    fn head(&self, canvas: &mut Canvas<'_>, rest: &mut Rect, text: &Catalogue) {
        match Logo::fitting(*rest, canvas.charset) {
            Some(logo) => {
                top(rest, 1);
                let mut beside = top(rest, logo.height());
                let shift = logo.draw(canvas, beside) + 3;
                beside.x += shift;
                beside.width = beside.width.saturating_sub(shift);
                top(&mut beside, (logo.height() - 3) / 2);
                self.about(canvas, beside, text);
            }
            None => {
                let mut line = top(rest, 1);
                let end = logo::line(canvas, line) + 2;
                line.width = line.right().saturating_sub(end);
                line.x = end;
                canvas.line(line, &self.server(), Role::Dim);
            }
        }
        if rest.height > 10 {
            top(rest, 1);
        }
    }

    fn about(&self, canvas: &mut Canvas<'_>, mut area: Rect, text: &Catalogue) {
        canvas.line(
            top(&mut area, 1),
            &say!(text, SCREEN_START_ABOUT),
            Role::Strong,
        );
        canvas.line(top(&mut area, 1), &self.server(), Role::Dim);
        if let Some(name) = self.name.as_ref().filter(|name| !name.is_empty()) {
            canvas.line(
                area,
                &say!(text, SCREEN_START_YOU, name = name),
                Role::Plain,
            );
        }
    }

    fn server(&self) -> String {
        protocol::text::neutral(&self.server)
    }

    /// What is to be told, above the keys: at most a third of what is left.
    fn notes(&self, canvas: &mut Canvas<'_>, rest: &mut Rect, link: Option<&str>) {
        let link = link.map(|sentence| (sentence, Role::Alert));
        let said = self.said.as_deref();
        let said = said.map(|sentence| (sentence, Role::Accent));
        for (sentence, role) in said.into_iter().chain(link) {
            let width = rest.width.min(READABLE);
            let lines = u16::try_from(wrap(sentence, width).len()).unwrap_or(u16::MAX);
            let area = bottom(rest, lines.min(rest.height.div_ceil(3)));
            canvas.paragraph(Rect { width, ..area }, sentence, role);
            if rest.height > 10 {
                bottom(rest, 1);
            }
        }
    }

    fn page(&self, canvas: &mut Canvas<'_>, area: Rect, text: &Catalogue, link: Option<&str>) {
        let readable = Rect {
            width: area.width.min(READABLE),
            ..area
        };
        match (&self.waiting, &self.page) {
            (Some(waiting), _) => pages::waiting(canvas, readable, text, waiting, self.choices),
            (None, Page::Ask(question, entry)) => {
                pages::question(canvas, readable, text, *question, entry);
            }
            (None, Page::Games) => self.draw_games(canvas, area, text),
            (None, Page::Menu | Page::Rooms | Page::Choices | Page::Computer) => {
                if area.width >= WIDE {
                    let mut left = area;
                    left.width = MENU;
                    let mut right = area;
                    right.x += MENU + 2;
                    right.width -= MENU + 2;
                    self.left(canvas, left, text);
                    self.draw_rooms(canvas, right, text, link);
                } else if matches!(self.page, Page::Rooms) {
                    self.draw_rooms(canvas, area, text, link);
                } else {
                    self.left(canvas, area, text);
                }
            }
        }
    }

    fn left(&self, canvas: &mut Canvas<'_>, area: Rect, text: &Catalogue) {
        match self.page {
            Page::Choices => self.draw_choices(canvas, area, text),
            Page::Computer => self.draw_computer(canvas, area, text),
            _ => self.draw_menu(canvas, area, text),
        }
    }

    /// The keys that do something now, the most needed first.
    fn hints(&self, canvas: &Canvas<'_>, text: &Catalogue, link: Option<&str>) -> Vec<Hint> {
        let (vertical, horizontal) = arrows(canvas.charset);
        let choose = || {
            (
                vertical,
                KeyCode::Down,
                say!(text, SCREEN_START_HINT_CHOOSE),
            )
        };
        let enter = |does| ("Enter", KeyCode::Enter, does);
        let back = || ("Esc", KeyCode::Esc, say!(text, SCREEN_START_HINT_BACK));
        let help = || ("?", KeyCode::Char('?'), say!(text, SCREEN_START_HINT_HELP));
        let mut hints = match (&self.waiting, &self.page) {
            (Some(Waiting::Queued(_)), _) => {
                let computer = say!(text, SCREEN_START_HINT_MEANWHILE);
                vec![
                    ("Esc", KeyCode::Esc, say!(text, SCREEN_START_HINT_CANCEL)),
                    ("p", KeyCode::Char('p'), computer),
                    help(),
                ]
            }
            (Some(_), _) => vec![
                ("Esc", KeyCode::Esc, say!(text, SCREEN_START_HINT_CANCEL)),
                help(),
            ],
            (None, Page::Ask(Question::Name, _)) if self.name.is_none() => {
                vec![enter(say!(text, SCREEN_START_HINT_DONE))]
            }
            (None, Page::Ask(..)) => vec![enter(say!(text, SCREEN_START_HINT_DONE)), back()],
            (None, Page::Menu) => vec![
                choose(),
                enter(say!(text, SCREEN_START_HINT_OPEN)),
                help(),
                ("Tab", KeyCode::Tab, say!(text, SCREEN_START_HINT_ROOMS)),
            ],
            (None, Page::Rooms) => vec![choose(), enter(self.room_hint(text)), back(), help()],
            (None, Page::Games) => {
                vec![
                    choose(),
                    enter(say!(text, SCREEN_START_HINT_OPEN)),
                    back(),
                    help(),
                ]
            }
            (None, Page::Choices) => {
                let change = say!(text, SCREEN_START_HINT_CHANGE);
                let mut hints = vec![choose(), (horizontal, KeyCode::Right, change), back()];
                if let Some(Choice::Board | Choice::Clock) = Choice::ALL.get(self.chosen.choice) {
                    hints.push(enter(say!(text, SCREEN_START_HINT_TYPE)));
                }
                hints.push(help());
                hints
            }
            (None, Page::Computer) => {
                let change = say!(text, SCREEN_START_HINT_CHANGE);
                let does = match self.line() {
                    Some(Line::Two) => say!(text, SCREEN_START_HINT_WATCH),
                    _ => say!(text, SCREEN_START_HINT_PLAY),
                };
                let change = (horizontal, KeyCode::Right, change);
                vec![enter(does), choose(), change, back(), help()]
            }
        };
        if link.is_some() && !self.is_typing() {
            hints.insert(
                0,
                ("r", KeyCode::Char('r'), say!(text, SCREEN_START_HINT_RETRY)),
            );
        }
        hints
    }

    fn room_hint(&self, text: &Catalogue) -> String {
        match self.rooms.get(self.chosen.room) {
            Some(room) if !room.waiting => say!(text, SCREEN_START_HINT_WATCH),
            _ => say!(text, SCREEN_START_HINT_JOIN),
        }
    }
}
