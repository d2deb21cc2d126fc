//! The effect that a command asks for and that an event reports, in the same words, so that one can
//! be held against the other.

use protocol::{
    Event, Seat,
    event::{Closed, EndReason},
};
use serde_json::Value;

/// An effect that only a command of a seat can bring about, as `host resign` or `move 1 0 4`.
pub type CommandEffect = String;

/// Effect that a command asks for. None for commands whose event does not name
/// them: an acceptance is whatever was offered.
pub fn of_command(seat: Seat, text: &str) -> Option<CommandEffect> {
    let command: Value = serde_json::from_str(text).ok()?;
    let part = |name: &str| command.get(name).map(Value::to_string).unwrap_or_default();
    match command.get("type")?.as_str()? {
        // Whose it was follows from game and ply, and stands in no event.
        "move" => Some(format!(
            "move {} {} {}",
            part("game"),
            part("ply"),
            part("cell")
        )),
        "offer" => Some(format!("{seat} offer {}", part("kind"))),
        "decline" => Some(format!("{seat} decline {}", part("offer"))),
        "resign" => Some(format!("{seat} resign")),
        _ => None,
    }
}

/// Effect that an event reports, if a command of one of these kinds caused it.
pub fn of_event(event: &Event) -> Option<CommandEffect> {
    match event {
        Event::Moved {
            game, ply, cell, ..
        } => Some(format!("move {game} {ply} {cell}")),
        Event::Offered { offer } => {
            let kind = serde_json::to_string(&offer.kind).ok()?;
            Some(format!("{} offer {kind}", offer.by))
        }
        Event::OfferClosed {
            offer,
            reason: Closed::Declined,
            by,
            ..
        } => Some(format!("{} decline {offer}", by.other())),
        Event::Finished { over, .. } if over.reason == EndReason::Resigned => {
            Some(format!("{} resign", over.winner?.other()))
        }
        _ => None,
    }
}

/// Whether a reply says that the command itself was done.
pub fn is_done(reply: &str) -> bool {
    let reply: Value = serde_json::from_str(reply).unwrap_or_default();
    let what = reply["ok"]["type"].as_str();
    what.is_some_and(|what| ["moved", "offered", "declined", "resigned"].contains(&what))
}

#[test]
fn a_command_and_its_event_say_the_same() {
    let pairs = [
        (
            r#"{"type":"move","id":1,"n":1,"game":2,"ply":3,"cell":4}"#,
            r#"{"type":"moved","game":2,"ply":3,"cell":4}"#,
        ),
        (
            r#"{"type":"offer","id":1,"n":1,"kind":"draw"}"#,
            r#"{"type":"offered","offer":{"id":1,"by":"guest","kind":"draw","deadline_ms":5}}"#,
        ),
        (
            r#"{"type":"decline","id":1,"n":1,"offer":7}"#,
            r#"{"type":"offer_closed","offer":7,"reason":"declined","by":"host","again_ms":5}"#,
        ),
    ];
    for (command, event) in pairs {
        let event: Event = serde_json::from_str(event).unwrap();
        let asked = of_command(Seat::Guest, command);
        assert!(asked.is_some());
        assert_eq!(asked, of_event(&event));
    }
}
