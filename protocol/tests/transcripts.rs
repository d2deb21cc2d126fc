//! The golden transcripts: lines of `{"frame": …, "view": …}`, where the view
//! is what a client has after the frame. The fold must reproduce every one.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use crate::support::kinds;

use std::{collections::BTreeSet, fs, path::PathBuf};

use protocol::{Event, Frame, Seat, View};
use serde_json::{Value, json};

fn transcripts() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("transcripts");
    let files = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut found: Vec<_> = files
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    assert!(!found.is_empty(), "no transcript in {}", folder.display());
    found.sort();
    found
}

/// Each line's place, frame (read and as it stands) and view.
fn lines(name: &str, text: &str) -> Vec<(String, Frame, Value, Value)> {
    let read = |(i, line): (usize, &str)| {
        let at = format!("{name}:{}", i + 1);
        let mut json: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{at}: {e}"));
        let (frame, view) = (json["frame"].take(), json["view"].take());
        let typed =
            serde_json::from_value::<Frame>(frame.clone()).unwrap_or_else(|e| panic!("{at}: {e}"));
        (at, typed, frame, view)
    };
    text.lines().enumerate().map(read).collect()
}

#[test]
fn the_fold_reproduces_every_view() {
    for (name, text) in transcripts() {
        let mut view = View::default();
        for (at, frame, _, expected) in lines(&name, &text) {
            match frame {
                Frame::Room(snapshot) => {
                    assert_eq!(snapshot.seq, snapshot.view.seq, "{at}");
                    view = snapshot.view;
                }
                Frame::Event(frame) => {
                    assert_eq!(frame.seq, view.seq + 1, "{at}: a gap");
                    assert!(frame.at_ms >= view.at_ms, "{at}: time runs back");
                    view.fold(frame.seq, frame.at_ms, &frame.event);
                }
                _ => {}
            }
            assert_eq!(serde_json::to_value(&view).unwrap(), expected, "{at}");
        }
        assert!(view.seq > 0, "{name}: nothing happens in it");
    }
}

#[test]
fn the_types_lose_nothing_of_a_frame_that_they_know() {
    for (name, text) in transcripts() {
        for (at, frame, written, _) in lines(&name, &text) {
            let unknown = match &frame {
                Frame::Event(frame) => frame.event == Event::Unknown,
                other => *other == Frame::Unknown,
            };
            if !unknown {
                assert_eq!(serde_json::to_value(&frame).unwrap(), written, "{at}");
            }
        }
    }
}

#[test]
fn every_event_happens_in_some_transcript() {
    let mut seen = BTreeSet::new();
    for (file, text) in transcripts() {
        for (_, frame, _, _) in lines(&file, &text) {
            if let Frame::Event(frame) = frame {
                seen.insert(kinds::of_event(&frame.event));
            }
        }
    }
    assert_eq!(seen, BTreeSet::from(kinds::EVENTS));
}

/// The options of both seats after each line, at the time of its last event: clients in other
/// languages are held to them. `OXO_BLESS=1` writes the files.
#[test]
fn the_options_of_every_line_are_those_on_file() {
    for (name, text) in transcripts() {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("transcripts/options")
            .join(&name);
        let options = |view: Value| {
            let view: View = serde_json::from_value(view).unwrap();
            let of = |seat| protocol::options(&view, seat, view.at_ms);
            json!({ "host": of(Seat::Host), "guest": of(Seat::Guest) })
        };
        let lines = lines(&name, &text).into_iter();
        let found: Vec<Value> = lines.map(|(_, _, _, view)| options(view)).collect();
        if std::env::var_os("OXO_BLESS").is_some_and(|value| value == "1") {
            let lines: Vec<String> = found.iter().map(Value::to_string).collect();
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, lines.join("\n") + "\n").unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let kept: Vec<Value> = kept
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(found.len(), kept.len(), "{name}");
        for (at, (found, kept)) in found.iter().zip(&kept).enumerate() {
            assert_eq!(found, kept, "{name}:{}: OXO_BLESS=1 writes it", at + 1);
        }
    }
}
