//! Grouping of games by session: the same room and the same two players.

use protocol::{Player, RoomCode, ids::BySeat};

use super::{replay::Game, store::ArchiveEntry};

/// The games that two played in a room, newest first; never empty.
#[derive(Debug)]
pub struct SessionGroup {
    pub games: Vec<(ArchiveEntry, Game)>,
}

impl SessionGroup {
    /// The newest game, whose score is the session's.
    pub fn newest(&self) -> Option<&Game> {
        self.games.first().map(|(_, game)| game)
    }
}

/// Groups games that come newest first. A group stands where its newest
/// game does.
pub fn group_by_session(
    games: impl IntoIterator<Item = (ArchiveEntry, Game)>,
) -> Vec<SessionGroup> {
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
mod tests;
