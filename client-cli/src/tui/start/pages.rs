//! The pages of the start screen: menu, rooms, kept games, settings, questions,
//! and waiting.

use archive::replay::Game;
use frontend::{
    intent::{Intent, OpponentSearch},
    speech::{self, brief},
};
use protocol::{
    Mark, Player, Seat,
    reply::{Listed, WaitingPlayer},
};
use ratatui::layout::Rect;
use sentences::{
    Catalogue, say,
    time::{date_time, seconds},
};

use super::{ListEntry, Prompt, StartPage, StartView, menu::MenuAction};
use crate::tui::{
    canvas::{Canvas, ClickTarget, behind, top, width},
    list::{ListColumns, ListRow, ScrollList, choose, place, window},
    text_input::TextInput,
    theme::Role,
    widgets::heading,
};

const ROOM: ListColumns = [9, 7, 16, 13, 11, 9];
const GAME: ListColumns = [16, 0, 20, 36, 7, 11];

impl StartPage {
    pub(super) fn draw_menu(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let menu = self.menu();
        // The settings of a new room stand beneath its line, where there is room.
        let roomy = usize::from(area.height) > menu.len();
        let mut lines = Vec::new();
        for (number, item) in menu.iter().enumerate() {
            lines.push((number, Some(item)));
            if roomy && item.action == MenuAction::Choices {
                lines.push((number, None));
            }
        }
        let at = lines
            .iter()
            .position(|(number, _)| *number == self.chosen.menu);
        let shown = window(at.unwrap_or(0), lines.len(), area.height.into());
        for (row, (number, item)) in area.rows().zip(&lines[shown]) {
            canvas.target(row, ClickTarget::Item(*number));
            let Some(item) = item else {
                canvas.line(behind(row, 4), &self.room_in_brief(), Role::Dim);
                continue;
            };
            let chosen = matches!(self.view, StartView::Menu) && *number == self.chosen.menu;
            let role = choose(canvas, row, chosen);
            canvas.line(behind(row, 2), &item.letter.to_string(), Role::Key);
            canvas.line(behind(row, 4), &item.label, role);
        }
    }

    fn room_in_brief(&self) -> String {
        brief::game(&self.text, self.draft.room.rules, self.draft.room.clock)
    }

    /// Lines with their values, of which the keys change one.
    pub(super) fn draw_settings(&self, canvas: &mut Canvas<'_>, mut area: Rect) {
        let (text, draft) = (&self.text, &self.draft);
        let computer = matches!(self.view, StartView::Computer);
        let (title, about) = match (computer, self.setting()) {
            (true, Some(line)) => (say!(text, SCREEN_START_COMPUTER), (line.about)(text, draft)),
            _ => (
                say!(text, SCREEN_START_CHOICES),
                say!(text, SCREEN_START_CHOICES_ABOUT),
            ),
        };
        heading(canvas, &mut area, &title, "");
        let lines = self.settings();
        let widest = lines.iter().map(|line| width(&(line.label)(text))).max();
        let at = self.chosen_setting();
        for number in window(at, lines.len(), area.height.into()) {
            let (label, value) = (lines[number].label, lines[number].value);
            let row = top(&mut area, 1);
            let role = choose(canvas, row, number == at);
            canvas.line(behind(row, 2), &label(text), role);
            let (before, after) = match number == at {
                true => canvas.glyph(("‹ ", " ›"), ("< ", " >")),
                false => ("  ", ""),
            };
            let value = format!("{before}{}{after}", value(text, draft));
            canvas.line(behind(row, 3 + widest.unwrap_or(0)), &value, Role::Strong);
            canvas.target(row, ClickTarget::Item(number));
        }
        if area.height > if computer { 1 } else { 2 } {
            top(&mut area, 1);
            canvas.paragraph(&mut area, &about, Role::Dim);
        }
    }

    pub(super) fn draw_rooms(&self, canvas: &mut Canvas<'_>, area: Rect, about: Option<&str>) {
        let text = &self.text;
        let list = ScrollList {
            length: self.entries(),
            at: self.chosen.room,
            focus: matches!(self.view, StartView::Rooms),
            first: self.first_room(),
            columns: ROOM,
        };
        let title = say!(text, SCREEN_START_ROOMS);
        let area = head_of_list(canvas, area, &title, about, &list);
        list.draw(canvas, area, |number| match self.entry(number) {
            Some(ListEntry::Waiting(player)) => waiting_row(text, player),
            Some(ListEntry::Room(listed)) => room(text, listed),
            None => ListRow::default(),
        });
    }

