//! Names of cells that people type.

use bolero::{TypeGenerator, check};
use game::{MAX_SIDE, Rules, notation};

use crate::INPUTS;

#[derive(Debug, TypeGenerator)]
struct Board {
    width: u8,
    height: u8,
}

impl Board {
    fn rules(&self) -> Rules {
        let (width, height) = (self.width % MAX_SIDE + 1, self.height % MAX_SIDE + 1);
        let line = width.max(height);
        // Too small a board has no line.
        Rules::new(width, height, line).unwrap_or_default()
    }
}

#[test]
fn a_cell_is_read_by_its_name() {
    check!()
        .with_iterations(INPUTS)
        .with_type::<(Board, u16)>()
        .for_each(|(board, cell)| {
            let rules = board.rules();
            let Some(name) = notation::name(rules, *cell) else {
                assert!(*cell >= rules.cells());
                return;
            };
            for text in [&name, &name.to_uppercase(), &format!(" {name}\t")] {
                assert_eq!(notation::parse(rules, text), Ok(*cell), "{text}");
            }
            for layout in notation::Layout::BOTH {
                assert_eq!(notation::parse_with(rules, layout, &name), Ok(*cell));
                if let Some(digit) = notation::digit(rules, layout, *cell) {
                    let text = digit.to_string();
                    assert_eq!(notation::parse_with(rules, layout, &text), Ok(*cell));
                }
            }
        });
}

/// A text made of what names of cells are made of, and of anything else.
#[derive(Debug, TypeGenerator)]
enum Piece {
    Letter(u8),
    Number(u16),
    Any(String),
}

#[test]
fn every_name_that_parses_is_a_cell_of_the_board() {
    check!()
        .with_iterations(INPUTS)
        .with_type::<(Board, Vec<Piece>)>()
        .for_each(|(board, pieces)| {
            let rules = board.rules();
            let text: String = pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Letter(number) => char::from(b'A' + number % 58).to_string(),
                    Piece::Number(number) => number.to_string(),
                    Piece::Any(text) => text.clone(),
                })
                .collect();
            for layout in notation::Layout::BOTH {
                let Ok(cell) = notation::parse_with(rules, layout, &text) else {
                    continue;
                };
                let name = notation::name(rules, cell).expect("a cell of the board");
                let digit = notation::digit(rules, layout, cell);
                let plain = text.trim().to_lowercase();
                let (letter, number) =
                    plain.split_at(plain.find(|c: char| c.is_ascii_digit()).unwrap());
                let shortest = format!("{letter}{}", number.trim_start_matches('0'));
                assert!(shortest == name || digit.is_some_and(|digit| plain == digit.to_string()));
            }
        });
}
