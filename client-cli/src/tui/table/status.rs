//! The lines beneath the board: the state of the game, the last message, and
//! the open question.

use frontend::speech;
use protocol::{Mark, Seat, event::OfferKind, settings::DAY_MS};
use ratatui::layout::Rect;
use sentences::{say, time::seconds};
use tokio::time::Instant;

use super::{
    LiveTable,
    clock::{self, TimeLeft},
    question::{Confirm, TableQuestion},
};
use crate::tui::{
    canvas::{Canvas, behind, top, width},
    theme::Role,
    widgets::{KeyHint, yes_key},
};

/// Something that waits for somebody: a sentence, and the keys that answer it.
#[derive(Default)]
struct PendingPrompt {
    sentence: String,
    keys: Vec<KeyHint>,
    /// Time left.
    left: Option<String>,
    /// Whether the keys do nothing yet.
    locked: bool,
}

/// Draws the lines. `link` is what there is to say about the connection.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    mut area: Rect,
    table: &LiveTable<'_>,
    link: Option<&str>,
    now: Instant,
) {
    let (headline, role) = match link {
        Some(link) if !table.linked() => return resting(canvas, area, table, link),
        Some(link) => (link.to_owned(), Role::Alert),
        None => headline(table, now),
    };
    let Some(pending_prompt) = pending_prompt(table, now) else {
        // It takes a second line where nothing is lost by that.
        let last = u16::from(table.page.said.is_some());
        let mut head = Rect {
            height: area.height.saturating_sub(last),
            ..area
        };
        canvas.paragraph(&mut head, &headline, role);
        let taken = head.y - area.y;
        top(&mut area, taken);
        return said(canvas, area, table);
    };
    let sentence = width(&pending_prompt.sentence);
    let keys: u16 = pending_prompt.keys.iter().map(|key| key.width() + 3).sum();
    let left = pending_prompt.left.as_deref().map_or(0, width);
    // Beside each other, where the last message has a line to itself.
    let beside = sentence + 3 + keys + left <= area.width;
    if beside || area.height > 2 {
        canvas.line(top(&mut area, 1), &headline, role);
    }
    let first = top(&mut area, 1);
    let (asked, mut answers) = match beside {
        true if area.is_empty() => (first, behind(first, sentence + 3)),
        true => (area, behind(area, sentence + 3)),
        false => (first, area),
    };
    // An offer that has just come is asked about in the words in which it was announced.
    let told = table.page.said.as_ref();
    if asked != first && told.is_none_or(|(said, _)| *said != pending_prompt.sentence) {
        said(canvas, first, table);
    }
    canvas.line(asked, &pending_prompt.sentence, Role::Strong);
    answers.height = answers.height.min(1);
    for key in &pending_prompt.keys {
        match pending_prompt.locked {
            true => key.draw_locked(canvas, &mut answers, 3),
            false => key.draw(canvas, &mut answers, 3),
        }
    }
    canvas.write(
        &mut answers,
        &pending_prompt.left.unwrap_or_default(),
        Role::Dim,
    );
}

/// Without a link nothing can be answered, and presence is unknown.
fn resting(canvas: &mut Canvas<'_>, mut area: Rect, table: &LiveTable<'_>, link: &str) {
    canvas.paragraph(&mut area, link, Role::Alert);
    match table.page.said {
        None if table.room.keeps_seat() => {
            canvas.line(area, &say!(table.page.text, LINK_KEPT), Role::Plain);
        }
        _ => said(canvas, area, table),
    }
}

fn said(canvas: &mut Canvas<'_>, mut area: Rect, table: &LiveTable<'_>) {
    if let Some((said, role)) = &table.page.said {
        canvas.paragraph(&mut area, said, *role);
    }
}

fn headline(table: &LiveTable<'_>, now: Instant) -> (String, Role) {
    let text = &table.page.text;
    let (view, mine) = (&table.room.view, table.room.my_turn());
    if let Some(ply) = table.page.back {
        let line = say!(text, SCREEN_TABLE_BACK, ply = ply, count = table.made());
        let turn = mine.then(|| say!(text, SCREEN_TABLE_BACK_YOUR_TURN));
        return (
            join(line, speech::shared_turn(table.scene()).or(turn)),
            Role::Accent,
        );
    }
    if let Some(why) = view.ended {
        return (speech::room_end(text, why), Role::Strong);
    }
    let Some(game) = &view.game else {
        let line = match table.waits_for_friend() {
            true => String::new(),
            false => say!(text, TABLE_NO_BOARD),
        };
        return (line, Role::Plain);
    };
    if let Some(over) = &game.over {
        return (table.result(over), Role::Strong);
    }
    let Some(turn) = game.turn else {
        return (String::new(), Role::Plain);
    };
    if let Some(turn) = speech::shared_turn(table.scene()) {
        return (turn, Role::Accent);
    }
    let due = clock::move_due(view, table.room.clock.now_ms(now));
    let due = due.filter(|_| table.room.mode.is_online());
    let due = due.map(|left| say!(text, SCREEN_TABLE_DUE, count = seconds(left.ms)));
    if let Some(said) = speech::opening_turn(table.scene()) {
        let role = if mine { Role::Accent } else { Role::Strong };
        return (join(said, due), role);
    }
    if mine {
        let mark = view.mark_of(turn.seat).unwrap_or(Mark::X);
        return (
            join(say!(text, TABLE_YOUR_TURN, mark = mark), due),
            Role::Accent,
        );
    }
    (join(table.their_turn(turn.seat), due), Role::Strong)
}

