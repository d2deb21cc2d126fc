//! Usual waits of players matched lately, as an estimate for the tickets that
//! still wait.

use std::collections::VecDeque;

use super::games::{AcceptedGames, AgreedGame};

/// The most games that are remembered; games that are seldom played make way.
const REMEMBERED: usize = 64;

/// A usual wait for each of the games that were matched lately.
#[derive(Debug, Default)]
pub(super) struct UsualWaits {
    /// The latest last.
    waits: VecDeque<UsualWait>,
}

#[derive(Debug)]
struct UsualWait {
    game: AgreedGame,
    /// Whether it is programs that waited so long.
    bot: bool,
    /// Newer matches count more.
    usual_ms: u64,
}

impl UsualWaits {
    /// Somebody has waited so long to be matched for that game.
    pub(super) fn remember(&mut self, game: AgreedGame, bot: bool, waited_ms: u64) {
        let is_it = |wait: &UsualWait| wait.game == game && wait.bot == bot;
        let before = self.waits.iter().position(is_it);
        let usual_ms = match before.and_then(|at| self.waits.remove(at)) {
            Some(before) => (3 * before.usual_ms + waited_ms) / 4,
            None => waited_ms,
        };
        if self.waits.len() == REMEMBERED {
            self.waits.pop_front();
        }
        let wait = UsualWait {
            game,
            bot,
            usual_ms,
        };
        self.waits.push_back(wait);
    }

    /// The shortest usual wait for one of these games, in whole seconds: it is
    /// a guess, and a finer one would be sent anew with every match.
    pub(super) fn guess_ms(&self, games: &AcceptedGames, bot: bool) -> Option<u64> {
        let alike = self.waits.iter().filter(|wait| wait.bot == bot);
        let usual = alike.filter(|wait| games.include(wait.game));
        let shortest_ms = usual.map(|wait| wait.usual_ms).min()?;
        Some(shortest_ms.div_ceil(1_000) * 1_000)
    }

    /// Nobody waits any more.
    pub(super) fn clear(&mut self) {
        self.waits = VecDeque::new();
    }
}
