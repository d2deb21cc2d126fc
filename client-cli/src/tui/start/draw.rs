//! Drawing of the start screen: a head with the name of the game, the page that has the keys,
//! notices, and a list of the keys.

use crossterm::event::KeyCode;
use frontend::{speech, text_board::Charset};
use protocol::Mark;
use ratatui::layout::Rect;
use sentences::{say, together};

use super::{ListEntry, Prompt, StartPage, StartView, StartWait};
use crate::tui::{
    board::marks,
    canvas::{Canvas, behind, bottom, skip, top, width},
    overlay::{self, HelpLine},
    theme::Role,
    widgets::{KeyHint, READABLE, arrows, draw_hints, margins, note},
};

/// From this many columns between the margins on, the rooms stand beside the menu.
const WIDE: u16 = 76;
/// From this many lines on there is a blank one above the keys.
const TALL: u16 = 20;
/// The columns of the menu beside the rooms.
const MENU: u16 = 37;
/// The most it has where it says how it stands at one's seats.
const SEATS: u16 = 60;

impl StartPage {
    /// Draws it. `link` says that there is no connection, `wait_ms` how long the queue may take.
    pub fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        link: Option<&str>,
        wait_ms: Option<u64>,
    ) {
        let mut rest = margins(area);
        let hints = self.hints(canvas.charset, link);
        draw_hints(canvas, &mut bottom(&mut rest, 1), &hints, 3);
        if area.height >= TALL {
            bottom(&mut rest, 1);
        }
        self.head(canvas, &mut rest);
        self.notes(canvas, &mut rest, link);
        self.page(canvas, rest, link, wait_ms);
    }

    /// The name of the game, in marks of the board where there is room.
    fn head(&self, canvas: &mut Canvas<'_>, rest: &mut Rect) {
        let text = &self.text;
        let server = protocol::text::neutral(self.servers.now());
        let letters = [(Mark::O, Role::O), (Mark::X, Role::X), (Mark::O, Role::O)];
        if rest.height < 18 || rest.width < 56 {
            let mut line = top(rest, 1);
            for (mark, role) in letters {
                canvas.write(&mut line, &mark.to_string(), role);
            }
            canvas.line(behind(line, 2), &server, Role::Dim);
        } else {
            let large = rest.height >= 32 && rest.width >= 90 && canvas.charset == Charset::Box;
            let height = if large { 5 } else { 3 };
            top(rest, 1);
            let mut beside = top(rest, height);
            for (mark, role) in letters {
                let shape = marks::shape(mark, height, canvas.charset, false);
                for (row, line) in beside.rows().zip(&shape) {
                    canvas.line(row, line, role);
                }
                skip(&mut beside, width(&shape[0]) + 1);
            }
            skip(&mut beside, 2);
            top(&mut beside, (height - 3) / 2);
            let about = say!(text, SCREEN_START_ABOUT);
            canvas.line(top(&mut beside, 1), &about, Role::Strong);
            canvas.line(top(&mut beside, 1), &server, Role::Dim);
            if let Some(name) = self.name.as_ref().filter(|name| !name.is_empty()) {
                let you = say!(text, SCREEN_START_YOU, name);
                canvas.line(beside, &you, Role::Plain);
            }
        }
        if rest.height > 10 {
            top(rest, 1);
        }
    }

    /// The notice above the keys: at most a third of the rest.
    fn notes(&self, canvas: &mut Canvas<'_>, rest: &mut Rect, link: Option<&str>) {
        self.here(canvas, rest, link);
        let said = self.said.as_deref().map(|said| (said, Role::Accent));
        for (sentence, role) in said.into_iter().chain(link.map(|link| (link, Role::Alert))) {
            let columns = rest.width.min(READABLE);
            let most = rest.height.div_ceil(3);
            note(canvas, rest, most, (sentence, columns, role));
            if rest.height > 10 {
                bottom(rest, 1);
            }
        }
    }

    /// The lobby's state, as soon as it is known.
    fn here(&self, canvas: &mut Canvas<'_>, rest: &mut Rect, link: Option<&str>) {
        let chooses = matches!(self.view, StartView::Choices | StartView::Computer);
        let wanted = self.wants_rooms() && !chooses;
        let list = self.list.as_ref().filter(|_| wanted);
        let Some(list) = list.filter(|_| link.is_none()) else {
            return;
        };
        let nobody = list.nobody_waits();
        let role = if nobody { Role::Dim } else { Role::Accent };
        let mut line = speech::here(&self.text, list, self.waiting.is_some());
        // Where the list is not beside the menu, nobody might find it there.
        if rest.width < WIDE
            && let Some(about) = self.what_to_do(link)
        {
            line = together([line, about]);
        }
        let most = rest.height.div_ceil(3).max(2);
        note(canvas, rest, most, (&line, rest.width.min(READABLE), role));
        if rest.height > 14 {
            bottom(rest, 1);
        }
    }

    /// Advice for when nobody waits; none without a connection, for then nobody knows.
    fn what_to_do(&self, link: Option<&str>) -> Option<String> {
        let list = self.list.as_ref().filter(|_| link.is_none())?;
        let alone = list.nobody_waits() && self.waiting.is_none();
        alone.then(|| say!(self.text, SCREEN_START_ROOMS_NONE))
    }

    fn page(&self, canvas: &mut Canvas<'_>, area: Rect, link: Option<&str>, wait_ms: Option<u64>) {
        let readable = Rect {
            width: area.width.min(READABLE),
            ..area
        };
        match (&self.waiting, &self.view) {
            (Some(StartWait::Going(intent)), _) => {
                self.draw_going(canvas, readable, intent, link.is_none());
            }
            (Some(StartWait::Queued), _) => self.draw_queued(canvas, readable, wait_ms),
            (None, StartView::Ask(prompt, input)) => {
                self.draw_prompt(canvas, readable, (*prompt, input));
            }
            (None, StartView::Games) => self.draw_games(canvas, area),
            (None, StartView::Servers) => self.draw_servers(canvas, readable),
            _ if area.width >= WIDE => {
                let width = self.menu_columns(area.width);
                self.left(canvas, Rect { width, ..area });
                let about = self.what_to_do(link);
                self.draw_rooms(canvas, behind(area, width + 2), about.as_deref());
            }
            (None, StartView::Rooms) => self.draw_rooms(canvas, area, None),
            _ => self.left(canvas, area),
        }
    }

    /// The width of the menu beside the rooms, which needs less without seats.
    fn menu_columns(&self, width: u16) -> u16 {
        match self.seats.is_empty() {
            true => MENU,
            false => (width.saturating_mul(9) / 16).clamp(MENU, SEATS),
        }
    }

    fn left(&self, canvas: &mut Canvas<'_>, area: Rect) {
        match self.view {
            StartView::Choices | StartView::Computer => self.draw_settings(canvas, area),
            _ => self.draw_menu(canvas, area),
        }
    }

    /// Effect of Enter on the chosen entry of the list.
    fn does_with_entry(&self) -> String {
        let text = &self.text;
        match self.entry(self.chosen.room) {
            Some(ListEntry::Room(room)) if !room.waiting => say!(text, SCREEN_START_HINT_WATCH),
            Some(ListEntry::Waiting(_)) => say!(text, SCREEN_START_HINT_PLAY),
            _ => say!(text, SCREEN_START_HINT_JOIN),
        }
    }

    /// The keys of this page, with the letters of the menu.
    pub fn help(&self, charset: Charset, link: Option<&str>) -> Vec<HelpLine> {
        let hints = self.hints(charset, link).into_iter();
        let menu = matches!((&self.waiting, &self.view), (None, StartView::Menu));
        let letters = self.menu().into_iter().filter(|_| menu);
        let letters = letters.map(|item| {
            let does = match item.action.command() {
                Some(command) => say!(self.text, SCREEN_HELP_COMMAND, does = item.label, command),
                None => item.label,
            };
            (item.letter.to_string(), does)
        });
        let quit = ("Ctrl-C".to_owned(), say!(self.text, SCREEN_START_QUIT));
        let hints = hints.map(KeyHint::into_help);
        let same = self
            .command()
            .map(|command| overlay::same(&self.text, &command));
        hints.chain(letters).chain([quit]).chain(same).collect()
    }

    /// The keys that do something now, the most needed first.
    fn hints(&self, charset: Charset, link: Option<&str>) -> Vec<KeyHint> {
        let text = &self.text;
        let cancel = || KeyHint::esc(text, say!(text, SCREEN_START_HINT_CANCEL));
        let retry = (link.is_some() && !self.is_typing())
            .then(|| KeyHint::letter('r', say!(text, SCREEN_START_HINT_RETRY)));
        let hints = match &self.waiting {
            Some(StartWait::Queued) => {
                let computer = KeyHint::letter('p', say!(text, SCREEN_START_HINT_MEANWHILE));
                let play = || KeyHint::enter(text, say!(text, SCREEN_START_HINT_PLAY));
                let play = self.others_who_wait().map(|_| play());
                let hints = [cancel(), computer, self.help_hint()];
                play.into_iter().chain(hints).collect()
            }
            Some(_) => vec![cancel(), self.help_hint()],
            None => self.hints_of_view(charset),
        };
        retry.into_iter().chain(hints).collect()
    }

    fn help_hint(&self) -> KeyHint {
        KeyHint::letter('?', say!(self.text, SCREEN_START_HINT_HELP))
    }

    fn hints_of_view(&self, charset: Charset) -> Vec<KeyHint> {
        let text = &self.text;
        let (vertical, horizontal) = arrows(charset);
        let enter = |does| KeyHint::enter(text, does);
        let choose = say!(text, SCREEN_START_HINT_CHOOSE);
        let choose = KeyHint::new(vertical, KeyCode::Down, choose);
        let change = say!(text, SCREEN_START_HINT_CHANGE);
        let change = KeyHint::new(horizontal, KeyCode::Right, change);
        let back = KeyHint::esc(text, say!(text, SCREEN_START_HINT_BACK));
        let done = enter(say!(text, SCREEN_START_HINT_DONE));
        let open = enter(say!(text, SCREEN_START_HINT_OPEN));
        let help = self.help_hint();
        match &self.view {
            StartView::Ask(Prompt::Name, _) if self.name.is_none() => vec![done],
            StartView::Ask(..) => vec![done, back],
            StartView::Menu if self.entries() == 0 => vec![choose, open, help],
            StartView::Menu => {
                let rooms = KeyHint::tab(text, say!(text, SCREEN_START_HINT_ROOMS));
                vec![choose, open, help, rooms]
            }
            StartView::Rooms if self.entries() == 0 => vec![back, help],
            StartView::Rooms => vec![choose, enter(self.does_with_entry()), back, help],
            StartView::Games if self.games.is_empty() => vec![back, help],
            StartView::Games | StartView::Servers => vec![choose, open, back, help],
            StartView::Choices if self.setting().is_some_and(|line| line.typed.is_some()) => {
                let typed = enter(say!(text, SCREEN_START_HINT_TYPE));
                vec![choose, change, back, typed, help]
            }
            StartView::Choices => vec![choose, change, back, help],
            StartView::Computer => {
                let does = match self.setting().is_some_and(|line| line.watches) {
                    true => say!(text, SCREEN_START_HINT_WATCH),
                    false => say!(text, SCREEN_START_HINT_PLAY),
                };
                vec![enter(does), choose, change, back, help]
            }
        }
    }
}
