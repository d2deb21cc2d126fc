//! Making foreign text harmless before it leaves a program: as words on a screen, as lines
//! of text, and as JSON.
//!
//! Nobody has to believe anybody: the server cleans names, and a client cleans again what a
//! server sends. Everything that either program writes passes one of these functions;
//! `tests/tests/structure/outputs.rs` finds what does not.

use std::{borrow::Cow, fmt::Write};

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

/// Whether a terminal shows a character and does nothing else because of it: no control
/// (escape sequences), format (bidirectional overrides, zero-width characters), private or unassigned
/// character, and no line separator. A joiner within an emoji is for [`printable`] to tell.
pub fn is_harmless(c: char) -> bool {
    match c {
        ' '..='~' => true,
        '\u{2028}' | '\u{2029}' => false,
        c => c.general_category_group() != GeneralCategoryGroup::Other,
    }
}

/// A word or name of others within a sentence: what is not harmless is `?`, but within an emoji, and
/// the text is cut to a length that cannot flood a screen.
pub fn neutral(text: &str) -> String {
    shown(text, LONGEST, is_harmless)
}

/// Whole lines of text, with their line ends and tabs: what else is not harmless is `?`, but within
/// an emoji.
pub fn printable(text: &str) -> Cow<'_, str> {
    let kept = |c| matches!(c, '\n' | '\t') || is_harmless(c);
    match text.chars().all(kept) {
        true => text.into(),
        false => shown(text, usize::MAX, kept).into(),
    }
}

/// At most that number of characters of a text, each that is neither `kept` nor of an emoji as `?`.
fn shown(text: &str, most: usize, kept: impl Fn(char) -> bool) -> String {
    let kept = |c| if kept(c) { c } else { '?' };
    let mut left = most;
    let mut safe = String::with_capacity(text.len().min(most.saturating_mul(4)));
    for cluster in text.graphemes(true) {
        if left == 0 {
            break;
        }
        let length = cluster.chars().count();
        if is_emoji(cluster) && length <= left {
            safe += cluster;
        } else {
            safe.extend(cluster.chars().take(left).map(kept));
        }
        left = left.saturating_sub(length);
    }
    safe
}

/// JSON over several lines: what else is not harmless is escaped as `\uXXXX`, so that every value is
/// what it was. JSON has such characters in strings only; what is no JSON is harmless, too.
pub fn json_document(json: &str) -> Cow<'_, str> {
    escaped(json, |c| (c == '\n').then_some(c))
}

/// The same on one line, without its end.
pub fn json_line(json: &str) -> Cow<'_, str> {
    // Between tokens, where they mean nothing.
    escaped(json, |c| matches!(c, '\n' | '\r' | '\t').then_some(' '))
}

/// `space` says what becomes of a character that may stand between tokens.
fn escaped(json: &str, space: impl Fn(char) -> Option<char>) -> Cow<'_, str> {
    if json.chars().all(is_harmless) {
        return json.into();
    }
    let mut text = String::with_capacity(json.len() + 64);
    for c in json.chars() {
        match space(c).or(Some(c).filter(|c| is_harmless(*c))) {
            Some(c) => text.push(c),
            None => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Writing to memory does not fail.
                    let _ = write!(text, "\\u{unit:04x}");
                }
            }
        }
    }
    text.into()
}

#[cfg(test)]
mod tests;
