//! The catalogue of sentences that all of a program shares: one language at a time.

use std::{cell::RefCell, fmt::Display};

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
pub struct Catalogue(RefCell<Language>);

impl Catalogue {
    /// The catalogue for a requested language (`pt_BR.UTF-8`, `en`, …), or else
    /// the fallback.
    #[must_use]
    pub fn for_language(language: &str) -> Catalogue {
        Catalogue(RefCell::new(Language::of(
            language_for_tag(language).unwrap_or(TAGS[0]),
        )))
    }

    /// The language's tag.
    #[must_use]
    pub fn language(&self) -> &'static str {
        self.0.borrow().tag
    }

    /// Speaks another language from now on.
    pub fn speak(&self, tag: &'static str) {
        self.0.replace(Language::of(tag));
    }

    /// Speaks the next language of the list, and tells which.
    pub fn speak_next(&self) -> &'static str {
        let at = TAGS.iter().position(|tag| *tag == self.language());
        let tag = TAGS[at.map_or(0, |at| (at + 1) % TAGS.len())];
        self.speak(tag);
        tag
    }

    /// The sentence of a key. A parameter named `count` chooses the plural.
    #[must_use]
    pub fn say(&self, key: SentenceKey, params: &[(&str, &dyn Display)]) -> String {
        self.lookup(key.name, params)
    }

    /// The sentence of a key that is only known at run time (help texts).
    #[must_use]
    pub fn lookup(&self, name: &str, params: &[(&str, &dyn Display)]) -> String {
        self.0.borrow().say(name, params)
    }

    /// Words what `sentences` has the wording of.
    #[must_use]
    pub fn word<T>(&self, word: impl FnOnce(&Language) -> T) -> T {
        word(&self.0.borrow())
    }

    /// Whether there is a sentence for a key.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.borrow().messages.contains_key(name)
    }
}

#[cfg(test)]
mod tests;
