//! Overlays of every page: the help, and the settings.

use crossterm::event::KeyCode;
use frontend::text_board::Charset;
use game::notation::Layout;
use oxo_client::transport::PlayMode;
use sentences::{Catalogue, say};

use super::{
    canvas::{Canvas, behind, cells, fit, top, wrap},
    effect::UiEffect,
    theme::{NAMES, Role, Theme},
    ui_settings::{Notify, UiSettings},
    widgets::{KeyHint, dialog, frame},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The help, from that line on.
    Help(usize),
    Settings,
}

/// Columns of the keys in the help.
const KEYS: u16 = 12;

/// The help never has more lines.
const LONGEST: usize = 60;

/// A key or several, and what they do.
pub type HelpLine = (String, String);

/// The last line of the help of a page: the command that leads there.
pub fn same(text: &Catalogue, command: &str) -> HelpLine {
    (String::new(), say!(text, SCREEN_HELP_SAME, command))
}

/// The help of a page: its title, and its lines.
pub type HelpPage = (String, Vec<HelpLine>);

/// The keys with what they do at a table of that kind, and the command that leads there.
pub fn table_help(text: &Catalogue, charset: Charset, mode: PlayMode, command: &str) -> HelpPage {
    let mut lines = Vec::new();
    let mut add = |there: bool, key: &str, does: String| {
        if there {
            lines.push((key.to_owned(), does));
        }
    };
    let (online, shared) = (mode == PlayMode::Online, mode.is_shared());
    let either = |alone: String, both: String| if shared { both } else { alone };
    let (enter, tab) = (say!(text, SCREEN_KEY_ENTER), say!(text, SCREEN_KEY_TAB));
    let draw = either(say!(text, SCREEN_HELP_DRAW), say!(text, LOCAL_HELP_DRAW));
    let back = either(
        say!(text, SCREEN_HELP_TAKE_BACK),
        say!(text, LOCAL_HELP_TAKE_BACK),
    );
    let again = either(say!(text, SCREEN_HELP_AGAIN), say!(text, LOCAL_HELP_AGAIN));
    let give_up = either(
        say!(text, SCREEN_HELP_GIVE_UP),
        say!(text, LOCAL_HELP_GIVE_UP),
    );
    let quit = match online {
        true => say!(text, SCREEN_HELP_QUIT),
        false => say!(text, LOCAL_HELP_QUIT),
    };
    let arrows = match charset {
        Charset::Box => "← ↓ ↑ → h j k l",
        Charset::Ascii => "arrows h j k l",
    };
    add(true, arrows, say!(text, SCREEN_HELP_CURSOR));
    add(true, &enter, say!(text, SCREEN_HELP_PLAY));
    add(true, "1 .. 9", say!(text, SCREEN_HELP_DIGITS));
    add(true, "y  n", say!(text, SCREEN_HELP_ANSWER));
    add(true, "d", draw);
    add(true, "t", back);
    add(true, "r", again);
    add(true, "g", give_up);
    add(online, "c", say!(text, SCREEN_HELP_CLAIM));
    add(!shared, "a", say!(text, SCREEN_HELP_HINT));
    add(!shared, "p", say!(text, SCREEN_HELP_COMPUTER));
    add(online, "s", say!(text, SCREEN_HELP_SAY));
    add(true, "[  ]", say!(text, SCREEN_HELP_BACK));
    add(online, &tab, say!(text, SCREEN_HELP_TAB));
    add(true, "v", say!(text, SCREEN_HELP_REVIEW));
    add(online, "i", say!(text, SCREEN_HELP_INVITE));
    add(online, "x", say!(text, SCREEN_HELP_REMOVE));
    add(true, "m", say!(text, SCREEN_HELP_MUTE));
    add(true, "o", say!(text, SCREEN_HELP_SETTINGS));
    add(true, "q", say!(text, SCREEN_HELP_GO));
    add(true, "Ctrl-C", quit);
    lines.push(same(text, command));
    (say!(text, SCREEN_HELP), lines)
}

pub fn draw(
    canvas: &mut Canvas<'_>,
    overlay: Overlay,
    (settings, text): (&UiSettings, &Catalogue),
    page: HelpPage,
) {
    match overlay {
        Overlay::Settings => {
            let lines = ('1'..).zip(SETTINGS);
            let lines =
                lines.map(|(digit, (show, _))| KeyHint::letter(digit, show(text, settings)));
            let lines: Vec<KeyHint> = lines.collect();
            dialog(canvas, say!(text, SCREEN_SETTINGS), &lines);
        }
        Overlay::Help(from) => draw_help(canvas, from, text, page),
    }
}

