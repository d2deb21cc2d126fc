//! Openings in words: the choices of the seat to act while the marks are not settled.

use std::fmt::Display;

use protocol::OpeningStage;

use super::{Scene, code};

/// The choices of the opening of a game; nothing where none is going on.
pub fn opening_turn(scene: Scene<'_>) -> Option<String> {
    let game = scene.view.running()?;
    let (stage, seat) = (game.opening?, game.turn?.seat);
    let mark = game.next_mark(scene.view.settings.opens);
    // Of another it is enough to know whether they place or choose; two at one terminal share a sentence.
    let key = match scene.is_me(seat) {
        _ if scene.shared => format!("local.opening.{}", code(stage)),
        true => format!("opening.{}.you", code(stage)),
        _ if stage == OpeningStage::Place => "opening.place.other".to_owned(),
        _ => "opening.choose.other".to_owned(),
    };
    let name = scene.name(seat);
    let left = game.places_left(scene.view.settings.opening);
    let params: [(&str, &dyn Display); 4] = [
        ("name", &name),
        ("mark", &mark),
        ("placed", &mark.other()),
        ("count", &left),
    ];
    Some(scene.text.say(&key, &params))
}
