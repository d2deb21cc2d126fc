//! Players and result of a finished game, in the reader's language.

use protocol::{Record, Seat};
use sentences::{Language, player};

/// The name of a player; of nobody in particular once it was removed.
pub(super) fn name(language: &Language, record: &Record, seat: Seat) -> String {
    match &record.players[seat] {
        Some(it) => player(language, it),
        None => language.say("who.nobody", &[]),
    }
}

/// How the game ended.
pub(super) fn result(language: &Language, record: &Record) -> String {
    let Some(over) = &record.game.over else {
        return String::new();
    };
    let line_rule = record.settings.rules.line_rule();
    sentences::result(language, line_rule, over, None, |seat| {
        name(language, record, seat)
    })
}
