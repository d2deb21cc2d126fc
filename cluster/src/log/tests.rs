//! The order of records: which may follow which.

use super::*;
use RecordBody::{End, Fence, Snapshot, Step};
use Successor::{Fork, Gap, Known, Next};

fn writer(node: u32, life: u64) -> WriterId {
    WriterId {
        node: NodeId(node),
        life,
    }
}

fn record(by: u32, previous: u64, term: u64, body: RecordBody<u8>) -> LogRecord<u8> {
    LogRecord {
        id: RecordId {
            writer: writer(by, 1),
            count: previous + 1,
        },
        previous: LogSeq(previous),
        term: Term(term),
        body,
    }
}

/// A log with two steps of node 1, at 5 and 9.
fn known() -> LogTail {
    let mut tail = LogTail::default();
    for (seq, previous) in [(5, 0), (9, 5)] {
        let step = record(1, previous, 1, Step(0));
        assert_eq!(tail.follow(LogSeq(seq), &step), Next);
    }
    tail
}

/// Holds each record against what is known.
fn expect<const N: usize>(cases: [(&str, u64, LogRecord<u8>, Successor); N]) {
    for (name, seq, record, expected) in cases {
        let mut tail = known();
        let successor = tail.follow(LogSeq(seq), &record);
        assert_eq!(successor, expected, "{name}");
        let is_taken = tail != known();
        assert_eq!(is_taken, expected == Next, "{name}");
    }
}

#[test]
fn a_record_is_taken_behind_the_one_that_it_names() {
    expect([
        ("the next step", 12, record(1, 9, 1, Step(0)), Next),
        ("another's fence", 12, record(2, 9, 2, Fence), Next),
        ("its own fence", 12, record(1, 9, 2, Fence), Next),
        (
            "a fence that skips a term",
            12,
            record(2, 9, 3, Fence),
            Fork,
        ),
        ("a fence of the same term", 12, record(2, 9, 1, Fence), Fork),
        (
            "another's step without a fence",
            12,
            record(2, 9, 1, Step(0)),
            Fork,
        ),
        (
            "a step of a later term without its fence",
            12,
            record(1, 9, 2, Step(0)),
            Fork,
        ),
        ("a step that is known", 9, record(1, 5, 1, Step(0)), Known),
        ("an older step", 5, record(1, 0, 1, Step(0)), Known),
        (
            "another record in the last one's place",
            9,
            record(2, 5, 2, Fence),
            Fork,
        ),
    ]);
}

#[test]
fn a_record_from_further_on_is_taken_if_it_stands_alone() {
    expect([
        ("a step from further on", 20, record(1, 15, 1, Step(0)), Gap),
        ("a fence from further on", 20, record(2, 15, 4, Fence), Gap),
        (
            "a snapshot from further on",
            20,
            record(1, 15, 1, Snapshot(0)),
            Next,
        ),
        (
            "another's snapshot from further on",
            20,
            record(2, 15, 4, Snapshot(0)),
            Next,
        ),
        (
            "another's snapshot of the same term",
            20,
            record(2, 15, 1, Snapshot(0)),
            Fork,
        ),
        ("an end from further on", 20, record(2, 15, 4, End(0)), Next),
        (
            "a record beside the last one",
            20,
            record(1, 5, 1, Step(0)),
            Fork,
        ),
        ("a log that began again", 20, record(2, 0, 1, Step(0)), Fork),
    ]);
}

#[test]
fn a_log_begins_with_the_first_term() {
    for (term, expected) in [(1, Next), (2, Fork), (0, Fork)] {
        for body in [Step(0), Snapshot(0)] {
            let first = record(1, 0, term, body);
            let mut tail = LogTail::default();
            assert_eq!(tail.follow(LogSeq(3), &first), expected);
        }
    }
}

#[test]
fn nothing_follows_an_end() {
    let mut tail = known();
    let end = record(1, 9, 1, End(0));
    assert_eq!(tail.follow(LogSeq(12), &end), Next);
    assert!(tail.has_ended());
    let fence = record(2, 12, 2, Fence);
    assert_eq!(tail.follow(LogSeq(15), &fence), Fork);
}
