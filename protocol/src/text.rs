//! Making text from the network harmless before it is drawn.
//!
//! The server cleans names too, but a client must not have to believe its server.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;

/// The most characters of a foreign text that are drawn.
const LONGEST: usize = 500;

/// Whether a grapheme cluster is an emoji of Unicode's list (RGI), which may have joiners, tags and
/// selectors in it and is drawn as one character of two columns.
pub(crate) fn is_emoji(cluster: &str) -> bool {
    // Nearly all text has nothing to look up.
    !cluster.is_ascii() && emojis::get(cluster).is_some()
}

/// The text with every control, format, private and unassigned character
/// (escape sequences, bidirectional overrides, zero-width characters outside of emoji) replaced
/// by `?`, and cut to a length that cannot flood a screen.
#[must_use]
pub fn neutral(text: &str) -> String {
    let harmless = |c: char| match c {
        '\u{2028}' | '\u{2029}' => '?',
        c if c.general_category_group() == GeneralCategoryGroup::Other => '?',
        c => c,
    };
    let mut left = LONGEST;
    let mut safe = String::with_capacity(text.len().min(4 * LONGEST));
    for cluster in text.graphemes(true) {
        if left == 0 {
            break;
        }
        let length = cluster.chars().count();
        if is_emoji(cluster) && length <= left {
            safe += cluster;
        } else {
            safe.extend(cluster.chars().take(left).map(harmless));
        }
        left = left.saturating_sub(length);
    }
    safe
}

#[cfg(test)]
mod tests;
