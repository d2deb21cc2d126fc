//! Unit tests of `logging`, of the lines that a log is.

use std::sync::{Arc, mpsc};

use parking_lot::Mutex;
use tracing_subscriber::fmt::MakeWriter;

use super::{queue::LOG_LINES, *};

/// The log, in memory.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Log;

    fn make_writer(&'a self) -> Log {
        self.clone()
    }
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().clone()).unwrap()
    }
}

const HOSTILE: &str = "\u{1b}[2J\u{9b}1m\u{7f}\u{202e}\u{2066}\u{200b}\u{2028}x";

/// All ways in which a text gets into a log.
fn log_all() {
    let why = io::Error::other(HOSTILE);
    tracing::error!(%why, text = HOSTILE, debug = ?why, "an authority says {HOSTILE}");
}

#[test]
fn lines_for_people_are_harmless() {
    let log = Log::default();
    let lines = tracing_subscriber::fmt()
        .with_writer(log.clone())
        .with_ansi(false)
        .fmt_fields(debug_fn(harmless_field).delimited(" "));
    tracing::subscriber::with_default(lines.finish(), log_all);
    let text = log.text();
    assert_eq!(text, printable(&text));
    assert!(text.contains("an authority says ?[2J?1m????"), "{text}");
    assert!(text.contains("why=?[2J?1m"), "{text}");
}

#[test]
fn lines_for_programs_are_harmless_and_say_the_same() {
    let log = Log::default();
    let to = log.clone();
    let lines = tracing_subscriber::fmt()
        .json()
        .with_writer(move || HarmlessJson(to.clone()));
    tracing::subscriber::with_default(lines.finish(), log_all);
    let text = log.text();
    assert_eq!(text, json_document(&text));
    assert_eq!(text.lines().count(), 1, "{text}");
    let line: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(line["fields"]["text"], HOSTILE);
    assert_eq!(line["fields"]["why"], HOSTILE);
}

/// Takes nothing until it is let go on.
struct Held(Arc<Mutex<()>>, Log);

impl Write for Held {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _on = self.0.lock();
        self.1.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn lines_beyond_a_full_log_queue_are_dropped_and_counted() {
    let (log, gate) = (Log::default(), Arc::<Mutex<()>>::default());
    let held = gate.lock();
    let (say, said) = mpsc::sync_channel(1);
    let out = Held(Arc::clone(&gate), log.clone());
    let mut queue = LogQueue::to(out, move |lines| say.try_send(lines).unwrap()).unwrap();
    let lines = LOG_LINES + 100;
    for number in 0..lines {
        let line = format!("line {number}\n");
        queue.write_all(line.as_bytes()).unwrap();
    }
    drop(held);
    let lost = said.recv().unwrap() as usize;
    queue.drain();
    let text = log.text();
    // The thread may have had one in its hands.
    assert!((99..=100).contains(&lost), "{lost}");
    let last = text.lines().last().unwrap();
    assert_eq!(text.lines().count(), lines - lost);
    assert_eq!(last, format!("line {}", lines - lost - 1));
}

#[test]
fn a_filter_by_the_server_s_name_has_the_crates_it_is_made_of() {
    let filter = |text: &str| {
        let log = Some(text.to_owned());
        let options = ServerOptions {
            log,
            ..ServerOptions::default()
        };
        log_filter(&options).to_string()
    };
    let named = filter("warn,server=debug");
    for part in PARTS {
        assert!(named.contains(&format!("{part}=debug")), "{part}: {named}");
    }
    assert!(named.contains("warn"), "{named}");
    assert_eq!(filter("serverless=debug"), "serverless=debug");
    assert!(PARTS.iter().all(|part| OWN.contains(part)));
}
