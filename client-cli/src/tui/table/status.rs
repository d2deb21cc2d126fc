//! The lines beneath the board: how the game stands, what was said last, and
//! what is to be answered.

use crossterm::event::KeyCode;
use protocol::{
    Mark,
    event::{OfferKind, RoomEnd},
};
use ratatui::layout::Rect;
use tokio::time::Instant;

use super::{
    Table, clock,
    legend::Entry,
    question::{Confirm, Question},
    shown::Tone,
};
use crate::{
    key::say,
    speech,
    time::seconds,
    tui::{
        canvas::{self, Canvas},
        theme::Role,
    },
};

/// Something that waits for somebody: a sentence, and the keys that answer it.
struct Matter {
    sentence: String,
    keys: Vec<Entry>,
    /// How much time there is.
    left: Option<String>,
    /// Whether the keys do something yet.
    open: bool,
}

/// Draws the lines. `link` is what there is to say about the connection.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    area: Rect,
    table: &Table,
    link: Option<&str>,
    now: Instant,
) {
    let mut rows = area.rows();
    let Some(first) = rows.next() else { return };
    let (headline, role) = match link {
        Some(link) => (link.to_owned(), Role::Alert),
        None => headline(table, now),
    };
    canvas.line(first, &headline, role);
    let below = Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    };
    let Some(matter) = matter(table, now) else {
        return said(canvas, below, table);
    };
    let row = |at: u16| Rect {
        y: below.y + at,
        height: below.height.saturating_sub(at).min(1),
        ..below
    };
    let sentence = canvas::width(&matter.sentence);
    let keys = matter.keys.iter();
    let keys: u16 = keys
        .map(|(shown, _, label)| canvas::width(shown) + canvas::width(label) + 4)
        .sum();
    let left = matter.left.as_deref().map_or(0, canvas::width);
    // Beside each other, where what was said last has a line to itself.
    let beside = sentence + 3 + keys + left <= below.width;
    // An offer that has just come is asked about in the words it was told in.
    let told = table.said.as_ref();
    if beside && told.is_none_or(|said| said.sentence != matter.sentence) {
        said(canvas, row(0), table);
    }
    let at = u16::from(beside);
    canvas.line(row(at), &matter.sentence, Role::Strong);
    match beside {
        true => answers_drawn(canvas, row(at), below.x + sentence + 3, &matter),
        false => answers_drawn(canvas, row(at + 1), below.x, &matter),
    }
}

fn said(canvas: &mut Canvas<'_>, area: Rect, table: &Table) {
    let Some(said) = &table.said else { return };
    let role = match said.tone {
        Tone::Calm => Role::Plain,
        Tone::Alert => Role::Alert,
    };
    canvas.paragraph(area, &said.sentence, role);
}

/// Draws the keys that answer, and the time there is to.
fn answers_drawn(canvas: &mut Canvas<'_>, row: Rect, x: u16, matter: &Matter) {
    if row.is_empty() {
        return;
    }
    let mut x = x;
    let dim = canvas.style(Role::Dim);
    for (shown, code, label) in &matter.keys {
        x = match matter.open {
            true => canvas.button(row, x, (shown, *code), label),
            // Not yet: it is there to be read, and does nothing.
            false => canvas.put(row, x, row.y, &format!("{shown} {label}"), dim),
        } + 3;
    }
    if let Some(left) = &matter.left {
        canvas.put(row, x, row.y, left, dim);
    }
}

/// How the game stands.
fn headline(table: &Table, now: Instant) -> (String, Role) {
    let (text, scene) = (&table.text, table.scene());
    let view = &table.room.view;
    if let Some(ply) = table.back {
        let count = table.made();
        let mut line = say!(text, SCREEN_TABLE_BACK, ply = ply, count = count);
        if let Some(turn) = table.pair_turn() {
            line = format!("{line} {turn}");
        } else if table.room.my_turn() {
            line = format!("{line} {}", say!(text, SCREEN_TABLE_BACK_YOUR_TURN));
        }
        return (line, Role::Accent);
    }
    if let Some(why) = view.ended {
        let line = match why {
            RoomEnd::Left => say!(text, EVENT_ENDED_LEFT),
            RoomEnd::Empty => say!(text, EVENT_ENDED_EMPTY),
            RoomEnd::Age => say!(text, EVENT_ENDED_AGE),
        };
        return (line, Role::Strong);
    }
    let Some(game) = &view.game else {
        let known = table.waits_for_friend();
        let line = (!known).then(|| say!(text, TABLE_NO_BOARD));
        return (line.unwrap_or_default(), Role::Plain);
    };
    if let Some(over) = &game.over {
        return (speech::result(scene, over), Role::Strong);
    }
    let Some(turn) = game.turn else {
        return (String::new(), Role::Plain);
    };
    if let Some(turn) = table.pair_turn() {
        return (turn, Role::Accent);
    }
    let due = clock::move_due(view, table.room.clock.now_ms(now));
    let due = due.filter(|_| table.room.mode.is_online());
    let due = due.map(|left| say!(text, SCREEN_TABLE_DUE, count = seconds(left.ms)));
    let (line, role) = match table.room.my_turn() {
        true => {
            let mark = view.mark_of(turn.seat).unwrap_or(Mark::X);
            (say!(text, TABLE_YOUR_TURN, mark = mark), Role::Accent)
        }
        false => (table.their_turn(turn.seat), Role::Strong),
    };
    let line = [Some(line), due].into_iter().flatten().collect::<Vec<_>>();
    (line.join(" "), role)
}

