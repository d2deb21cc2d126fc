//! Colours: the role of each part of the screen, and its style in a theme.
//!
//! Colours are the terminal's own sixteen unless the person chose others, so that
//! they suit a dark and a light ground; without colours everything still differs
//! by shape and weight.

use std::{collections::BTreeMap, str::FromStr};

use protocol::Mark;
use ratatui::style::{Color, Modifier, Style};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// Role of a part of the screen. Its name in the configuration is its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Role {
    /// Ordinary text, in the terminal's own colour.
    #[default]
    Plain,
    /// Secondary parts: rules, grid, coordinates.
    Dim,
    /// Headings, and what stands out a little.
    Strong,
    X,
    O,
    /// The cell that a key press would play.
    Cursor,
    Last,
    Win,
    /// Questions, and the side to move.
    Accent,
    /// Faults and warnings.
    Alert,
    /// A key that does something.
    Key,
}

impl Role {
    pub fn of(mark: Mark) -> Role {
        match mark {
            Mark::X => Role::X,
            Mark::O => Role::O,
        }
    }
}

/// The themes by name, the default first.
pub const NAMES: [&str; 3] = ["default", "vivid", MONO];

/// Without colours, whatever the person chose for a role.
pub const MONO: &str = "mono";

/// Colours of the person's own, by the name of their role.
pub type Colours = BTreeMap<String, String>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    styles: [Style; Role::VARIANTS.len()],
}

impl Theme {
    /// A theme by its name; nothing for a name that is none.
    pub fn named(name: &str) -> Option<Theme> {
        match name {
            "default" => Some(Theme::of(sixteen)),
            "vivid" => Some(Theme::of(vivid)),
            MONO => Some(Theme::of(|_| None)),
            _ => None,
        }
    }

    /// A theme by its name, with colours of the person's own where it has any, on a terminal of so
    /// many colours. Entries that are no role or colour are left out.
    pub fn with(name: &str, colours: &Colours, count: u16) -> Option<Theme> {
        let mut theme = Theme::named(name)?;
        if name != MONO {
            for (role, colour) in colours {
                // Reported when they were read: see `recolour`.
                let _ = theme.recolour(role, colour);
            }
        }
        theme.reduce(count);
        Some(theme)
    }

    /// Replaces what a terminal of that many colours does not show: 16 million, 256, or the sixteen.
    fn reduce(&mut self, count: u16) {
        for (style, &role) in self.styles.iter_mut().zip(Role::VARIANTS) {
            style.fg = match style.fg {
                Some(Color::Rgb(..)) if count < CUBE => sixteen(role),
                Some(Color::Rgb(r, g, b)) if count < u16::MAX => {
                    Some(Color::Indexed(cube([r, g, b])))
                }
                colour => colour,
            };
        }
    }

    fn of(colour: impl Fn(Role) -> Option<Color>) -> Theme {
        let style = |role| Style {
            fg: colour(role),
            ..Style::new().add_modifier(weight(role))
        };
        Theme {
            styles: std::array::from_fn(|at| style(Role::VARIANTS[at])),
        }
    }

    /// Another colour for a role: one of the sixteen by name, `#rrggbb`, or a
    /// number of the 256. The error is the name or colour that is none.
    pub fn recolour(&mut self, role: &str, colour: &str) -> Result<(), String> {
        let role = Role::from_str(role).map_err(|_| role.to_owned())?;
        self.styles[role as usize].fg =
            Some(Color::from_str(colour).map_err(|_| colour.to_owned())?);
        Ok(())
    }

    pub fn style(&self, role: Role) -> Style {
        self.styles[role as usize]
    }
}

/// Colours of a terminal that has xterm's cube among them.
const CUBE: u16 = 256;

/// The number of colours that a terminal says it has in its two variables: 8, 256, or `u16::MAX` for
/// true colour.
pub fn colour_count(term: &str, colorterm: &str) -> u16 {
    match () {
        () if matches!(colorterm, "truecolor" | "24bit") || term.ends_with("-direct") => u16::MAX,
        () if term.contains("256") => CUBE,
        () => 8,
    }
}

/// The nearest colour of xterm's cube, whose six levels are 0, and from 95 on every 40.
fn cube(rgb: [u8; 3]) -> u8 {
    let level = |value: u8| match value {
        0..48 => 0,
        48..115 => 1,
        value => (value - 35) / 40,
    };
    rgb.into_iter()
        .fold(0, |index, value| index * 6 + level(value))
        + 16
}

/// The sixteen: only those that keep their contrast on black and on white.
fn sixteen(role: Role) -> Option<Color> {
    match role {
        Role::X | Role::Alert => Some(Color::LightRed),
        Role::O => Some(Color::LightBlue),
        Role::Accent | Role::Key => Some(Color::Magenta),
        _ => None,
    }
}

fn vivid(role: Role) -> Option<Color> {
    match role {
        Role::X => Some(Color::Rgb(0xe8, 0x59, 0x0c)),
        Role::O => Some(Color::Rgb(0x1c, 0x8d, 0xc9)),
        Role::Alert => Some(Color::Rgb(0xe0, 0x31, 0x31)),
        Role::Accent | Role::Key => Some(Color::Rgb(0x9c, 0x4d, 0xd3)),
        Role::Win => Some(Color::Rgb(0x2b, 0x8a, 0x3e)),
        _ => None,
    }
}

/// Style of a role without colours.
fn weight(role: Role) -> Modifier {
    match role {
        Role::Plain => Modifier::empty(),
        Role::Dim => Modifier::DIM,
        Role::Cursor | Role::Win => Modifier::REVERSED.union(Modifier::BOLD),
        Role::Last => Modifier::BOLD.union(Modifier::UNDERLINED),
        _ => Modifier::BOLD,
    }
}

#[cfg(test)]
mod tests;
