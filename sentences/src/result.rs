//! How a game ended, in words.

use protocol::event::{How, Over};

use super::language::Language;

/// From which side of the table a game's end is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Of who won.
    Won,
    /// Of who lost.
    Lost,
    /// Of somebody who watched.
    Watched,
}

/// How a game ended; the names are those of the winner and the loser, if there are any.
#[must_use]
pub fn result(
    language: &Language,
    misere: bool,
    over: &Over,
    side: Side,
    names: Option<(&str, &str)>,
) -> String {
    let how = match over.reason {
        How::NoOpenLines => "dead".to_owned(),
        How::Line if misere => "misere".to_owned(),
        how => code(how),
    };
    match (over.reason, names) {
        (
            How::Line | How::Resigned | How::Flag | How::Idle | How::ClaimedWin,
            Some((winner, loser)),
        ) => {
            let side = match side {
                Side::Won => "won",
                Side::Lost => "lost",
                Side::Watched => "watched",
            };
            let key = format!("over.{how}.{side}");
            language.say(&key, &[("winner", &winner), ("loser", &loser)])
        }
        (How::Line | How::Resigned | How::Flag | How::Idle | How::ClaimedWin, None) => {
            language.say("over.otherwise", &[])
        }
        _ => language.say(&format!("over.{how}"), &[]),
    }
}

/// The code of an ending on the wire, which is part of its sentence's key.
fn code(how: How) -> String {
    let json = serde_json::to_value(how).unwrap_or_default();
    json.as_str().unwrap_or_default().to_owned()
}
