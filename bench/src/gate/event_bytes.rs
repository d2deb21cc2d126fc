//! Bytes of each kind of event on the wire, in the recorded transcripts.

use std::collections::BTreeMap;

use load::BenchError;
use protocol::EventFrame;
use serde_json::Value;

use super::record::{Counts, per};

/// Between them they have every kind of event and every ending of a game, with a clock and without.
const TRANSCRIPTS: [&str; 2] = [
    include_str!("../../../protocol/transcripts/every-event.jsonl"),
    include_str!("../../../protocol/transcripts/every-ending.jsonl"),
];

/// The mean of each kind, written as the server writes it.
pub fn of_transcripts() -> Result<Counts, BenchError> {
    let mut kinds: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for line in TRANSCRIPTS.iter().flat_map(|text| text.lines()) {
        let mut line: Value = serde_json::from_str(line)?;
        let frame = line["frame"].take();
        let kind = frame["type"]
            .as_str()
            .ok_or("a frame without a type")?
            .to_owned();
        let frame: EventFrame = serde_json::from_value(frame)?;
        let (frames, bytes) = kinds.entry(kind).or_default();
        *frames += 1;
        *bytes += serde_json::to_string(&frame)?.len();
    }
    let mean = |(kind, (frames, bytes)): (String, (usize, usize))| {
        (
            format!("bytes of `{kind}`"),
            per(bytes as u64, frames as u64),
        )
    };
    Ok(kinds.into_iter().map(mean).collect())
}

#[cfg(test)]
mod tests;
