//! The pages of the start screen: menu, rooms, kept games, choices, questions,
//! and waiting.

use protocol::{Player, Settings, frame::QueuePlace, reply::Listed};
use ratatui::layout::Rect;

use super::{Item, KeptGame, Page, Question, Start, Waiting, choices::Choice, computer::Opponent};
use crate::{
    intent::Intent,
    key::say,
    locale::Catalogue,
    speech::{self, brief},
    text_board::Charset,
    time::{date_time, seconds},
    tui::{
        canvas::{Canvas, Target, width},
        entry::Entry,
        list::{Columns, List, Row, choose, place, window},
        parts::{heading, top},
        theme::Role,
    },
};

/// How wide the parts of a room are.
const ROOM: Columns = Columns {
    lead: 9,
    state: 7,
    title: 16,
    details: [7, 11, 9],
};

/// How wide the parts of a kept game are.
const GAME: Columns = Columns {
    lead: 16,
    state: 0,
    title: 20,
    details: [36, 7, 11],
};

impl Start {
    pub(super) fn draw_menu(&self, canvas: &mut Canvas<'_>, area: Rect, text: &Catalogue) {
        let menu = self.menu();
        // What is chosen for a new room stands beneath its line, where there is room.
        let roomy = usize::from(area.height) > menu.len();
        let lines = menu.iter().enumerate().flat_map(|(number, (item, key))| {
            let folded = roomy && *item == Item::Choices;
            let folded = folded.then_some((number, None));
            std::iter::once((number, Some((*item, *key)))).chain(folded)
        });
        let lines: Vec<_> = lines.collect();
        let at = lines
            .iter()
            .position(|(number, _)| *number == self.chosen.menu);
        let shown = window(at.unwrap_or(0), lines.len(), area.height.into());
        for (row, (number, item)) in area.rows().zip(&lines[shown]) {
            canvas.target(row, Target::Item(*number));
            let Some((item, key)) = item else {
                let sum = brief::game(text, self.choices.rules, self.choices.clock);
                canvas.line(shifted(row, 4), &sum, Role::Dim);
                continue;
            };
            let chosen = matches!(self.page, Page::Menu) && *number == self.chosen.menu;
            let role = choose(canvas, row, chosen);
            canvas.line(shifted(row, 2), &key.to_string(), Role::Key);
            canvas.line(shifted(row, 4), &item.label(text), role);
        }
    }

    pub(super) fn draw_choices(&self, canvas: &mut Canvas<'_>, mut area: Rect, text: &Catalogue) {
        heading(
            canvas,
            top(&mut area, 1),
            &say!(text, SCREEN_START_CHOICES),
            "",
        );
        let line = |choice: Choice| (choice.label(text), choice.value(text, &self.choices));
        let lines = Choice::ALL.map(line);
        values(canvas, &mut area, &lines, self.chosen.choice);
        if area.height > 2 {
            top(&mut area, 1);
            canvas.paragraph(area, &say!(text, SCREEN_START_CHOICES_ABOUT), Role::Dim);
        }
    }

    pub(super) fn draw_computer(&self, canvas: &mut Canvas<'_>, mut area: Rect, text: &Catalogue) {
        heading(
            canvas,
            top(&mut area, 1),
            &say!(text, SCREEN_START_COMPUTER),
            "",
        );
        let (it, room) = (self.opponent, &self.choices);
        let line = |line| (Opponent::label(line, text), it.value(line, text, room));
        let lines: Vec<_> = Opponent::lines(room).into_iter().map(line).collect();
        values(canvas, &mut area, &lines, self.chosen.computer);
        if let Some(line) = self.line().filter(|_| area.height > 1) {
            top(&mut area, 1);
            canvas.paragraph(area, &it.about(line, text), Role::Dim);
        }
    }

    pub(super) fn draw_rooms(
        &self,
        canvas: &mut Canvas<'_>,
        mut area: Rect,
        text: &Catalogue,
        link: Option<&str>,
    ) {
        let place = place(self.chosen.room, self.rooms.len());
        heading(
            canvas,
            top(&mut area, 1),
            &say!(text, SCREEN_START_ROOMS),
            &place,
        );
        // Without a connection nobody knows whether there are any.
        if self.rooms.is_empty() && link.is_none() {
            canvas.paragraph(area, &say!(text, SCREEN_START_ROOMS_NONE), Role::Plain);
        }
        let list = List {
            length: self.rooms.len(),
            at: self.chosen.room,
            focus: matches!(self.page, Page::Rooms),
            first: self.first_room(),
            columns: ROOM,
        };
        list.draw(canvas, area, |number| room(text, &self.rooms[number]));
    }

    pub(super) fn draw_games(&self, canvas: &mut Canvas<'_>, mut area: Rect, text: &Catalogue) {
        let place = place(self.chosen.game, self.games.len());
        heading(
            canvas,
            top(&mut area, 1),
            &say!(text, SCREEN_START_GAMES),
            &place,
        );
        if self.games.is_empty() {
            canvas.paragraph(area, &say!(text, GAMES_NONE), Role::Plain);
        }
        let list = List {
            length: self.games.len(),
            at: self.chosen.game,
            focus: true,
            first: 0,
            columns: GAME,
        };
        list.draw(canvas, area, |number| game(text, &self.games[number]));
    }
}

