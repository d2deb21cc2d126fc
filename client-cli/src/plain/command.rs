//! What a person types at the table, as a value: in English, or in the words of
//! the language that is spoken.
//!
//! Whether it is possible is decided elsewhere.

use game::Level;
use protocol::{event::OfferKind, now::Phrase, request::Claimed};

use crate::{
    key,
    locale::{Catalogue, SentenceKey, wished},
    speech,
};

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConsoleCommand {
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
const WORDS: [SentenceKey; 23] = [
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
pub fn read(text: &Catalogue, line: &str) -> ConsoleCommand {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match english(text, word).as_str() {
        "" => ConsoleCommand::Empty,
        "board" => ConsoleCommand::Board,
        "score" => ConsoleCommand::Score,
        "clock" | "clocks" => ConsoleCommand::Clock,
        "who" => ConsoleCommand::Who,
        "help" | "?" | "？" => ConsoleCommand::Help,
        "quit" | "exit" => ConsoleCommand::Quit,
        "resign" => ConsoleCommand::Resign,
        "abort" => ConsoleCommand::Abort,
        "draw" => ConsoleCommand::Offer(OfferKind::Draw),
        "rematch" => ConsoleCommand::Offer(OfferKind::Rematch),
        "restart" => ConsoleCommand::Offer(OfferKind::Restart),
        "takeback" => ConsoleCommand::Takeback(match rest {
            "" => Some(1),
            count => count.parse().ok().filter(|count| *count > 0),
        }),
        "accept" => ConsoleCommand::Accept,
        "decline" => ConsoleCommand::Decline,
        "claim" => ConsoleCommand::Claim(match english(text, rest).as_str() {
            "win" => Some(Claimed::Win),
            "draw" => Some(Claimed::Draw),
            _ => None,
        }),
        "leave" => ConsoleCommand::Leave,
        "remove" => ConsoleCommand::Remove,
        "name" => ConsoleCommand::Name(rest.to_owned()),
        "say" => ConsoleCommand::Say(phrase(text, rest)),
        "language" | "lang" => ConsoleCommand::Language(wished(rest)),
        "hint" => ConsoleCommand::Hint,
        "computer" => ConsoleCommand::Computer(match rest {
            "" => None,
            level => Some(level.parse().ok().and_then(Level::new)),
        }),
        _ => ConsoleCommand::Cell(line.to_owned()),
    }
}

/// The English word for a word of the language that is spoken; another as it
/// is, in small letters.
fn english(text: &Catalogue, word: &str) -> String {
    let word = word.to_lowercase();
    let own = |key: &SentenceKey| text.say(*key, &[]).split(' ').any(|own| own == word);
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
mod tests;
