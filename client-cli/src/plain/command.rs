//! What a person types at the table, as a value: in English, or in the words of
//! the language that is spoken.
//!
//! Whether it is possible is decided elsewhere.

use game::Level;
use protocol::{event::OfferKind, now::Phrase, request::Claimed};

use crate::{
    key,
    locale::{Catalogue, Key, wished},
    speech,
};

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Nothing but blanks.
    Empty,
    /// Not a command, so perhaps a cell.
    Cell(String),
    Board,
    Score,
    Clock,
    Who,
    Help,
    Quit,
    Resign,
    Abort,
    Offer(OfferKind),
    /// How many moves to take back; nothing for a number that is none.
    Takeback(Option<u32>),
    Accept,
    Decline,
    Claim(Option<Claimed>),
    Leave,
    Remove,
    Name(String),
    Say(Option<Phrase>),
    /// Which language to speak, if it is one that this program speaks.
    Language(Option<&'static str>),
    /// What the computer would play.
    Hint,
    /// That a computer sits down, perhaps of that level; nothing inside for a
    /// number that is none.
    Computer(Option<Option<Level>>),
}

/// The words that a language has of its own: its catalogue has one or more,
/// apart by blanks. A key ends in the English word.
const WORDS: [Key; 23] = [
    key::WORD_BOARD,
    key::WORD_SCORE,
    key::WORD_CLOCK,
    key::WORD_WHO,
    key::WORD_HELP,
    key::WORD_QUIT,
    key::WORD_RESIGN,
    key::WORD_ABORT,
    key::WORD_DRAW,
    key::WORD_REMATCH,
    key::WORD_RESTART,
    key::WORD_TAKEBACK,
    key::WORD_ACCEPT,
    key::WORD_DECLINE,
    key::WORD_CLAIM,
    key::WORD_WIN,
    key::WORD_LEAVE,
    key::WORD_REMOVE,
    key::WORD_NAME,
    key::WORD_SAY,
    key::WORD_LANGUAGE,
    key::WORD_HINT,
    key::WORD_COMPUTER,
];

/// Reads a line.
#[must_use]
pub fn read(text: &Catalogue, line: &str) -> Typed {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match english(text, word).as_str() {
        "" => Typed::Empty,
        "board" => Typed::Board,
        "score" => Typed::Score,
        "clock" | "clocks" => Typed::Clock,
        "who" => Typed::Who,
        "help" | "?" | "？" => Typed::Help,
        "quit" | "exit" => Typed::Quit,
        "resign" => Typed::Resign,
        "abort" => Typed::Abort,
        "draw" => Typed::Offer(OfferKind::Draw),
        "rematch" => Typed::Offer(OfferKind::Rematch),
        "restart" => Typed::Offer(OfferKind::Restart),
        "takeback" => Typed::Takeback(match rest {
            "" => Some(1),
            count => count.parse().ok().filter(|count| *count > 0),
        }),
        "accept" => Typed::Accept,
        "decline" => Typed::Decline,
        "claim" => Typed::Claim(match english(text, rest).as_str() {
            "win" => Some(Claimed::Win),
            "draw" => Some(Claimed::Draw),
            _ => None,
        }),
        "leave" => Typed::Leave,
        "remove" => Typed::Remove,
        "name" => Typed::Name(rest.to_owned()),
        "say" => Typed::Say(phrase(text, rest)),
        "language" | "lang" => Typed::Language(wished(rest)),
        "hint" => Typed::Hint,
        "computer" => Typed::Computer(match rest {
            "" => None,
            level => Some(level.parse().ok().and_then(Level::new)),
        }),
        _ => Typed::Cell(line.to_owned()),
    }
}

/// The English word for a word of the language that is spoken; another as it
/// is, in small letters.
fn english(text: &Catalogue, word: &str) -> String {
    let word = word.to_lowercase();
    let own = |key: &Key| text.say(*key, &[]).split(' ').any(|own| own == word);
    match WORDS.iter().find(|key| own(key)) {
        Some(key) => key.name.trim_start_matches("word.").to_owned(),
        None => word,
    }
}

/// The phrase that is meant: by its name on the wire, or by its words.
fn phrase(text: &Catalogue, typed: &str) -> Option<Phrase> {
    let key = typed.to_lowercase().replace([' ', '-'], "_");
    let meant = |phrase: &Phrase| letters(&speech::phrase(text, *phrase)) == letters(typed);
    let mut all = Phrase::ALL.into_iter().map(|(_, phrase)| phrase);
    Phrase::of_key(&key).or_else(|| all.find(meant))
}

