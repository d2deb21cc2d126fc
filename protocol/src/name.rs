//! Names that people give themselves: the rules for them, and the numbering of two that look alike.

use std::collections::HashSet;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::text::is_emoji;

/// The most grapheme clusters (what a reader counts as letters) of a name.
pub const GRAPHEMES: usize = 24;
/// The most terminal columns of a name.
pub const COLUMNS: usize = 24;
/// The most bytes of a name in UTF-8.
pub const BYTES: usize = 96;
/// More marks than this on one letter are a stack that runs over other lines.
const MARKS_ON_A_LETTER: usize = 2;

/// Why a name is refused.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, serde::Serialize, serde::Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BadName {
    /// More than [`GRAPHEMES`], [`COLUMNS`] or [`BYTES`].
    #[error("a name has at most 24 letters, 24 columns and 96 bytes")]
    TooLong,
    /// A control, format, private, surrogate or unassigned character outside of an emoji, or a
    /// bracket.
    #[error("a name has no brackets and no control, invisible or unassigned characters")]
    Characters,
    /// A letter under a pile of combining marks.
    #[error("a name has no letter with more than two combining marks")]
    Marks,
}

/// Brings a typed name into its kept form: NFC, with white space folded to
/// single spaces. `None` when nothing is left, which is a player without a name.
///
/// # Errors
/// When the name is too long or has characters that a name cannot have.
pub fn clean(typed: &str) -> Result<Option<String>, BadName> {
    // Bounds the work of the normalisation below, whose output is checked again.
    if typed.len() > 4 * BYTES {
        return Err(BadName::TooLong);
    }
    let refused = |cluster: &str| !is_emoji(cluster) && cluster.chars().any(|c| !allowed(c));
    if typed.graphemes(true).any(refused) {
        return Err(BadName::Characters);
    }
    let name = typed
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .nfc()
        .collect::<String>();
    if name.graphemes(true).count() > GRAPHEMES || name.width() > COLUMNS || name.len() > BYTES {
        return Err(BadName::TooLong);
    }
    if name
        .graphemes(true)
        .any(|g| g.nfd().filter(|c| is_combining_mark(*c)).count() > MARKS_ON_A_LETTER)
    {
        return Err(BadName::Marks);
    }
    // A name of marks alone would draw over whatever stands before it.
    if name.chars().next().is_some_and(is_combining_mark) {
        return Err(BadName::Marks);
    }
    Ok(Some(name).filter(|name| !name.is_empty()))
}

/// Whether a character may stand in a name.
fn allowed(c: char) -> bool {
    match c.general_category() {
        GeneralCategory::SpaceSeparator => true,
        // What clients add to names stands in brackets, in every language: "(you)", "（电脑）".
        GeneralCategory::OpenPunctuation | GeneralCategory::ClosePunctuation => false,
        category => {
            !matches!(category, GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator)
            && c.general_category_group() != GeneralCategoryGroup::Other
            // Hangul fillers and the braille blank are letters by category and invisible by drawing.
            && !matches!(c, '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' | '\u{2800}' | '\u{034F}')
        }
    }
}

/// The name for a newcomer among `others`: its own, or with a number behind it
/// ("Ana 2") when it would be mistaken for one of them (the skeleton of
/// UTS #39, compared without case).
pub fn unique_name<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> String {
    let taken: HashSet<String> = others.into_iter().map(skeleton).collect();
    if !taken.contains(&skeleton(name)) {
        return name.to_owned();
    }
    let numbered = (2..).map(|number| {
        let tail = format!(" {number}");
        let mut head: Vec<&str> = name.graphemes(true).collect();
        let fits = |head: &[&str]| {
            let text = head.concat();
            head.len() + tail.len() <= GRAPHEMES
                && text.width() + tail.len() <= COLUMNS
                && text.len() + tail.len() <= BYTES
        };
        while !fits(&head) {
            head.pop();
        }
        head.concat() + &tail
    });
    // At most as many look-alikes as others, so the search ends.
    numbered
        .take(taken.len() + 1)
        .find(|name| !taken.contains(&skeleton(name)))
        .unwrap_or_else(|| name.to_owned())
}

/// Skeleton of a name: its look, whatever characters it is made of.
fn skeleton(name: &str) -> String {
    let look = |text: &str| unicode_security::skeleton(text).collect::<String>();
    look(&look(name).to_lowercase())
}

#[cfg(test)]
mod tests;
