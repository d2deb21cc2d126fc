//! Paging through the list of open rooms.

use protocol::{OpeningRule, Rules, event::Score, settings::ClockSetting};

use super::*;

fn room(number: u64, waiting: bool) -> Listed {
    Listed {
        room: RoomCode::from_bits(number),
        rules: Rules::CLASSIC,
        clock: ClockSetting::None,
        opening: OpeningRule::Free,
        players: Vec::new(),
        waiting,
        watchable: true,
        score: Score::default(),
        spectators: 0,
    }
}

fn page(room: Listed, next: Option<RoomCode>) -> Accepted {
    Accepted::Rooms {
        rooms: vec![room],
        next,
        waiting: Vec::new(),
        online: Some(2),
    }
}

#[test]
fn pages_of_the_list_are_joined_up_to_a_bound() {
    let now = Instant::now();
    let mut list = RoomPager::default();
    assert_eq!(list.due(now), Some(now));
    list.ask(7, now);
    assert!(list.is_asked(7) && list.due(now).is_none());
    let next = Some(RoomCode::from_bits(9));
    for _ in 1..PAGES {
        assert!(matches!(
            list.add_page(7, &page(room(1, true), next)),
            RoomPage::More(_)
        ));
    }
    let RoomPage::Whole(whole) = list.add_page(7, &page(room(2, true), next)) else {
        panic!("asked without end")
    };
    assert_eq!(whole.rooms.len(), PAGES);
    assert_eq!(list.due(now), Some(now + EVERY));
}

#[test]
fn tab_goes_round_the_games_and_leaves_waiting_rooms_out() {
    let rooms = [room(1, false), room(2, true), room(3, false)];
    let code = RoomCode::from_bits;
    assert_eq!(next_to_watch(&rooms, code(1)), Some(code(3)));
    assert_eq!(next_to_watch(&rooms, code(3)), Some(code(1)));
    assert_eq!(
        next_to_watch(&rooms, code(8)),
        Some(code(1)),
        "from a game that is over"
    );
    assert_eq!(next_to_watch(&rooms[..2], code(1)), None);
}
