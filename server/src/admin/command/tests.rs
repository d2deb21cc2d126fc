use protocol::{RoomCode, ids::BySeat};
use rooms::LiveRoom;

use super::*;

#[test]
fn rooms_are_a_line_each_and_names_are_harmless() {
    let ana = Player {
        name: Some("Ana\u{1b}[2J".into()),
        ..Player::default()
    };
    let rooms = [
        RoomReport {
            room: RoomCode::from_bits(7),
            live: Some(LiveRoom {
                since_ms: 1_000,
                players: BySeat {
                    host: Some(ana),
                    guest: None,
                },
                game: Some(2),
                ply: 4,
                watchers: 3,
            }),
        },
        RoomReport {
            room: RoomCode::from_bits(8),
            live: None,
        },
    ];
    let text = room_table(3_724_000, &rooms);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(
        lines[1].ends_with("1 h 2 m     2      4      3  Ana?[2J, nobody"),
        "{text}"
    );
    assert!(lines.iter().all(|line| line.chars().count() <= 80));
}
