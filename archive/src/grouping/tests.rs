//! Unit tests of `grouping`.

use super::*;
use crate::sample::games::won;

fn played(number: u32, room: u64, guest: &str) -> (ArchiveEntry, Game) {
    let mut saved = won(number);
    saved.record.room = RoomCode::from_bits(room);
    saved.record.players.guest = Some(Player::named(guest));
    let entry = ArchiveEntry::of(format!("{room}-{number}.json").into()).unwrap();
    (entry, Game::check(saved).unwrap())
}

#[test]
fn games_of_the_same_two_players_in_one_room_are_one_group() {
    let found = group_by_session([
        played(3, 1, "Bob"),
        played(1, 2, "Bob"),
        played(2, 1, "Bob"),
        played(1, 1, "Eve"),
    ]);
    let names = |group: &SessionGroup| -> Vec<String> {
        let games = group.games.iter();
        games.map(|(entry, _)| entry.handle().to_owned()).collect()
    };
    let names: Vec<Vec<String>> = found.iter().map(names).collect();
    assert_eq!(names, [vec!["1-3", "1-2"], vec!["2-1"], vec!["1-1"]]);
    assert_eq!(found[0].newest().unwrap().saved().record.score.host, 3);
}
