//! The result of a game, in words.

use protocol::{
    LineRule, Seat,
    event::{EndReason, GameResult, Over},
};
use serde::Serialize;

use super::language::Language;

/// The result of a game, as worded for the player in the seat `me`, or for a spectator.
pub fn result(
    language: &Language,
    line_rule: LineRule,
    over: &Over,
    me: Option<Seat>,
    name: impl Fn(Seat) -> String,
) -> String {
    let loses = line_rule == LineRule::Loses;
    let ending = match over.reason {
        EndReason::Line => format!("line.{}", if loses { "loses" } else { "wins" }),
        reason => code(reason),
    };
    if let Some(winner) = over.winner.filter(|_| names_winner(over.reason)) {
        let side = match me {
            Some(me) if me == winner => "won",
            Some(_) => "lost",
            None => "watched",
        };
        let (winner, loser) = (name(winner), name(winner.other()));
        let key = format!("over.{ending}.{side}");
        return language.say(&key, &[("winner", &winner), ("loser", &loser)]);
    }
    if let Some(by) = over.by {
        let side = if me == Some(by) { "you" } else { "other" };
        let key = format!("over.{ending}.{side}");
        if language.messages.contains_key(&key) {
            return language.say(&key, &[("name", &name(by))]);
        }
    }
    let key = format!("over.{ending}");
    match over.result {
        _ if language.messages.contains_key(&key) => language.say(&key, &[]),
        GameResult::Aborted => language.say("over.called_off", &[]),
        GameResult::Won | GameResult::Drawn => language.say("over.otherwise", &[]),
    }
}

/// Whether the sentence of a game that ended so is about who won it.
fn names_winner(reason: EndReason) -> bool {
    matches!(
        reason,
        EndReason::Line
            | EndReason::Resigned
            | EndReason::Flag
            | EndReason::Idle
            | EndReason::ClaimedWin
    )
}

/// The code of a value on the wire, which is part of its sentence's key.
pub fn code(value: impl Serialize) -> String {
    let json = serde_json::to_value(value).unwrap_or_default();
    json.as_str().unwrap_or_default().to_owned()
}
