//! Errors of the system in words, for the operator.

use std::{io, sync::LazyLock};

use sentences::{Language, TAGS, system_words};

/// Why the system refused something, as the end of a sentence: no name of an error, no number.
#[must_use]
pub fn in_words(error: &io::Error) -> String {
    static LANGUAGE: LazyLock<Language> = LazyLock::new(|| Language::of(TAGS[0]));
    system_words(&LANGUAGE, error)
}