fn join(first: String, second: Option<String>) -> String {
    match second {
        Some(second) => format!("{first} {second}"),
        None => first,
    }
}

fn pending_prompt(table: &LiveTable<'_>, now: Instant) -> Option<PendingPrompt> {
    let text = &table.page.text;
    let now_ms = table.room.clock.now_ms(now);
    // From the view, for a deadline moves when the server was away.
    let offer = table.room.view.offer;
    let left = offer.map(|offer| TimeLeft::until(offer.deadline_ms, now_ms));
    // An offer of correspondence stays open for days.
    let left = left.filter(|left| left.ms < DAY_MS);
    let left = left.map(|left| say!(text, SCREEN_TABLE_LEFT, count = seconds(left.ms)));
    if let Some(question) = table.page.asked.question() {
        let (sentence, yes, no) = question_words(table, question);
        return Some(PendingPrompt {
            sentence,
            keys: vec![
                KeyHint::letter(yes_key(text), yes),
                KeyHint::letter('n', no),
            ],
            left: left.filter(|_| matches!(question, TableQuestion::Offer(_))),
            locked: table.page.asked.locked_until(now).is_some(),
        });
    }
    if let Some((seat, lost)) = table.absent() {
        let over = lost.deadline_ms <= now_ms;
        let claims = over && !table.room.my_turn();
        let claim = claims.then(|| KeyHint::letter('c', say!(text, SCREEN_DO_CLAIM)));
        let computer = over.then(|| KeyHint::letter('p', say!(text, SCREEN_DO_COMPUTER)));
        return Some(PendingPrompt {
            sentence: speech::absence(table.scene(), seat, lost, now_ms),
            keys: claim.into_iter().chain(computer).collect(),
            ..PendingPrompt::default()
        });
    }
    let (sentence, left) = match (table.next_game(now_ms), offer) {
        (Some(left), _) => (say!(text, COMPUTER_NEXT, count = seconds(left.ms)), None),
        (None, Some(offer)) => (speech::offer(table.scene(), &offer), left),
        (None, None) => return None,
    };
    Some(PendingPrompt {
        sentence,
        left,
        ..PendingPrompt::default()
    })
}

/// A question, and the meanings of yes and no, each by the name of its action.
fn question_words(table: &LiveTable<'_>, question: TableQuestion) -> (String, String, String) {
    let (text, scene) = (&table.page.text, table.scene());
    let on = say!(text, SCREEN_NO_PLAY_ON);
    let confirm = match question {
        TableQuestion::Confirm(confirm) => confirm,
        TableQuestion::Offer(offer) => {
            let (yes, no) = match offer.kind {
                OfferKind::Draw => (say!(text, SCREEN_YES_DRAW), on),
                OfferKind::Takeback => (
                    say!(text, SCREEN_YES_TAKEBACK),
                    say!(text, SCREEN_NO_TAKEBACK),
                ),
                OfferKind::Rematch => (
                    say!(text, SCREEN_YES_REMATCH),
                    say!(text, SCREEN_NO_REMATCH),
                ),
                OfferKind::Restart => (say!(text, SCREEN_YES_RESTART), on),
            };
            return (speech::offer(scene, &offer), yes, no);
        }
    };
    match confirm {
        Confirm::Resign => {
            let shared = table.room.seat.filter(|_| table.room.mode.is_shared());
            let ask = match shared {
                Some(seat) => say!(text, LOCAL_ASK_RESIGN, name = scene.name(seat)),
                None => say!(text, SCREEN_ASK_RESIGN),
            };
            (ask, say!(text, SCREEN_YES_RESIGN), on)
        }
        Confirm::Abort => (
            say!(text, SCREEN_ASK_ABORT),
            say!(text, SCREEN_YES_ABORT),
            on,
        ),
        Confirm::Draw => (say!(text, LOCAL_ASK_DRAW), say!(text, SCREEN_YES_DRAW), on),
        Confirm::Restart => (
            say!(text, LOCAL_ASK_RESTART),
            say!(text, SCREEN_YES_RESTART),
            on,
        ),
        Confirm::Leave => (say!(text, LOCAL_ASK_LEAVE), say!(text, SCREEN_DO_GO), on),
        Confirm::RemoveGuest => (
            say!(text, SCREEN_ASK_REMOVE, name = scene.name(Seat::Guest)),
            say!(text, SCREEN_YES_REMOVE),
            say!(text, SCREEN_NO_REMOVE),
        ),
    }
}
