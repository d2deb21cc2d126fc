//! Names for things: the seats of a room, the code of a room, the players,
//! tickets of the queue. Randomness is an argument.

use std::{fmt, str::FromStr};

use game::Level;
use serde::{Deserialize, Serialize};

/// One of a room's two seats. Which of them plays X changes from game to game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// The player who opened the room; after a quick match, the one who waited longer.
    Host,
    /// The player who joined.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// Player in a seat, as everybody may know them: a name, or a number for
/// somebody who gave none (clients word it: "Guest 2").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// The name, cleaned by the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number of a player without a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest: Option<u32>,
    /// How it plays, if it is the server's own computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<Computer>,
    /// Whether it is somebody's program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
}

/// How a computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Computer {
    /// From 1, which a child beats, to 5, its best.
    pub level: Level,
    /// Whether it opens in the centre when it begins on an empty board.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
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
    pub fn is_computer(&self) -> bool {
        self.computer.is_some()
    }
}

/// The symbols of a room code: no 0, 1, I or O, which people confuse.
const SYMBOLS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH: usize = 8;

/// The symbol for the low five of these bits.
fn symbol(bits: u64) -> u8 {
    SYMBOLS[bits as usize & 31]
}

/// For each byte the five bits that it stands for as a symbol, in either case.
static VALUES: [Option<u8>; 256] = {
    let mut values = [None; 256];
    let mut value = 0;
    while value < SYMBOLS.len() {
        let symbol = SYMBOLS[value];
        values[symbol as usize] = Some(value as u8);
        values[symbol.to_ascii_lowercase() as usize] = Some(value as u8);
        value += 1;
    }
    values
};

/// The five bits that a symbol, in either case, stands for.
fn symbol_value(symbol: u8) -> Option<u8> {
    VALUES[usize::from(symbol)]
}

/// Writes that many symbols in lower case, the low five of these bits first.
pub(crate) fn write_symbols(bits: u128, length: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    (0..length).try_for_each(|i| {
        let symbol = symbol((bits >> (5 * i)) as u64);
        write!(f, "{}", char::from(symbol.to_ascii_lowercase()))
    })
}

/// Reads exactly that many symbols in either case; nothing for more than 128 bits.
pub(crate) fn read_symbols(text: &str, length: usize) -> Option<u128> {
    if text.len() != length {
        return None;
    }
    let mut bits = 0_u128;
    for byte in text.bytes().rev() {
        bits = bits.checked_mul(32)? | u128::from(symbol_value(byte)?);
    }
    Some(bits)
}

/// The code of a room: 40 random bits as eight symbols, written `K7QX-4MTR`.
/// Read case-blind, with or without the dash or spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoomCode([u8; LENGTH]);

impl RoomCode {
    /// The code made of the low 40 of `bits`.
    pub fn from_bits(bits: u64) -> RoomCode {
        RoomCode(std::array::from_fn(|i| symbol(bits >> (5 * i))))
    }

    /// As it is written, in ASCII.
    pub fn text(&self) -> [u8; LENGTH + 1] {
        let mut text = [b'-'; LENGTH + 1];
        let (first, last) = self.0.split_at(LENGTH / 2);
        text[..LENGTH / 2].copy_from_slice(first);
        text[LENGTH / 2 + 1..].copy_from_slice(last);
        text
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
            .map(symbol_value);
        let mut code = [0; LENGTH];
        for place in &mut code {
            let value = symbols.next().flatten().ok_or(NotACode)?;
            *place = symbol(value.into());
        }
        match symbols.next() {
            None => Ok(RoomCode(code)),
            Some(_) => Err(NotACode),
        }
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(str::from_utf8(&self.text()).map_err(|_| fmt::Error)?)
    }
}

// Knowing a code is enough to sit down.
hide_debug!(RoomCode);

/// Stands in every event, so it is written without the machinery of `Display`.
impl Serialize for RoomCode {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(str::from_utf8(&self.text()).map_err(serde::ser::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for RoomCode {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(Parsed(std::marker::PhantomData))
    }
}

/// Reads a value that parses from a text, without a copy of the text: a room's
/// code stands in every command.
pub(crate) struct Parsed<T>(pub(crate) std::marker::PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> serde::de::Visitor<'_> for Parsed<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// The public id of a ticket in the queue, by which others may know who waits:
/// 64 bits as 13 letters and digits. It opens nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicketId(u64);

impl TicketId {
    const LENGTH: usize = 13;

    /// The id made of these bits.
    pub fn from_bits(bits: u64) -> TicketId {
        TicketId(bits)
    }
}

/// Why a text is no id of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the id of a ticket is 13 letters and digits (never 0, 1, i or o)")]
pub struct NotATicket;

travels_as_symbols!(TicketId, NotATicket);

#[cfg(test)]
mod tests;