    pub(super) fn draw_games(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let text = &self.text;
        let none = self.games.is_empty().then(|| say!(text, GAMES_NONE));
        let list = ScrollList {
            length: self.games.len(),
            at: self.chosen.game,
            focus: true,
            first: 0,
            columns: GAME,
        };
        let title = say!(text, SCREEN_START_GAMES);
        let area = head_of_list(canvas, area, &title, none.as_deref(), &list);
        list.draw(canvas, area, |number| game(text, &self.games[number]));
    }

    /// `linked`: the server can be asked, or that it cannot is shown elsewhere.
    pub(super) fn draw_going(
        &self,
        canvas: &mut Canvas<'_>,
        mut area: Rect,
        intent: &Intent,
        linked: bool,
    ) {
        heading(canvas, &mut area, &going(&self.text, intent), "");
        if linked && !matches!(intent, Intent::Local(_)) {
            let asking = say!(self.text, SCREEN_START_GOING);
            canvas.paragraph(&mut area, &asking, Role::Plain);
        }
    }

    /// Waits for anybody, about as long as the server expects.
    pub(super) fn draw_queued(
        &self,
        canvas: &mut Canvas<'_>,
        mut area: Rect,
        wait_ms: Option<u64>,
    ) {
        let text = &self.text;
        let title = match &self.search {
            Some(intent) => going(text, intent),
            None => say!(text, SCREEN_START_PLAY),
        };
        heading(canvas, &mut area, &title, "");
        let search = Intent::Play(self.draft.search());
        let search = self.search.as_ref().unwrap_or(&search);
        for sentence in speech::queued(text, search) {
            canvas.paragraph(&mut area, &sentence, Role::Plain);
        }
        if let Some(ms) = wait_ms {
            let wait = say!(text, QUEUE_WAIT, count = seconds(ms));
            canvas.paragraph(&mut area, &wait, Role::Plain);
        }
        top(&mut area, 1);
        if let Intent::Play(search) = search {
            let game = search_in_brief(text, search);
            canvas.line(top(&mut area, 1), &game, Role::Dim);
        }
        self.draw_others(canvas, area);
    }

    /// Those who wait too, for other games.
    fn draw_others(&self, canvas: &mut Canvas<'_>, mut area: Rect) {
        let Some(others) = self.others_who_wait() else {
            return;
        };
        top(&mut area, 1);
        let list = ScrollList {
            length: others.len(),
            at: self.chosen.room.min(others.len() - 1),
            focus: true,
            first: 0,
            columns: ROOM,
        };
        let title = say!(self.text, SCREEN_START_OTHERS);
        let area = head_of_list(canvas, area, &title, None, &list);
        list.draw(canvas, area, |number| {
            waiting_row(&self.text, &others[number])
        });
    }

    /// A question, what may be typed, and the line that is typed.
    pub(super) fn draw_prompt(
        &self,
        canvas: &mut Canvas<'_>,
        mut area: Rect,
        (prompt, input): (Prompt, &TextInput),
    ) {
        let text = &self.text;
        let (title, about, label) = match prompt {
            Prompt::Name => (
                say!(text, SCREEN_START_NAME),
                say!(text, SCREEN_START_ASK_NAME_ABOUT),
                say!(text, SCREEN_START_ASK_NAME),
            ),
            Prompt::Room => (
                say!(text, SCREEN_START_JOIN),
                say!(text, SCREEN_START_ASK_ROOM_ABOUT),
                say!(text, SCREEN_START_ASK_ROOM),
            ),
            Prompt::Server => (
                say!(text, SCREEN_START_SERVERS),
                say!(text, SCREEN_START_ASK_SERVER_ABOUT),
                say!(text, SCREEN_START_ASK_SERVER),
            ),
            Prompt::Player(seat) => {
                let mark = self.draft.room.opens.mark(match seat {
                    Seat::Host => Mark::X,
                    Seat::Guest => Mark::O,
                });
                (
                    say!(text, SCREEN_START_LOCAL),
                    say!(text, SCREEN_START_ASK_PLAYER_ABOUT),
                    say!(text, SCREEN_START_ASK_PLAYER, mark),
                )
            }
            Prompt::Setting(line, typed) => {
                ((line.label)(text), (typed.about)(text), (typed.label)(text))
            }
        };
        heading(canvas, &mut area, &title, "");
        // The typed line matters more than the sentence about it.
        let mut above = area;
        above.height = area.height.saturating_sub(2);
        canvas.paragraph(&mut above, &about, Role::Plain);
        let drawn = above.y - area.y;
        top(&mut area, drawn);
        if area.height > 1 {
            top(&mut area, 1);
        }
        input.draw(canvas, area, &label);
    }
}

