//! Tests of `render`.

use protocol::{EventFrame, Seat, event::NextTurn};

use super::*;

fn moved(credit_ms: u64, clock_ms: Option<u64>) -> Event {
    let turn = NextTurn {
        seat: Seat::Guest,
        due_ms: 1_795_229_900_123,
        since_ms: None,
        limit: None,
        moves_ms: None,
    };
    Event::Moved {
        game: 12,
        ply: 30,
        cell: 240,
        mark: None,
        credit_ms,
        clock_ms,
        turn: Some(turn),
        lines: Vec::new(),
        no_open_lines: false,
        lapsed_offer: None,
        over: None,
        score: None,
        empty_until_ms: None,
        opening: None,
    }
}

fn rendered(event: &Event) -> Arc<str> {
    super::event(RoomCode::from_bits(7), 4_321, 1_795_229_000_123, event)
}

#[test]
fn an_event_is_rendered_as_its_frame_is() {
    for event in [
        moved(45, Some(1)),
        Event::Returned {
            seat: Seat::Host,
            turn: None,
        },
    ] {
        let text = rendered(&event);
        let frame = EventFrame {
            event,
            room: RoomCode::from_bits(7),
            seq: 4_321,
            at_ms: 1_795_229_000_123,
        };
        assert_eq!(*text, *serde_json::to_string(&frame).unwrap());
    }
}

/// The bounds for the most frequent frame, of a late move on a large board.
#[test]
fn a_rendered_move_takes_at_most_200_bytes() {
    assert!(rendered(&moved(0, None)).len() <= 160);
    assert!(rendered(&moved(120, Some(10_800_000))).len() <= 200);
}
