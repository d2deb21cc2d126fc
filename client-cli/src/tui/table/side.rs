//! The players' panel: names, marks, games won, clocks, connections; beside the board, or in a line
//! each above it.

use frontend::speech;
use game::notation::Layout;
use protocol::{Rules, Seat, View, event::Cause, now::LinkState};
use ratatui::layout::Rect;
use sentences::{
    say,
    time::{day, seconds},
};
use tokio::time::Instant;

use super::{LiveTable, clock};
use crate::tui::{
    canvas::{Canvas, behind, bottom, skip, top},
    digits,
    move_list::{self, MoveList},
    theme::Role,
};

/// Lines from which on the moves are listed: a heading, the marks, and three of them.
const LEAST_MOVES: u16 = 5;

/// The players' lines, X first; before a game the host.
fn order(table: &LiveTable<'_>) -> [Seat; 2] {
    let game = table.room.view.game.as_ref();
    let first = game.map_or(Seat::Host, |game| game.x);
    [first, first.other()]
}

pub(super) fn lines(canvas: &mut Canvas<'_>, area: Rect, table: &LiveTable<'_>, now: Instant) {
    for (mut row, seat) in area.rows().zip(order(table)) {
        let clock = time(table, seat, now).map(|(face, _)| face);
        let link = link(table, seat, now).filter(|_| table.linked());
        let facts = [Some(won(table, seat)), clock, link];
        let facts = facts.into_iter().flatten().collect::<Vec<_>>().join("  ");
        canvas.write_right(&mut row, &facts, Role::Plain);
        name(canvas, row, table, seat);
    }
}

/// The same beside the board, and what else there is.
pub(super) fn panel(
    canvas: &mut Canvas<'_>,
    mut rest: Rect,
    table: &LiveTable<'_>,
    keys: Option<Layout>,
    now: Instant,
) {
    for seat in order(table) {
        let mut row = top(&mut rest, 1);
        canvas.write_right(&mut row, &won(table, seat), Role::Strong);
        name(canvas, row, table, seat);
        let mut row = behind(top(&mut rest, 2), 4);
        let link = link(table, seat, now).filter(|_| table.linked());
        let link = link.map(|link| (link, Role::Dim));
        for (fact, role) in time(table, seat, now).into_iter().chain(link) {
            canvas.write(&mut row, &fact, role);
            skip(&mut row, 3);
        }
    }
    let text = &table.page.text;
    let draws = table.room.view.score.draws;
    if draws > 0 {
        let line = say!(text, SCREEN_TABLE_DRAWN, count = draws);
        canvas.line(top(&mut rest, 1), &line, Role::Dim);
    }
    if let Some(game) = &table.room.view.game {
        let (number, ply) = (game.number, game.moves.len());
        let line = say!(text, SCREEN_TABLE_GAME, number = number, ply = ply);
        canvas.line(top(&mut rest, 2), &line, Role::Dim);
    }
    if let Some(keys) = keys {
        digits::draw(canvas, rest, keys, |cell| table.mark_at(cell).is_none());
    }
    // Their place stays free while it is the other's turn.
    if table.room.view.settings.rules == Rules::CLASSIC {
        top(&mut rest, digits::SIZE.height + 1);
    }
    spoken(canvas, &mut rest, table);
    moves(canvas, rest, table);
}

/// The players' last reactions, beneath all else, where the moves have room as well.
fn spoken(canvas: &mut Canvas<'_>, rest: &mut Rect, table: &LiveTable<'_>) {
    let room = usize::from(rest.height.saturating_sub(LEAST_MOVES));
    for said in table.page.spoken.iter().rev().take(room) {
        let line = speech::reaction(table.scene(), said);
        canvas.line(bottom(rest, 1), &line, Role::Dim);
    }
}

