//! The catalogue of sentences that all of a program shares: one language at a time.

use std::{cell::Cell, ops::Deref, sync::OnceLock};

use super::{
    language::{Language, TAGS},
    negotiation::language_for_tag,
};

/// A sentence's name and its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentenceKey {
    pub name: &'static str,
    pub params: &'static [&'static str],
}

impl AsRef<str> for SentenceKey {
    fn as_ref(&self) -> &str {
        self.name
    }
}

impl SentenceKey {
    /// Fails the build where these are not the sentence's parameters.
    ///
    /// # Panics
    /// Then, while a program is built.
    pub const fn assert_params(self, given: &[&str]) {
        assert!(given.len() == self.params.len());
        let mut at = 0;
        while at < given.len() {
            assert!(contains(self.params, given[at]));
            at += 1;
        }
    }
}

const fn contains(all: &[&str], one: &str) -> bool {
    let mut at = 0;
    while at < all.len() {
        if equal(all[at].as_bytes(), one.as_bytes()) {
            return true;
        }
        at += 1;
    }
    false
}

const fn equal(one: &[u8], other: &[u8]) -> bool {
    match (one.split_first(), other.split_first()) {
        (Some((a, one)), Some((b, other))) => *a == *b && equal(one, other),
        (None, None) => true,
        _ => false,
    }
}

/// The sentences of one language at a time. All that share a catalogue
/// change their language together.
pub struct Catalogue(Cell<&'static Language>);

/// A language, which is read when it is first spoken.
pub(crate) fn spoken(tag: &str) -> &'static Language {
    static READ: [OnceLock<Language>; TAGS.len()] = [const { OnceLock::new() }; TAGS.len()];
    let at = TAGS.iter().position(|known| *known == tag).unwrap_or(0);
    READ[at].get_or_init(|| Language::of(TAGS[at]))
}

impl Deref for Catalogue {
    type Target = Language;

    fn deref(&self) -> &Language {
        self.0.get()
    }
}

impl Catalogue {
    /// The catalogue for a requested language (`pt_BR.UTF-8`, `en`, …), or else
    /// the fallback.
    pub fn for_language(language: &str) -> Catalogue {
        let tag = language_for_tag(language).unwrap_or_default();
        Catalogue(Cell::new(spoken(tag)))
    }

    /// Speaks another language from now on.
    pub fn speak(&self, tag: &str) {
        self.0.set(spoken(tag));
    }

    /// Speaks the next language of the list, and tells which.
    pub fn speak_next(&self) -> &'static str {
        let at = TAGS.iter().position(|tag| *tag == self.tag);
        let tag = TAGS[at.map_or(0, |at| (at + 1) % TAGS.len())];
        self.speak(tag);
        tag
    }
}

#[cfg(test)]
mod tests;
