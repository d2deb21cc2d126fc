//! A language's messages by key, with `{name}` parameters and CLDR plural categories.
//!
//! Parameters are neutralised here, so that no caller can forget it.

use std::{collections::BTreeMap, fmt::Display};

use icu_plurals::{PluralCategory, PluralRules};
use serde::Deserialize;

/// The languages this build carries, the fallback first.
pub const LANGUAGES: [(&str, &str); 4] = [
    ("en", include_str!("../../locales/en.json")),
    ("pt-BR", include_str!("../../locales/pt-BR.json")),
    ("zh-CN", include_str!("../../locales/zh-CN.json")),
    ("zh-TW", include_str!("../../locales/zh-TW.json")),
];

/// Their tags, in the same order.
pub const TAGS: [&str; LANGUAGES.len()] = {
    let mut tags = [""; LANGUAGES.len()];
    let mut at = 0;
    while at < tags.len() {
        tags[at] = LANGUAGES[at].0;
        at += 1;
    }
    tags
};

/// One language's sentences.
#[derive(Debug)]
pub struct Language {
    /// Its tag, one of [`TAGS`].
    pub tag: &'static str,
    /// Its messages by key.
    pub messages: BTreeMap<String, Message>,
}

/// A sentence, or one for each plural category of the parameter `count`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Message {
    /// The same for every number.
    One(String),
    /// By plural category.
    Plural(BTreeMap<String, String>),
}

impl Language {
    /// Reads a language of this build; a test holds that each can be read.
    pub fn of(tag: &'static str) -> Language {
        let text = LANGUAGES.iter().find(|(known, _)| *known == tag);
        let text = text.map_or("", |(_, text)| *text);
        Language {
            tag,
            messages: serde_json::from_str(text).unwrap_or_default(),
        }
    }

    /// The sentence of a key. A parameter named `count` chooses the plural.
    pub fn say(&self, key: impl AsRef<str>, params: &[(&str, &dyn Display)]) -> String {
        let values: Vec<(&str, String)> = params
            .iter()
            .map(|(name, value)| (*name, protocol::text::neutral(&value.to_string())))
            .collect();
        let key = key.as_ref();
        match self.template(key, &values) {
            Some(template) => fill(template, &values),
            // A key without a sentence is a mistake that a test finds; its
            // name is still better than silence.
            None => key.to_owned(),
        }
    }

    /// Its plural rules.
    pub fn plurals(&self) -> Option<PluralRules> {
        let locale = self.tag.parse::<icu_locale_core::Locale>().ok()?;
        PluralRules::try_new_cardinal((&locale).into()).ok()
    }

    fn template(&self, key: &str, values: &[(&str, String)]) -> Option<&String> {
        match self.messages.get(key)? {
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
        let rules = self.plurals();
        let category = rules.map_or(PluralCategory::Other, |rules| rules.category_for(count));
        forms
            .get(plural_name(category))
            .or_else(|| forms.get("other"))
    }
}

/// A plural category as catalogues name it.
pub fn plural_name(category: PluralCategory) -> &'static str {
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
