//! Endings of games in words, from each side of the table.

use protocol::{
    Seat,
    event::{Over, Replaced, Score},
};
use sentences::{Catalogue, say};

use super::Scene;

/// The sentences of a game's end: how, who played in whose place, and the
/// score after it.
pub(super) fn over(scene: Scene<'_>, over: &Over, after: &Score) -> Vec<String> {
    let game = scene.view.game.as_ref();
    let replaced = game.and_then(|game| game.replaced.as_ref());
    [
        Some(result(scene, over)),
        replaced.map(|replaced| self::replaced(scene, replaced)),
        Some(score(scene, after)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// That a computer played in somebody's place.
pub fn replaced(scene: Scene<'_>, replaced: &Replaced) -> String {
    let (name, before) = (
        scene.name(replaced.seat),
        super::player(scene.text, &replaced.player),
    );
    let number = replaced.ply + 1;
    say!(scene.text, OVER_REPLACED, name, before, number)
}

/// How a game ended.
pub fn result(scene: Scene<'_>, over: &Over) -> String {
    let line_rule = scene.view.settings.rules.line_rule();
    sentences::result(scene.text, line_rule, over, scene.me, |seat| {
        scene.name(seat)
    })
}

/// The running score.
pub fn score(scene: Scene<'_>, score: &Score) -> String {
    let named = |seat| own(scene.text, scene.is_me(seat), scene.name(seat));
    say!(
        scene.text,
        SCORE,
        host = named(Seat::Host),
        host_won = score.host,
        guest = named(Seat::Guest),
        guest_won = score.guest,
        draws = score.draws,
    )
}

/// A name in a list, marked if it is one's own.
pub(super) fn own(text: &Catalogue, mine: bool, name: String) -> String {
    if mine {
        say!(text, WHO_YOU, name)
    } else {
        name
    }
}
