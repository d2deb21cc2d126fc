//! Players and result of a finished game, in the reader's language.

use game::Mark;
use picture::Caption;
use protocol::{Record, Seat};
use sentences::{Language, brief_game, player_beside};

use crate::http::audience::english;

/// The name of a player; of nobody in particular once it was removed.
pub(super) fn name(language: &Language, record: &Record, seat: Seat) -> String {
    match &record.players[seat] {
        Some(it) => player_beside(language, it, record.players[seat.other()].as_ref()),
        None => language.say("who.nobody", &[]),
    }
}

/// The result of the game.
pub(super) fn result(language: &Language, record: &Record) -> String {
    result_of(language, record, |seat| name(language, record, seat))
}

fn result_of(language: &Language, record: &Record, name: impl Fn(Seat) -> String) -> String {
    let Some(over) = &record.game.over else {
        return String::new();
    };
    let line_rule = record.settings.rules.line_rule();
    sentences::result(language, line_rule, over, None, name)
}

/// The captions of the picture of a game, from the best wording to the one that can be drawn
/// everywhere: without names for whose letters there is no font, and in English at last.
pub(super) fn captions(language: &Language, record: &Record) -> Vec<Caption> {
    let worded = |language: &Language, named: &dyn Fn(Seat) -> String| {
        let seats = [(Mark::X, record.game.x), (Mark::O, record.game.x.other())];
        let winner = record.game.over.as_ref().and_then(|over| over.winner);
        let settings = record.settings;
        Caption {
            players: seats.map(|(mark, seat)| (mark, named(seat))).into(),
            winner: winner.map(|seat| {
                if seat == record.game.x {
                    Mark::X
                } else {
                    Mark::O
                }
            }),
            title: result_of(language, record, named),
            about: brief_game(language, settings.rules, settings.clock),
        }
    };
    let mark = |seat: Seat| if seat == record.game.x { "X" } else { "O" }.to_owned();
    let in_both = [language, english()].into_iter();
    in_both
        .flat_map(|language| {
            let by_name = |seat| name(language, record, seat);
            [worded(language, &by_name), worded(language, &mark)]
        })
        .collect()
}
