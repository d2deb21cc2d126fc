//! Names as people read them: players, boards and clocks.

use protocol::{OpeningRule, Player, Rules, settings::ClockSetting};

use super::language::Language;

/// The name of a player, for the other one or where there is none.
pub fn player(language: &Language, player: &Player) -> String {
    player_beside(language, player, None)
}

/// The name of one of two players, for others: those without a name are told apart by number.
pub fn player_beside(language: &Language, player: &Player, beside: Option<&Player>) -> String {
    let number = player
        .guest
        .filter(|_| beside.is_some_and(|it| it.guest.is_some()));
    let name = match (&player.name, number, player.computer) {
        // Whole lines are neutralised when said; a name may stand alone.
        (Some(name), ..) => protocol::text::neutral(name),
        (None, Some(number), _) => language.say("who.guest", &[("number", &number)]),
        (None, None, Some(it)) => language.say("who.computer", &[("level", &it.level.number())]),
        (None, None, None) => language.say("who.unnamed", &[]),
    };
    match player.bot {
        true => language.say("who.bot", &[("name", &name)]),
        false => name,
    }
}

/// Board and clock in a line.
pub fn brief_game(language: &Language, rules: Rules, setting: ClockSetting) -> String {
    let (board, clock) = (brief_board(language, rules), brief_clock(language, setting));
    language.say("brief.game", &[("board", &board), ("clock", &clock)])
}

/// How a game is opened; nothing where it is free.
pub fn opening_rule(language: &Language, rule: OpeningRule) -> Option<String> {
    let key = match rule {
        OpeningRule::Free => return None,
        OpeningRule::Pie => "opening.rule.pie",
        OpeningRule::Swap2 => "opening.rule.swap2",
    };
    Some(language.say(key, &[]))
}

/// A board in a few columns.
pub fn brief_board(language: &Language, rules: Rules) -> String {
    let key = format!("brief.board.{}", rules.line_rule().key());
    sized(language, &key, rules)
}

/// A sentence about a board's size and its line.
pub(super) fn sized(language: &Language, key: &str, rules: Rules) -> String {
    let (width, height, line) = (rules.width(), rules.height(), rules.line());
    language.say(
        key,
        &[("width", &width), ("height", &height), ("line", &line)],
    )
}

/// A clock in a few columns.
pub fn brief_clock(language: &Language, setting: ClockSetting) -> String {
    clock(language, "brief.clock", "move", setting)
}

/// How thinking time is counted.
pub fn clock_setting(language: &Language, setting: ClockSetting) -> String {
    clock(language, "clock", "per_move", setting)
}

fn clock(language: &Language, stem: &str, per_move: &str, setting: ClockSetting) -> String {
    let key = |kind| format!("{stem}.{kind}");
    match setting {
        ClockSetting::None => language.say(key("none"), &[]),
        ClockSetting::PerMove { move_ms } => {
            language.say(key(per_move), &[("time", &clock_text(move_ms.into()))])
        }
        ClockSetting::Correspondence { move_days } => {
            language.say(key("days"), &[("count", &move_days)])
        }
        ClockSetting::Total {
            initial_ms,
            increment_ms,
        } => language.say(
            key("total"),
            &[
                ("initial", &clock_text(initial_ms.into())),
                ("increment", &clock_text(increment_ms.into())),
            ],
        ),
    }
}

/// Minutes and seconds as a clock shows them, rounded up: no time is left only at the end.
pub fn clock_face(ms: u64) -> String {
    let s = ms.div_ceil(1_000);
    format!("{}:{:02}", s / 60, s % 60)
}

/// Time left on a clock: days and hours from a day on, else hours, minutes and seconds.
pub fn clock_left(language: &Language, ms: u64) -> String {
    // Rounded up, too.
    let hours = ms.div_ceil(3_600_000);
    match hours > 24 {
        true => language.say(
            "clock.left",
            &[("days", &(hours / 24)), ("hours", &(hours % 24))],
        ),
        false => clock_text(ms),
    }
}

/// The same with hours where there are any, so that none reads "179:00".
fn clock_text(ms: u64) -> String {
    let s = ms.div_ceil(1_000);
    match s / 3_600 {
        0 => clock_face(ms),
        hours => format!("{hours}:{:02}:{:02}", s / 60 % 60, s % 60),
    }
}
