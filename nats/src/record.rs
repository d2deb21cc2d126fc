//! A record as a message: one header with a version, kind, term, predecessor and name; the payload as it is.

use async_nats::HeaderMap;
use bytes::Bytes;
use cluster::{LogRecord, LogSeq, NodeId, RecordBody, RecordId, Term, WriterId};

/// The header: `1 entry TERM PREVIOUS NODE LIFE COUNT`.
const RECORD: &str = "Oxo-Record";

/// The version that is written. Another one is not guessed at.
const VERSION: &str = "1";

/// Reason why a message is not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// Somebody else's message.
    #[error(
        "a message without the header {RECORD}: something else writes to the stream of the log"
    )]
    NoHeader,
    /// Of another version of this program.
    #[error(
        "a record of version {0:?}, and this program reads version {VERSION}: upgrade this node"
    )]
    Version(String),
    /// Of this version, and not as it writes them.
    #[error("a record whose {part} cannot be read: {header:?}")]
    Malformed {
        /// The part.
        part: &'static str,
        /// All of the header.
        header: String,
    },
}

/// The headers and the payload of a record.
pub fn encode(record: LogRecord<Vec<u8>>) -> (HeaderMap, Bytes) {
    let (kind, payload) = match record.body {
        RecordBody::Fence(payload) => ("fence", payload),
        RecordBody::Entry(payload) => ("entry", payload),
    };
    let (term, previous) = (record.term.0, record.previous.0);
    let (node, life) = (record.id.writer.node.0, record.id.writer.life);
    let count = record.id.count;
    let header = format!("{VERSION} {kind} {term} {previous} {node} {life} {count}");
    let mut headers = HeaderMap::new();
    headers.insert(RECORD, header);
    (headers, payload.into())
}

/// Reads a record from a message.
pub fn decode(headers: &HeaderMap, payload: &[u8]) -> Result<LogRecord<Vec<u8>>, DecodeError> {
    let header = headers.get(RECORD).ok_or(DecodeError::NoHeader)?.as_str();
    let mut words = header.split(' ');
    // Before all else: the words of another version may be others.
    match words.next() {
        Some(VERSION) => {}
        version => return Err(DecodeError::Version(version.unwrap_or_default().to_owned())),
    }
    let malformed = |part| DecodeError::Malformed {
        part,
        header: header.to_owned(),
    };
    let body = match words.next() {
        Some("fence") => RecordBody::Fence(payload.to_vec()),
        Some("entry") => RecordBody::Entry(payload.to_vec()),
        _ => return Err(malformed("kind")),
    };
    let mut number = |part| {
        let word = words.next().and_then(|word| word.parse::<u64>().ok());
        word.ok_or_else(|| malformed(part))
    };
    let term = Term(number("term")?);
    let previous = LogSeq(number("predecessor")?);
    let node = u32::try_from(number("node")?).map_err(|_| malformed("node"))?;
    let (life, count) = (number("life")?, number("count")?);
    if words.next().is_some() {
        return Err(malformed("end"));
    }
    let writer = WriterId {
        node: NodeId(node),
        life,
    };
    let id = RecordId { writer, count };
    Ok(LogRecord {
        id,
        previous,
        term,
        body,
    })
}

#[cfg(test)]
mod tests;
