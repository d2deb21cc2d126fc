//! The person's settings of the interface: keys, theme, sounds.

use frontend::text_board::Charset;
use game::notation::Layout;

use super::theme::{Colours, Theme};

/// The settings of a person that can change while the program runs.
#[derive(Clone, Debug)]
pub struct UiSettings {
    /// Arrangement of the digits on a 3×3 board.
    pub keys: Layout,
    /// Whether free cells show their digits.
    pub digits: bool,
    pub charset: Charset,
    /// One of [`super::theme::NAMES`].
    pub theme_name: String,
    pub theme: Theme,
    /// The person's colours of single roles, in every theme but the one
    /// without colours.
    pub colours: Colours,
    /// Number of colours that the terminal shows: 8, 256, or more.
    pub colour_count: u16,
    pub bell: bool,
    pub notify: Notify,
}

/// Way to ask the terminal for a desktop notification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notify {
    /// As the terminal can, while the bell is on.
    #[default]
    Auto,
    Off,
    /// `OSC 9`: iTerm2, kitty, `WezTerm`, Ghostty.
    Osc9,
    /// `OSC 777`: urxvt, foot, Konsole, Ghostty, Windows Terminal.
    Osc777,
}

impl Notify {
    /// All of them in their order, with their names in the configuration.
    pub const ALL: [(&'static str, Notify); 4] = [
        ("auto", Notify::Auto),
        ("off", Notify::Off),
        ("osc9", Notify::Osc9),
        ("osc777", Notify::Osc777),
    ];

    pub fn name(self) -> &'static str {
        Notify::ALL[self as usize].0
    }

    /// The way that the terminal of this environment knows, and only one: some know both, and would
    /// notify twice. Within `tmux` and `screen` there is none, for these keep to themselves what they
    /// do not know.
    fn of_terminal(variable: impl Fn(&str) -> String) -> Notify {
        let is_set = |name: &str| !variable(name).is_empty();
        let term = variable("TERM");
        let is = |names: &[&str]| names.iter().any(|name| term.starts_with(name));
        match () {
            () if is_set("TMUX") || is_set("STY") || is(&["tmux", "screen"]) => Notify::Off,
            // Since microsoft/terminal#20012 (merged in 2026); older versions ignore it. Their OSC 9 is
            // ConEmu's (progress, folder), never a notification: microsoft/terminal#7718.
            () if is_set("WT_SESSION") => Notify::Osc777,
            () if matches!(&*term, "" | "dumb" | "linux") => Notify::Off,
            () if is_set("KONSOLE_VERSION") || is_set("VTE_VERSION") => Notify::Osc777,
            () if is(&["rxvt", "foot"]) => Notify::Osc777,
            () => Notify::Osc9,
        }
    }
}

impl UiSettings {
    /// The way to notify in the terminal of this environment.
    pub fn notification(&self, variable: impl Fn(&str) -> String) -> Notify {
        match self.notify {
            Notify::Auto if self.bell => Notify::of_terminal(variable),
            Notify::Auto => Notify::Off,
            chosen => chosen,
        }
    }
}

#[cfg(test)]
mod tests;
