//! The size of the board and the length of a winning line.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Bounded, Mark, quote::excerpt};

/// A place on the board: the cells are numbered row by row from 0 at the top left.
pub type Cell = u16;

/// The longest side a board may have, in cells.
pub const MAX_SIDE: u8 = 19;

/// The shortest line that may win, in cells.
pub const MIN_LINE: u8 = 3;

/// Effect of a line on the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum LineRule {
    /// One of the needed length or longer wins.
    #[default]
    AtLeast,
    /// One of the needed length wins; a longer one, an *overline*, has no effect.
    Exactly,
    /// One of the needed length or longer loses: misère.
    Loses,
}

impl LineRule {
    /// Every rule, the usual one first.
    pub const ALL: [LineRule; 3] = [LineRule::AtLeast, LineRule::Exactly, LineRule::Loses];

    /// The last part of the keys of sentences that differ by it.
    pub fn key(self) -> &'static str {
        match self {
            LineRule::AtLeast => "wins",
            LineRule::Exactly => "exact",
            LineRule::Loses => "loses",
        }
    }

    /// Winner when `by` has made a line.
    #[must_use]
    pub fn winner(self, by: Mark) -> Mark {
        match self {
            LineRule::AtLeast | LineRule::Exactly => by,
            LineRule::Loses => by.other(),
        }
    }

    /// Suffix behind the board's size.
    fn suffix(self) -> &'static str {
        match self {
            LineRule::AtLeast => "",
            LineRule::Exactly => "-exact",
            LineRule::Loses => "-misere",
        }
    }
}

/// Rules of a game: a board of `width` × `height` cells on which `line` marks in a row, column
/// or diagonal win; more than `line` win as well, unless it has to be *exactly* `line`. In *misère*
/// who makes such a line loses.
///
/// Every value in existence is playable: sides of 1 to [`MAX_SIDE`] cells and a line of at
/// least [`MIN_LINE`] that fits along the longer side. Written `WxHxL` (`3x3x3`), serialised as
/// `{"width":3,"height":3,"line":3}`; misère is written `3x3x3-misere` and serialised with
/// `"misere":true`, which is left out otherwise; and exactly five `15x15x5-exact`, with `"exact":true`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "RawRules", into = "RawRules")]
pub struct Rules {
    width: u8,
    height: u8,
    line: u8,
    line_rule: LineRule,
}

/// Cells along a side.
type Side = Bounded<1, { MAX_SIDE as u64 }>;

/// The board and the line that wins on it.
// The form on the wire, before the three numbers are checked against each other. Its comments
// and ranges are what a reader of the generated schema sees.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Rules", transform = line_fits))]
struct RawRules {
    /// Cells in a row.
    width: Side,
    /// Cells in a column.
    height: Side,
    /// Marks in an unbroken line that win; no more than the longer side.
    line: Bounded<{ MIN_LINE as u64 }, { MAX_SIDE as u64 }>,
    /// A line loses; left out when it wins.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    misere: bool,
    /// A longer line has no effect; left out when it wins. Not in misère.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    exact: bool,
}

/// A line no longer than the longer side, said length by length: a schema does not calculate; and one effect of a longer line.
#[cfg(feature = "schema")]
fn line_fits(schema: &mut schemars::Schema) {
    let fits = (MIN_LINE..=MAX_SIDE).map(|length| {
        serde_json::json!({ "anyOf": [
            { "properties": { "line": { "maximum": length - 1 } } },
            { "properties": { "width": { "minimum": length } } },
            { "properties": { "height": { "minimum": length } } },
        ] })
    });
    let one_effect = serde_json::json!({ "anyOf": [
        { "properties": { "misere": { "const": false } } },
        { "properties": { "exact": { "const": false } } },
    ] });
    schema.insert("allOf".into(), fits.chain([one_effect]).collect());
}

/// The classic game.
impl Default for Rules {
    fn default() -> Rules {
        Rules::CLASSIC
    }
}

impl Rules {
    /// Three in a line on 3×3.
    pub const CLASSIC: Rules = Rules {
        width: 3,
        height: 3,
        line: 3,
        line_rule: LineRule::AtLeast,
    };

    /// Five in a line on 15×15; a longer line wins too.
    pub const GOMOKU: Rules = Rules {
        width: 15,
        height: 15,
        line: 5,
        line_rule: LineRule::AtLeast,
    };

    /// Rules for a board of `width` × `height` cells on which `line` marks win.
    ///
    /// # Errors
    ///
    /// [`RulesError::Width`] or [`RulesError::Height`] for a side outside 1 to [`MAX_SIDE`],
    /// then [`RulesError::Line`] for a line below [`MIN_LINE`] or above the longer side.
    pub fn new(width: u8, height: u8, line: u8) -> Result<Rules, RulesError> {
        if !(1..=MAX_SIDE).contains(&width) {
            return Err(RulesError::Width { got: width });
        }
        if !(1..=MAX_SIDE).contains(&height) {
            return Err(RulesError::Height { got: height });
        }
        let max = width.max(height);
        if !(MIN_LINE..=max).contains(&line) {
            return Err(RulesError::Line { got: line, max });
        }
        Ok(Rules {
            width,
            height,
            line,
            line_rule: LineRule::AtLeast,
        })
    }

    /// The same board and length of the line, but a line does this.
    #[must_use]
    pub fn with(self, line_rule: LineRule) -> Rules {
        Rules { line_rule, ..self }
    }

    /// Effect of a line on the side that makes it.
    #[must_use]
    pub fn line_rule(self) -> LineRule {
        self.line_rule
    }

