//! Who plays: names, marks, games won, clocks, connections; beside the board,
//! or in a line each above it.

use game::notation::Layout;
use protocol::{Seat, now::LinkState};
use ratatui::layout::Rect;
use tokio::time::Instant;

use super::{Table, clock};
use crate::{
    key::say,
    text_board::Charset,
    time::seconds,
    tui::{canvas::Canvas, digits, parts::top, theme::Role},
};

/// The players' lines, X first; before a game the host.
fn order(table: &Table) -> [Seat; 2] {
    let first = table
        .room
        .view
        .game
        .as_ref()
        .map_or(Seat::Host, |game| game.x);
    [first, first.other()]
}

/// A line for each player.
pub(super) fn lines(canvas: &mut Canvas<'_>, area: Rect, table: &Table, now: Instant) {
    for (row, seat) in area.rows().zip(order(table)) {
        let link = link(table, seat, now);
        let clock = time(table, seat, now).map(|(face, _)| face);
        let facts = [Some(won(table, seat).to_string()), clock, link];
        let facts = facts.into_iter().flatten().collect::<Vec<_>>().join("  ");
        let rest = canvas.right(row, &facts, Role::Plain);
        name(canvas, rest, table, seat);
    }
}

/// The same beside the board, and what else there is.
pub(super) fn panel(
    canvas: &mut Canvas<'_>,
    mut rest: Rect,
    table: &Table,
    keys: Option<Layout>,
    now: Instant,
) {
    for seat in order(table) {
        let row = top(&mut rest, 1);
        let won = won(table, seat).to_string();
        let before = canvas.right(row, &won, Role::Strong);
        name(canvas, before, table, seat);
        facts(canvas, top(&mut rest, 2), table, seat, now);
    }
    let text = &table.text;
    let draws = table.room.view.score.draws;
    if draws > 0 {
        canvas.line(
            top(&mut rest, 1),
            &say!(text, SCREEN_TABLE_DRAWN, count = draws),
            Role::Dim,
        );
    }
    if let Some(game) = &table.room.view.game {
        let (number, ply) = (game.number, game.moves.len());
        let line = say!(text, SCREEN_TABLE_GAME, number = number, ply = ply);
        canvas.line(top(&mut rest, 2), &line, Role::Dim);
    }
    if let Some(keys) = keys {
        digits::draw(canvas, rest, keys, |cell| table.mark_at(cell).is_none());
    }
}

/// A player's clock and connection.
fn facts(canvas: &mut Canvas<'_>, area: Rect, table: &Table, seat: Seat, now: Instant) {
    let mut x = area.x + 4;
    for (fact, role) in [
        time(table, seat, now),
        link(table, seat, now).map(|link| (link, Role::Dim)),
    ]
    .into_iter()
    .flatten()
    {
        let style = canvas.style(role);
        x = canvas.put(area, x, area.y, &fact, style) + 3;
    }
}

/// Games that a player has won.
fn won(table: &Table, seat: Seat) -> u32 {
    let score = table.room.view.score;
    match seat {
        Seat::Host => score.host,
        Seat::Guest => score.guest,
    }
}

/// Whose turn it is, the mark, the name.
fn name(canvas: &mut Canvas<'_>, area: Rect, table: &Table, seat: Seat) {
    if area.is_empty() {
        return;
    }
    let view = &table.room.view;
    let turn = view.running().and_then(|game| game.turn);
    let arrow = match canvas.charset {
        _ if turn.is_none_or(|turn| turn.seat != seat) => " ",
        Charset::Box => "▸",
        Charset::Ascii => ">",
    };
    let style = canvas.style(Role::Accent);
    let mut x = canvas.put(area, area.x, area.y, arrow, style) + 1;
    if let Some(mark) = view.mark_of(seat) {
        let style = canvas.style(Role::of(mark));
        x = canvas.put(area, x, area.y, &mark.to_string(), style) + 1;
    }
    let scene = table.scene();
    let name = match &view.seats[seat] {
        None => say!(table.text, SCREEN_TABLE_FREE_SEAT),
        Some(_) if table.room.me() == Some(seat) => {
            say!(table.text, WHO_YOU, name = scene.name(seat))
        }
        Some(_) => scene.name(seat),
    };
    let width = area.right().saturating_sub(x);
    canvas.line(Rect { x, width, ..area }, &name, Role::Strong);
}

fn time(table: &Table, seat: Seat, now: Instant) -> Option<(String, Role)> {
    let left = clock::on_clock(&table.room.view, seat, table.room.clock.now_ms(now))?;
    let role = match left.running {
        true if left.ms < 10_000 => Role::Alert,
        true => Role::Accent,
        false => Role::Plain,
    };
    Some((left.face(), role))
}

/// How a player's connection is.
fn link(table: &Table, seat: Seat, now: Instant) -> Option<String> {
    if !table.room.mode.is_online() {
        return None;
    }
    let text = &table.text;
    let seated = table.room.view.seats[seat].as_ref()?;
    if seated.player.is_computer() {
        return None;
    }
    if let Some(lost) = seated.lost {
        let left = lost
            .deadline_ms
            .saturating_sub(table.room.clock.now_ms(now));
        return Some(match left {
            0 => say!(text, SCREEN_LINK_AWAY),
            left => say!(text, SCREEN_LINK_AWAY_FOR, count = seconds(left)),
        });
    }
    let link = table.room.now.links[seat];
    Some(match (link.state, link.rtt_ms) {
        (LinkState::Linked, Some(rtt)) => say!(text, SCREEN_LINK_RTT, count = rtt),
        (LinkState::Linked, None) => say!(text, SCREEN_LINK_UP),
        (LinkState::Shaky, _) => say!(text, SCREEN_LINK_SHAKY),
        (LinkState::Away, _) => say!(text, SCREEN_LINK_AWAY),
    })
}
