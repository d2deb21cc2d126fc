//! Opening rules that make a game fair: the setting, the stages of an opening, and the choices made in it.
//!
//! The marks alternate in every opening; what changes is who places them, and who plays which from then on.

use game::{Mark, Rules};
use serde::{Deserialize, Serialize};

use crate::ids::{BySeat, Seat};

/// The fewest cells along each side of a board that has an opening rule.
pub const LEAST_SIDE: u8 = 5;
/// The shortest line of a game that has one: shorter, a line could be complete before anybody has chosen.
pub const LEAST_LINE: u8 = 4;

/// How a game is opened, so that who begins has no advantage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OpeningRule {
    /// Each plays their own mark from the first move on.
    #[default]
    Free,
    /// The one who begins places one mark, then the other may take it over.
    Pie,
    /// The one who begins places three marks, then the other takes a mark, or places two more and leaves the choice.
    Swap2,
}

impl OpeningRule {
    /// Whether a game by these rules can be opened so: the board and the line have to leave something to choose.
    pub fn fits(self, rules: Rules) -> bool {
        self == OpeningRule::Free
            || (rules.width().min(rules.height()) >= LEAST_SIDE && rules.line() >= LEAST_LINE)
    }
}

/// Stage of an opening: the choices of the seat to act, while the marks of a game are not settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OpeningStage {
    /// Place the next mark, whichever it is.
    Place,
    /// Take either mark, or place the next, which takes that one.
    PlaceOrChoose,
    /// Take either mark.
    Choose,
    /// Take either mark, or place two more and leave the choice to the other.
    ChooseOrPlaceTwo,
}

impl OpeningStage {
    /// Whether a mark may be placed now.
    pub fn may_place(self) -> bool {
        matches!(self, OpeningStage::Place | OpeningStage::PlaceOrChoose)
    }

    /// The choices of this stage.
    pub fn choices(self) -> &'static [OpeningChoice] {
        const ALL: &[OpeningChoice] =
            &[OpeningChoice::X, OpeningChoice::O, OpeningChoice::PlaceTwo];
        match self {
            OpeningStage::Place => &[],
            OpeningStage::PlaceOrChoose | OpeningStage::Choose => &ALL[..2],
            OpeningStage::ChooseOrPlaceTwo => ALL,
        }
    }
}

/// A choice in an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum OpeningChoice {
    /// Play X from now on.
    X,
    /// Play O from now on.
    O,
    /// Place two more marks, and leave the choice to the other.
    #[serde(rename = "place_two")]
    PlaceTwo,
}

impl OpeningChoice {
    /// The mark that is taken, if one is.
    pub fn mark(self) -> Option<Mark> {
        match self {
            OpeningChoice::X => Some(Mark::X),
            OpeningChoice::O => Some(Mark::O),
            OpeningChoice::PlaceTwo => None,
        }
    }
}

impl From<Mark> for OpeningChoice {
    fn from(mark: Mark) -> OpeningChoice {
        match mark {
            Mark::X => OpeningChoice::X,
            Mark::O => OpeningChoice::O,
        }
    }
}

/// A choice that was made in the opening of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MadeChoice {
    /// Number of moves that had been made.
    pub ply: u32,
    /// Seat that chose.
    pub by: Seat,
    /// What.
    pub choice: OpeningChoice,
    /// The clocks after it, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<BySeat<u64>>,
}
