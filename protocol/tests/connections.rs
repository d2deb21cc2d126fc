//! The transcripts of whole connections, which every client's session is held
//! to: what they send are requests, what they receive are frames.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::{fs, path::PathBuf};

use protocol::{Event, Frame, parse};
use serde_json::{Map, Value, json};

/// Each step with its place.
fn steps() -> Vec<(String, Map<String, Value>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("transcripts/connections");
    let files = fs::read_dir(&folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let transcripts = files.filter(|path| path.extension().is_some_and(|e| e == "jsonl"));
    let steps = transcripts.flat_map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        let step = |(i, line): (usize, &str)| {
            let at = format!("{}:{}", path.display(), i + 1);
            let step = serde_json::from_str(line).unwrap_or_else(|e| panic!("{at}: {e}"));
            (at, step)
        };
        text.lines().enumerate().map(step).collect::<Vec<_>>()
    });
    steps.collect()
}

/// A frame with something in the place of what a client chooses.
fn filled(frame: &Value) -> Value {
    let mut frame = frame.clone();
    for (name, chosen) in [
        ("id", json!(7)),
        ("secret", json!("q83vASNFZ4mrze8BI0VniQ")),
        ("key", json!("c2b7f0a91e44")),
    ] {
        let chosen_by_client = |value: &Value| value.as_str().is_some_and(|s| s.starts_with('$'));
        if let Some(value) = frame.get_mut(name).filter(|value| chosen_by_client(value)) {
            *value = chosen;
        }
    }
    frame
}

#[test]
fn every_sent_line_is_a_request() {
    for (at, step) in steps() {
        if let Some(sent) = step.get("send") {
            let request = parse::request(&filled(sent).to_string(), 16);
            assert!(request.is_ok(), "{at}: {request:?}");
        }
    }
}

#[test]
fn every_received_line_is_a_frame_that_the_types_keep_whole() {
    for (at, step) in steps() {
        let Some(received) = step.get("receive").map(filled) else {
            continue;
        };
        let frame: Frame =
            serde_json::from_value(received.clone()).unwrap_or_else(|e| panic!("{at}: {e}"));
        let unknown = match &frame {
            Frame::Event(frame) => frame.event == Event::Unknown,
            Frame::Room(snapshot) => {
                assert_eq!(snapshot.seq, snapshot.view.seq, "{at}");
                false
            }
            other => *other == Frame::Unknown,
        };
        // One that is known has fields of a later version.
        if !unknown && !at.contains("unknown.jsonl") {
            assert_eq!(serde_json::to_value(&frame).unwrap(), received, "{at}");
        }
    }
}

#[test]
fn every_step_is_described_in_the_readme() {
    let readme =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("transcripts/connections/README.md");
    let readme = fs::read_to_string(readme).unwrap();
    for (at, step) in steps() {
        let kind = step.keys().find(|name| *name != "welcome").unwrap();
        assert!(readme.contains(&format!("`{{\"{kind}\": ")), "{at}");
        for field in step
            .get("state")
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(Map::keys)
        {
            assert!(readme.contains(&format!("`{field}`")), "{at}: {field}");
        }
    }
}
