//! Moving and scrolling in lists.

use super::*;

#[test]
fn the_chosen_line_is_always_in_sight() {
    for length in 0..30 {
        for room in 0..12 {
            for at in 0..length {
                let shown = window(at, length, room);
                assert_eq!(shown.len(), room.min(length));
                assert!(
                    room == 0 || shown.contains(&at),
                    "{at} of {length} in {room}"
                );
            }
        }
    }
}

#[test]
fn keys_keep_the_selection_inside_the_list() {
    for (at, code, to) in [
        (0, KeyCode::Up, 0),
        (0, KeyCode::Char('j'), 1),
        (2, KeyCode::Down, 2),
        (1, KeyCode::PageDown, 2),
        (2, KeyCode::PageUp, 0),
        (0, KeyCode::End, 2),
        (2, KeyCode::Home, 0),
    ] {
        assert_eq!(step(at, 3, code), Some(to), "{at} {code}");
    }
    assert_eq!(step(0, 0, KeyCode::Down), Some(0));
    assert_eq!(step(0, 3, KeyCode::Enter), None);
}
