//! First frames of a new room: a snapshot from before its first game, then the start of
//! the game as an event, so that frontends say it.

use protocol::{
    Event, Frame, Now, RoomCode, Snapshot, View,
    ids::BySeat,
    now::{LinkNow, LinkState},
};

/// The room before its first game.
pub(super) fn snapshot(room: RoomCode, frames: &[Frame]) -> Frame {
    let mut view = View::default();
    for frame in frames {
        match frame {
            Frame::Event(frame) if !is_start(&frame.event) => {
                view.fold(frame.seq, frame.at_ms, &frame.event);
            }
            _ => break,
        }
    }
    let state = LinkState::Linked;
    let link = LinkNow {
        state,
        rtt_ms: None,
    };
    Frame::Room(Box::new(Snapshot {
        room,
        seq: view.seq,
        at_ms: view.at_ms,
        view,
        now: Now {
            links: BySeat::from_fn(|_| link),
            ..Now::default()
        },
    }))
}

/// The frames after those.
pub(super) fn begins(frames: Vec<Frame>) -> impl Iterator<Item = Frame> {
    let before = |frame: &Frame| matches!(frame, Frame::Event(it) if !is_start(&it.event));
    frames.into_iter().skip_while(before)
}

fn is_start(event: &Event) -> bool {
    matches!(event, Event::Started { .. })
}
