//! The golden spoken transcripts: the sentence of every event, in every
//! language, to the host, the guest and a watcher. A line has the number of the
//! event and its sentences. The page is held to the same files.
//!
//! `OXO_BLESS=1 cargo test -p frontend --test spoken` writes them.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use frontend::speech::{self, Scene};
use protocol::{Frame, Seat, View};
use sentences::{Catalogue, TAGS};
use serde_json::Value;

const PERSPECTIVES: [(&str, Option<Seat>); 3] = [
    ("host", Some(Seat::Host)),
    ("guest", Some(Seat::Guest)),
    ("watching", None),
];

/// Keys that only a server which breaks the contract would lead to.
const NEVER: [&str; 2] = ["over.won.otherwise", "over.otherwise"];

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The transcripts by name, each as its frames.
fn transcripts() -> BTreeMap<String, Vec<Frame>> {
    let files = fs::read_dir(folder("protocol/transcripts")).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let paths = paths.filter(|path| path.is_file());
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let frame = |line: &str| {
            let line: Value = serde_json::from_str(line).unwrap();
            serde_json::from_value(line["frame"].clone()).unwrap()
        };
        (name, text.lines().map(frame).collect())
    };
    paths.map(read).collect()
}

/// The sentences of a transcript, a line an event.
fn spoken(text: &Catalogue, me: Option<Seat>, frames: &[Frame]) -> String {
    let mut view = View::default();
    let mut out = String::new();
    for frame in frames {
        match frame {
            Frame::Room(snapshot) => view = snapshot.view.clone(),
            Frame::Event(frame) => {
                let before = view.clone();
                view.fold(frame.seq, frame.at_ms, &frame.event);
                let scene = Scene {
                    text,
                    me,
                    view: &view,
                    shared: false,
                };
                let said = speech::event(scene, &before, frame);
                out += &format!("{}\t{}\n", frame.seq, said.join(" "));
            }
            _ => {}
        }
    }
    out
}

/// Every golden file by its name, as it is to be.
fn golden() -> BTreeMap<String, String> {
    let transcripts = transcripts();
    let mut golden = BTreeMap::new();
    for tag in TAGS {
        let text = Catalogue::for_language(tag);
        for (name, frames) in &transcripts {
            for (perspective, me) in PERSPECTIVES {
                let file = format!("{tag}/{name}.{perspective}.txt");
                golden.insert(file, spoken(&text, me, frames));
            }
        }
    }
    golden
}

#[test]
fn every_event_is_said_as_it_is_written() {
    let root = folder("tests/spoken");
    let golden = golden();
    if std::env::var_os("OXO_BLESS").is_some() {
        for (file, text) in &golden {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }
    let mut found = BTreeSet::new();
    for tag in fs::read_dir(&root).unwrap() {
        let tag = tag.unwrap();
        for file in fs::read_dir(tag.path()).unwrap() {
            let names = [tag.file_name(), file.unwrap().file_name()];
            found.insert(names.map(|name| name.into_string().unwrap()).join("/"));
        }
    }
    assert_eq!(found, golden.keys().cloned().collect());
    for (file, said) in golden {
        let written = fs::read_to_string(root.join(&file)).unwrap();
        for (said, written) in said.lines().zip(written.lines()) {
            assert_eq!(said, written, "{file}");
        }
        assert_eq!(said.len(), written.len(), "{file}");
    }
}

/// Whether the text holds what stands between the parameters, in that order.
fn holds(text: &str, template: &str) -> bool {
    let mut rest = text;
    template.split('{').enumerate().all(|(at, part)| {
        let fixed = match at {
            0 => part,
            _ => part.split_once('}').map_or(part, |(_, fixed)| fixed),
        };
        let found = rest.find(fixed);
        rest = found.map_or("", |at| &rest[at + fixed.len()..]);
        found.is_some()
    })
}

/// Whatever there is to say of an event, also of one that is yet to be thought
/// of, is said in some transcript.
#[test]
fn no_event_and_no_ending_is_without_its_sentence() {
    let golden = golden();
    for tag in TAGS {
        let own = golden.iter().filter(|(file, _)| file.starts_with(tag));
        let lines: Vec<&str> = own.flat_map(|(_, text)| text.lines()).collect();
        let path = folder("locales").join(tag).with_extension("json");
        let keys: BTreeMap<String, Value> =
            serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let wanted = keys.iter().filter(|(key, _)| {
            let key = key.as_str();
            ["event.", "over.", "score"]
                .iter()
                .any(|of| key.starts_with(of))
        });
        let mut missing: Vec<&str> = Vec::new();
        for (key, sentence) in wanted {
            let forms = match sentence {
                Value::Object(forms) => forms.values().collect(),
                text => vec![text],
            };
            let said = |form: &&Value| {
                let template = form.as_str().unwrap();
                lines.iter().any(|line| holds(line, template))
            };
            if !forms.iter().any(said) {
                missing.push(key);
            }
        }
        assert_eq!(
            missing,
            NEVER.iter().rev().copied().collect::<Vec<_>>(),
            "{tag}"
        );
    }
}
