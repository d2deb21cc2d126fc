//! A finished game as SGF, which programs for board games read: FF[4], and
//! GM[4] (gomoku), of which noughts and crosses is the smallest kind. X is
//! black, for black begins. <https://www.red-bean.com/sgf/>

use std::fmt::Write;

use game::{Cell, LineRule, Mark};
use protocol::{
    OpeningRule, Record, Seat,
    event::{EndReason, GameResult},
    settings::ClockSetting,
};

/// The file, with the day on which the game began (`2026-11-21`), and the names of the players.
pub fn sgf(record: &Record, day: &str, name: impl Fn(Seat) -> String) -> String {
    let rules = record.settings.rules;
    let game = &record.game;
    let size = match (rules.width(), rules.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    let effect = match rules.line_rule() {
        LineRule::AtLeast => "",
        LineRule::Exactly => ", not more",
        LineRule::Loses => " loses",
    };
    let opening = match record.settings.opening {
        OpeningRule::Free => "",
        OpeningRule::Pie => ", pie",
        OpeningRule::Swap2 => ", swap2",
    };
    let mut sgf = format!(
        "(;FF[4]GM[4]CA[UTF-8]AP[OXO:{}]SZ[{size}]RU[{}]DT[{day}]",
        env!("CARGO_PKG_VERSION"),
        escaped(&format!("{} in a row{effect}{opening}", rules.line())),
    );
    for (property, seat) in [("PB", game.x), ("PW", game.x.other())] {
        let _ = write!(sgf, "{property}[{}]", escaped(&name(seat)));
    }
    if let ClockSetting::Total { initial_ms, .. } = record.settings.clock {
        let _ = write!(sgf, "TM[{}]", seconds(initial_ms.into()));
    }
    if let Some(result) = result(record) {
        let _ = write!(sgf, "RE[{result}]");
    }
    let clocks = game.movers_clocks(record.settings.opens);
    for ((played, clock_ms), made) in game.moves.iter().zip(clocks).zip(1..) {
        let (colour, left) = match played.mark {
            Mark::X => ("B", "BL"),
            Mark::O => ("W", "WL"),
        };
        let _ = write!(sgf, "\n;{colour}[{}]", point(played.cell, rules.width()));
        if let Some(clock_ms) = clock_ms {
            let _ = write!(sgf, "{left}[{}]", seconds(clock_ms));
        }
        for choice in game.choices.iter().filter(|choice| choice.ply == made) {
            let what = match choice.choice.mark() {
                Some(mark) => format!("takes {mark}"),
                None => "places 2 more".to_owned(),
            };
            let _ = write!(sgf, "C[{} {what}]", escaped(&name(choice.by)));
        }
    }
    sgf + ")\n"
}

/// Column and row as letters, from the top left.
fn point(cell: Cell, width: u8) -> String {
    let letter = |n: u16| char::from(b'a' + u8::try_from(n).unwrap_or_default());
    let width = u16::from(width.max(1));
    [letter(cell % width), letter(cell / width)]
        .iter()
        .collect()
}

/// `B+R` and its kind: who won and how, a draw, or no result.
fn result(record: &Record) -> Option<String> {
    let over = record.game.over.as_ref()?;
    let winner = |seat: Seat| if seat == record.game.x { "B" } else { "W" };
    Some(match (over.result, over.winner) {
        (GameResult::Drawn, _) => "Draw".to_owned(),
        (GameResult::Aborted, _) | (GameResult::Won, None) => "Void".to_owned(),
        (GameResult::Won, Some(seat)) => {
            let reason = match over.reason {
                EndReason::Resigned => "R",
                EndReason::Flag | EndReason::Idle => "T",
                EndReason::ClaimedWin => "F",
                _ => "",
            };
            format!("{}+{reason}", winner(seat))
        }
    })
}

/// Seconds as SGF's Real, to the millisecond.
fn seconds(ms: u64) -> String {
    let text = format!("{}.{:03}", ms / 1_000, ms % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text inside a property: these three would end or divide it.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\' | ':') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
