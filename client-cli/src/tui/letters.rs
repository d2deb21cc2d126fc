//! Room codes in block letters; other letters are left blank.

use frontend::text_board::Charset;

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
    let line = |y| dots(text, y).map(|dot| if dot { ink } else { ' ' });
    (0..SIDE).map(|y| line(y).collect()).collect()
}

/// A text in letters three lines high, of half blocks.
pub fn low(text: &str) -> Vec<String> {
    let half_block = |dots| match dots {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    let line = |y| dots(text, y).zip(dots(text, y + 1)).map(half_block);
    (0..SIDE).step_by(2).map(|y| line(y).collect()).collect()
}

/// A row of dots through all letters, with a blank after each.
fn dots(text: &str, y: usize) -> impl Iterator<Item = bool> {
    text.chars().flat_map(move |c| {
        let known = GLYPHS.iter().find(|(symbol, _)| *symbol == c);
        let row = known.and_then(|(_, rows)| rows.get(y));
        let bits = row.map_or(0, |row| *row);
        (0..=SIDE).map(move |x| x < SIDE && bits >> (SIDE - 1 - x) & 1 == 1)
    })
}

#[cfg(test)]
mod tests;
