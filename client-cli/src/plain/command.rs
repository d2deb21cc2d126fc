//! Parser of a person's lines at the table, in English or in the catalogue's language.

use frontend::speech;
use game::Level;
use oxo_client::address::{self, Destination};
use protocol::{OpeningChoice, event::OfferKind, now::Phrase, request::Claimed};
use sentences::{Catalogue, language_for_tag};

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConsoleCommand {
    /// Nothing but blanks.
    Empty,
    /// Not a command, so perhaps a cell.
    Cell(String),
    /// A link: the words after `oxo` that follow it.
    Link(String),
    Board,
    Score,
    Clock,
    Who,
    Help,
    Quit,
    /// A mark taken in the opening, or two more placed; none for a word that is neither mark.
    Choose(Option<OpeningChoice>),
    Resign,
    Abort,
    Offer(OfferKind),
    /// Number of moves to take back; none for an invalid number.
    Takeback(Option<u32>),
    Accept,
    Decline,
    Claim(Option<Claimed>),
    Leave,
    Remove,
    Name(String),
    Say(Option<Phrase>),
    /// Language to speak, if it is one that this program speaks.
    Language(Option<&'static str>),
    /// The computer's move.
    Hint,
    /// That a computer sits down, perhaps of that level; nothing inside for a
    /// number that is none.
    Computer(Option<Option<Level>>),
    /// Chat that hears of the games.
    Chat(ChatCommand),
    /// Device to share the seat with; none for something else behind the word.
    Device(Option<DeviceCommand>),
}

/// Action of a line about the chat that hears of the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChatCommand {
    /// Say whether there is one.
    Show,
    /// Tell the one of that address.
    Tell(String),
    /// Tell none any more.
    Stop,
}

/// Action of a line about the seat's other devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceCommand {
    /// Show a link by which another takes the seat.
    Share,
    /// Remove them.
    RemoveOthers,
}

/// The English words that a language has its own for: one or more, apart by blanks, under the key
/// `word.` and the English word.
const WORDS: [&str; 29] = [
    "board", "score", "clock", "who", "help", "quit", "resign", "abort", "draw", "rematch",
    "restart", "takeback", "accept", "decline", "claim", "win", "leave", "remove", "name", "say",
    "language", "hint", "computer", "chat", "off", "device", "alone", "take", "two",
];

/// Reads a line.
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
        "take" => ConsoleCommand::Choose(match rest.to_lowercase().as_str() {
            "x" => Some(OpeningChoice::X),
            "o" => Some(OpeningChoice::O),
            _ => None,
        }),
        "two" => ConsoleCommand::Choose(Some(OpeningChoice::PlaceTwo)),
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
        "language" | "lang" => ConsoleCommand::Language(language_for_tag(rest)),
        "hint" => ConsoleCommand::Hint,
        "computer" => ConsoleCommand::Computer(match rest {
            "" => None,
            level => Some(level.parse().ok().and_then(Level::new)),
        }),
        "chat" => ConsoleCommand::Chat(match english(text, rest).as_str() {
            "" => ChatCommand::Show,
            "off" => ChatCommand::Stop,
            _ => ChatCommand::Tell(rest.to_owned()),
        }),
        "device" => ConsoleCommand::Device(match english(text, rest).as_str() {
            "" => Some(DeviceCommand::Share),
            "alone" => Some(DeviceCommand::RemoveOthers),
            _ => None,
        }),
        _ => match link(line) {
            Some(words) => ConsoleCommand::Link(words),
            None => ConsoleCommand::Cell(line.to_owned()),
        },
    }
}

fn link(line: &str) -> Option<String> {
    let verb = match address::place(line).ok()? {
        Destination::Room(..) => "join",
        Destination::Seat(..) => "seat",
        Destination::Game(..) => "replay",
        Destination::Code(_) => return None,
    };
    Some(format!("{verb} {line}"))
}

/// The English word for a word of the language that is spoken; another as it
/// is, in small letters.
fn english(text: &Catalogue, word: &str) -> String {
    let word = word.to_lowercase();
    let own = |english: &&&str| own_words(text, english).split(' ').any(|own| own == word);
    match WORDS.iter().find(own) {
        Some(english) => (*english).to_owned(),
        None => word,
    }
}

fn own_words(text: &Catalogue, english: &str) -> String {
    text.say(format!("word.{english}"), &[])
}

/// The phrase that is meant: by its name on the wire, or by its words.
fn phrase(text: &Catalogue, typed: &str) -> Option<Phrase> {
    let key = typed.to_lowercase().replace([' ', '-'], "_");
    let meant = |phrase: &Phrase| letters(&speech::phrase(text, *phrase)) == letters(typed);
    let spoken = || Phrase::ALL.iter().copied().find(meant);
    key.parse().ok().or_else(spoken)
}

/// A phrase as one may type it: without the stop at its end.
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
