//! The table drawn: what stands where on screens of every size.

use crossterm::event::KeyCode;
use game::notation;
use protocol::{Cell, Mark};
use ratatui::layout::{
    Constraint::{Fill, Length},
    Layout, Margin, Rect,
};
use tokio::time::Instant;

use super::{Table, shown::Choice, side, status};
use crate::{
    key::say,
    speech,
    tui::{
        board::{self, Picture},
        canvas::{self, Canvas},
        dialog, digits,
        invite::{self, Invitation},
        parts::{bottom, top},
        theme::Role,
        ui_settings::UiSettings,
    },
};

/// From here on the players stand beside the board.
const WIDE: u16 = 64;
/// Columns of what stands beside the board.
const SIDE: u16 = 28;
/// Lines beneath the board, without the keys.
const STATUS: u16 = 3;

/// Draws the table. `link` is what there is to say about the connection.
pub fn draw(
    canvas: &mut Canvas<'_>,
    table: &Table,
    look: &UiSettings,
    link: Option<&str>,
    now: Instant,
) {
    let mut rest = canvas.area();
    if rest.width >= WIDE {
        rest = rest.inner(Margin::new(1, 0));
    }
    header(canvas, top(&mut rest, 1), table);
    legend(canvas, bottom(&mut rest, 1), table);
    status::draw(canvas, bottom(&mut rest, STATUS), table, link, now);
    if table.waits_for_friend() || table.choice == Some(Choice::Invitation) {
        let invitation = Invitation {
            code: table.room.code,
            url: table.room.url.as_deref(),
        };
        return invite::draw(canvas, rest, &table.text, &invitation);
    }
    let keys = (table.room.my_turn() && has_digits(table)).then_some(look.keys);
    if rest.width >= WIDE {
        let [board, _, mut side] =
            Layout::horizontal([Fill(1), Length(1), Length(SIDE)]).areas(rest);
        top(&mut side, 1);
        side::panel(canvas, side, table, keys, now);
        play(canvas, board, table, look);
    } else {
        side::lines(canvas, top(&mut rest, 2), table, now);
        play(canvas, rest, table, look);
        if let Some(keys) = keys {
            digits_beside(canvas, rest, table, keys);
        }
    }
    if let Some(choice) = table.choice {
        let (heading, keys) = table.choices(choice);
        dialog::draw(canvas, &heading, &keys);
    }
}

/// The digits to the right of the board, beneath its letters.
fn digits_beside(canvas: &mut Canvas<'_>, area: Rect, table: &Table, keys: notation::Layout) {
    let board = board::size(table.room.view.settings.rules, area.as_size());
    let x = area.x + area.width.midpoint(board.width) + 4;
    let beside = Rect {
        x,
        y: area.y + 2,
        ..digits::SIZE.into()
    };
    digits::draw(canvas, beside.intersection(area), keys, |cell| {
        table.mark_at(cell).is_none()
    });
}

/// The room and what is played in it, and how many watch.
fn header(canvas: &mut Canvas<'_>, area: Rect, table: &Table) {
    let text = &table.text;
    let count = table.room.now.spectators;
    let watching = match (count, table.queued) {
        (_, Some(place)) => say!(text, SCREEN_TABLE_QUEUED, count = place.position),
        (0, None) => String::new(),
        (count, None) => say!(text, SCREEN_TABLE_WATCHING, count = count),
    };
    let rest = canvas.right(area, &watching, Role::Dim);
    let room = match table.room.mode.is_online() {
        false => "OXO".to_owned(),
        true => format!("OXO {}", table.room.code),
    };
    let x = canvas.put(rest, rest.x, rest.y, &room, canvas.style(Role::Strong)) + 2;
    let width = rest.right().saturating_sub(x);
    let settings = &table.room.view.settings;
    let rules = speech::brief::game(text, settings.rules, settings.clock);
    if width > 0 {
        canvas.line(Rect { x, width, ..rest }, &rules, Role::Dim);
    }
}

/// The keys, as many as there is room for; how to go and the help always.
fn legend(canvas: &mut Canvas<'_>, row: Rect, table: &Table) {
    if row.is_empty() {
        return;
    }
    let text = &table.text;
    let always = [
        ("q", say!(text, SCREEN_DO_GO)),
        ("?", say!(text, SCREEN_DO_HELP)),
    ];
    let takes = |shown: &str, label: &str| canvas::width(shown) + 1 + canvas::width(label) + 2;
    let reserved: u16 = always
        .iter()
        .map(|(shown, label)| takes(shown, label))
        .sum();
    let room = row.right().saturating_sub(reserved);
    let mut x = row.x;
    for (shown, code, label) in table.legend(canvas.charset) {
        if x + takes(&shown, &label) <= room {
            x = canvas.button(row, x, (&shown, code), &label) + 2;
        }
    }
    for (shown, label) in always {
        let code = shown.chars().next().map_or(KeyCode::Null, KeyCode::Char);
        x = canvas.button(row, x, (shown, code), &label) + 2;
    }
}

fn has_digits(table: &Table) -> bool {
    table.room.view.settings.rules == protocol::Rules::CLASSIC
}

/// The board as it is, or as it was where one looks back to.
fn play(canvas: &mut Canvas<'_>, area: Rect, table: &Table, look: &UiSettings) {
    let view = &table.room.view;
    let Some(game) = &view.game else {
        let middle = Rect {
            y: area.y + area.height / 2,
            height: area.height.min(1),
            ..area
        };
        return canvas.centred(middle, &say!(table.text, TABLE_NO_BOARD), Role::Dim);
    };
    let shown = table.back.unwrap_or(game.moves.len());
    let moves: Vec<(Cell, Mark)> = game
        .moves
        .iter()
        .map(|made| (made.cell, made.mark))
        .collect();
    let moves = moves.get(..shown).unwrap_or(&moves);
    let present = table.back.is_none();
    let mine = table
        .room
        .seat
        .and_then(|me| view.mark_of(me))
        .unwrap_or(Mark::X);
    let may_play = present && table.room.my_turn() && table.sending.is_none();
    board::draw(
        canvas,
        area,
        &Picture {
            rules: view.settings.rules,
            moves,
            lines: if present { &game.lines } else { &[] },
            last: moves.last().map(|(cell, _)| *cell),
            cursor: may_play.then_some(table.cursor),
            pending: table
                .sending
                .filter(|_| present)
                .map(|(_, cell)| (cell, mine)),
            hint: table.hint().filter(|_| may_play),
            digits: (look.digits && may_play).then_some(look.keys),
        },
    );
}
