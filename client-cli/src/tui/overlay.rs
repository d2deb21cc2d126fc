//! What can be laid over every page: the help, and the settings.

use crossterm::event::KeyCode;
use game::notation::Layout;
use oxo_client::transport::PlayMode;

use super::{
    canvas::{self, Canvas},
    dialog,
    effect::{Effect, Setting},
    theme::{NAMES, Role, Theme},
    ui_settings::{Notify, UiSettings},
};
use crate::{key::say, locale::Catalogue, text_board::Charset};

/// What is laid over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The help, from that line on.
    Help(usize),
    Settings,
}

/// Columns of the keys in the help.
const KEYS: u16 = 12;

/// A key and what it does, for the help.
fn help(text: &Catalogue, charset: Charset) -> Vec<(String, String)> {
    let arrows = match charset {
        Charset::Box => "← ↓ ↑ → h j k l",
        Charset::Ascii => "arrows h j k l",
    };
    let key = |name: &str, does| (name.to_owned(), does);
    vec![
        key(arrows, say!(text, SCREEN_HELP_CURSOR)),
        (say!(text, SCREEN_KEY_ENTER), say!(text, SCREEN_HELP_PLAY)),
        key("1 .. 9", say!(text, SCREEN_HELP_DIGITS)),
        key("y  n", say!(text, SCREEN_HELP_ANSWER)),
        key("d", say!(text, SCREEN_HELP_DRAW)),
        key("t", say!(text, SCREEN_HELP_TAKE_BACK)),
        key("r", say!(text, SCREEN_HELP_AGAIN)),
        key("g", say!(text, SCREEN_HELP_GIVE_UP)),
        key("c", say!(text, SCREEN_HELP_CLAIM)),
        key("a", say!(text, SCREEN_HELP_HINT)),
        key("p", say!(text, SCREEN_HELP_COMPUTER)),
        key("s", say!(text, SCREEN_HELP_SAY)),
        key("[  ]", say!(text, SCREEN_HELP_BACK)),
        (say!(text, SCREEN_KEY_TAB), say!(text, SCREEN_HELP_TAB)),
        key("v", say!(text, SCREEN_HELP_REVIEW)),
        key("i", say!(text, SCREEN_HELP_INVITE)),
        key("x", say!(text, SCREEN_HELP_REMOVE)),
        key("m", say!(text, SCREEN_HELP_MUTE)),
        key("o", say!(text, SCREEN_HELP_SETTINGS)),
        key("q", say!(text, SCREEN_HELP_GO)),
        key("Ctrl-C", say!(text, SCREEN_HELP_QUIT)),
    ]
}

/// Leaves out what has no meaning at a table of this terminal, and says what
/// keys do there for two.
fn at_home(help: &mut Vec<(String, String)>, text: &Catalogue, mode: PlayMode) {
    if mode == PlayMode::Online {
        return;
    }
    let tab = say!(text, SCREEN_KEY_TAB);
    help.retain(|(key, _)| !["c", "s", "i", "x", tab.as_str()].contains(&key.as_str()));
    set(help, "Ctrl-C", say!(text, LOCAL_HELP_QUIT));
    if mode == PlayMode::Solo {
        return;
    }
    help.retain(|(key, _)| !["a", "p"].contains(&key.as_str()));
    let mut says = |key: &str, sentence: String| set(help, key, sentence);
    says("d", say!(text, LOCAL_HELP_DRAW));
    says("t", say!(text, LOCAL_HELP_TAKE_BACK));
    says("r", say!(text, LOCAL_HELP_AGAIN));
    says("g", say!(text, LOCAL_HELP_GIVE_UP));
}

/// Says of a key what it does.
fn set(help: &mut [(String, String)], key: &str, sentence: String) {
    if let Some(line) = help.iter_mut().find(|(known, _)| known == key) {
        line.1 = sentence;
    }
}

/// Draws what is laid over.
pub fn draw(
    canvas: &mut Canvas<'_>,
    overlay: Overlay,
    (look, text): (&UiSettings, &Catalogue),
    mode: PlayMode,
) {
    match overlay {
        Overlay::Settings => {
            let heading = say!(text, SCREEN_SETTINGS);
            dialog::draw(canvas, &heading, &settings(text, look));
        }
        Overlay::Help(from) => {
            let mut lines = help(text, canvas.charset);
            at_home(&mut lines, text, mode);
            draw_help(canvas, from, text, lines);
        }
    }
}

