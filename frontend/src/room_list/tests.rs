//! Unit tests of `room_list`.

use oxo_client::session::ReplySource;
use protocol::{OpeningRule, Rules, event::Score, reply::Refused, settings::ClockSetting};

use super::*;

fn room(number: u64) -> Listed {
    Listed {
        room: RoomCode::from_bits(number),
        rules: Rules::CLASSIC,
        clock: ClockSetting::None,
        opening: OpeningRule::Free,
        players: Vec::new(),
        waiting: true,
        watchable: true,
        score: Score::default(),
        spectators: 0,
    }
}

fn reply(answer: Answer) -> Update {
    Update::Reply {
        id: 1,
        answer,
        source: ReplySource::Frame,
    }
}

fn page(number: u64, next: Option<u64>) -> Update {
    reply(Answer::Ok(Accepted::Rooms {
        rooms: vec![room(number)],
        next: next.map(RoomCode::from_bits),
        waiting: Vec::new(),
        online: Some(2),
    }))
}

/// The cursor that is asked for next, and after how many milliseconds.
fn asked(step: Option<PageStep>) -> (Option<RoomCode>, u128) {
    match step {
        Some(PageStep::Ask(ask, wait)) => match ask.what {
            oxo_client::session::AskKind::Other(Body::Rooms(page)) => {
                (page.cursor, wait.as_millis())
            }
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_page_that_was_asked_too_fast_is_asked_for_again() {
    let mut pages = AllPages::default();
    let cursor = Some(RoomCode::from_bits(1));
    assert_eq!(asked(pages.take(&page(1, Some(1)))), (cursor, 0));
    let too_fast = Refusal::TooFast { retry_in_ms: 70 };
    let too_fast = reply(Answer::refused(too_fast));
    assert_eq!(asked(pages.take(&too_fast)), (cursor, 70));
    assert!(pages.take(&Update::Saved).is_none());
    let Some(PageStep::Whole(list)) = pages.take(&page(2, None)) else {
        panic!("not whole");
    };
    assert_eq!(list.rooms, [room(1), room(2)]);
}

#[test]
fn pages_are_bounded_and_a_refusal_ends_the_listing() {
    let mut pages = AllPages::default();
    for _ in 1..MOST_PAGES {
        asked(pages.take(&page(1, Some(1))));
    }
    let Some(PageStep::Whole(list)) = pages.take(&page(1, Some(1))) else {
        panic!("not whole");
    };
    assert_eq!(list.rooms.len(), MOST_PAGES);
    let unavailable = Answer::Error(Refused {
        why: Refusal::Internal,
        seq: None,
    });
    let step = AllPages::default().take(&reply(unavailable));
    assert!(matches!(step, Some(PageStep::Refused(Refusal::Internal))));
}

#[test]
fn ones_own_rooms_are_separated_from_those_of_others() {
    let list = RoomList {
        rooms: vec![room(1), room(2)],
        ..RoomList::default()
    };
    let (others, own) = list.parted(&[RoomCode::from_bits(2), RoomCode::from_bits(3)]);
    assert_eq!((others.rooms, own), (vec![room(1)], vec![room(2)]));
}
