//! Making text from the network harmless before it is drawn.
//!
//! The server cleans names too, but a client must not have to believe its server.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// The most characters of a foreign text that are drawn.
const LONGEST: usize = 500;

/// The text with every control, format, private and unassigned character
/// (escape sequences, bidirectional overrides, zero-width characters) replaced
/// by `?`, and cut to a length that cannot flood a screen.
#[must_use]
pub fn neutral(text: &str) -> String {
    let harmless = |c: char| match c {
        '\u{2028}' | '\u{2029}' => '?',
        c if c.general_category_group() == GeneralCategoryGroup::Other => '?',
        c => c,
    };
    text.chars().take(LONGEST).map(harmless).collect()
}

#[cfg(test)]
mod tests;
