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
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_its_size_and_is_symmetric() {
        let flip = |c| match c {
            '▀' => '▄',
            '▄' => '▀',
            other => other,
        };
        for ((x, o), (width, height)) in
            SHAPES
                .into_iter()
                .zip([(3, 2), (5, 3), (9, 5), (15, 7), (19, 9)])
        {
            for shape in [x, o] {
                assert_eq!(shape.len(), height);
                for (line, opposite) in shape.iter().zip(shape.iter().rev()) {
                    assert_eq!(line.chars().count(), width, "{line}");
                    let mirrored: String = line.chars().rev().collect();
                    assert_eq!(*line, mirrored);
                    let upside: String = opposite.chars().map(flip).collect();
                    assert_eq!(*line, upside);
                }
            }
        }
    }

    #[test]
    fn ascii_is_ascii_and_no_two_shapes_are_alike() {
        for height in [1, 2, 3, 5, 7, 9] {
            for charset in [Charset::Box, Charset::Ascii] {
                let mut all = Vec::new();
                for mark in Mark::BOTH {
                    for hollow in [false, true] {
                        all.push(shape(mark, height, charset, hollow));
                    }
                }
                assert!(charset == Charset::Box || all.concat().concat().is_ascii());
                let different = all.iter().collect::<std::collections::BTreeSet<_>>();
                // A letter alone is not hollow; what stands beside it tells.
                assert_eq!(different.len(), if height == 1 { 2 } else { 4 });
            }
        }
    }
}
