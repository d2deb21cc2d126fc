//! The order of records: which may follow which.

use super::*;
use RecordBody::{Entry, Fence};
use Successor::{Fork, Gap, Known, Next};

fn record(by: u32, previous: u64, term: u64, body: RecordBody<u8>) -> LogRecord<u8> {
    let writer = WriterId {
        node: NodeId(by),
        life: 1,
    };
    LogRecord {
        id: RecordId {
            writer,
            count: previous + 1,
        },
        previous: LogSeq(previous),
        term: Term(term),
        body,
    }
}

/// A log with a fence of node 1 at 5 and its entry at 9.
fn known() -> LogTail {
    let mut tail = LogTail::default();
    assert_eq!(tail.follow(LogSeq(5), &record(1, 0, 1, Fence(0))), Next);
    assert_eq!(tail.follow(LogSeq(9), &record(1, 5, 1, Entry(0))), Next);
    tail
}

#[test]
fn a_record_is_accepted_only_behind_the_one_that_it_names() {
    for (name, seq, record, expected) in [
        ("the next entry", 10, record(1, 9, 1, Entry(0)), Next),
        ("a gap in numbers", 400, record(1, 9, 1, Entry(0)), Next),
        ("a fence", 12, record(2, 9, 2, Fence(0)), Next),
        ("its own fence", 12, record(1, 9, 2, Fence(0)), Next),
        ("the last once more", 9, record(1, 5, 1, Entry(0)), Known),
        ("an early one", 5, record(1, 0, 1, Fence(0)), Known),
        ("one after the next", 15, record(1, 12, 1, Entry(0)), Gap),
        ("another in its place", 9, record(2, 5, 1, Entry(0)), Fork),
        ("a late fence", 12, record(2, 5, 2, Fence(0)), Fork),
        ("a stranger's entry", 12, record(2, 9, 1, Entry(0)), Fork),
        ("an entry of no term", 12, record(1, 9, 2, Entry(0)), Fork),
        (
            "a fence of the same term",
            12,
            record(2, 9, 1, Fence(0)),
            Fork,
        ),
        (
            "a fence of a later term",
            12,
            record(2, 9, 3, Fence(0)),
            Fork,
        ),
    ] {
        let mut tail = known();
        assert_eq!(tail.follow(LogSeq(seq), &record), expected, "{name}");
        let last = if expected == Next { seq } else { 9 };
        assert_eq!(tail.last, LogSeq(last), "{name}");
    }
}

#[test]
fn a_log_begins_with_a_fence() {
    let mut tail = LogTail::default();
    assert_eq!(tail.follow(LogSeq(3), &record(1, 0, 0, Entry(0))), Fork);
    assert_eq!(tail.follow(LogSeq(3), &record(1, 0, 2, Fence(0))), Fork);
    assert_eq!(tail.follow(LogSeq(3), &record(1, 0, 1, Fence(0))), Next);
}