fn draw_help(canvas: &mut Canvas<'_>, from: usize, text: &Catalogue, help: Vec<(String, String)>) {
    let room = canvas.area();
    let columns = room.width.saturating_sub(6).min(70);
    let does = columns.saturating_sub(KEYS + 2);
    let mut lines: Vec<(String, String)> = Vec::new();
    for (key, sentence) in help {
        let keys = canvas::wrap(&key, KEYS);
        let parts = canvas::wrap(&sentence, does);
        for at in 0..keys.len().max(parts.len()) {
            let part = |of: &[String]| of.get(at).cloned().unwrap_or_default();
            lines.push((part(&keys), part(&parts)));
        }
    }
    let count = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let inner = dialog::frame(
        canvas,
        columns,
        count.saturating_add(2).min(room.height.saturating_sub(2)),
    );
    if inner.is_empty() {
        return;
    }
    canvas.line(inner, &say!(text, SCREEN_HELP), Role::Strong);
    let shown = usize::from(inner.height.saturating_sub(2));
    let from = from.min(lines.len().saturating_sub(shown));
    let mut rows = inner.rows().skip(1);
    if lines.len() > shown {
        if let Some(row) = rows.next() {
            canvas.line(row, &say!(text, SCREEN_HELP_MORE), Role::Dim);
        }
    } else {
        rows.next();
    }
    for (row, (key, sentence)) in rows.zip(&lines[from..]) {
        let style = canvas.style(Role::Key);
        let key = canvas::fit(key, KEYS, canvas.charset);
        canvas.put(row, row.x, row.y, &key, style);
        let x = row.x + KEYS + 2;
        let width = row.right().saturating_sub(x);
        canvas.line(
            ratatui::layout::Rect { x, width, ..row },
            sentence,
            Role::Plain,
        );
    }
}

fn settings(text: &Catalogue, look: &UiSettings) -> Vec<(String, KeyCode, String)> {
    let switch = |on| match on {
        true => say!(text, SCREEN_ON),
        false => say!(text, SCREEN_OFF),
    };
    let notify = match look.notify {
        Notify::Off => say!(text, SCREEN_OFF),
        how => name_of(how).to_owned(),
    };
    let keys = match look.keys {
        Layout::Keypad => say!(text, SCREEN_KEYPAD),
        Layout::Phone => say!(text, SCREEN_PHONE),
    };
    let lines = [
        say!(text, SCREEN_SETTING_BELL, value = switch(look.bell)),
        say!(text, SCREEN_SETTING_NOTIFY, value = notify),
        say!(text, SCREEN_SETTING_DIGITS, value = switch(look.digits)),
        say!(text, SCREEN_SETTING_KEYS, value = keys),
        say!(text, SCREEN_SETTING_THEME, value = look.theme_name),
        say!(
            text,
            SCREEN_SETTING_LANGUAGE,
            value = say!(text, LANGUAGE_NAME)
        ),
    ];
    let number = |(digit, line): (char, String)| (digit.to_string(), KeyCode::Char(digit), line);
    ('1'..='6').zip(lines).map(number).collect()
}

/// What a key does to what is laid over: what remains of it, and what changes.
pub fn key(
    overlay: Overlay,
    code: KeyCode,
    look: &mut UiSettings,
    text: &Catalogue,
) -> (Option<Overlay>, Vec<Effect>) {
    match (overlay, code) {
        (_, KeyCode::Esc | KeyCode::Enter) => (None, Vec::new()),
        (Overlay::Help(_), KeyCode::Char('?' | 'q')) => (None, Vec::new()),
        (Overlay::Settings, KeyCode::Char('o' | 'q')) => (None, Vec::new()),
        (Overlay::Help(from), KeyCode::Down | KeyCode::Char('j') | KeyCode::PageDown) => {
            (Some(Overlay::Help((from + 1).min(LONGEST))), Vec::new())
        }
        (Overlay::Help(from), KeyCode::Up | KeyCode::Char('k') | KeyCode::PageUp) => {
            (Some(Overlay::Help(from.saturating_sub(1))), Vec::new())
        }
        (Overlay::Settings, KeyCode::Char(digit)) => {
            let changed = change(digit, look, text).map(Effect::Remember);
            (Some(overlay), changed.into_iter().collect())
        }
        _ => (Some(overlay), Vec::new()),
    }
}

/// The help never has more lines.
const LONGEST: usize = 60;

/// Turns the bell on or off.
pub fn mute(look: &mut UiSettings) -> Setting {
    look.bell = !look.bell;
    Setting::Bell(look.bell)
}

fn change(digit: char, look: &mut UiSettings, text: &Catalogue) -> Option<Setting> {
    Some(match digit {
        '1' => mute(look),
        '2' => {
            look.notify = next(look.notify, &Notify::ALL.map(|(_, notify)| notify));
            Setting::Notify(name_of(look.notify).to_owned())
        }
        '3' => {
            look.digits = !look.digits;
            Setting::Digits(look.digits)
        }
        '4' => {
            look.keys = next(look.keys, &Layout::BOTH);
            Setting::Keys(look.keys)
        }
        '5' => {
            let name = next(look.theme_name.as_str(), &NAMES);
            look.theme = Theme::with(name, &look.colours)?;
            look.theme_name = name.to_owned();
            Setting::Theme(look.theme_name.clone())
        }
        '6' => Setting::Language(text.speak_next()),
        _ => return None,
    })
}

fn name_of(notify: Notify) -> &'static str {
    let known = Notify::ALL.iter().find(|(_, known)| *known == notify);
    known.map_or("", |(name, _)| name)
}

/// The one behind this, and behind the last the first.
fn next<T: Copy + PartialEq>(now: T, all: &[T]) -> T {
    let at = all.iter().position(|one| *one == now).unwrap_or(0);
    all.get((at + 1) % all.len().max(1)).copied().unwrap_or(now)
}
