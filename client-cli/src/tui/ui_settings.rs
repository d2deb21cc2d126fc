//! The person's settings of the interface: keys, theme, sounds.

use game::notation::Layout;

use super::theme::{Colours, Theme};
use crate::text_board::Charset;

/// The settings of a person that can change while the program runs.
#[derive(Clone, Debug)]
pub struct UiSettings {
    /// Which digit plays which cell of a 3×3 board.
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
    #[default]
    Off,
    /// `OSC 9`: iTerm2, Windows Terminal, kitty, `WezTerm`, Ghostty.
    Osc9,
    /// `OSC 777`: urxvt, foot, Konsole, Ghostty.
    Osc777,
}

impl Notify {
    /// All of them in their order, with their names in the configuration.
    pub const ALL: [(&'static str, Notify); 3] = [
        ("off", Notify::Off),
        ("osc9", Notify::Osc9),
        ("osc777", Notify::Osc777),
    ];

    pub fn name(self) -> &'static str {
        Notify::ALL[self as usize].0
    }
}
