//! Shortened text for an error to quote.

/// The longest text an error repeats in full, in characters: longer than anything this crate
/// can read, short enough that an error stays one readable sentence whatever was typed.
const LONGEST: usize = 24;

/// `text` itself, or its first characters and an ellipsis.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