/// The moves so far, where there is room for some.
fn moves(canvas: &mut Canvas<'_>, mut area: Rect, table: &LiveTable<'_>) {
    let Some(game) = &table.room.view.game else {
        return;
    };
    if area.height < LEAST_MOVES || game.moves.is_empty() {
        return;
    }
    area.width = area.width.min(move_list::COLUMNS);
    let list = MoveList {
        text: &table.page.text,
        rules: table.room.view.settings.rules,
        moves: &game.moves,
        at: table.page.back.unwrap_or(game.moves.len()),
        sign: &|_| "",
    };
    list.draw(canvas, area);
}

fn won(table: &LiveTable<'_>, seat: Seat) -> String {
    let score = table.room.view.score;
    match seat {
        Seat::Host => score.host.to_string(),
        Seat::Guest => score.guest.to_string(),
    }
}

/// Line of a seat: the turn, the mark, the name.
fn name(canvas: &mut Canvas<'_>, mut row: Rect, table: &LiveTable<'_>, seat: Seat) {
    let view = &table.room.view;
    let turn = view.running().and_then(|game| game.turn);
    if turn.is_some_and(|turn| turn.seat == seat) {
        canvas.line(row, canvas.glyph("▸", ">"), Role::Accent);
    }
    skip(&mut row, 2);
    if let Some(mark) = view.mark_of(seat) {
        canvas.write(&mut row, &mark.to_string(), Role::of(mark));
        skip(&mut row, 1);
    }
    let scene = table.scene();
    let name = match &view.seats[seat] {
        None => say!(table.page.text, SCREEN_TABLE_FREE_SEAT),
        Some(_) if table.room.me() == Some(seat) => {
            say!(table.page.text, WHO_YOU, name = scene.name(seat))
        }
        Some(_) => scene.name(seat),
    };
    canvas.line(row, &name, Role::Strong);
}

fn time(table: &LiveTable<'_>, seat: Seat, now: Instant) -> Option<(String, Role)> {
    let left = clock::on_clock(&table.room.view, seat, table.room.clock.now_ms(now))?;
    let role = match left.running {
        true if left.ms < 10_000 => Role::Alert,
        true => Role::Accent,
        false => Role::Plain,
    };
    Some((left.face(&table.page.text), role))
}

fn last_move_ms(view: &View, seat: Seat) -> Option<u64> {
    let game = view.game.as_ref()?;
    let is_theirs = |ply: &usize| game.mover(*ply, view.settings.opens) == Some(seat);
    let last = (0..game.moves.len()).rfind(is_theirs)?;
    Some(game.moves[last].at_ms)
}

fn link(table: &LiveTable<'_>, seat: Seat, now: Instant) -> Option<String> {
    let text = &table.page.text;
    let seated = table.room.view.seats[seat].as_ref()?;
    if !table.room.mode.is_online() || seated.player.is_computer() {
        return None;
    }
    if let Some(lost) = seated.lost {
        if lost.cause == Cause::Left {
            return Some(say!(text, SCREEN_LINK_LEFT));
        }
        let now_ms = table.room.clock.now_ms(now);
        return Some(match lost.deadline_ms.saturating_sub(now_ms) {
            0 => say!(text, SCREEN_LINK_AWAY),
            left => say!(text, SCREEN_LINK_AWAY_FOR, count = seconds(left)),
        });
    }
    let link = table.room.now.links[seat];
    Some(match (link.state, link.rtt_ms) {
        (LinkState::Linked, Some(rtt)) => say!(text, SCREEN_LINK_RTT, count = rtt),
        (LinkState::Linked, None) => say!(text, SCREEN_LINK_UP),
        (LinkState::Shaky, _) => say!(text, SCREEN_LINK_SHAKY),
        // At correspondence that is normal.
        (LinkState::Away, _) if table.room.view.settings.clock.is_correspondence() => {
            let time = day(last_move_ms(&table.room.view, seat)?);
            say!(text, SCREEN_LINK_MOVED, time)
        }
        (LinkState::Away, _) => say!(text, SCREEN_LINK_AWAY),
    })
}