    /// Cells in a row.
    pub fn width(self) -> u8 {
        self.width
    }

    /// Cells in a column.
    pub fn height(self) -> u8 {
        self.height
    }

    /// Marks in an unbroken line that win.
    pub fn line(self) -> u8 {
        self.line
    }

    /// Number of cells of the board; they are numbered from 0 to one less than this.
    pub fn cells(self) -> u16 {
        u16::from(self.width) * u16::from(self.height)
    }

    /// The cell in a column (0 leftmost) and a row (0 at the top), or nothing off the board.
    pub fn cell_at(self, column: u8, row: u8) -> Option<Cell> {
        (column < self.width && row < self.height)
            .then(|| u16::from(row) * u16::from(self.width) + u16::from(column))
    }

    /// The column (0 leftmost) and the row (0 at the top) of a cell.
    ///
    /// For a cell off the board the row is [`Rules::height`] or more, at most 255.
    pub fn column_row(self, cell: Cell) -> (u8, u8) {
        let width = u16::from(self.width);
        let narrow = |count: u16| u8::try_from(count).unwrap_or(u8::MAX);
        (narrow(cell % width), narrow(cell / width))
    }
}

impl TryFrom<RawRules> for Rules {
    type Error = RulesError;

    fn try_from(raw: RawRules) -> Result<Rules, RulesError> {
        let [width, height, line] = [raw.width.get(), raw.height.get(), raw.line.get()];
        let rules = Rules::new(width as u8, height as u8, line as u8)?;
        Ok(rules.with(match (raw.misere, raw.exact) {
            (true, true) => return Err(RulesError::ExactMisere),
            (true, false) => LineRule::Loses,
            (false, true) => LineRule::Exactly,
            (false, false) => LineRule::AtLeast,
        }))
    }
}

impl From<Rules> for RawRules {
    fn from(rules: Rules) -> RawRules {
        RawRules {
            width: Bounded::clamped(rules.width.into()),
            height: Bounded::clamped(rules.height.into()),
            line: Bounded::clamped(rules.line.into()),
            misere: rules.line_rule == LineRule::Loses,
            exact: rules.line_rule == LineRule::Exactly,
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height, line) = (self.width, self.height, self.line);
        f.pad(&format!(
            "{width}x{height}x{line}{}",
            self.line_rule.suffix()
        ))
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Reads `WxHxL`, `WxH` where no side is longer than [`MIN_LINE`], `classic` or `gomoku`,
    /// in either case and with `×` for `x`; and each with `-misere` or `-exact` behind it.
    ///
    /// # Errors
    ///
    /// [`RulesError::Text`] for text of another form or numbers above 255, and those of
    /// [`Rules::new`] for numbers no board can have.
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let text = text.trim();
        let unreadable = || RulesError::Text {
            text: excerpt(text),
        };
        let lower = text.to_lowercase().replace('è', "e");
        let named = |rule: &LineRule| lower.ends_with(rule.suffix());
        let rule = LineRule::ALL.into_iter().rfind(named).unwrap_or_default();
        let board = lower.strip_suffix(rule.suffix()).unwrap_or(&lower);
        match board {
            "classic" => return Ok(Rules::CLASSIC.with(rule)),
            "gomoku" => return Ok(Rules::GOMOKU.with(rule)),
            _ => {}
        }
        let numbers: Option<Vec<u8>> = board.split(['x', '×']).map(number).collect();
        let rules = match numbers.as_deref() {
            Some(&[width, height, line]) => Rules::new(width, height, line),
            Some(&[width, height]) if width.max(height) <= MIN_LINE => {
                Rules::new(width, height, MIN_LINE)
            }
            _ => Err(unreadable()),
        }?;
        Ok(rules.with(rule))
    }
}

/// Reads decimal digits and nothing else: the standard parser would let a sign through.
fn number(digits: &str) -> Option<u8> {
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| digits.parse().ok())
        .flatten()
}

/// Why there are no such [`Rules`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// The board is too narrow or too wide.
    #[error("the board cannot be {got} cells wide: the width must be 1 to {MAX_SIDE}")]
    Width {
        /// The width asked for, in cells.
        got: u8,
    },
    /// The board is too low or too high.
    #[error("the board cannot be {got} cells high: the height must be 1 to {MAX_SIDE}")]
    Height {
        /// The height asked for, in cells.
        got: u8,
    },
    /// The line is too short to be a game or too long for the board.
    #[error("{}", line_sentence(*.got, *.max))]
    Line {
        /// The line asked for, in cells.
        got: u8,
        /// The board's longer side in cells, which is the longest line that fits.
        max: u8,
    },
    /// A longer line can lose, or have no effect.
    #[error("in misère a longer line loses too: leave out one of misere and exact")]
    ExactMisere,
    /// The text has not the form of rules.
    #[error(
        "{text:?} is not a board: write WIDTHxHEIGHTxLINE such as 4x3x3 \
         (LINE may be left out only when no side is longer than {MIN_LINE}), classic or gomoku"
    )]
    Text {
        /// The text, trimmed, and cut short if it was long.
        text: String,
    },
}

/// On a board without a side of [`MIN_LINE`] no line would do, so it is the board that must change.
fn line_sentence(got: u8, max: u8) -> String {
    if max < MIN_LINE {
        format!(
            "no line of {MIN_LINE} fits a board whose longer side is {max}: \
             one side must be {MIN_LINE} to {MAX_SIDE} cells"
        )
    } else {
        format!(
            "a line of {got} cannot win on a board whose longer side is {max}: \
             the line must be {MIN_LINE} to {max}"
        )
    }
}
