//! Records through their headers and back, and headers that are none.

use super::*;

fn record(body: RecordBody<Vec<u8>>) -> LogRecord<Vec<u8>> {
    let writer = WriterId {
        node: NodeId(u32::MAX),
        life: u64::MAX,
    };
    LogRecord {
        id: RecordId { writer, count: 7 },
        previous: LogSeq(u64::MAX),
        term: Term(3),
        body,
    }
}

#[test]
fn a_record_reads_back_as_it_was_encoded() {
    let payload = || vec![0, 255, 10, 13];
    let bodies = [
        RecordBody::Fence(Vec::new()),
        RecordBody::Fence(payload()),
        RecordBody::Entry(payload()),
    ];
    for body in bodies {
        let record = record(body);
        let (headers, payload) = encode(record.clone());
        assert_eq!(decode(&headers, &payload), Ok(record));
    }
}

#[test]
fn a_message_that_is_no_record_is_refused_in_words() {
    let cases = [
        ("2 entry 1 2 3 4 5", "version \"2\""),
        ("", "version \"\""),
        ("1", "kind cannot"),
        ("1 leap 1 2 3 4 5", "kind cannot"),
        ("1 entry", "term cannot"),
        ("1 entry -1 2 3 4 5", "term cannot"),
        ("1 entry 1 99999999999999999999 3 4 5", "predecessor cannot"),
        ("1 entry 1 2 4294967296 4 5", "node cannot"),
        ("1 entry 1 2 3 x 5", "life cannot"),
        ("1 entry 1 2 3 4", "count cannot"),
        ("1 entry 1 2 3 4 5 6", "end cannot"),
    ];
    for (header, expected) in cases {
        let mut headers = HeaderMap::new();
        headers.insert(RECORD, header);
        let why = decode(&headers, b"").unwrap_err().to_string();
        assert!(why.contains(expected), "{header:?}: {why}");
    }
    let why = decode(&HeaderMap::new(), b"").unwrap_err();
    assert_eq!(why, DecodeError::NoHeader);
}
