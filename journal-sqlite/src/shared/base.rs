//! The beginning of a log that goes on where a copy ends.

use cluster::{LogRecord, LogSeq, LogStore, LogTail, RecordBody, RecordId, Term, WriterId};

use super::SharedRecord;

/// Begins an empty log behind a copy of the former one, whose last time is `at_ms`: a fence, and a record by which its
/// writer leaves. Purged of the first, the log tells a node without a copy to fetch one. Gives the
/// log's end; nothing when the store did not take a record, which may be there all the same.
pub async fn begin_log(
    store: &dyn LogStore<Vec<u8>>,
    writer: WriterId,
    at_ms: u64,
) -> Option<LogTail> {
    let mut tail = LogTail::default();
    for (count, leaves) in [(1, false), (2, true)] {
        let mut record = SharedRecord::new(at_ms);
        record.leaves = leaves;
        let payload = record.encode(&[])?;
        let record = LogRecord {
            id: RecordId { writer, count },
            previous: tail.last,
            term: Term::default().next(),
            body: match tail.last {
                LogSeq::NONE => RecordBody::Fence(payload),
                _ => RecordBody::Entry(payload),
            },
        };
        tail = LogTail::with(store.append(record.clone()).await?, &record);
    }
    Some(tail)
}