/// What is to be answered, or waited for.
fn matter(table: &Table, now: Instant) -> Option<Matter> {
    let text = &table.text;
    let now_ms = table.room.clock.now_ms(now);
    let key = |letter: char, label| (letter.to_string(), KeyCode::Char(letter), label);
    // From the view, for a deadline moves when the server was away.
    let left = table.room.view.offer.map(|offer| {
        let left = clock::until(offer.deadline_ms, now_ms);
        say!(text, SCREEN_TABLE_LEFT, count = seconds(left.ms))
    });
    if let Some(question) = table.asked.question() {
        let (yes, no) = answers(table, question);
        return Some(Matter {
            sentence: asked(table, question),
            keys: vec![key('y', yes), key('n', no)],
            left: left.filter(|_| matches!(question, Question::Offer(_))),
            open: table.asked.locked_until(now).is_none(),
        });
    }
    if let Some((seat, deadline_ms)) = table.absent() {
        let name = table.scene().name(seat);
        let left = clock::until(deadline_ms, now_ms);
        let sentence = match left.ms {
            0 => say!(text, SCREEN_TABLE_NOT_BACK, name = name),
            ms => say!(text, SCREEN_TABLE_AWAY, name = name, count = seconds(ms)),
        };
        let may = left.ms == 0;
        let claim = (may && !table.room.my_turn()).then(|| key('c', say!(text, SCREEN_DO_CLAIM)));
        let computer = may.then(|| key('p', say!(text, SCREEN_DO_COMPUTER)));
        return Some(Matter {
            sentence,
            keys: claim.into_iter().chain(computer).collect(),
            left: None,
            open: true,
        });
    }
    if let Some(left) = table.next_game(now_ms) {
        return Some(Matter {
            sentence: say!(text, COMPUTER_NEXT, count = seconds(left.ms)),
            keys: Vec::new(),
            left: None,
            open: true,
        });
    }
    let offer = table.room.view.offer?;
    Some(Matter {
        sentence: speech::offer(table.scene(), &offer),
        keys: Vec::new(),
        left,
        open: true,
    })
}

fn asked(table: &Table, question: Question) -> String {
    let (text, scene) = (&table.text, table.scene());
    match question {
        Question::Confirm(Confirm::Resign) if table.room.mode.is_shared() => {
            let name = table.room.seat.map(|seat| scene.name(seat));
            say!(text, LOCAL_ASK_RESIGN, name = name.unwrap_or_default())
        }
        Question::Confirm(Confirm::Resign) => say!(text, SCREEN_ASK_RESIGN),
        Question::Confirm(Confirm::Draw) => say!(text, LOCAL_ASK_DRAW),
        Question::Confirm(Confirm::Restart) => say!(text, LOCAL_ASK_RESTART),
        Question::Confirm(Confirm::Leave) => say!(text, LOCAL_ASK_LEAVE),
        Question::Confirm(Confirm::Abort) => say!(text, SCREEN_ASK_ABORT),
        Question::Confirm(Confirm::RemoveGuest) => {
            let name = scene.name(protocol::Seat::Guest);
            say!(text, SCREEN_ASK_REMOVE, name = name)
        }
        Question::Offer(offer) => speech::offer(scene, &offer),
    }
}

/// What yes and no mean, each by the name of what it does.
fn answers(table: &Table, question: Question) -> (String, String) {
    let text = &table.text;
    let on = || say!(text, SCREEN_NO_PLAY_ON);
    match question {
        Question::Confirm(Confirm::Resign) => (say!(text, SCREEN_YES_RESIGN), on()),
        Question::Confirm(Confirm::Abort) => (say!(text, SCREEN_YES_ABORT), on()),
        Question::Confirm(Confirm::Draw) => (say!(text, SCREEN_YES_DRAW), on()),
        Question::Confirm(Confirm::Restart) => (say!(text, SCREEN_YES_RESTART), on()),
        Question::Confirm(Confirm::Leave) => (say!(text, SCREEN_DO_GO), on()),
        Question::Confirm(Confirm::RemoveGuest) => {
            (say!(text, SCREEN_YES_REMOVE), say!(text, SCREEN_NO_REMOVE))
        }
        Question::Offer(offer) => match offer.kind {
            OfferKind::Draw => (say!(text, SCREEN_YES_DRAW), on()),
            OfferKind::Takeback => (
                say!(text, SCREEN_YES_TAKEBACK),
                say!(text, SCREEN_NO_TAKEBACK),
            ),
            OfferKind::Rematch => (
                say!(text, SCREEN_YES_REMATCH),
                say!(text, SCREEN_NO_REMATCH),
            ),
            OfferKind::Restart => (say!(text, SCREEN_YES_RESTART), on()),
        },
    }
}
