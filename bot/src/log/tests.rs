//! Unit tests of `log`.

use super::*;

#[test]
fn a_log_is_lines_of_json_behind_those_that_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let text = Rc::new(Catalogue::for_language("en"));
    for line in ["one", "two\u{1b}[2J"] {
        let mut log = BotLog::open(Rc::clone(&text), Some(&path), false).unwrap();
        log.from(line).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    let lines = written.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line["at_ms"].as_u64().unwrap() > 1_700_000_000_000);
        line["from"].as_str().unwrap().to_owned()
    });
    assert_eq!(lines.collect::<Vec<_>>(), ["one", "two?[2J"]);
}

#[test]
fn a_log_that_cannot_be_written_is_reported() {
    let text = Rc::new(Catalogue::for_language("en"));
    let folder = tempfile::tempdir().unwrap();
    let Err(said) = BotLog::open(text, Some(folder.path()), false) else {
        panic!("a folder was opened")
    };
    assert!(said.contains("cannot be written"), "{said}");
}
