//! Rooms and tables in words: rules, clocks, players, addresses.

use game::LineRule;
use oxo_client::{address::AddressError, session::Room};
use protocol::{Player, Seat, event::Turn, settings::DAY_MS, view::Lost};
use sentences::{
    Catalogue, clock_left, clock_setting, code, key, opening_rule, player, player_beside, say,
    time::seconds,
};

use super::{Scene, opening::opening_turn, over::own};

/// Rules and limits of a room.
pub fn room_rules(scene: Scene<'_>) -> String {
    let text = scene.text;
    let rules = scene.view.settings.rules;
    let key = match rules.line_rule() {
        LineRule::AtLeast => key::ROOM_RULES_WINS,
        LineRule::Exactly => key::ROOM_RULES_EXACT,
        LineRule::Loses => key::ROOM_RULES_LOSES,
    };
    let (width, height, line) = (rules.width(), rules.height(), rules.line());
    let clock = clock_setting(text, scene.view.settings.clock);
    let said = text.say(
        key,
        &[
            ("width", &width),
            ("height", &height),
            ("line", &line),
            ("clock", &clock),
        ],
    );
    let rule = scene.view.settings.opening;
    match opening_rule(text, rule) {
        None => said,
        Some(rule) => format!("{said} ({}: {rule})", say!(text, INVITATION_OPENING)),
    }
}

/// Sentence about the turn at one terminal; the mark stands beside a name.
pub fn shared_turn(scene: Scene<'_>) -> Option<String> {
    let (text, view) = (scene.text, scene.view);
    let seat = view.running().filter(|_| scene.shared)?.turn?.seat;
    if let Some(said) = opening_turn(scene) {
        return Some(said);
    }
    let name = scene.name(seat);
    Some(match (scene.has_name(seat), view.mark_of(seat)) {
        (true, Some(mark)) => say!(text, LOCAL_TURN, mark, name),
        _ => say!(text, TABLE_THEIR_TURN, name),
    })
}

/// That somebody is away, how it came, and when something may be done about it.
pub fn absence(scene: Scene<'_>, seat: Seat, lost: Lost, now_ms: u64) -> String {
    let (text, name) = (scene.text, scene.name(seat));
    let left_ms = lost.deadline_ms.saturating_sub(now_ms);
    if left_ms > 0 {
        let key = format!("absent.{}", code(lost.cause));
        return text.say(&key, &[("name", &name), ("count", &seconds(left_ms))]);
    }
    say!(text, ABSENT_OVER, name)
}

/// The clocks at a moment of the server's time.
pub fn clocks(scene: Scene<'_>, now_ms: u64) -> Vec<String> {
    let text = scene.text;
    let Some(game) = &scene.view.game else {
        return vec![say!(text, TABLE_NO_BOARD)];
    };
    let mut lines = Vec::new();
    match game.clocks {
        None => lines.push(say!(text, TABLE_NO_CLOCKS)),
        Some(clocks) => {
            let left = |seat: Seat| {
                let left_ms = match game.turn {
                    Some(turn)
                        if turn.seat == seat && turn.limit == protocol::event::TurnLimit::Clock =>
                    {
                        clocks[seat].saturating_sub(now_ms.saturating_sub(turn.since_ms))
                    }
                    _ => clocks[seat],
                };
                clock_left(text, left_ms)
            };
            lines.push(say!(
                text,
                TABLE_CLOCKS,
                host = scene.name(Seat::Host),
                host_time = left(Seat::Host),
                guest = scene.name(Seat::Guest),
                guest_time = left(Seat::Guest),
            ));
        }
    }
    // A deadline later than in a day is left out.
    let is_near = |turn: &Turn| {
        let clock = scene.view.settings.clock;
        clock.is_correspondence() || turn.due_ms < now_ms.saturating_add(DAY_MS)
    };
    let turn = game.turn.filter(is_near);
    if let Some(turn) = turn {
        let left_ms = turn.due_ms.saturating_sub(now_ms);
        let time = clock_left(text, left_ms);
        let name = scene.name(turn.seat);
        lines.push(say!(text, TABLE_MOVE_DUE, name, time));
    }
    lines
}

/// Sentence about the chat that is told of the games in the room.
pub fn chat_notice(scene: Scene<'_>, seat: Seat) -> String {
    match scene.is_me(seat) {
        true => say!(scene.text, CHAT_YOURS),
        false => say!(scene.text, CHAT_TOLD, name = scene.name(seat)),
    }
}

/// People in the room.
pub fn people(text: &Catalogue, room: &Room) -> Vec<String> {
    let scene = Scene::of(text, room);
    let mut lines = Vec::new();
    for (seat, seated) in room.view.seats.iter() {
        let Some(seated) = seated else {
            lines.push(say!(text, WHO_SEAT_FREE));
            continue;
        };
        let name = own(text, room.me() == Some(seat), scene.name(seat));
        lines.push(match seat {
            Seat::Host => say!(text, WHO_SEAT_HOST, name),
            Seat::Guest => say!(text, WHO_SEAT_GUEST, name),
        });
        if seated.lost.is_some() {
            lines.push(say!(text, WHO_AWAY, name = scene.name(seat)));
        }
    }
    if let Some(seat) = room.now.webhook {
        lines.push(chat_notice(scene, seat));
    }
    if room.now.spectators > 0 {
        lines.push(say!(text, SPECTATORS, count = room.now.spectators));
    }
    lines
}

/// Players, host first.
pub fn players(text: &Catalogue, players: &[Player]) -> String {
    match players {
        [first, second, ..] => {
            let name = |it, beside| player_beside(text, it, Some(beside));
            let (first, second) = (name(first, second), name(second, first));
            say!(text, ROOMS_AND, first, second)
        }
        [only] => player(text, only),
        [] => say!(text, WHO_NOBODY),
    }
}

/// Why a text is no address.
pub fn address_error(text: &Catalogue, error: &AddressError) -> String {
    match error {
        AddressError::Empty => say!(text, USAGE_ADDRESS_EMPTY),
        AddressError::Unreadable(typed) => say!(text, USAGE_ADDRESS_UNREADABLE, text = typed),
        AddressError::Scheme(scheme) => say!(text, USAGE_ADDRESS_SCHEME, text = scheme),
        AddressError::Credentials => say!(text, USAGE_ADDRESS_CREDENTIALS),
        AddressError::NotACode(typed) => say!(text, USAGE_ADDRESS_NOT_A_CODE, text = typed),
        AddressError::NoRoom(typed) => say!(text, USAGE_ADDRESS_NO_ROOM, text = typed),
        AddressError::NotAToken => say!(text, USAGE_ADDRESS_NOT_A_TOKEN),
    }
}