fn draw_help(canvas: &mut Canvas<'_>, from: usize, text: &Catalogue, (title, help): HelpPage) {
    let room = canvas.area();
    let columns = room.width.saturating_sub(6).min(70);
    let mut lines: Vec<HelpLine> = Vec::new();
    for (key, sentence) in help {
        let mut keys = wrap(&key, KEYS).into_iter();
        let mut parts = wrap(&sentence, columns.saturating_sub(KEYS + 2)).into_iter();
        for _ in 0..keys.len().max(parts.len()) {
            lines.push((
                keys.next().unwrap_or_default(),
                parts.next().unwrap_or_default(),
            ));
        }
    }
    let high = cells(lines.len() + 2).min(room.height.saturating_sub(2));
    let mut inner = frame(canvas, columns, high);
    canvas.line(top(&mut inner, 1), &title, Role::Strong);
    let second = top(&mut inner, 1);
    let shown = usize::from(inner.height);
    if lines.len() > shown {
        canvas.line(second, &say!(text, SCREEN_HELP_MORE), Role::Dim);
    }
    let from = from.min(lines.len().saturating_sub(shown));
    for (row, (key, sentence)) in inner.rows().zip(&lines[from..]) {
        canvas.line(row, &fit(key, KEYS, canvas.charset), Role::Key);
        canvas.line(behind(row, KEYS + 2), sentence, Role::Plain);
    }
}

/// A setting: its line with its value, and what takes the next value and tells
/// what is to be remembered.
type UiSetting = (
    fn(&Catalogue, &UiSettings) -> String,
    fn(&Catalogue, &mut UiSettings) -> Option<UiEffect>,
);

/// Settings that can change while the program runs, in the order of their digits.
const SETTINGS: [UiSetting; 6] = [
    (
        |text, settings| {
            say!(
                text,
                SCREEN_SETTING_BELL,
                value = switch(text, settings.bell)
            )
        },
        |_, settings| Some(mute(settings)),
    ),
    (
        |text, settings| {
            let value = match settings.notify {
                Notify::Off => say!(text, SCREEN_OFF),
                how => how.name().to_owned(),
            };
            say!(text, SCREEN_SETTING_NOTIFY, value)
        },
        |_, settings| {
            settings.notify = next(settings.notify, &Notify::ALL.map(|(_, notify)| notify));
            Some(UiEffect::Remember("notify", settings.notify.name().into()))
        },
    ),
    (
        |text, settings| {
            let value = switch(text, settings.digits);
            say!(text, SCREEN_SETTING_DIGITS, value)
        },
        |_, settings| {
            settings.digits = !settings.digits;
            Some(UiEffect::Remember("digits", settings.digits.into()))
        },
    ),
    (
        |text, settings| {
            let value = match settings.keys {
                Layout::Keypad => say!(text, SCREEN_KEYPAD),
                Layout::Phone => say!(text, SCREEN_PHONE),
            };
            say!(text, SCREEN_SETTING_KEYS, value = value)
        },
        |_, settings| {
            settings.keys = next(settings.keys, &Layout::BOTH);
            Some(UiEffect::Remember("keys", settings.keys.to_string().into()))
        },
    ),
    (
        |text, settings| say!(text, SCREEN_SETTING_THEME, value = settings.theme_name),
        |_, settings| {
            let name = next(settings.theme_name.as_str(), &NAMES).to_owned();
            settings.theme = Theme::with(&name, &settings.colours, settings.colour_count)?;
            settings.theme_name.clone_from(&name);
            Some(UiEffect::Remember("theme", name.into()))
        },
    ),
    (
        |text, _| {
            let value = say!(text, LANGUAGE_NAME);
            say!(text, SCREEN_SETTING_LANGUAGE, value)
        },
        |text, _| Some(UiEffect::Remember("language", text.speak_next().into())),
    ),
];

fn switch(text: &Catalogue, on: bool) -> String {
    match on {
        true => say!(text, SCREEN_ON),
        false => say!(text, SCREEN_OFF),
    }
}

/// Effect of a key on an overlay: the overlay that remains, and the changed setting.
pub fn key(
    overlay: Overlay,
    code: KeyCode,
    settings: &mut UiSettings,
    text: &Catalogue,
) -> (Option<Overlay>, Option<UiEffect>) {
    let left = match (overlay, code) {
        (_, KeyCode::Esc | KeyCode::Enter)
        | (Overlay::Help(_), KeyCode::Char('?' | 'q'))
        | (Overlay::Settings, KeyCode::Char('o' | 'q')) => return (None, None),
        (Overlay::Help(from), KeyCode::Down | KeyCode::Char('j') | KeyCode::PageDown) => {
            Overlay::Help((from + 1).min(LONGEST))
        }
        (Overlay::Help(from), KeyCode::Up | KeyCode::Char('k') | KeyCode::PageUp) => {
            Overlay::Help(from.saturating_sub(1))
        }
        (Overlay::Settings, KeyCode::Char(digit)) => {
            let chosen = ('1'..).zip(SETTINGS).find(|(key, _)| *key == digit);
            let changed = chosen.and_then(|(_, (_, change))| change(text, settings));
            return (Some(overlay), changed);
        }
        _ => overlay,
    };
    (Some(left), None)
}

pub fn mute(settings: &mut UiSettings) -> UiEffect {
    settings.bell = !settings.bell;
    UiEffect::Remember("bell", settings.bell.into())
}

/// The one behind this, and behind the last the first.
fn next<T: Copy + PartialEq>(now: T, all: &[T]) -> T {
    let rest = all.iter().skip_while(|one| **one != now).skip(1);
    rest.chain(all).next().copied().unwrap_or(now)
}
