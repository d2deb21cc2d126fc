use protocol::{
    Accepted, Answer, Event, EventFrame, Frame, Refusal, Reply, RoomCode, Seat, View,
    frame::{Bye, Reason, Snapshot},
    now::Now,
};

use super::*;

fn scanned(frame: &Frame) -> ScannedFrame {
    scan(&serde_json::to_string(frame).unwrap())
}

#[test]
fn frames_of_the_protocol_are_recognised_as_its_types_write_them() {
    let event = Frame::Event(EventFrame {
        room: RoomCode::from_bits(7),
        seq: 1234,
        at_ms: 1_795_229_000_123,
        event: Event::Returned {
            seat: Seat::Guest,
            turn: None,
        },
    });
    assert_eq!(scanned(&event), ScannedFrame::Event(1234));
    let done = Answer::Ok(Accepted::Moved { seq: 1 });
    let reply = |answer| Frame::Reply(Reply { id: 88, answer });
    assert_eq!(scanned(&reply(done)), ScannedFrame::Accepted);
    let refused = Answer::refused(Refusal::NotSeated);
    assert_eq!(scanned(&reply(refused)), ScannedFrame::Failed);
    assert_eq!(
        scanned(&Frame::Error(Refusal::NotSeated)),
        ScannedFrame::Failed
    );
    let bye = Bye {
        reason: Reason::Restarting,
        retry_in_ms: None,
        address: None,
    };
    assert_eq!(scanned(&Frame::Bye(bye)), ScannedFrame::Failed);
    let room = RoomCode::from_bits(7);
    assert_eq!(scanned(&Frame::Superseded { room }), ScannedFrame::Other);
    let snapshot = Snapshot {
        room,
        seq: 1234,
        at_ms: 1_795_229_000_123,
        view: View::default(),
        now: Now::default(),
    };
    assert_eq!(
        scanned(&Frame::Room(Box::new(snapshot))),
        ScannedFrame::Other
    );
    assert_eq!(
        scan(crate::baseline::ACKNOWLEDGEMENT),
        ScannedFrame::Accepted
    );
    assert_eq!(scan(crate::baseline::PAIRED), ScannedFrame::Other);
    for seq in [1, 9_876_543] {
        let text = crate::client::script::bare_message(seq);
        assert_eq!(scan(&text), ScannedFrame::Event(seq));
    }
}
