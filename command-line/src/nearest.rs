//! Suggestion for a mistyped name.

/// The name that is most like the typed one, if any is like it: a slip in a word of four letters, two
/// in one of eight, or the end left out.
pub fn nearest<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // What was left out at the end (`ping` for `ping_ms`) is nearer than any slip.
    let distance = |name: &str| match name.starts_with(typed) {
        true => 0,
        false => strsim::levenshtein(name, typed),
    };
    let nearest = names.into_iter().min_by_key(|name| distance(name));
    nearest.filter(|name| distance(name) <= 1 + typed.len() / 4)
}
