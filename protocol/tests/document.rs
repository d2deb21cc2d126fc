//! `docs/protocol.md` held against the code: its examples are read by the real types, its tables are the code's, and
//! its conversation adds up.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use crate::support::conversation;
use crate::support::examples;
use crate::support::kinds;

use std::collections::{BTreeMap, BTreeSet};

use protocol::{
    Accepted, Answer, Event, Frame, Limits, Refusal, Settings,
    frame::Reason,
    now::Phrase,
    parse::{self, Unreadable},
};
use serde_json::Value;

use examples::{DOCUMENT, Example};

fn request(example: &Example) -> Result<protocol::Request, Unreadable> {
    parse::request(example.text, Limits::default().nesting)
}

fn frame(example: &Example) -> Frame {
    serde_json::from_str(example.text)
        .unwrap_or_else(|e| panic!("line {}: {e}\n{}", example.line, example.text))
}

fn frames() -> Vec<(usize, Frame)> {
    let all = examples::all().into_iter();
    all.filter(|e| !e.is_request())
        .map(|e| (e.line, frame(&e)))
        .collect()
}

fn is_unknown(frame: &Frame) -> bool {
    match frame {
        Frame::Event(frame) => frame.event == Event::Unknown,
        other => *other == Frame::Unknown,
    }
}

#[test]
fn every_example_reads_as_the_document_says() {
    let mut count = 0;
    for example in examples::all() {
        let line = example.line;
        count += 1;
        if !example.is_request() {
            let frame = frame(&example);
            assert_eq!(
                is_unknown(&frame),
                example.special == "unknown",
                "line {line}"
            );
            if !is_unknown(&frame) {
                // No field of an example is one that the types do not have.
                let again = serde_json::to_value(&frame).unwrap();
                assert_eq!(again, example.json(), "line {line}");
            }
            continue;
        }
        match (request(&example), example.special) {
            (Ok(_), "") => {}
            (Err(Unreadable::Request { id, why, .. }), "refused") => {
                let answer = Answer::refused(why);
                let answered = frames()
                    .into_iter()
                    .any(|(_, f)| matches!(f, Frame::Reply(r) if r.id == id && r.answer == answer));
                assert!(answered, "line {line}: no example of the reply {answer:?}");
            }
            (read, special) => panic!("line {line}: {special} {read:?}\n{}", example.text),
        }
    }
    assert!(count > 100, "only {count} examples were found");
}

#[test]
fn everything_that_can_be_sent_has_an_example() {
    let asked: BTreeSet<_> = examples::all()
        .iter()
        .filter(|e| e.is_request())
        .filter_map(|e| request(e).ok())
        .map(|request| kinds::of_request(&request.body))
        .collect();
    assert_eq!(asked, BTreeSet::from(kinds::REQUESTS));
    assert_eq!(kinds::SEAT, protocol::request::COMMANDS);

    let mut frames_seen = BTreeSet::new();
    let (mut events, mut replies) = (BTreeSet::new(), BTreeSet::new());
    for (_, frame) in frames() {
        frames_seen.insert(kinds::of_frame(&frame));
        match frame {
            Frame::Event(frame) => {
                events.insert(kinds::of_event(&frame.event));
            }
            Frame::Reply(reply) => {
                if let Answer::Ok(done) = reply.answer {
                    replies.insert(kinds::of_reply(&done));
                }
            }
            _ => {}
        }
    }
    assert_eq!(frames_seen, BTreeSet::from(kinds::FRAMES));
    assert_eq!(events, BTreeSet::from(kinds::EVENTS));
    assert_eq!(replies, BTreeSet::from(kinds::REPLIES));
    for event in kinds::EVENTS.iter().filter(|kind| **kind != "unknown") {
        let heading = format!("\n### {event}\n");
        assert!(
            DOCUMENT.contains(&heading),
            "the fold says nothing of {event}"
        );
    }
}

/// The rows of the first table below a heading, cell by cell.
fn table(heading: &str) -> Vec<Vec<String>> {
    let below = DOCUMENT
        .split_once(&format!("\n{heading}\n"))
        .unwrap_or_else(|| panic!("no heading {heading}"))
        .1;
    below
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| {
            let cells = line.trim_matches('|').split('|');
            cells.map(|cell| cell.trim().to_owned()).collect()
        })
        .collect()
}

/// The words between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_limits_are_the_defaults() {
    let limits = Limits::default();
    let written: Vec<_> = Limits::NAMES
        .iter()
        .map(|(name, meaning)| {
            let value = limits.get(name).unwrap();
            vec![
                format!("`{name}`"),
                value.to_string(),
                meaning.trim().to_owned(),
            ]
        })
        .collect();
    assert_eq!(table("## Limits"), written);
    let welcomes = frames()
        .into_iter()
        .filter_map(|(line, frame)| match frame {
            Frame::Reply(reply) => match reply.answer {
                Answer::Ok(Accepted::Welcome(welcome)) => Some((line, welcome)),
                _ => None,
            },
            _ => None,
        });
    for (line, welcome) in welcomes {
        assert_eq!(welcome.limits, limits, "line {line}");
    }
}

