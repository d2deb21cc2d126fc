//! Drawing of the table: the layout on screens of every size.

use crossterm::event::KeyCode;
use frontend::speech;
use game::notation;
use protocol::{Cell, Mark};
use ratatui::layout::{Rect, Size};
use sentences::say;
use tokio::time::Instant;

use super::{LiveTable, TableMenu, options::TableOption, side, status};
use crate::tui::{
    board::{self, BoardScene},
    canvas::{Canvas, behind, bottom, centred, top, width},
    digits,
    invite::{self, InvitePage},
    theme::Role,
    ui_settings::UiSettings,
    widgets::{KeyHint, dialog, draw_hints},
};

/// From here on the players stand beside the board.
const WIDE: u16 = 64;
/// Columns of the panel beside the board.
const SIDE: u16 = 28;
/// Columns between it and the board.
const GAP: u16 = 3;
/// Lines beneath the board, without the keys.
const STATUS: u16 = 3;

/// From here on there is room for a QR code above all of them.
const TALL: u16 = 30;

/// Draws the table. `link` is what there is to say about the connection.
pub fn draw(
    canvas: &mut Canvas<'_>,
    table: &LiveTable<'_>,
    settings: &UiSettings,
    link: Option<&str>,
    now: Instant,
) {
    let mut rest = canvas.area();
    let wide = rest.width >= WIDE;
    if wide {
        rest = centred(rest, rest.width - 2, rest.height);
    }
    header(canvas, top(&mut rest, 1), table);
    legend(canvas, bottom(&mut rest, 1), table, now);
    let beneath = status_height(rest.height, table);
    status::draw(canvas, bottom(&mut rest, beneath), table, link, now);
    if table.shows_seat() {
        return table.draw_seat(canvas, rest, now);
    }
    if table.waits_for_friend() || table.page.menu == Some(TableMenu::Invitation) {
        let invitation = InvitePage {
            text: &table.page.text,
            code: table.room.code,
            url: table.room.url.as_deref(),
            heading: &heading(table),
        };
        invite::draw(canvas, rest, &invitation);
        return menu(canvas, table);
    }
    let classic = table.room.view.settings.rules == protocol::Rules::CLASSIC;
    let keys = (table.linked() && table.room.my_turn() && classic).then_some(settings.keys);
    if wide {
        // The players stand beside the board, however wide the screen is.
        let most = Size::new(rest.width - SIDE - GAP, rest.height);
        let board = board::size(table.room.view.settings.rules, most);
        rest = centred(rest, board.width + GAP + SIDE, rest.height);
        let mut side = behind(rest, rest.width - SIDE);
        rest.width -= SIDE + GAP;
        top(&mut side, 1);
        side::panel(canvas, side, table, keys, now);
        play(canvas, rest, table, settings);
    } else {
        side::lines(canvas, top(&mut rest, 2), table, now);
        play(canvas, rest, table, settings);
        if let Some(keys) = keys {
            digits_beside(canvas, rest, table, keys);
        }
    }
    menu(canvas, table);
}

/// Player who is awaited, if anybody is.
fn heading(table: &LiveTable<'_>) -> String {
    let seats = &table.room.view.seats;
    match seats.host.is_some() && seats.guest.is_some() {
        true => say!(table.page.text, SCREEN_INVITE_HEADING),
        false => speech::awaited(&table.page.text, table.room),
    }
}

/// Lines beneath the board: one less where a row of the board needs it, and one alone where a QR code does.
fn status_height(height: u16, table: &LiveTable<'_>) -> u16 {
    if table.shows_seat() && height < TALL {
        return 1;
    }
    let letters = 1;
    let board = u16::from(table.room.view.settings.rules.height()) + letters;
    let left = height.saturating_sub(STATUS);
    STATUS - u16::from(left + 1 == board)
}

/// The menu or the form that is laid over the table, if there is one.
fn menu(canvas: &mut Canvas<'_>, table: &LiveTable<'_>) {
    table.draw_chat(canvas);
    let menu = table
        .page
        .menu
        .filter(|menu| *menu != TableMenu::Invitation);
    if let Some(menu) = menu {
        let (heading, options) = table.menu_options(menu);
        let keys: Vec<KeyHint> = options.iter().map(TableOption::hint).collect();
        dialog(canvas, heading, &keys);
    }
}

/// The digits to the right of the board, beneath its letters.
fn digits_beside(
    canvas: &mut Canvas<'_>,
    area: Rect,
    table: &LiveTable<'_>,
    keys: notation::Layout,
) {
    let board = board::size(table.room.view.settings.rules, area.as_size());
    let beside = Rect {
        x: area.x + area.width.midpoint(board.width) + 4,
        y: area.y + 2,
        ..digits::SIZE.into()
    };
    digits::draw(canvas, beside.intersection(area), keys, |cell| {
        table.mark_at(cell).is_none()
    });
}

