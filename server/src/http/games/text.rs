//! A finished game as a page of plain text that a person can read.
//!
//! In English, as all that the server itself says.

use std::fmt::Write;

use game::{Mark, notation};
use jiff::Timestamp;
use protocol::{
    Record, Seat,
    event::{GameResult, How, Over},
    ids::Player,
    settings::ClockSetting,
};

/// The page; the addresses in it begin with `base_path`.
pub(super) fn page(record: &Record, base_path: &str) -> String {
    let game = &record.game;
    let rules = record.settings.rules;
    let mut page = format!(
        "{x} (X) against {o} (O)\n\n\
         Board:   {width} by {height}, {line} in a row{misere}\n\
         Clock:   {clock}\n\
         Begun:   {begun}\n",
        x = name(record, game.x),
        o = name(record, game.x.other()),
        width = rules.width(),
        height = rules.height(),
        line = rules.line(),
        misere = if rules.is_misere() { " loses" } else { "" },
        clock = clock(record.settings.clock),
        begun = moment(game.started_ms),
    );
    if let Some(over) = &game.over {
        let _ = writeln!(page, "Result:  {}", result(record, over));
        let _ = writeln!(page, "Score:   {}", score(record));
    }
    page += "\n";
    page += &board(record);
    if !game.moves.is_empty() {
        page += "\nMoves, with the time each took";
        page += if game.clocks.is_some() {
            " and the clock after it:\n"
        } else {
            ":\n"
        };
        page += &moves(record);
    }
    if let Some(id) = record.id {
        let _ = write!(
            page,
            "\nAll events:          {base_path}/games/{id}.json\n\
             For other programs:  {base_path}/games/{id}.sgf\n"
        );
    }
    page
}

/// How a player is called.
pub(super) fn name(record: &Record, seat: Seat) -> String {
    match &record.players[seat] {
        Some(Player {
            name: Some(name), ..
        }) => protocol::text::neutral(name),
        Some(Player { guest: Some(n), .. }) => format!("Guest {n}"),
        Some(Player {
            computer: Some(it), ..
        }) => format!("Computer (level {})", it.level.number()),
        Some(_) => "Guest".to_owned(),
        None => "(name removed)".to_owned(),
    }
}

/// The day, as in 2026-11-21 (UTC).
pub(super) fn date(at_ms: u64) -> String {
    when(at_ms).strftime("%Y-%m-%d").to_string()
}

fn moment(at_ms: u64) -> String {
    when(at_ms).strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// The beginning of time stands for a time that is none.
fn when(at_ms: u64) -> Timestamp {
    let ms = i64::try_from(at_ms).unwrap_or_default();
    Timestamp::from_millisecond(ms).unwrap_or_default()
}

fn clock(clock: ClockSetting) -> String {
    match clock {
        ClockSetting::None => "none".to_owned(),
        ClockSetting::PerMove { move_ms } => format!("{} for each move", time(move_ms.into())),
        ClockSetting::Total {
            initial_ms,
            increment_ms,
        } if increment_ms.get() == 0 => format!("{} each", time(initial_ms.into())),
        ClockSetting::Total {
            initial_ms,
            increment_ms,
        } => format!(
            "{} each, and {} more with each move",
            time(initial_ms.into()),
            time(increment_ms.into())
        ),
    }
}

/// Minutes, seconds and tenths.
fn time(ms: u64) -> String {
    let tenths = ms / 100;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

fn result(record: &Record, over: &Over) -> String {
    let loser = over.winner.map(|seat| name(record, seat.other()));
    let loser = loser.unwrap_or_default();
    let by = over.by.map(|seat| name(record, seat));
    let how = match over.reason {
        How::Line => "a line".to_owned(),
        How::Full => "the board is full".to_owned(),
        How::Resigned => format!("{loser} resigned"),
        How::Agreed => "both agreed".to_owned(),
        How::NoOpenLines => "nobody could make a line any more".to_owned(),
        How::Flag => format!("the time of {loser} was up"),
        How::Idle => "no move came in time".to_owned(),
        How::ClaimedWin => format!("{loser} did not come back"),
        How::ClaimedDraw => "a player did not come back".to_owned(),
        How::CalledOff => match by {
            Some(by) => format!("{by} called it off"),
            None => "called off".to_owned(),
        },
        How::NoFirstMove => match by {
            Some(by) => format!("the first move of {by} did not come"),
            None => "a first move did not come".to_owned(),
        },
        How::Restarted => "both agreed to start over".to_owned(),
        How::RoomEnded => "the room ended".to_owned(),
    };
    match (over.result, over.winner) {
        (GameResult::Won, Some(seat)) => format!("{} won: {how}", name(record, seat)),
        (GameResult::Won, None) | (GameResult::Drawn, _) => format!("a draw: {how}"),
        (GameResult::Aborted, _) => format!("does not count: {how}"),
    }
}

fn score(record: &Record) -> String {
    format!(
        "{} {}, {} {}, drawn {}, since these two sat down",
        name(record, Seat::Host),
        record.score.host,
        name(record, Seat::Guest),
        record.score.guest,
        record.score.draws,
    )
}

/// The last position, columns lettered and rows numbered as moves are named.
fn board(record: &Record) -> String {
    let rules = record.settings.rules;
    let (width, height) = (usize::from(rules.width()), usize::from(rules.height()));
    let mut marks = vec!['.'; width * height];
    for played in &record.game.moves {
        if let Some(place) = marks.get_mut(usize::from(played.cell)) {
            *place = letter(played.mark);
        }
    }
    let mut board = String::new();
    for (row, marks) in marks.chunks(width).enumerate() {
        let _ = write!(board, "{:>4} ", height - row);
        for mark in marks {
            let _ = write!(board, " {mark}");
        }
        board.push('\n');
    }
    board += "     ";
    for column in (b'a'..).take(width) {
        let _ = write!(board, " {}", char::from(column));
    }
    board.push('\n');
    board
}

fn letter(mark: Mark) -> char {
    match mark {
        Mark::X => 'X',
        Mark::O => 'O',
    }
}

fn moves(record: &Record) -> String {
    let game = &record.game;
    let mut before_ms = game.started_ms;
    let mut text = String::new();
    for ((number, played), clock_ms) in (1..).zip(&game.moves).zip(game.movers_clocks()) {
        let cell = notation::name(record.settings.rules, played.cell).unwrap_or_default();
        let took = time(played.at_ms.saturating_sub(before_ms));
        before_ms = played.at_ms;
        let _ = write!(
            text,
            "{number:>4}. {} {cell:<4} {took:>8}",
            letter(played.mark)
        );
        if let Some(clock_ms) = clock_ms {
            let _ = write!(text, "  {:>8}", time(clock_ms));
        }
        text.push('\n');
    }
    text
}
