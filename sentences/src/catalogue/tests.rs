//! Completeness of every language: every sentence, with its parameters, in words of its own.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::{
    key,
    language::{LANGUAGES, Message, plural_name},
};

/// Sentences of the page, which is held to them elsewhere.
const PAGE: &str = "page.";

/// Sentences that are the same in every language: names of keys, of units, and lines that
/// are typed.
const SAME: [&str; 5] = [
    "room.join_line",
    "screen.key.enter",
    "screen.key.esc",
    "screen.key.tab",
    "screen.link.rtt",
];

fn params_in(text: &str) -> BTreeSet<&str> {
    text.split('{')
        .skip(1)
        .filter_map(|part| part.split_once('}'))
        .map(|(name, _)| name)
        .collect()
}

/// Each text of a message.
fn texts(message: &Message) -> Vec<&str> {
    match message {
        Message::One(text) => vec![text],
        Message::Plural(forms) => forms.values().map(String::as_str).collect(),
    }
}

/// The parameters of any text of a message.
fn params(message: &Message) -> BTreeSet<&str> {
    texts(message).into_iter().flat_map(params_in).collect()
}

fn languages() -> [Language; TAGS.len()] {
    TAGS.map(Language::of)
}

#[test]
fn every_language_has_the_same_keys() {
    let [english, others @ ..] = languages();
    let wanted: BTreeSet<&String> = english.messages.keys().collect();
    for language in others {
        let found: BTreeSet<&String> = language.messages.keys().collect();
        let missing: Vec<_> = wanted.difference(&found).collect();
        let superfluous: Vec<_> = found.difference(&wanted).collect();
        assert!(missing.is_empty(), "{} lacks {missing:?}", language.tag);
        assert!(superfluous.is_empty(), "{}: {superfluous:?}", language.tag);
    }
}

#[test]
fn no_key_stands_twice_in_a_file() {
    for (tag, text) in LANGUAGES {
        let keys = text.lines().filter_map(|line| line.strip_prefix("  \""));
        let mut seen = BTreeSet::new();
        for (key, _) in keys.filter_map(|line| line.split_once("\":")) {
            assert!(seen.insert(key), "{tag}: {key} stands there twice");
        }
        assert_eq!(seen.len(), Language::of(tag).messages.len(), "{tag}");
    }
}

#[test]
fn every_key_has_its_sentence_with_its_parameters_in_every_language() {
    for Language { tag, messages } in languages() {
        for (_, key) in key::ALL {
            let declared: BTreeSet<&str> = key.params.iter().copied().collect();
            let message = messages.get(key.name);
            let message = message.unwrap_or_else(|| panic!("{tag} has no {}", key.name));
            for text in texts(message) {
                let used = params_in(text);
                assert!(used.is_subset(&declared), "{tag}: {}", key.name);
                // A plural form may spell its number out ("one spectator").
                let spelt = matches!(message, Message::Plural(_));
                let mut left_out = declared.difference(&used);
                assert!(
                    left_out.all(|param| spelt && *param == "count"),
                    "{tag}: {} leaves one out",
                    key.name
                );
            }
        }
        let known: BTreeSet<&str> = key::ALL.iter().map(|(_, key)| key.name).collect();
        for name in messages.keys() {
            assert!(
                name.starts_with(PAGE) || known.contains(name.as_str()),
                "{tag}: {name}"
            );
        }
    }
}

#[test]
fn sentences_that_only_their_key_names_have_the_same_parameters_everywhere() {
    let [english, others @ ..] = languages();
    for language in others {
        for (name, message) in &english.messages {
            let own = language.messages.get(name).map(params);
            assert_eq!(own, Some(params(message)), "{}: {name}", language.tag);
        }
    }
}

#[test]
fn plural_forms_are_those_that_the_language_has() {
    for language in languages() {
        let tag = language.tag;
        let plurals = language.plurals().unwrap();
        let wanted: BTreeSet<&str> = plurals.categories().map(plural_name).collect();
        for (name, message) in &language.messages {
            let Message::Plural(forms) = message else {
                continue;
            };
            let found: BTreeSet<&str> = forms.keys().map(String::as_str).collect();
            assert_eq!(found, wanted, "{tag}: {name}");
            assert!(params(message).contains("count"), "{tag}: {name}");
        }
    }
}

#[test]
fn a_sentence_has_plural_forms_in_every_language_or_in_none() {
    let [english, others @ ..] = languages();
    let plural = |message: &Message| matches!(message, Message::Plural(_));
    for language in others {
        for (name, message) in &english.messages {
            let own = language.messages.get(name).map(plural);
            assert_eq!(own, Some(plural(message)), "{}: {name}", language.tag);
        }
    }
}

#[test]
fn no_sentence_was_left_in_english() {
    let [english, others @ ..] = languages();
    let mut same = BTreeMap::new();
    for language in others {
        for (name, message) in &language.messages {
            let theirs = english.messages.get(name).map_or(Vec::new(), texts);
            for text in texts(message) {
                if theirs.contains(&text) && has_words(text) {
                    same.entry(name.clone()).or_insert(language.tag);
                }
            }
        }
    }
    for name in SAME {
        assert!(same.remove(name).is_some(), "{name} differs");
    }
    assert!(same.is_empty(), "as in English: {same:?}");
}

/// Whether anything but parameters, digits and signs stands in a sentence.
fn has_words(text: &str) -> bool {
    let words = without_params(text).replace("OXO", "");
    words.contains(char::is_alphabetic)
}

/// The text outside of `{…}`.
fn without_params(text: &str) -> String {
    let mut within = false;
    let outside = text.chars().filter(|c| {
        let param = within || *c == '{';
        within = param && *c != '}';
        !param
    });
    outside.collect()
}

#[test]
fn plurals_follow_the_language() {
    for (tag, count, said) in [
        ("en_GB.UTF-8", 1_u64, "1 spectator is watching."),
        ("en", 2, "2 spectators are watching."),
        ("pt-BR", 0, "0 espectador assiste."),
        ("pt-BR", 2, "2 espectadores assistem."),
        ("pt-BR", 1_000_000, "1000000 de espectadores assistem."),
        ("zh-CN", 1, "1 人在观战。"),
        ("zh-TW", 2, "2 人在觀戰。"),
    ] {
        let text = Catalogue::for_language(tag);
        assert_eq!(text.say(key::SPECTATORS, &[("count", &count)]), said);
    }
}

#[test]
fn everything_that_shares_a_catalogue_changes_language_at_once() {
    let one = std::rc::Rc::new(Catalogue::for_language("en"));
    let other = std::rc::Rc::clone(&one);
    let names: Vec<String> = TAGS
        .iter()
        .map(|_| {
            let tag = one.speak_next();
            assert_eq!(other.tag, tag);
            other.say(key::LANGUAGE_NAME, &[])
        })
        .collect();
    let expected = ["português (Brasil)", "简体中文", "繁體中文", "English"];
    assert_eq!(names, expected);
}

#[test]
fn parameters_are_neutralised_and_not_expanded_again() {
    let twice = Catalogue::for_language("en")
        .say(key::ROOMS_AND, &[("first", &"{second}"), ("second", &"B")]);
    assert!(twice.contains("{second}"), "{twice:?}");
    let en = Catalogue::for_language("xx");
    let said = en.say(key::EVENT_RETURNED_OTHER, &[("name", &"\u{1b}[2JAna")]);
    assert!(!said.contains('\u{1b}'), "{said:?}");
    assert_eq!(en.tag, "en");
}
