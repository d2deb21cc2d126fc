//! Records through their bytes and back.

use journal::Batch;

use super::*;
use crate::tests::contract::{finished, hash, opening, step};

fn rendered(batch: Batch) -> LogStep {
    LogStep::new(batch).unwrap()
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
    let parts = RecordParts {
        at_ms: 1_795_229_000_000,
        steps: steps.iter().collect(),
        forget: vec![
            (GameId::from_bits(3), None),
            (GameId::from_bits(4), Some(hash(1))),
        ],
        outages: &[outage],
        expire_ms: Some(12),
        operator: Some("{\"text\":\"Back at nine\"}\n"),
        level: Some(2),
        leaves: true,
    };
    let read = SharedRecord::decode(&parts.encode().unwrap()).unwrap();
    assert_eq!(read.at_ms, parts.at_ms);
    assert_eq!(format!("{:?}", read.steps), format!("{steps:?}"));
    assert_eq!((read.forget, read.outages), (parts.forget, vec![outage]));
    assert_eq!((read.expire_ms, read.leaves), (Some(12), true));
    assert_eq!(
        (read.operator.as_deref(), read.level),
        (parts.operator, parts.level)
    );
}

#[test]
fn an_empty_record_is_a_mark_of_life() {
    let bytes = RecordParts {
        at_ms: 7,
        ..RecordParts::default()
    }
    .encode()
    .unwrap();
    assert_eq!(bytes, br#"{"v":1,"at_ms":7}"#);
    let read = SharedRecord::decode(&bytes).unwrap();
    assert!(read.at_ms == 7 && read.steps.is_empty() && !read.leaves);
}

#[test]
fn what_is_no_record_of_this_version_is_refused() {
    let steps = steps();
    let parts = RecordParts {
        steps: steps.iter().collect(),
        ..RecordParts::default()
    };
    let bytes = parts.encode().unwrap();
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
