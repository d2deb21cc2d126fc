//! A finished game as lines of plain text that a person can read.

use std::fmt::Write;

use clock::timestamp;
use game::{Mark, notation};
use jiff::Timestamp;
use protocol::{Record, Seat};

use super::words::{name, result};
use crate::http::audience::Audience;

/// All of it, in the reader's language.
pub(super) fn page(audience: &Audience, record: &Record) -> String {
    let mut page = heading(audience, record) + "\n";
    page += &board(record);
    if !record.game.moves.is_empty() {
        let key = match record.game.clocks {
            Some(_) => "served.game.moves.clock",
            None => "served.game.moves",
        };
        let _ = writeln!(page, "\n{}", audience.say(key, &[]));
        page += &moves(record);
    }
    if let Some(id) = record.id {
        page.push('\n');
        for (key, form) in [("page.game.json", "json"), ("page.game.sgf", "sgf")] {
            let label = audience.say(key, &[]);
            let _ = writeln!(page, "{label}: {}/games/{id}.{form}", audience.base);
        }
    }
    page
}

/// Players, game, time and result.
fn heading(audience: &Audience, record: &Record) -> String {
    let (language, game) = (audience.language, &record.game);
    let [x, o] = [(game.x, 'X'), (game.x.other(), 'O')]
        .map(|(seat, mark)| format!("{} ({mark})", name(language, record, seat)));
    let mut lines = vec![
        audience.say("served.against", &[("first", &x), ("second", &o)]),
        String::new(),
    ];
    let settings = &record.settings;
    let opened = sentences::opening_rule(language, settings.opening);
    let facts = [
        (
            "invitation.board",
            Some(sentences::board(language, settings.rules)),
        ),
        (
            "invitation.clock",
            Some(sentences::clock_setting(language, settings.clock)),
        ),
        ("invitation.opening", opened),
        ("served.game.begun", Some(moment(game.started_ms))),
    ];
    for (key, value) in facts {
        let Some(value) = value else { continue };
        lines.push(format!("{}: {value}", audience.say(key, &[])));
    }
    if game.over.is_some() {
        lines.push(result(language, record));
        lines.push(score(audience, record));
    }
    lines.join("\n") + "\n"
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
    timestamp(at_ms).unwrap_or_default()
}

/// Minutes, seconds and tenths.
fn time(ms: u64) -> String {
    let tenths = ms / 100;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

/// Wins of each since the two sat down.
fn score(audience: &Audience, record: &Record) -> String {
    let [host, guest] = Seat::BOTH.map(|seat| name(audience.language, record, seat));
    let score = &record.score;
    audience.say(
        "score",
        &[
            ("host", &host),
            ("host_won", &score.host),
            ("guest", &guest),
            ("guest_won", &score.guest),
            ("draws", &score.draws),
        ],
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
    let clocks = game.movers_clocks(record.settings.opens);
    for ((number, played), clock_ms) in (1..).zip(&game.moves).zip(clocks) {
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
