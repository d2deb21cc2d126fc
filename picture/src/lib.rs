//! Boards as pictures for previews of links, as PNG: on light paper, with who plays and what
//! happened in the reader's language beside them.

mod board;
mod caption;
mod colours;
mod drawing;
mod letters;
mod painter;
#[cfg(test)]
mod tests;

use game::{LineRule, Mark};
use tiny_skia::Pixmap;

pub use caption::Caption;
pub use drawing::Drawing;

use self::{board::BoardPlace, painter::Painter};

/// Width and height in pixels, as the large cards of messengers want it.
pub const SIZE: (u32, u32) = (1_200, 630);

/// The middle of the board, where there are words beside it.
const BOARD: (f32, f32) = (340.0, 315.0);
/// Without words: the picture's middle, and the width and distance of the marks beside the board.
const MIDDLE: (f32, f32) = (600.0, 315.0);
const BESIDE: (f32, f32) = (170.0, 440.0);

impl Drawing {
    /// The picture as PNG; nothing when there is no memory for it.
    pub fn png(&self) -> Option<Vec<u8>> {
        let mut painter = Painter(Pixmap::new(SIZE.0, SIZE.1)?);
        painter.0.fill(painter::colour(colours::GROUND));
        let caption = self.captions.iter().find_map(|it| it.laid_out().ok());
        let middle = if caption.is_some() { BOARD } else { MIDDLE };
        BoardPlace::around(middle, self.rules).draw(&mut painter, self);
        match caption {
            Some(caption) => caption.draw(&mut painter, SIZE.1 as f32),
            None => {
                let (size, away) = BESIDE;
                for (mark, x) in [(Mark::X, middle.0 - away), (Mark::O, middle.0 + away)] {
                    painter.marks(mark, &[(x, middle.1)], size);
                }
            }
        }
        if self.rules.line_rule() == LineRule::Loses {
            painter.forbid_lines((SIZE.0 as f32 - 90.0, 90.0));
        }
        painter.0.encode_png().ok()
    }
}