/// Draws the heading of a list, with the position in it, and its sentence.
fn head_of_list(
    canvas: &mut Canvas<'_>,
    mut area: Rect,
    title: &str,
    about: Option<&str>,
    list: &ScrollList,
) -> Rect {
    heading(canvas, &mut area, title, &place(list.at, list.length));
    if let Some(about) = about {
        canvas.paragraph(&mut area, about, Role::Plain);
        if list.length > 0 && area.height > 1 {
            top(&mut area, 1);
        }
    }
    area
}

/// Board and clock of a search for an opponent.
fn search_in_brief(text: &Catalogue, search: &OpponentSearch) -> String {
    let board = match search.any_board {
        true => say!(text, BRIEF_ANY_BOARD),
        false => brief::board(text, search.rules),
    };
    let clock = match search.any_clock {
        true => say!(text, BRIEF_ANY_CLOCK),
        false => brief::clock(text, search.clock),
    };
    say!(text, BRIEF_GAME, board, clock)
}

fn waiting_row(text: &Catalogue, waiting: &WaitingPlayer) -> ListRow {
    ListRow {
        lead: say!(text, SCREEN_START_ANYONE),
        state: (say!(text, SCREEN_START_WAITS), Role::Accent),
        title: speech::player(text, &waiting.player),
        details: [
            brief::boards(text, &waiting.boards),
            brief::clocks(text, &waiting.clocks),
            String::new(),
        ],
    }
}

fn room(text: &Catalogue, room: &Listed) -> ListRow {
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
    let clock = brief::clock(text, room.clock);
    ListRow {
        lead: room.room.to_string(),
        state,
        title: players(text, room),
        details: [speech::listed_rules(room), clock, spectators],
    }
}

/// The players; two computers in few columns.
fn players(text: &Catalogue, room: &Listed) -> String {
    let level = |player: &Player| Some(player.computer?.level.number());
    let levels: Vec<u8> = room.players.iter().filter_map(level).collect();
    match levels[..] {
        [one, other] => say!(text, SCREEN_START_TWO_LISTED, one = one, other = other),
        _ => speech::players(text, &room.players),
    }
}

fn game(text: &Catalogue, game: &Game) -> ListRow {
    let record = &game.saved().record;
    let (title, result) = speech::kept_game(text, game);
    let moves = say!(text, SCREEN_START_MOVES, count = game.length());
    ListRow {
        lead: date_time(record.game.started_ms),
        state: (String::new(), Role::Plain),
        title,
        details: [result, record.settings.rules.to_string(), moves],
    }
}

fn going(text: &Catalogue, intent: &Intent) -> String {
    match intent {
        Intent::Play(_) => say!(text, SCREEN_START_PLAY),
        Intent::Answer(_) => say!(text, SCREEN_START_ANSWERING),
        Intent::New(_) => say!(text, SCREEN_START_FRIEND),
        Intent::Join(room) | Intent::Watch(room) => say!(text, SCREEN_START_ROOM, room = room),
        Intent::Resume(seat) => say!(text, SCREEN_START_SEAT, room = seat.room),
        Intent::TakeSeat(room, _) => say!(text, SCREEN_START_SEAT, room = room),
        Intent::Computer(..) => say!(text, SCREEN_START_COMPUTER),
        Intent::Exhibit(..) => say!(text, SCREEN_START_EXHIBITION),
        Intent::Local(_) => say!(text, LOCAL_TITLE),
    }
}