#[test]
fn the_refusals_are_those_of_the_code() {
    let rows = table("## Refusal codes");
    let written: BTreeMap<&str, BTreeSet<&str>> = rows
        .iter()
        .map(|row| (quoted(&row[0])[0], quoted(&row[1]).into_iter().collect()))
        .collect();
    assert_eq!(written.len(), rows.len(), "a code stands there twice");
    let refusals = kinds::every_refusal();
    let mut code = BTreeMap::new();
    for refusal in &refusals {
        let json = serde_json::to_value(refusal).unwrap();
        assert_eq!(json["code"], kinds::of_refusal(refusal));
        let params = json["params"].as_object().cloned().unwrap_or_default();
        let params: BTreeSet<String> = params.keys().cloned().collect();
        code.insert(refusal.code(), params);
    }
    let code: BTreeMap<&str, BTreeSet<&str>> = code
        .iter()
        .map(|(code, params)| (*code, params.iter().map(String::as_str).collect()))
        .collect();
    assert_eq!(written, code);
    // In the text, too, a code that is named is one that there is.
    for (line, frame) in frames() {
        if let Frame::Error(why) = frame {
            assert!(matches!(why, Refusal::BadMessage { .. }), "line {line}");
        }
    }
}

#[test]
fn the_close_codes_are_those_of_the_code() {
    let written: BTreeMap<u16, BTreeSet<String>> = table("### bye, and why connections end")
        .iter()
        .map(|row| {
            let reasons = quoted(&row[1]).into_iter().map(str::to_owned).collect();
            (row[0].parse().unwrap(), reasons)
        })
        .collect();
    let source = include_str!("../src/close.rs");
    let constants: BTreeSet<u16> = source
        .lines()
        .filter_map(|line| line.strip_prefix("pub const ")?.split_once(": u16 = "))
        .map(|(_, value)| value.trim_end_matches(';').parse().unwrap())
        .collect();
    assert_eq!(written.keys().copied().collect::<BTreeSet<_>>(), constants);
    let named: BTreeSet<&String> = written.values().flatten().collect();
    let reasons: Vec<Value> = kinds::REASONS
        .iter()
        .map(|reason| serde_json::to_value(reason).unwrap())
        .collect();
    for (reason, name) in kinds::REASONS.iter().zip(&reasons) {
        kinds::known_reason(*reason);
        let name = name.as_str().unwrap().to_owned();
        assert!(written[&reason.close_code()].contains(&name), "{name}");
    }
    assert_eq!(named.len(), reasons.len());
    // Three kinds of bad frame have a code each.
    assert!(
        [1003, 1007, 1009]
            .iter()
            .all(|c| written[c].contains("bad_frame"))
    );
    assert_eq!(Reason::BadFrame.close_code(), 1003);
}

#[test]
fn the_phrases_are_those_of_the_code() {
    let rows = table("### Reactions");
    let written = rows.iter().map(|row| quoted(&row[0])[0]);
    assert!(written.eq(Phrase::ALL.iter().map(Phrase::to_string)));
}

/// Fields of an object in the committed schema, by name.
fn fields(object: &Value) -> BTreeMap<String, Value> {
    static SCHEMA: &str = include_str!("../schema/oxo.schema.json");
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let reference = [object, &object["anyOf"][0]]
        .into_iter()
        .find_map(|def| def["$ref"].as_str());
    let name = reference.and_then(|path| path.rsplit('/').next());
    let object = name.map_or(object, |name| &schema["$defs"][name]);
    let properties = object["properties"].as_object();
    properties
        .cloned()
        .unwrap_or_default()
        .into_iter()
        .collect()
}

/// Holds a table whose first column names fields to a definition of the schema: it has a row for
/// each field, for each field of an object of which it names any, and none more.
fn names_every_field(heading: &str, definition: &str) {
    let rows = table(heading);
    let paths: BTreeSet<Vec<&str>> = rows
        .iter()
        .flat_map(|row| quoted(&row[0]))
        .map(|path| {
            path.split('.')
                .map(|part| if part == "…" { "host" } else { part })
                .collect()
        })
        .collect();
    let root = serde_json::json!({ "$ref": format!("#/$defs/{definition}") });
    let mut objects: BTreeSet<&[&str]> = BTreeSet::new();
    for path in &paths {
        objects.extend((0..path.len()).map(|depth| &path[..depth]));
    }
    for object in objects {
        let def = object.iter().fold(root.clone(), |def, part| {
            let mut inner = fields(&def);
            let missing = || panic!("{heading}: {} has no {part}", object.join("."));
            inner.remove(*part).unwrap_or_else(missing)
        });
        let written: BTreeSet<&str> = paths
            .iter()
            .filter_map(|path| path.strip_prefix(object)?.first().copied())
            .collect();
        let declared = fields(&def);
        let declared: BTreeSet<&str> = declared.keys().map(String::as_str).collect();
        assert_eq!(written, declared, "{heading}: {}", object.join("."));
    }
}

#[test]
fn the_tables_name_every_field() {
    names_every_field("## hello and welcome", "Welcome");
    names_every_field("### create_room", "Settings");
    names_every_field("## The room: view and now", "View");
}

#[test]
fn the_settings_have_the_documented_defaults() {
    for row in table("### create_room") {
        let (field, default) = (quoted(&row[0])[0], quoted(&row[2])[0]);
        let settings: Settings =
            serde_json::from_str(&format!("{{\"{field}\":{default}}}")).unwrap();
        assert_eq!(settings, Settings::default(), "{field}");
    }
}

#[test]
fn the_example_conversation_keeps_the_contract() {
    let said: Vec<_> = examples::all()
        .into_iter()
        .filter(|example| example.who.is_some())
        .collect();
    let mut conversation = conversation::Conversation::default();
    for example in &said {
        match example.who {
            Some((who, true)) => conversation.asks(who, example.line, request(example).unwrap()),
            Some((who, false)) => conversation.hears(who, example.line, frame(example)),
            None => {}
        }
    }
    let view = conversation.end();
    let game = view.game.as_ref().unwrap();
    assert_eq!(
        (game.number, view.score.host),
        (2, 1),
        "it ends in a rematch"
    );
}
