//! Records through their bytes and back.

use journal::Batch;

use super::*;
use crate::tests::contract::{finished, hash, opening, step};

fn rendered(batch: Batch) -> LogStep {
    LogStep::new(batch).unwrap()
}

fn refs(steps: &[LogStep]) -> Vec<&LogStep> {
    steps.iter().collect()
}

fn steps() -> Vec<LogStep> {
    let with_game = Batch {
        game: Some(Box::new(finished(9, 77))),
        deadline_ms: None,
        ..step(9, 4, 2)
    };
    vec![
        rendered(opening(7)),
        rendered(step(8, 3, 0)),
        rendered(with_game),
    ]
}

#[test]
fn a_record_reads_back_as_it_was_decided() {
    let steps = steps();
    let outage = Outage {
        from_ms: 5,
        to_ms: 9,
    };
    let mut record = SharedRecord::new(1_795_229_000_000).with(&refs(&steps), &[outage]);
    record.forget = vec![
        (GameId::from_bits(3), None),
        (GameId::from_bits(4), Some(hash(1))),
    ];
    record.expire_ms = Some(12);
    record.operator = Some("{\"text\":\"Back at nine\"}\n".to_owned());
    record.level = Some(2);
    record.leaves = true;
    let bytes = record.encode(&refs(&steps)).unwrap();
    let (read, read_steps) = SharedRecord::decode(&bytes).unwrap();
    assert_eq!(format!("{read:?}"), format!("{record:?}"));
    assert_eq!(format!("{read_steps:?}"), format!("{steps:?}"));
    // Hashes show nothing of themselves.
    assert_eq!(read.forget, record.forget);
    assert!(read.outages().eq([outage]));
}

#[test]
fn an_empty_record_is_a_mark_of_life() {
    let bytes = SharedRecord::new(7).encode(&[]).unwrap();
    assert_eq!(bytes, br#"{"v":1,"at_ms":7}"#);
    let (read, steps) = SharedRecord::decode(&bytes).unwrap();
    assert!(read.at_ms == 7 && steps.is_empty() && !read.leaves);
}

#[test]
fn a_text_that_is_no_record_of_this_version_is_refused() {
    let steps = steps();
    let record = SharedRecord::new(0).with(&refs(&steps), &[]);
    let bytes = record.encode(&refs(&steps)).unwrap();
    // Cut anywhere, it is none; nor with more behind it.
    for length in 0..bytes.len() {
        let read = SharedRecord::decode(&bytes[..length]);
        let last_line = bytes[length..].iter().all(|byte| *byte != b'\n');
        assert!(read.is_none() || last_line, "{length}");
    }
    let more = [&bytes[..], b"\nmore"].concat();
    assert!(SharedRecord::decode(&more).is_none());
    let unknown = r#"{"v":1,"at_ms":7,"more":1}"#;
    for other in ["", "{}", r#"{"v":2,"at_ms":7}"#, unknown, "\u{ff}"] {
        assert!(SharedRecord::decode(other.as_bytes()).is_none(), "{other}");
    }
}
