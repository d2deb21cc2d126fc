//! The catalogue: a language's sentences by key, with `{name}` parameters and
//! plural categories by CLDR.
//!
//! Knows nothing of when a sentence is said. Whatever is put into one is
//! neutralised here, so that no face can forget it.

use std::{collections::HashMap, fmt::Display};

use icu_plurals::{PluralCategory, PluralRules};
use serde::Deserialize;

/// The languages this build carries, the fallback first.
const LANGUAGES: &[(&str, &str)] = &[("en", include_str!("../../locales/en.json"))];

/// A sentence's name and the parameters that whoever says it brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    pub name: &'static str,
    pub params: &'static [&'static str],
}

/// One language's sentences.
pub struct Catalogue {
    language: &'static str,
    messages: HashMap<String, Message>,
    plurals: Option<PluralRules>,
}

/// A sentence, or one for each plural category of the parameter `count`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Message {
    One(String),
    Plural(HashMap<String, String>),
}

impl Catalogue {
    /// The catalogue for what a person wishes (`pt_BR.UTF-8`, `en`, …): the
    /// same language and region, else the same language, else the fallback.
    #[must_use]
    pub fn for_wish(wish: &str) -> Catalogue {
        let wish = wish.split(['.', '@']).next().unwrap_or_default();
        let wish = wish.replace('_', "-").to_ascii_lowercase();
        let base = |tag: &str| tag.split('-').next().unwrap_or_default().to_owned();
        let exact = LANGUAGES
            .iter()
            .find(|(tag, _)| tag.to_ascii_lowercase() == wish);
        let related = || {
            LANGUAGES
                .iter()
                .find(|(tag, _)| base(&tag.to_ascii_lowercase()) == base(&wish))
        };
        let (language, text) = exact.or_else(related).unwrap_or(&LANGUAGES[0]);
        Catalogue::read(language, text)
    }

    /// Reads a catalogue of this build; a test holds that each can be read.
    fn read(language: &'static str, text: &str) -> Catalogue {
        let plurals = language
            .parse::<icu_locale_core::Locale>()
            .ok()
            .and_then(|l| PluralRules::try_new_cardinal((&l).into()).ok());
        Catalogue {
            language,
            messages: serde_json::from_str(text).unwrap_or_default(),
            plurals,
        }
    }

    /// The language's tag.
    #[must_use]
    pub fn language(&self) -> &str {
        self.language
    }

    /// The sentence of a key. A parameter named `count` chooses the plural.
    #[must_use]
    pub fn say(&self, key: Key, params: &[(&str, &dyn Display)]) -> String {
        debug_assert!(
            params.len() == key.params.len()
                && params.iter().all(|(name, _)| key.params.contains(name)),
            "parameters of {}",
            key.name
        );
        self.lookup(key.name, params)
    }

    /// The sentence of a key that is only known at run time (help texts).
    #[must_use]
    pub fn lookup(&self, name: &str, params: &[(&str, &dyn Display)]) -> String {
        let values: Vec<(&str, String)> = params
            .iter()
            .map(|(name, value)| (*name, protocol::text::neutral(&value.to_string())))
            .collect();
        let template = match self.messages.get(name) {
            Some(Message::One(text)) => text,
            Some(Message::Plural(forms)) => match self.plural(forms, &values) {
                Some(text) => text,
                None => return name.to_owned(),
            },
            // A key without a sentence is a mistake that a test finds; its
            // name is still better than silence.
            None => return name.to_owned(),
        };
        fill(template, &values)
    }

    /// Whether there is a sentence for a key.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.messages.contains_key(name)
    }

    /// The names of all keys.
    #[cfg(test)]
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.messages.keys().map(String::as_str)
    }

    fn plural<'m>(
        &self,
        forms: &'m HashMap<String, String>,
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::key;

    fn params_in(text: &str) -> BTreeSet<String> {
        text.split('{')
            .skip(1)
            .filter_map(|part| part.split_once('}'))
            .map(|(name, _)| name.to_owned())
            .collect()
    }

    #[test]
    fn every_key_has_its_sentence_with_its_parameters_in_every_language() {
        for (language, text) in LANGUAGES {
            let catalogue = Catalogue::read(language, text);
            assert!(catalogue.plurals.is_some(), "{language}");
            for key in key::ALL {
                let declared: BTreeSet<String> =
                    key.params.iter().map(|p| (*p).to_owned()).collect();
                let found: Vec<&String> = match catalogue.messages.get(key.name) {
                    None => panic!("{language} has no {}", key.name),
                    Some(Message::One(text)) => vec![text],
                    Some(Message::Plural(forms)) => {
                        assert!(declared.contains("count"), "{}", key.name);
                        assert!(forms.contains_key("other"), "{}", key.name);
                        forms.values().collect()
                    }
                };
                for text in found {
                    let used = params_in(text);
                    assert!(used.is_subset(&declared), "{language}: {}", key.name);
                    // A plural form may spell its number out ("one spectator").
                    let spelt = declared.difference(&used).all(|p| p == "count");
                    assert!(spelt, "{language}: {} leaves one out", key.name);
                }
            }
            let known: BTreeSet<&str> = key::ALL.iter().map(|k| k.name).collect();
            for name in catalogue.messages.keys() {
                let help = name.starts_with("help.");
                assert!(help || known.contains(name.as_str()), "superfluous: {name}");
            }
        }
    }

    #[test]
    fn every_key_is_used_somewhere() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut source = String::new();
        let mut folders = vec![root];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if !path.ends_with("key.rs") {
                    source += &std::fs::read_to_string(path).unwrap();
                }
            }
        }
        let words: BTreeSet<&str> = source
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .collect();
        for (ident, key) in key::IDENTS.iter().zip(key::ALL) {
            assert!(words.contains(ident), "nobody says {}", key.name);
        }
    }

    #[test]
    fn plurals_follow_the_language() {
        let en = Catalogue::for_wish("en_GB.UTF-8");
        assert_eq!(
            en.say(key::SPECTATORS, &[("count", &1)]),
            "1 spectator watches."
        );
        assert_eq!(
            en.say(key::SPECTATORS, &[("count", &2)]),
            "2 spectators watch."
        );
    }

    #[test]
    fn what_is_put_in_is_neutral_and_not_read_again() {
        assert_eq!(fill("a {x} b {y}", &[("x", "{y}".into())]), "a {y} b {y}");
        let en = Catalogue::for_wish("xx");
        let said = en.say(key::RETURNED_OTHER, &[("name", &"\u{1b}[2JAna")]);
        assert!(!said.contains('\u{1b}'), "{said:?}");
        assert_eq!(en.language(), "en");
    }
}
