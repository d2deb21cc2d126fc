//! The catalogue of sentences: a language's messages by key, with `{name}` parameters
//! and CLDR plural categories.
//!
//! Parameters are neutralised here, so that no frontend can forget it.

mod languages;
#[cfg(test)]
mod tests;
mod wish;

use std::{cell::RefCell, collections::BTreeMap, fmt::Display};

use icu_plurals::{PluralCategory, PluralRules};
use serde::Deserialize;

use languages::LANGUAGES;

pub use languages::TAGS;
pub use wish::{from_environment, wished};

/// A sentence's name and its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentenceKey {
    pub name: &'static str,
    pub params: &'static [&'static str],
}

impl SentenceKey {
    /// Fails the build where these are not the sentence's parameters.
    pub(crate) const fn assert_params(self, given: &[&str]) {
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

/// What `help` is answered with at a table; the other help texts are the command line's.
#[cfg(test)]
pub(crate) const TYPED_HELP: [&str; 2] = ["help.player", "help.watcher"];

/// The sentences of one language at a time. All that share a catalogue
/// change their language together.
pub struct Catalogue(RefCell<Language>);

/// One language's sentences.
struct Language {
    tag: &'static str,
    messages: BTreeMap<String, Message>,
    plurals: Option<PluralRules>,
}

/// A sentence, or one for each plural category of the parameter `count`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Message {
    One(String),
    Plural(BTreeMap<String, String>),
}

impl Catalogue {
    /// The catalogue for what a person wishes (`pt_BR.UTF-8`, `en`, …), or else
    /// the fallback.
    #[must_use]
    pub fn for_wish(wish: &str) -> Catalogue {
        Catalogue(RefCell::new(Language::of(wished(wish).unwrap_or(TAGS[0]))))
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
        let values: Vec<(&str, String)> = params
            .iter()
            .map(|(name, value)| (*name, protocol::text::neutral(&value.to_string())))
            .collect();
        match self.0.borrow().template(name, &values) {
            Some(template) => fill(template, &values),
            // A key without a sentence is a mistake that a test finds; its
            // name is still better than silence.
            None => name.to_owned(),
        }
    }

    /// Whether there is a sentence for a key.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.borrow().messages.contains_key(name)
    }

    /// The names of all keys.
    #[cfg(test)]
    pub(crate) fn names(&self) -> Vec<String> {
        self.0.borrow().messages.keys().cloned().collect()
    }
}

impl Language {
    /// Reads a language of this build; a test holds that each can be read.
    fn of(tag: &'static str) -> Language {
        let text = LANGUAGES.iter().find(|(known, _)| *known == tag);
        let text = text.map_or("", |(_, text)| *text);
        let plurals = tag.parse::<icu_locale_core::Locale>().ok();
        Language {
            tag,
            messages: serde_json::from_str(text).unwrap_or_default(),
            plurals: plurals.and_then(|l| PluralRules::try_new_cardinal((&l).into()).ok()),
        }
    }

    fn template(&self, name: &str, values: &[(&str, String)]) -> Option<&String> {
        match self.messages.get(name)? {
            Message::One(text) => Some(text),
            Message::Plural(forms) => self.plural(forms, values),
        }
    }

    fn plural<'m>(
        &self,
        forms: &'m BTreeMap<String, String>,
        values: &[(&str, String)],
    ) -> Option<&'m String> {
        let count = values
            .iter()
            .find(|(name, _)| *name == "count")
            .and_then(|(_, count)| count.parse::<u64>().ok())?;
        let category = self
            .plurals
            .as_ref()
            .map_or(PluralCategory::Other, |rules| rules.category_for(count));
        forms.get(name_of(category)).or_else(|| forms.get("other"))
    }
}

fn name_of(category: PluralCategory) -> &'static str {
    match category {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    }
}

/// Puts the values where `{name}` stands, in one pass: a value that looks like
/// a parameter stays as it is.
fn fill(template: &str, values: &[(&str, String)]) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        rest = &rest[open..];
        let Some(close) = rest.find('}') else { break };
        let name = &rest[1..close];
        match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => out.push_str(value),
            None => out.push_str(&rest[..=close]),
        }
        rest = &rest[close + 1..];
    }
    out + rest
}
