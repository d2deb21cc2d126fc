//! What a frame is, found without parsing all of it: the load generator is to
//! be cheaper than what it measures.
//!
//! Relies on the order in which the protocol's types write their fields, an
//! event's `seq` and `at_ms` last; a test holds it to them.

/// What the load needs to know of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scanned {
    /// An event with its number.
    Event(u64),
    /// A reply that did what was asked.
    Done,
    /// A refusal, an error or a goodbye: the measurement is not what it should be.
    Wrong,
    /// What the load has no use for.
    Other,
}

/// Looks at a frame.
#[must_use]
pub fn scan(text: &str) -> Scanned {
    let Some(rest) = text.strip_prefix(r#"{"type":""#) else {
        return Scanned::Other;
    };
    if let Some(reply) = rest.strip_prefix(r#"reply","id":"#) {
        let answer = reply.trim_start_matches(|c: char| c.is_ascii_digit());
        return match answer.starts_with(r#","ok":"#) {
            true => Scanned::Done,
            false => Scanned::Wrong,
        };
    }
    match rest.starts_with(r#"error""#) || rest.starts_with(r#"bye""#) {
        true => Scanned::Wrong,
        false => seq_of(text).map_or(Scanned::Other, Scanned::Event),
    }
}

/// The number of an event: of a frame that ends with a number and a time.
fn seq_of(text: &str) -> Option<u64> {
    let mut fields = text.rsplit(',');
    fields.next()?.strip_prefix(r#""at_ms":"#)?;
    let seq = fields.next()?.strip_prefix(r#""seq":"#)?;
    seq.parse().ok()
}

#[cfg(test)]
mod tests {
    use protocol::{
        Accepted, Answer, Event, EventFrame, Frame, Refusal, Reply, RoomCode, Seat, View,
        frame::{Bye, Reason, Snapshot},
        now::Now,
    };

    use super::*;

    fn scanned(frame: &Frame) -> Scanned {
        scan(&serde_json::to_string(frame).unwrap())
    }

    #[test]
    fn frames_of_the_protocol_are_recognised_as_its_types_write_them() {
        let event = Frame::Event(EventFrame {
            room: RoomCode::from_bits(7),
            seq: 1234,
            at_ms: 1_795_229_000_123,
            event: Event::Returned { seat: Seat::Guest },
        });
        assert_eq!(scanned(&event), Scanned::Event(1234));
        let done = Answer::Ok(Accepted::Moved { seq: 1 });
        let reply = |answer| Frame::Reply(Reply { id: 88, answer });
        assert_eq!(scanned(&reply(done)), Scanned::Done);
        let refused = Answer::refused(Refusal::NotSeated);
        assert_eq!(scanned(&reply(refused)), Scanned::Wrong);
        assert_eq!(scanned(&Frame::Error(Refusal::NotSeated)), Scanned::Wrong);
        let bye = Bye {
            reason: Reason::Restarting,
            retry_in_ms: None,
            address: None,
        };
        assert_eq!(scanned(&Frame::Bye(bye)), Scanned::Wrong);
        let room = RoomCode::from_bits(7);
        assert_eq!(scanned(&Frame::Superseded { room }), Scanned::Other);
        let snapshot = Snapshot {
            room,
            seq: 1234,
            at_ms: 1_795_229_000_123,
            view: View::default(),
            now: Now::default(),
        };
        assert_eq!(scanned(&Frame::Room(Box::new(snapshot))), Scanned::Other);
        assert_eq!(scan(crate::floor::ACKNOWLEDGEMENT), Scanned::Done);
        assert_eq!(scan("paired"), Scanned::Other);
    }
}
