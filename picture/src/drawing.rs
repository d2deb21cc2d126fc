//! Content of a picture, which is also its key once it was drawn.

use game::{Cell, Mark, Rules};
use protocol::view::Played;

use super::caption::Caption;

/// A picture to be drawn. Equal ones look the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Drawing {
    pub(super) rules: Rules,
    pub(super) moves: Vec<(Cell, Mark)>,
    pub(super) lines: Vec<Vec<Cell>>,
    pub(super) captions: Vec<Caption>,
}

impl Drawing {
    /// The empty board of an invitation.
    pub fn empty(rules: Rules) -> Drawing {
        Drawing {
            rules,
            moves: Vec::new(),
            lines: Vec::new(),
            captions: Vec::new(),
        }
    }

    /// A board with these moves and the lines that ended the game.
    pub fn played(rules: Rules, moves: &[Played], lines: &[Vec<Cell>]) -> Drawing {
        Drawing {
            moves: moves.iter().map(|it| (it.cell, it.mark)).collect(),
            lines: lines.to_vec(),
            ..Drawing::empty(rules)
        }
    }

    /// With words beside it: the first of these for all of whose letters there are fonts.
    pub fn with(mut self, captions: Vec<Caption>) -> Drawing {
        self.captions = captions;
        self
    }
}
