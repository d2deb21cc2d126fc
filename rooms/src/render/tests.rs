//! Tests of `render`.

use proptest::{prelude::*, prop_assert_eq};
use protocol::{
    EventFrame, Mark, OpeningStage, Seat,
    event::{NextTurn, Score, TurnLimit},
};

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

fn text_of(event: &Event) -> Arc<str> {
    super::event(RoomCode::from_bits(7), 4_321, 1_795_229_000_123, event)
}

/// The same event's frame, as its type is derived to be written.
fn by_serde(event: Event) -> String {
    let frame = EventFrame {
        event,
        room: RoomCode::from_bits(7),
        seq: 4_321,
        at_ms: 1_795_229_000_123,
    };
    serde_json::to_string(&frame).unwrap()
}

#[test]
fn an_event_is_rendered_as_its_frame_is() {
    for event in [
        moved(45, Some(1)),
        moved(0, Some(1)),
        moved(0, None),
        Event::Returned {
            seat: Seat::Host,
            turn: None,
        },
    ] {
        let text = text_of(&event);
        assert_eq!(*text, *by_serde(event));
    }
}

/// The bounds for the most frequent frame, of a late move on a large board.
#[test]
fn a_rendered_move_takes_at_most_200_bytes() {
    assert!(text_of(&moved(0, None)).len() <= 160);
    assert!(text_of(&moved(120, Some(10_800_000))).len() <= 200);
}

#[test]
fn a_reply_is_rendered_as_serde_does() {
    for accepted in [Accepted::Moved { seq: 12 }, Accepted::Cancelled] {
        let reply = Frame::Reply(Reply {
            id: 7,
            answer: Answer::Ok(accepted),
        });
        let text = frame(&reply, str::to_owned);
        assert_eq!(text, serde_json::to_string(&reply).unwrap());
    }
}

proptest! {
    /// Whatever a move carries, in every combination of what may be out of the ordinary.
    #[test]
    fn every_move_is_rendered_as_its_frame_is(
        (game, ply, cell) in any::<(u32, u32, protocol::Cell)>(),
        (due_ms, clock_ms, since_ms) in any::<(u64, Option<u64>, Option<u64>)>(),
        (host, is_rare, out_of_the_ordinary) in any::<(bool, bool, u8)>(),
    ) {
        let odd = |bit: u8| is_rare && out_of_the_ordinary >> bit & 1 == 1;
        let seat = if host { Seat::Host } else { Seat::Guest };
        let turn = NextTurn {
            seat,
            due_ms,
            since_ms: since_ms.filter(|_| is_rare),
            limit: odd(0).then_some(TurnLimit::Clock),
            moves_ms: odd(1).then_some(5),
        };
        let event = Event::Moved {
            game,
            ply,
            cell,
            mark: odd(2).then_some(Mark::O),
            credit_ms: u64::from(odd(3)),
            clock_ms,
            turn: (!odd(4)).then_some(turn),
            lines: if odd(5) { vec![vec![1, 2, 3]] } else { Vec::new() },
            no_open_lines: odd(6),
            lapsed_offer: odd(7).then_some(3),
            over: None,
            score: odd(6).then(Score::default),
            empty_until_ms: odd(7).then_some(9),
            opening: odd(2).then_some(OpeningStage::Place),
        };
        let text = text_of(&event);
        prop_assert_eq!(&*text, by_serde(event));
    }
}
