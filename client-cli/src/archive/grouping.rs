//! Games grouped by session: one room, the same two players.

use protocol::{Player, RoomCode, ids::BySeat};

use super::{replay::Game, store::Entry};

/// The games that two played in a room, newest first; never empty.
#[derive(Debug)]
pub struct SessionGroup {
    pub games: Vec<(Entry, Game)>,
}

impl SessionGroup {
    /// The newest game, whose score is the session's.
    #[must_use]
    pub fn newest(&self) -> Option<&Game> {
        self.games.first().map(|(_, game)| game)
    }
}

/// Groups games that come newest first. A group stands where its newest
/// game does.
#[must_use]
pub fn group_by_session(games: impl IntoIterator<Item = (Entry, Game)>) -> Vec<SessionGroup> {
    let mut groups: Vec<SessionGroup> = Vec::new();
    for (entry, game) in games {
        let same = |group: &&mut SessionGroup| group.newest().map(table) == Some(table(&game));
        match groups.iter_mut().find(same) {
            Some(group) => group.games.push((entry, game)),
            None => groups.push(SessionGroup {
                games: vec![(entry, game)],
            }),
        }
    }
    groups
}

/// The room and who sat there.
fn table(game: &Game) -> (RoomCode, &BySeat<Option<Player>>) {
    let record = &game.saved().record;
    (record.room, &record.players)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::tests::won;

    fn played(number: u32, room: u64, guest: &str) -> (Entry, Game) {
        let mut saved = won(number);
        saved.record.room = RoomCode::from_bits(room);
        saved.record.players.guest = Some(Player::named(guest));
        let entry = Entry::of(format!("{room}-{number}.json").into()).unwrap();
        (entry, Game::check(saved).unwrap())
    }

    #[test]
    fn one_room_with_the_same_two_is_one_group() {
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
}
