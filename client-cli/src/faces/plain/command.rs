//! What a person types at the table, as a value.
//!
//! Knows nothing of the table: whether it is possible is decided elsewhere.

use protocol::{event::OfferKind, now::Phrase, request::Claimed};

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
}

/// Reads a line.
#[must_use]
pub fn read(line: &str) -> Typed {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word.to_lowercase().as_str() {
        "" => Typed::Empty,
        "board" => Typed::Board,
        "score" => Typed::Score,
        "clock" | "clocks" => Typed::Clock,
        "who" => Typed::Who,
        "help" | "?" => Typed::Help,
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
        "claim" => Typed::Claim(match rest.to_lowercase().as_str() {
            "win" => Some(Claimed::Win),
            "draw" => Some(Claimed::Draw),
            _ => None,
        }),
        "leave" => Typed::Leave,
        "remove" => Typed::Remove,
        "name" => Typed::Name(rest.to_owned()),
        "say" => Typed::Say(Phrase::of_key(
            &rest.to_lowercase().replace([' ', '-'], "_"),
        )),
        _ => Typed::Cell(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("say nonsense", Typed::Say(None)),
        ] {
            assert_eq!(read(line), typed, "{line}");
        }
    }
}
