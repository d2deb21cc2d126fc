//! The shapes of the marks, from half blocks: two dots to a character, one
//! above the other, which makes the dots square.

use frontend::text_board::Charset;
use game::Mark;

/// The upper half of a shape, with its middle line if it has one.
type Half = &'static [&'static str];

/// The heights of a cell with the halves of X and of O that fit it; the lower
/// halves mirror them.
const SHAPES: [(u16, Half, Half); 5] = [
    (2, &["▀▄▀"], &["█▀█"]),
    (3, &["▀▄ ▄▀", "  █  "], &["▄▀▀▀▄", "█   █"]),
    (
        5,
        &["▀█▄   ▄█▀", "  ▀█▄█▀  ", "   ███   "],
        &[" ▄█▀▀▀█▄ ", "█▀     ▀█", "█       █"],
    ),
    (
        7,
        &[
            "▀██▄       ▄██▀",
            "  ▀██▄   ▄██▀  ",
            "    ▀██▄██▀    ",
            "      ███      ",
        ],
        &[
            "  ▄██▀▀▀▀▀██▄  ",
            "▄██▀       ▀██▄",
            "██           ██",
            "██           ██",
        ],
    ),
    (
        9,
        &[
            "▀██▄           ▄██▀",
            "  ▀██▄       ▄██▀  ",
            "    ▀██▄   ▄██▀    ",
            "      ▀██▄██▀      ",
            "        ███        ",
        ],
        &[
            "   ▄▄██▀▀▀▀▀██▄▄   ",
            " ▄██▀         ▀██▄ ",
            "██▀             ▀██",
            "██               ██",
            "██               ██",
        ],
    ),
];

/// The lines of a mark for a cell that is so high inside; a letter where no
/// shape is that low. A `hollow` one is dotted.
pub fn shape(mark: Mark, height: u16, charset: Charset, hollow: bool) -> Vec<String> {
    let Some((_, x, o)) = SHAPES.iter().find(|(known, ..)| *known == height) else {
        return vec![mark.to_string()];
    };
    if charset == Charset::Ascii && height == 2 && !hollow {
        // Two lines are too few for letters to fill a shape.
        let low = match mark {
            Mark::X => ["\\ /", "/ \\"],
            Mark::O => [".-.", "'-'"],
        };
        return low.map(str::to_owned).into();
    }
    let (half, letter) = match mark {
        Mark::X => (x, 'X'),
        Mark::O => (o, 'O'),
    };
    let upper = half.iter().map(|line| (*line).to_owned());
    let lower = half[..usize::from(height / 2)].iter().rev();
    let flipped = |c| match c {
        '▀' => '▄',
        '▄' => '▀',
        other => other,
    };
    let lower = lower.map(|line| line.chars().map(flipped).collect());
    let ink = |c: char| match (c, charset) {
        ('▀', _) if hollow => '\'',
        ('▄', _) if hollow => '.',
        ('█', _) if hollow => ':',
        ('▀' | '▄' | '█', Charset::Ascii) => letter,
        (other, _) => other,
    };
    let lines: Vec<String> = upper.chain(lower).collect();
    lines
        .iter()
        .map(|line| line.chars().map(ink).collect())
        .collect()
}

#[cfg(test)]
mod tests;
