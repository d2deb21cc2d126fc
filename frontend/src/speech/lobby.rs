//! The lobby in words: players who wait for an opponent, open rooms and games to watch, and one's
//! own wait.

use protocol::{
    OpeningRule, Player,
    reply::{Listed, WaitingPlayer},
};
use sentences::{Catalogue, say, together};

use super::{brief, clock_setting, code, player, players};
use crate::{intent::Intent, room_list::RoomList};

/// Those who wait, what can be watched and how many are online, in one line. One may
/// be waiting oneself, without being in the list.
pub fn here(text: &Catalogue, list: &RoomList, is_waiting: bool) -> String {
    let open = list.rooms.iter().filter(|room| room.waiting);
    let hosts = open.filter_map(|room| room.players.first());
    let seekers = list.waiting.iter().map(|waiting| &waiting.player);
    let who: Vec<&Player> = seekers.chain(hosts).collect();
    let who = match who[..] {
        [] if is_waiting => say!(text, HERE_NOBODY_ELSE),
        [] => say!(text, HERE_NOBODY),
        [only] if is_named(only) => say!(text, HERE_ONE, name = player(text, only)),
        [first, ref more @ ..] if is_named(first) => {
            say!(
                text,
                HERE_MORE,
                name = player(text, first),
                count = more.len()
            )
        }
        _ => say!(text, HERE_WAITING, count = who.len()),
    };
    let games = list.rooms.iter().filter(|room| is_game(room)).count();
    let games = (games > 0).then(|| say!(text, HERE_GAMES, count = games));
    let online = list.online.map(|online| match online {
        0 | 1 => say!(text, HERE_ALONE),
        count => say!(text, HERE_ONLINE, count),
    });
    together([Some(who), games, online].into_iter().flatten())
}

fn is_named(player: &Player) -> bool {
    player.name.is_some() || player.computer.is_some()
}

fn is_game(room: &Listed) -> bool {
    room.watchable && !room.waiting
}

/// A player who waits for anybody, with the line that plays them.
pub fn waiting(text: &Catalogue, waiting: &WaitingPlayer) -> String {
    say!(
        text,
        ROOMS_ANYONE,
        name = player(text, &waiting.player),
        rules = brief::boards(text, &waiting.boards),
        clock = brief::clocks(text, &waiting.clocks),
        ticket = waiting.ticket,
    )
}

/// A room of the list.
pub fn listed(text: &Catalogue, room: &Listed) -> String {
    let players = players(text, &room.players);
    let clock = clock_setting(text, room.clock);
    let (code, rules) = (room.room, listed_rules(room));
    if room.waiting {
        say!(text, ROOMS_WAITING, room = code, players, rules, clock)
    } else {
        say!(text, ROOMS_PLAYING, room = code, players, rules, clock)
    }
}

/// The board of a room of the list, and the opening rule if it has one.
pub fn listed_rules(room: &Listed) -> String {
    match room.opening {
        OpeningRule::Free => room.rules.to_string(),
        opening => format!("{} {}", room.rules, code(opening)),
    }
}

/// A room of the list in which one has a seat.
pub fn listed_own(text: &Catalogue, room: &Listed) -> String {
    let clock = clock_setting(text, room.clock);
    say!(
        text,
        ROOMS_OWN,
        room = room.room,
        rules = listed_rules(room),
        clock
    )
}

/// Lines once the server has taken a search: that one waits, and who
/// sees it.
pub fn queued(text: &Catalogue, intent: &Intent) -> Vec<String> {
    match intent {
        Intent::Answer(_) => vec![say!(text, QUEUE_ASKING)],
        Intent::Play(search) => {
            let seen = match search.unseen {
                true => say!(text, QUEUE_UNSEEN),
                false => say!(text, QUEUE_SEEN),
            };
            vec![say!(text, QUEUE_WAITING), seen]
        }
        _ => vec![say!(text, QUEUE_WAITING)],
    }
}