/// The room, its game, and the number of spectators.
fn header(canvas: &mut Canvas<'_>, mut row: Rect, table: &LiveTable<'_>) {
    let text = &table.page.text;
    let watching = match (table.room.now.spectators, table.client.queue) {
        (_, Some(place)) => say!(text, SCREEN_TABLE_QUEUED, count = place.position),
        (0, None) => String::new(),
        (count, None) => say!(text, SCREEN_TABLE_WATCHING, count = count),
    };
    canvas.write_right(&mut row, &watching, Role::Dim);
    let room = match table.room.mode.is_online() {
        false => "OXO".to_owned(),
        true => format!("OXO {}", table.room.code),
    };
    canvas.write(&mut row, &room, Role::Strong);
    let settings = &table.room.view.settings;
    let rules = speech::brief::game(text, settings.rules, settings.clock);
    canvas.line(behind(row, 2), &rules, Role::Dim);
}

/// The keys, as many as there is room for; how to go and the help always.
fn legend(canvas: &mut Canvas<'_>, mut row: Rect, table: &LiveTable<'_>, now: Instant) {
    let text = &table.page.text;
    if let Some(hints) = table.covering_hints(table.room.clock.now_ms(now)) {
        return draw_hints(canvas, &mut row, &hints, 2);
    }
    let (go, help) = (say!(text, SCREEN_DO_GO), say!(text, SCREEN_DO_HELP));
    let always = [KeyHint::letter('q', go), KeyHint::letter('?', help)];
    let reserved: u16 = always.iter().map(|hint| hint.width() + 2).sum();
    for hint in hints(canvas, table) {
        if hint.width() + 2 + reserved <= row.width {
            hint.draw(canvas, &mut row, 2);
        }
    }
    for hint in always {
        hint.draw(canvas, &mut row, 2);
    }
}

/// The keys that do something now, without those that are always there.
fn hints(canvas: &Canvas<'_>, table: &LiveTable<'_>) -> Vec<KeyHint> {
    let text = &table.page.text;
    let back = |cap: &str| KeyHint::new(cap, KeyCode::PageUp, say!(text, SCREEN_DO_BACK));
    let (left, right) = canvas.glyph(("←", "→"), ("<-", "->"));
    let mut keys = Vec::new();
    if !table.linked() {
        let retry = say!(text, SCREEN_START_HINT_RETRY);
        keys.push(KeyHint::enter(text, retry));
        if table.made() > 0 {
            keys.push(back("["));
        }
    } else if table.page.back.is_some() {
        let forward = say!(text, SCREEN_DO_FORWARD);
        keys.push(KeyHint::esc(text, say!(text, SCREEN_DO_NOW)));
        keys.push(back(left));
        keys.push(KeyHint::new(right, KeyCode::PageDown, forward));
    } else if table.watches() {
        keys.push(back(left));
        keys.push(KeyHint::tab(text, say!(text, SCREEN_DO_NEXT_ROOM)));
    } else {
        if table.room.my_turn() && !table.room.mode.is_shared() {
            keys.push(KeyHint::enter(text, say!(text, SCREEN_DO_PLAY)));
        }
        let options = table.options();
        keys.extend(options.iter().filter(|it| it.shown).map(TableOption::hint));
        if table.made() > 0 {
            keys.push(back("["));
        }
    }
    let game = table.room.view.game.as_ref();
    if game.is_some_and(|game| game.over.is_some() && !game.moves.is_empty()) {
        keys.push(KeyHint::letter('v', say!(text, REVIEW_DO)));
    }
    keys
}

/// The board as it is, or as it was where one looks back to.
fn play(canvas: &mut Canvas<'_>, area: Rect, table: &LiveTable<'_>, settings: &UiSettings) {
    let view = &table.room.view;
    let Some(game) = &view.game else {
        let text = say!(table.page.text, TABLE_NO_BOARD);
        let middle = centred(area, width(&text), 1);
        return canvas.line(middle, &text, Role::Dim);
    };
    let shown = table.page.back.unwrap_or(game.moves.len());
    let moves = game.moves.iter().map(|made| (made.cell, made.mark));
    let moves: Vec<(Cell, Mark)> = moves.take(shown).collect();
    let present = table.page.back.is_none();
    let mine = table.room.seat.map(|me| match game.opening {
        Some(_) => game.next_mark(view.settings.opens),
        None => game.mark_of(me),
    });
    let sending = table.client.pending_move();
    let may_play = table.linked() && present && table.room.my_turn() && sending.is_none();
    let sending = sending.filter(|_| present);
    let picture = BoardScene {
        rules: view.settings.rules,
        moves: &moves,
        lines: if present { &game.lines } else { &[] },
        cursor: may_play.then_some(table.page.cursor),
        pending: sending.map(|step| (step.cell, mine.unwrap_or(Mark::X))),
        hint: table.hint().filter(|_| may_play),
        digits: (settings.digits && may_play).then_some(settings.keys),
    };
    board::draw(canvas, area, &picture);
}
