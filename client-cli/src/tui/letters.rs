//! Room codes in block letters.
//!
//! Whatever has no letter here is left blank.

use crate::text_board::Charset;

/// Dots to a letter, across and down.
const SIDE: usize = 5;

/// The symbols of a room code, each row of dots from the top, in bits.
const GLYPHS: [(char, [u8; SIDE]); 33] = [
    ('-', [0b00000, 0b00000, 0b01110, 0b00000, 0b00000]),
    ('2', [0b11110, 0b00001, 0b01110, 0b10000, 0b11111]),
    ('3', [0b11110, 0b00001, 0b01110, 0b00001, 0b11110]),
    ('4', [0b10010, 0b10010, 0b11111, 0b00010, 0b00010]),
    ('5', [0b11111, 0b10000, 0b11110, 0b00001, 0b11110]),
    ('6', [0b01110, 0b10000, 0b11110, 0b10001, 0b01110]),
    ('7', [0b11111, 0b00001, 0b00010, 0b00100, 0b00100]),
    ('8', [0b01110, 0b10001, 0b01110, 0b10001, 0b01110]),
    ('9', [0b01110, 0b10001, 0b01111, 0b00001, 0b01110]),
    ('A', [0b01110, 0b10001, 0b11111, 0b10001, 0b10001]),
    ('B', [0b11110, 0b10001, 0b11110, 0b10001, 0b11110]),
    ('C', [0b01111, 0b10000, 0b10000, 0b10000, 0b01111]),
    ('D', [0b11110, 0b10001, 0b10001, 0b10001, 0b11110]),
    ('E', [0b11111, 0b10000, 0b11110, 0b10000, 0b11111]),
    ('F', [0b11111, 0b10000, 0b11110, 0b10000, 0b10000]),
    ('G', [0b01111, 0b10000, 0b10011, 0b10001, 0b01111]),
    ('H', [0b10001, 0b10001, 0b11111, 0b10001, 0b10001]),
    ('J', [0b00111, 0b00001, 0b00001, 0b10001, 0b01110]),
    ('K', [0b10001, 0b10010, 0b11100, 0b10010, 0b10001]),
    ('L', [0b10000, 0b10000, 0b10000, 0b10000, 0b11111]),
    ('M', [0b10001, 0b11011, 0b10101, 0b10001, 0b10001]),
    ('N', [0b10001, 0b11001, 0b10101, 0b10011, 0b10001]),
    ('P', [0b11110, 0b10001, 0b11110, 0b10000, 0b10000]),
    ('Q', [0b01110, 0b10001, 0b10101, 0b10010, 0b01101]),
    ('R', [0b11110, 0b10001, 0b11110, 0b10010, 0b10001]),
    ('S', [0b01111, 0b10000, 0b01110, 0b00001, 0b11110]),
    ('T', [0b11111, 0b00100, 0b00100, 0b00100, 0b00100]),
    ('U', [0b10001, 0b10001, 0b10001, 0b10001, 0b01110]),
    ('V', [0b10001, 0b10001, 0b10001, 0b01010, 0b00100]),
    ('W', [0b10001, 0b10001, 0b10101, 0b11011, 0b10001]),
    ('X', [0b10001, 0b01010, 0b00100, 0b01010, 0b10001]),
    ('Y', [0b10001, 0b01010, 0b00100, 0b00100, 0b00100]),
    ('Z', [0b11111, 0b00010, 0b00100, 0b01000, 0b11111]),
];

/// A text in letters five lines high.
pub fn tall(text: &str, charset: Charset) -> Vec<String> {
    let ink = match charset {
        Charset::Box => '█',
        Charset::Ascii => '#',
    };
    let draw = |dots: Vec<bool>| dots.into_iter().map(|dot| if dot { ink } else { ' ' });
    (0..SIDE).map(|y| draw(row(text, y)).collect()).collect()
}

/// A text in letters three lines high, of half blocks.
pub fn low(text: &str) -> Vec<String> {
    let pair = |y| row(text, y).into_iter().zip(row(text, y + 1));
    let lines = (0..SIDE).step_by(2);
    lines.map(|y| pair(y).map(half_block).collect()).collect()
}

/// The character for two dots, one above the other.
pub fn half_block(dots: (bool, bool)) -> char {
    match dots {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    }
}

/// A row of dots through all letters, with a blank after each.
fn row(text: &str, y: usize) -> Vec<bool> {
    let bits = |c: char| {
        let known = GLYPHS.iter().find(|(symbol, _)| *symbol == c);
        known
            .and_then(|(_, rows)| rows.get(y))
            .map_or(0, |row| *row)
    };
    let dots = |bits: u8| (0..=SIDE).map(move |x| x < SIDE && bits >> (SIDE - 1 - x) & 1 == 1);
    text.chars().flat_map(|c| dots(bits(c))).collect()
}

#[cfg(test)]
mod tests;
