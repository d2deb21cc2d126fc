//! Filter of the listed saved games: by a player's name, and by the board.

use sentences::{Catalogue, say};

use super::replay::Game;

/// Selection of the games to list.
#[derive(Debug)]
pub struct GameFilter {
    /// A part of a player's name, in small letters.
    with: Option<String>,
    /// A board as the list shows it, or the beginning of it up to an `x`.
    board: Option<String>,
}

impl GameFilter {
    /// Parses the part of a player's name and the board, as they were typed.
    pub fn read(
        text: &Catalogue,
        with: Option<&str>,
        board: Option<&str>,
    ) -> Result<GameFilter, String> {
        let board = board.map(|typed| {
            let board = typed.trim().to_lowercase();
            let sides = board.split('x').filter(|side| side.parse::<u8>().is_ok());
            match (sides.count(), board.split('x').count()) {
                (2, 2) | (3, 3) => Ok(board),
                _ => Err(say!(text, USAGE_RULES_TEXT, text = typed)),
            }
        });
        Ok(GameFilter {
            with: with.map(|name| name.trim().to_lowercase()),
            board: board.transpose()?,
        })
    }

    /// Whether nothing is asked of a game.
    pub fn takes_all(&self) -> bool {
        self.with.is_none() && self.board.is_none()
    }

    /// Whether a game passes the filter.
    pub fn takes(&self, game: &Game) -> bool {
        let record = &game.saved().record;
        let players = [&record.players.host, &record.players.guest];
        let named = |with: &String| {
            let mut names = players
                .iter()
                .filter_map(|player| player.as_ref()?.name.as_ref());
            names.any(|name| name.to_lowercase().contains(with))
        };
        let board = record.settings.rules.to_string();
        let on = |wanted: &String| {
            let rest = board.strip_prefix(wanted.as_str());
            rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
        };
        self.with.as_ref().is_none_or(named) && self.board.as_ref().is_none_or(on)
    }
}