/// Lines with what is chosen in each, of which the keys change one.
fn values(canvas: &mut Canvas<'_>, area: &mut Rect, lines: &[(String, String)], at: usize) {
    let labels = lines.iter().map(|(label, _)| width(label));
    let value_at = 3 + labels.max().unwrap_or(0);
    for number in window(at, lines.len(), area.height.into()) {
        let (label, value) = &lines[number];
        let row = top(area, 1);
        let role = choose(canvas, row, number == at);
        canvas.line(shifted(row, 2), label, role);
        let (before, behind) = match canvas.charset {
            _ if number != at => ("  ", ""),
            Charset::Box => ("‹ ", " ›"),
            Charset::Ascii => ("< ", " >"),
        };
        let value = format!("{before}{value}{behind}");
        canvas.line(shifted(row, value_at), &value, Role::Strong);
        canvas.target(row, Target::Item(number));
    }
}

fn room(text: &Catalogue, room: &Listed) -> Row {
    let score = room.score;
    let state = match room.waiting {
        true => (say!(text, SCREEN_START_WAITS), Role::Accent),
        false => {
            let score = say!(
                text,
                SCREEN_START_SCORE,
                host = score.host,
                guest = score.guest
            );
            (score, Role::Plain)
        }
    };
    let spectators = match room.spectators {
        0 => String::new(),
        count => say!(text, SCREEN_START_SPECTATORS, count = count),
    };
    Row {
        lead: room.room.to_string(),
        state,
        title: players(text, room),
        details: [
            room.rules.to_string(),
            brief::clock(text, room.clock),
            spectators,
        ],
    }
}

/// Who plays; two computers in few columns.
fn players(text: &Catalogue, room: &Listed) -> String {
    let level = |player: &Player| Some(player.computer?.level.number());
    let levels: Vec<u8> = room.players.iter().filter_map(level).collect();
    match levels[..] {
        [one, other] => say!(text, SCREEN_START_TWO_LISTED, one = one, other = other),
        _ => speech::players(text, &room.players),
    }
}

fn game(text: &Catalogue, kept: &KeptGame) -> Row {
    let game = &kept.game;
    let record = &game.saved().record;
    let (title, result) = speech::kept_game(text, game);
    Row {
        lead: date_time(record.game.started_ms),
        state: (String::new(), Role::Plain),
        title,
        details: [
            result,
            record.settings.rules.to_string(),
            say!(text, SCREEN_START_MOVES, count = game.length()),
        ],
    }
}

/// A question, what may be typed, and the line that is typed.
pub(super) fn question(
    canvas: &mut Canvas<'_>,
    mut area: Rect,
    text: &Catalogue,
    question: Question,
    entry: &Entry,
) {
    let (title, about, label) = match question {
        Question::Name => (
            say!(text, SCREEN_START_NAME),
            say!(text, SCREEN_START_ASK_NAME_ABOUT),
            say!(text, SCREEN_START_ASK_NAME),
        ),
        Question::Room => (
            say!(text, SCREEN_START_JOIN),
            say!(text, SCREEN_START_ASK_ROOM_ABOUT),
            say!(text, SCREEN_START_ASK_ROOM),
        ),
        Question::Board => (
            say!(text, SCREEN_START_CHOICE_BOARD),
            say!(text, SCREEN_START_ASK_BOARD_ABOUT),
            say!(text, SCREEN_START_ASK_BOARD),
        ),
        Question::Clock => (
            say!(text, SCREEN_START_CHOICE_CLOCK),
            say!(text, SCREEN_START_ASK_CLOCK_ABOUT),
            say!(text, SCREEN_START_ASK_CLOCK),
        ),
    };
    heading(canvas, top(&mut area, 1), &title, "");
    // The line that is typed matters more than what is said of it.
    let mut above = area;
    above.height = area.height.saturating_sub(2);
    let drawn = canvas.paragraph(above, &about, Role::Plain);
    top(&mut area, drawn);
    if area.height > 1 {
        top(&mut area, 1);
    }
    entry.draw(canvas, area, &label);
}

/// What one waits for.
pub(super) fn waiting(
    canvas: &mut Canvas<'_>,
    mut area: Rect,
    text: &Catalogue,
    waiting: &Waiting,
    choices: Settings,
) {
    let (title, lines) = match waiting {
        Waiting::Going(intent) => (going(text, intent), vec![say!(text, SCREEN_START_GOING)]),
        Waiting::Queued(place) => (say!(text, SCREEN_START_PLAY), queued(text, *place)),
    };
    heading(canvas, top(&mut area, 1), &title, "");
    for line in lines {
        let drawn = canvas.paragraph(area, &line, Role::Plain);
        top(&mut area, drawn);
    }
    if let Waiting::Queued(_) = waiting {
        let sum = brief::game(text, choices.rules, choices.clock);
        top(&mut area, 1);
        canvas.line(area, &sum, Role::Dim);
    }
}

fn queued(text: &Catalogue, place: QueuePlace) -> Vec<String> {
    let wait = place
        .wait_ms
        .map(|ms| say!(text, QUEUE_WAIT, count = seconds(ms)));
    let waiting = say!(text, QUEUE_WAITING, count = place.position);
    std::iter::once(waiting).chain(wait).collect()
}

fn going(text: &Catalogue, intent: &Intent) -> String {
    match intent {
        Intent::Play { .. } => say!(text, SCREEN_START_PLAY),
        Intent::New(_) => say!(text, SCREEN_START_FRIEND),
        Intent::Join(room) | Intent::Watch(room) => say!(text, SCREEN_START_ROOM, room = room),
        Intent::Resume(room) => say!(text, SCREEN_START_SEAT, room = room),
        Intent::Computer(..) => say!(text, SCREEN_START_COMPUTER),
        Intent::Exhibit(..) => say!(text, SCREEN_START_EXHIBITION),
        Intent::Local(_) => say!(text, LOCAL_TITLE),
    }
}

/// What is left of a line behind so many columns.
fn shifted(row: Rect, columns: u16) -> Rect {
    let columns = columns.min(row.width);
    Rect {
        x: row.x + columns,
        width: row.width - columns,
        ..row
    }
}