/// A phrase as one may type it: without the stop at its end.
#[must_use]
pub fn spoken(text: &Catalogue, phrase: Phrase) -> String {
    let words = speech::phrase(text, phrase);
    words
        .trim_end_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase()
}

/// Nothing but the letters and digits, small.
fn letters(words: &str) -> String {
    let letters = words.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{key::say, locale::TAGS};

    #[test]
    fn lines_are_read_kindly() {
        for (line, typed) in [
            ("", Typed::Empty),
            ("  b2 ", Typed::Cell("b2".into())),
            ("5", Typed::Cell("5".into())),
            ("Board", Typed::Board),
            ("takeback", Typed::Takeback(Some(1))),
            ("takeback 3", Typed::Takeback(Some(3))),
            ("takeback x", Typed::Takeback(None)),
            ("takeback 0", Typed::Takeback(None)),
            ("claim WIN", Typed::Claim(Some(Claimed::Win))),
            ("claim all", Typed::Claim(None)),
            ("name  Ana Maria", Typed::Name("Ana Maria".into())),
            ("say good luck", Typed::Say(Some(Phrase::GoodLuck))),
            ("say must-go", Typed::Say(Some(Phrase::MustGo))),
            ("say nonsense", Typed::Say(None)),
            ("hint", Typed::Hint),
            ("computer", Typed::Computer(None)),
            ("computer 5", Typed::Computer(Some(Some(Level::TOP)))),
            ("computer 6", Typed::Computer(Some(None))),
            ("lang zh_TW", Typed::Language(Some("zh-TW"))),
            ("language", Typed::Language(None)),
        ] {
            for tag in TAGS {
                assert_eq!(read(&Catalogue::for_wish(tag), line), typed, "{tag} {line}");
            }
        }
    }

    #[test]
    fn every_language_has_words_of_its_own() {
        for (tag, line, typed) in [
            ("en", "say I have to go.", Typed::Say(Some(Phrase::MustGo))),
            ("pt-BR", "Empate", Typed::Offer(OfferKind::Draw)),
            ("pt-BR", "desfazer 2", Typed::Takeback(Some(2))),
            (
                "pt-BR",
                "reivindicar VITÓRIA",
                Typed::Claim(Some(Claimed::Win)),
            ),
            (
                "pt-BR",
                "dizer boa sorte",
                Typed::Say(Some(Phrase::GoodLuck)),
            ),
            ("zh-CN", "接受", Typed::Accept),
            // The blank of Chinese keyboards is a wide one.
            ("zh-CN", "宣布　平局", Typed::Claim(Some(Claimed::Draw))),
            ("zh-TW", "說 謝謝", Typed::Say(Some(Phrase::Thanks))),
            ("zh-TW", "語言 pt", Typed::Language(Some("pt-BR"))),
        ] {
            assert_eq!(read(&Catalogue::for_wish(tag), line), typed, "{tag} {line}");
        }
    }

    #[test]
    fn no_word_means_two_things_and_the_help_has_every_word() {
        for tag in TAGS {
            let text = Catalogue::for_wish(tag);
            let help = say!(text, HELP_PLAYER);
            let mut seen = HashSet::new();
            for key in WORDS {
                let own = text.say(key, &[]);
                let first = own.split(' ').next().unwrap_or_default();
                assert!(help.contains(first), "{tag}: the help has no {first}");
                for word in own.split(' ') {
                    assert_eq!(word, word.to_lowercase(), "{tag}");
                    assert!(
                        !word.is_empty() && seen.insert(word.to_owned()),
                        "{tag}: {own}"
                    );
                }
            }
            for key in WORDS {
                let word = key.name.trim_start_matches("word.");
                assert_eq!(english(&text, word), word, "{tag}");
            }
        }
    }

    #[test]
    fn every_phrase_can_be_typed_as_it_is_offered() {
        for tag in TAGS {
            let text = Catalogue::for_wish(tag);
            for (_, meant) in Phrase::ALL {
                let offered = spoken(&text, meant);
                assert_eq!(phrase(&text, &offered), Some(meant), "{tag}: {offered}");
            }
        }
    }
}
