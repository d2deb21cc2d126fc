//! Finished games in words: lists, moves, and why a file is none.

use archive::{
    SavedGameError,
    fetch::{self, FetchFailure},
    grouping::SessionGroup,
    replay::Game,
    store::{ArchiveEntry, ReadFailure},
};
use oxo_client::address::Address;
use protocol::{GameId, Rules, Seat, View};
use sentences::{
    Catalogue, clock_face, say, system_words,
    time::{date_time, day},
};

use super::{Scene, clocks, over::own, result, room_rules, score};

/// A finished game, seen from the seat that kept it.
fn scene<'a>(text: &'a Catalogue, game: &Game, view: &'a View) -> Scene<'a> {
    let saved = game.saved();
    Scene {
        text,
        me: saved.seat,
        view,
        shared: saved.local && saved.seat.is_none(),
    }
}

/// A session: who played and how it stands, and a line for each game.
pub fn session_group(text: &Catalogue, group: &SessionGroup) -> Vec<String> {
    let Some(newest) = group.newest() else {
        return Vec::new();
    };
    let view = newest.view(newest.length());
    let scene = scene(text, newest, &view);
    let score = score(scene, &newest.saved().record.score);
    let room = newest.saved().record.room;
    let name = |me: Seat| scene.name(me.other());
    let heading = match (scene.me, newest.saved().local) {
        (Some(me), false) => say!(text, GAMES_OWN, name = name(me), room, score),
        (Some(me), true) => say!(text, GAMES_OWN_LOCAL, name = name(me), score),
        (None, false) => say!(text, GAMES_WATCHED, players = both(scene), room, score),
        (None, true) => say!(text, GAMES_WATCHED_LOCAL, players = both(scene), score),
    };
    let games = group.games.iter();
    let games = games.map(|(entry, game)| listed_game(text, entry, game));
    std::iter::once(heading).chain(games).collect()
}

/// Both players of a game that one watched.
fn both(scene: Scene<'_>) -> String {
    let [host, guest] = Seat::BOTH.map(|seat| scene.name(seat));
    say!(scene.text, ROOMS_AND, first = host, second = guest)
}

fn listed_game(text: &Catalogue, entry: &ArchiveEntry, game: &Game) -> String {
    let view = game.view(game.length());
    let result = result(scene(text, game, &view), game.over());
    let time = date_time(game.saved().record.game.started_ms);
    let (count, handle) = (game.length(), entry.short());
    match view.settings.rules {
        Rules::CLASSIC => say!(text, GAMES_GAME, time, result, count, handle),
        rules => say!(text, GAMES_GAME_RULES, time, rules, result, count, handle),
    }
}

/// A game in a list: who played, and how it ended.
pub fn kept_game(text: &Catalogue, game: &Game) -> (String, String) {
    let view = game.view(game.length());
    let scene = scene(text, game, &view);
    let who = match scene.me {
        Some(me) => say!(text, SCREEN_START_AGAINST, name = scene.name(me.other())),
        None => both(scene),
    };
    (who, result(scene, game.over()))
}

/// A game as SGF, for other programs.
pub fn sgf(text: &Catalogue, game: &Game) -> String {
    let record = &game.saved().record;
    let view = game.view(0);
    let scene = scene(text, game, &view);
    sentences::sgf(record, &day(record.game.started_ms), |seat| {
        scene.name(seat)
    })
}

/// Players, rules, date and place of a game.
pub fn replay_heading(text: &Catalogue, game: &Game) -> Vec<String> {
    let view = game.view(0);
    let scene = scene(text, game, &view);
    let record = &game.saved().record;
    let x = record.game.x;
    let name = |seat| own(text, scene.me == Some(seat), scene.name(seat));
    let (x, o) = (name(x), name(x.other()));
    let (room, game_number) = (record.room, record.game.number);
    let time = date_time(record.game.started_ms);
    let heading = match game.saved().local {
        true => say!(text, REPLAY_HEADING_LOCAL, x, o, game = game_number, time),
        false => say!(text, REPLAY_HEADING, x, o, room, game = game_number, time),
    };
    vec![heading, room_rules(scene)]
}

/// The move that led to a position, and the clocks after it.
pub fn replay_move(text: &Catalogue, game: &Game, number: usize) -> Vec<String> {
    let view = game.view(number);
    let scene = scene(text, game, &view);
    let index = number.checked_sub(1);
    let cell = index.and_then(|index| game.cells().get(index));
    let mut lines = vec![match cell {
        None => say!(text, REPLAY_BEGIN, count = game.length()),
        Some(cell) => {
            let seat = game.mover(number);
            say!(
                text,
                REPLAY_MOVE,
                number,
                of = game.length(),
                name = own(text, scene.me == Some(seat), scene.name(seat)),
                mark = game.mark(number),
                cell = scene.cell(*cell),
                time = clock_face(game.taken_ms(number)),
            )
        }
    }];
    if view.game.as_ref().is_some_and(|game| game.clocks.is_some()) {
        // Nobody is to move, so no clock runs and the time does not matter.
        lines.extend(clocks(scene, 0));
    }
    lines
}

/// Result of a game, and the score after it.
pub fn replay_end(text: &Catalogue, game: &Game) -> Vec<String> {
    let view = game.view(game.length());
    super::over::over(scene(text, game, &view), game.over(), &view.score)
}

/// Why a server's game cannot be shown.
pub fn not_fetched(text: &Catalogue, address: &Address, id: GameId, why: &FetchFailure) -> String {
    match why {
        FetchFailure::NotKept => say!(text, GAMES_NOT_KEPT, address, id),
        FetchFailure::NoAnswer(error) => super::connect_error(text, address, error),
        FetchFailure::Unread(why) => unread(text, &address.page(&fetch::record_path(id)), why),
    }
}

/// Why a text cannot be shown as a game.
pub fn unread(text: &Catalogue, what: &str, why: &ReadFailure) -> String {
    match why {
        ReadFailure::Io(error) => {
            let detail = system_words(text, error);
            say!(text, GAMES_FLAW_IO, what, detail)
        }
        ReadFailure::Invalid(flaw) => match flaw {
            SavedGameError::TooLarge => say!(text, GAMES_FLAW_TOO_LARGE, what),
            SavedGameError::NotARecord => say!(text, GAMES_FLAW_NOT_A_RECORD, what),
            SavedGameError::Former => say!(text, GAMES_FLAW_FORMER, what),
            SavedGameError::Newer(format) => say!(text, GAMES_FLAW_NEWER, what, format),
            SavedGameError::Unfinished => say!(text, GAMES_FLAW_UNFINISHED, what),
            SavedGameError::Move(number) => say!(text, GAMES_FLAW_MOVE, what, number),
            SavedGameError::Result => say!(text, GAMES_FLAW_RESULT, what),
        },
    }
}

#[cfg(test)]
mod tests;
