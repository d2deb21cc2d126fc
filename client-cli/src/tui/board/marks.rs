//! The shapes of the marks, from half blocks: two dots to a character, one
//! above the other, which makes the dots square.

use game::Mark;

use crate::text_board::Charset;

/// A shape, line by line.
type Shape = &'static [&'static str];

/// The shapes of X and O for each height of a cell.
const SHAPES: [(Shape, Shape); 5] = [
    (
        &[
            "▀▄▀", //
            "▄▀▄",
        ],
        &[
            "█▀█", //
            "█▄█",
        ],
    ),
    (
        &[
            "▀▄ ▄▀", //
            "  █  ",
            "▄▀ ▀▄",
        ],
        &[
            "▄▀▀▀▄", //
            "█   █",
            "▀▄▄▄▀",
        ],
    ),
    (
        &[
            "▀█▄   ▄█▀",
            "  ▀█▄█▀  ",
            "   ███   ",
            "  ▄█▀█▄  ",
            "▄█▀   ▀█▄",
        ],
        &[
            " ▄█▀▀▀█▄ ",
            "█▀     ▀█",
            "█       █",
            "█▄     ▄█",
            " ▀█▄▄▄█▀ ",
        ],
    ),
    (
        &[
            "▀██▄       ▄██▀",
            "  ▀██▄   ▄██▀  ",
            "    ▀██▄██▀    ",
            "      ███      ",
            "    ▄██▀██▄    ",
            "  ▄██▀   ▀██▄  ",
            "▄██▀       ▀██▄",
        ],
        &[
            "  ▄██▀▀▀▀▀██▄  ",
            "▄██▀       ▀██▄",
            "██           ██",
            "██           ██",
            "██           ██",
            "▀██▄       ▄██▀",
            "  ▀██▄▄▄▄▄██▀  ",
        ],
    ),
    (
        &[
            "▀██▄           ▄██▀",
            "  ▀██▄       ▄██▀  ",
            "    ▀██▄   ▄██▀    ",
            "      ▀██▄██▀      ",
            "        ███        ",
            "      ▄██▀██▄      ",
            "    ▄██▀   ▀██▄    ",
            "  ▄██▀       ▀██▄  ",
            "▄██▀           ▀██▄",
        ],
        &[
            "   ▄▄██▀▀▀▀▀██▄▄   ",
            " ▄██▀         ▀██▄ ",
            "██▀             ▀██",
            "██               ██",
            "██               ██",
            "██               ██",
            "██▄             ▄██",
            " ▀██▄         ▄██▀ ",
            "   ▀▀██▄▄▄▄▄██▀▀   ",
        ],
    ),
];

/// Two lines are too few for letters to fill a shape.
const LOW_ASCII: (Shape, Shape) = (&["\\ /", "/ \\"], &[".-.", "'-'"]);

/// The lines of a mark for a cell that is so high inside; a letter where no
/// shape is that low. A `hollow` one is dotted.
pub fn shape(mark: Mark, height: u16, charset: Charset, hollow: bool) -> Vec<String> {
    let known = SHAPES.iter().find(|(x, _)| x.len() == usize::from(height));
    let Some(&drawn) = known else {
        return vec![mark.to_string()];
    };
    let low = charset == Charset::Ascii && height == 2 && !hollow;
    let (x, o) = if low { LOW_ASCII } else { drawn };
    let lines = match mark {
        Mark::X => x,
        Mark::O => o,
    };
    let translate = |c: char| match (c, charset) {
        ('▀', _) if hollow => '\'',
        ('▄', _) if hollow => '.',
        ('█', _) if hollow => ':',
        ('▀' | '▄' | '█', Charset::Ascii) => match mark {
            Mark::X => 'X',
            Mark::O => 'O',
        },
        (other, _) => other,
    };
    lines
        .iter()
        .map(|line| line.chars().map(translate).collect())
        .collect()
}

#[cfg(test)]
mod tests;
