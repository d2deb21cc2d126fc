//! Names for things: the seats of a room, the code of a room, the players.
//!
//! Knows nothing of where randomness comes from: a caller brings the bits.

use std::{fmt, str::FromStr};

use game::Level;
use serde::{Deserialize, Serialize};

/// One of a room's two seats. Which of them plays X changes from game to game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Whoever opened the room (in a quick match: whoever waited longer).
    Host,
    /// Whoever sat down opposite.
    Guest,
}

impl Seat {
    /// Both seats, host first.
    pub const BOTH: [Seat; 2] = [Seat::Host, Seat::Guest];

    /// The seat opposite.
    #[must_use]
    pub fn other(self) -> Seat {
        match self {
            Seat::Host => Seat::Guest,
            Seat::Guest => Seat::Host,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seat::Host => "host",
            Seat::Guest => "guest",
        })
    }
}

/// A thing that each seat has one of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(rename = "BySeat_{T}"))]
pub struct BySeat<T> {
    /// The host's.
    pub host: T,
    /// The guest's.
    pub guest: T,
}

impl<T> BySeat<T> {
    /// The same thing made for each seat.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        BySeat {
            host: make(Seat::Host),
            guest: make(Seat::Guest),
        }
    }

    /// Both, host first.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        [(Seat::Host, &self.host), (Seat::Guest, &self.guest)].into_iter()
    }
}

impl<T> std::ops::Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::Host => &self.host,
            Seat::Guest => &self.guest,
        }
    }
}

impl<T> std::ops::IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::Host => &mut self.host,
            Seat::Guest => &mut self.guest,
        }
    }
}

/// Who sits in a seat, as everybody may know them: a name, or a number for
/// somebody who gave none (clients word it: "Guest 2").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Player {
    /// The name, cleaned by the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub name: Option<String>,
    /// The number of a player without a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub guest: Option<u32>,
    /// How it plays, if it is the server's own computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub computer: Option<Computer>,
    /// Whether it is somebody's program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub bot: bool,
}

/// How a computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Computer {
    /// From 1, which a child beats, to 5, its best.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub level: Level,
    /// Whether it opens in the centre when it begins on an empty board.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub centre: bool,
}

impl Player {
    /// A player with a name.
    pub fn named(name: impl Into<String>) -> Player {
        Player {
            name: Some(name.into()),
            ..Player::default()
        }
    }

    /// A player without one.
    pub fn guest(number: u32) -> Player {
        Player {
            guest: Some(number),
            ..Player::default()
        }
    }

    /// The server's own computer. It has no name; clients word it.
    pub fn computer(computer: Computer) -> Player {
        Player {
            computer: Some(computer),
            ..Player::default()
        }
    }

    /// Whether the server moves for it.
    #[must_use]
    pub fn is_computer(&self) -> bool {
        self.computer.is_some()
    }
}

/// The symbols of a room code: no 0, 1, I or O, which people confuse.
const SYMBOLS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH: usize = 8;

/// The symbol for the low five of these bits.
pub(crate) fn symbol(bits: u64) -> u8 {
    SYMBOLS[bits as usize & 31]
}

/// The five bits that a symbol, in either case, stands for.
pub(crate) fn symbol_value(symbol: u8) -> Option<u8> {
    let symbol = symbol.to_ascii_uppercase();
    (0..32).find(|value| SYMBOLS[usize::from(*value)] == symbol)
}

/// The code of a room: 40 random bits as eight symbols, written `K7QX-4MTR`.
/// Read case-blind, with or without the dash or spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoomCode([u8; LENGTH]);

impl RoomCode {
    /// The code made of the low 40 of `bits`.
    #[must_use]
    pub fn from_bits(bits: u64) -> RoomCode {
        RoomCode(std::array::from_fn(|i| symbol(bits >> (5 * i))))
    }
}

/// Why a text is no room code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a room code is eight letters and digits such as K7QX-4MTR (never 0, 1, I or O)")]
pub struct NotACode;

impl FromStr for RoomCode {
    type Err = NotACode;

    fn from_str(text: &str) -> Result<Self, NotACode> {
        let mut symbols = text
            .bytes()
            .filter(|b| !matches!(b, b'-' | b' '))
            .map(|b| b.to_ascii_uppercase());
        let mut code = [0; LENGTH];
        for place in &mut code {
            *place = symbols
                .next()
                .filter(|b| SYMBOLS.contains(b))
                .ok_or(NotACode)?;
        }
        match symbols.next() {
            None => Ok(RoomCode(code)),
            Some(_) => Err(NotACode),
        }
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, symbol) in self.0.iter().enumerate() {
            if i == LENGTH / 2 {
                f.write_str("-")?;
            }
            write!(f, "{}", char::from(*symbol))?;
        }
        Ok(())
    }
}

/// Whoever knows a code may sit down, so it stays out of debug output and logs.
impl fmt::Debug for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RoomCode(…)")
    }
}

/// Stands in every event, so it is written without the machinery of `Display`.
impl Serialize for RoomCode {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut text = [b'-'; LENGTH + 1];
        let (first, last) = self.0.split_at(LENGTH / 2);
        text[..LENGTH / 2].copy_from_slice(first);
        text[LENGTH / 2 + 1..].copy_from_slice(last);
        to.serialize_str(str::from_utf8(&text).map_err(serde::ser::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for RoomCode {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_reads_back_however_it_is_typed() {
        for bits in [0, 1, 0xff_ffff_ffff, 0x12_3456_789a] {
            let code = RoomCode::from_bits(bits);
            let text = code.to_string();
            assert_eq!(text.len(), 9);
            assert_eq!(text.parse(), Ok(code));
            assert_eq!(text.to_lowercase().replace('-', " ").parse(), Ok(code));
        }
    }

    #[test]
    fn a_text_that_is_no_code_is_refused() {
        for text in [
            "",
            "K7QX-4MT",
            "K7QX-4MTRR",
            "K7QX-4MT0",
            "K7QX-4MTÉ",
            "IIII-IIII",
        ] {
            assert_eq!(text.parse::<RoomCode>(), Err(NotACode), "{text}");
        }
    }

    #[test]
    fn debug_output_hides_the_code() {
        assert_eq!(format!("{:?}", RoomCode::from_bits(5)), "RoomCode(…)");
    }
}
