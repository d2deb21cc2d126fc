//! The list of open rooms as the interface asks for it: page after page, again
//! and again while it is looked at.

use std::time::Duration;

use oxo_client::session::Ask;
use protocol::{
    RoomCode,
    reply::Listed,
    request::{Body, Rooms},
};
use tokio::time::Instant;

/// Between two lists.
const EVERY: Duration = Duration::from_secs(4);
/// The most pages that are asked for: nobody reads further, and a strange
/// server may number them for ever.
const PAGES: usize = 3;

/// What is known of the list, and what is asked.
#[derive(Debug, Default)]
pub struct List {
    /// The number of the ask under way.
    asked: Option<u64>,
    coming: Vec<Listed>,
    pages: usize,
    due: Option<Instant>,
}

/// What came of a page.
#[derive(Debug)]
pub enum Page {
    /// Another has to be asked for.
    More(Ask),
    Whole(Vec<Listed>),
}

impl List {
    /// Whether that is the number of the ask under way.
    #[must_use]
    pub fn is_asked(&self, id: u64) -> bool {
        self.asked == Some(id)
    }

    /// When to ask again; at once if it was never asked.
    #[must_use]
    pub fn due(&self, now: Instant) -> Option<Instant> {
        match self.asked {
            Some(_) => None,
            None => Some(self.due.unwrap_or(now)),
        }
    }

    /// Asks for the list from its beginning.
    pub fn ask(&mut self, id: u64, now: Instant) -> Ask {
        self.coming.clear();
        self.pages = 0;
        self.due = Some(now + EVERY);
        self.page(id, None)
    }

    fn page(&mut self, id: u64, cursor: Option<RoomCode>) -> Ask {
        self.asked = Some(id);
        Ask {
            id: Some(id),
            ..Ask::other(Body::Rooms(Rooms { cursor }))
        }
    }

    /// A page came; the next is asked for under the same number.
    pub fn came(&mut self, id: u64, rooms: Vec<Listed>, next: Option<RoomCode>) -> Page {
        self.coming.extend(rooms);
        self.pages += 1;
        match next {
            Some(_) if self.pages < PAGES => Page::More(self.page(id, next)),
            _ => {
                self.asked = None;
                Page::Whole(std::mem::take(&mut self.coming))
            }
        }
    }

    /// The ask will have no answer.
    pub fn forget(&mut self) {
        self.asked = None;
    }
}

/// The room to watch after this one: the next in the list, and after the last
/// the first.
#[must_use]
pub fn next_to_watch(rooms: &[Listed], now: RoomCode) -> Option<RoomCode> {
    let watchable = |room: &&Listed| room.watchable && !room.waiting;
    let codes: Vec<RoomCode> = rooms
        .iter()
        .filter(watchable)
        .map(|room| room.room)
        .collect();
    let here = codes.iter().position(|code| *code == now);
    let behind = here.map_or(0, |here| here + 1);
    let next = codes.get(behind).or(codes.first()).copied();
    next.filter(|next| *next != now)
}

#[cfg(test)]
mod tests {
    use protocol::{Rules, event::Score, settings::ClockSetting};

    use super::*;

    fn room(number: u64, waiting: bool) -> Listed {
        Listed {
            room: RoomCode::from_bits(number),
            rules: Rules::CLASSIC,
            clock: ClockSetting::None,
            players: Vec::new(),
            waiting,
            watchable: true,
            score: Score::default(),
            spectators: 0,
        }
    }

    #[test]
    fn pages_are_put_together_and_not_asked_for_without_end() {
        let now = Instant::now();
        let mut list = List::default();
        assert_eq!(list.due(now), Some(now));
        list.ask(7, now);
        assert!(list.is_asked(7) && list.due(now).is_none());
        let next = Some(RoomCode::from_bits(9));
        for _ in 1..PAGES {
            assert!(matches!(
                list.came(7, vec![room(1, true)], next),
                Page::More(_)
            ));
        }
        let Page::Whole(rooms) = list.came(7, vec![room(2, true)], next) else {
            panic!("asked without end")
        };
        assert_eq!(rooms.len(), PAGES);
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
}
