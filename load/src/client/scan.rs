//! Classifier of frames that parses no more than it needs, so that the load is cheaper than the server it measures.
//!
//! Relies on the order in which the protocol's types write their fields, an event's `seq` and
//! `at_ms` last; a test holds it to them.

/// Properties of a frame that the load needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScannedFrame {
    /// An event with its `seq`.
    Event(u64),
    /// A reply to a request that was accepted.
    Accepted,
    /// A refusal, an error or a goodbye: the measurement is void.
    Failed,
    /// Anything else.
    Other,
}

/// Classifies a frame's text.
pub fn scan(text: &str) -> ScannedFrame {
    let Some(rest) = text.strip_prefix(r#"{"type":""#) else {
        return ScannedFrame::Other;
    };
    if let Some(reply) = rest.strip_prefix(r#"reply","id":"#) {
        let answer = reply.trim_start_matches(|c: char| c.is_ascii_digit());
        return match answer.starts_with(r#","ok":"#) {
            true => ScannedFrame::Accepted,
            false => ScannedFrame::Failed,
        };
    }
    match rest.starts_with(r#"error""#) || rest.starts_with(r#"bye""#) {
        true => ScannedFrame::Failed,
        false => seq_of(text).map_or(ScannedFrame::Other, ScannedFrame::Event),
    }
}

/// The `seq` of an event: of a frame that ends with `seq` and `at_ms`.
fn seq_of(text: &str) -> Option<u64> {
    let mut fields = text.rsplit(',');
    fields.next()?.strip_prefix(r#""at_ms":"#)?;
    let seq = fields.next()?.strip_prefix(r#""seq":"#)?;
    seq.parse().ok()
}

#[cfg(test)]
mod tests;
