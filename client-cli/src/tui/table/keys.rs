//! Keys and clicks at the table. Impossible requests are answered here, in words that teach; the
//! server stays the arbiter of the rest.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use frontend::speech;
use game::notation::{self, Layout};
use oxo_client::session::{Ask, AskKind};
use protocol::{
    Cell, Command, OpeningStage, Refusal,
    event::OfferKind,
    request::{AnswerOffer, Body, InGame, Move},
};
use sentences::say;
use tokio::time::Instant;

use super::{
    LiveTable, TableMenu, TablePage,
    options::{TableAction, TableOption, TableRequest},
    question::{Confirm, TableQuestion},
};
use crate::tui::{effect::UiEffect, theme::Role, widgets::yes_key};

pub(super) fn nothing() -> TableAction {
    TableAction::Effects(Vec::new())
}

impl LiveTable<'_, &mut TablePage> {
    pub fn key(&mut self, key: KeyEvent, keys: Layout, now: Instant) -> TableAction {
        if self.page.sheet.is_some() {
            return self.sheet_key(key, now);
        }
        if let Some(menu) = self.page.menu {
            return self.choose(menu, key.code);
        }
        if self.look_back(key) {
            return nothing();
        }
        match key.code {
            KeyCode::Char('q') => self.go_away(),
            KeyCode::Tab if self.watches() => TableAction::NextRoom,
            _ if self.watches() => nothing(),
            KeyCode::Char('y') => self.answer(true, now),
            KeyCode::Char(key)
                if key == yes_key(&self.page.text) && self.page.asked.question().is_some() =>
            {
                self.answer(true, now)
            }
            KeyCode::Char('n') => self.answer(false, now),
            KeyCode::Esc => self.withdraw(now),
            KeyCode::Enter | KeyCode::Char(' ') => self.play(self.page.cursor),
            KeyCode::Char(digit @ '1'..='9') => {
                let rules = self.room.view.settings.rules;
                let is = |cell: &Cell| notation::digit(rules, keys, *cell) == Some(digit);
                let cell = (0..rules.cells()).find(is);
                cell.map_or_else(nothing, |cell| self.play(cell))
            }
            KeyCode::Left | KeyCode::Char('h') => self.move_cursor(-1, 0),
            KeyCode::Right | KeyCode::Char('l') => self.move_cursor(1, 0),
            KeyCode::Up | KeyCode::Char('k') => self.move_cursor(0, -1),
            KeyCode::Down | KeyCode::Char('j') => self.move_cursor(0, 1),
            KeyCode::Char(letter) => self.request_for(letter),
            _ => nothing(),
        }
    }

    pub fn click(&mut self, cell: Cell) -> TableAction {
        let covered = self.page.menu.is_some() || self.page.sheet.is_some();
        if self.watches() || covered || self.page.back.is_some() {
            return nothing();
        }
        self.page.cursor = cell;
        self.play(cell)
    }

    fn move_cursor(&mut self, right: i8, down: i8) -> TableAction {
        let rules = self.room.view.settings.rules;
        let (column, row) = rules.column_row(self.page.cursor);
        let moved = |at: u8, by, side: u8| at.saturating_add_signed(by).min(side - 1);
        let column = moved(column, right, rules.width());
        let row = moved(row, down, rules.height());
        self.page.cursor = rules.cell_at(column, row).unwrap_or(self.page.cursor);
        nothing()
    }

    /// Whether a key steps through the moves. While one plays, the arrows move
    /// the cursor, and other keys begin to look back.
    fn look_back(&mut self, key: KeyEvent) -> bool {
        let made = self.made();
        let playing = !self.watches() && self.room.view.running().is_some();
        let stepping = self.page.back.is_some() || !playing;
        let arrows = stepping || key.modifiers.contains(KeyModifiers::SHIFT);
        let at = self.page.back.unwrap_or(made);
        let to = match key.code {
            KeyCode::PageUp | KeyCode::Char('[') => at.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(']') => at + 1,
            KeyCode::Left if arrows => at.saturating_sub(1),
            KeyCode::Right if arrows => at + 1,
            KeyCode::Char('h') if stepping => at.saturating_sub(1),
            KeyCode::Char('l') if stepping => at + 1,
            KeyCode::Home => 0,
            KeyCode::End => made,
            KeyCode::Esc | KeyCode::Enter if self.page.back.is_some() => made,
            _ => return false,
        };
        self.page.back = (to < made).then_some(to);
        true
    }

    fn play(&mut self, cell: Cell) -> TableAction {
        self.page.back = None;
        match self.decide(cell) {
            Err(sentence) => self.refuse(sentence),
            Ok(command) => {
                if self.linked() {
                    self.page.said = None;
                }
                self.ask(AskKind::Seat(command))
            }
        }
    }

    fn decide(&self, cell: Cell) -> Result<Command, String> {
        let (text, scene) = (&self.page.text, self.scene());
        let Some(game) = self.room.view.running() else {
            return Err(say!(text, TYPED_NO_GAME));
        };
        if self.client.pending_move().is_some() {
            return Err(say!(text, TYPED_PENDING));
        }
        if let Some(turn) = game.turn.filter(|turn| Some(turn.seat) != self.room.seat) {
            let name = scene.name(turn.seat);
            return Err(say!(text, TYPED_NOT_YOUR_TURN, name = name));
        }
        if !game.opening.is_none_or(OpeningStage::may_place) {
            return Err(speech::opening_turn(scene).unwrap_or_default());
        }
        if self.mark_at(cell).is_some() {
            return Err(speech::refusal(scene, &Refusal::CellTaken { cell }, 0));
        }
        Ok(Command::Move(Move {
            game: game.number,
            ply: u32::try_from(game.moves.len()).unwrap_or(u32::MAX),
            cell,
        }))
    }

    /// Does what a letter stands for now.
    fn request_for(&mut self, letter: char) -> TableAction {
        let found = self
            .options()
            .into_iter()
            .find(|option| option.letter == letter);
        match (found, letter) {
            (Some(TableOption { request, .. }), _) => self.carry_out(request),
            _ if self.room.mode.is_shared() => nothing(),
            (None, 't') => self.refuse(say!(self.page.text, SCREEN_TABLE_NO_MOVE)),
            // Not now: the server says why.
            (None, 'd') => self.ask(AskKind::Seat(self.offer(OfferKind::Draw, None))),
            (None, 'r') => self.ask(AskKind::Seat(self.offer(OfferKind::Rematch, None))),
            (None, 'a') => self.refuse(speech::refusal(self.scene(), &Refusal::NoHint, 0)),
            (None, _) => nothing(),
        }
    }

    fn carry_out(&mut self, request: TableRequest) -> TableAction {
        match request {
            TableRequest::Ask(what) => return self.ask(what),
            TableRequest::Confirm(confirm) => self.page.asked.ask_back(confirm),
            TableRequest::Menu(menu) => self.page.menu = Some(menu),
            TableRequest::Chat => self.open_chat_form(),
            TableRequest::Draw(request) => return self.draws(request),
            TableRequest::Detach => return TableAction::Start(vec![UiEffect::Detach]),
            TableRequest::Quit => return TableAction::Effects(vec![UiEffect::Quit]),
        }
        nothing()
    }

    /// Takes back what the person wanted and was asked about.
    fn withdraw(&mut self, now: Instant) -> TableAction {
        let asked = &mut self.page.asked;
        asked.withdraw(&self.room.view, self.room.me(), now);
        nothing()
    }

    fn answer(&mut self, yes: bool, now: Instant) -> TableAction {
        let game = self.room.game_number();
        let Some(question) = self.page.asked.open(now) else {
            return nothing();
        };
        if let TableQuestion::Confirm(_) = question {
            self.withdraw(now);
        }
        let command = match question {
            TableQuestion::Confirm(_) if !yes => return nothing(),
            TableQuestion::Confirm(Confirm::Resign) => Command::Resign(InGame { game }),
            TableQuestion::Confirm(Confirm::Abort) => Command::Abort(InGame { game }),
            TableQuestion::Confirm(Confirm::RemoveGuest) => Command::RemoveGuest,
            TableQuestion::Confirm(Confirm::Draw) => self.offer(OfferKind::Draw, None),
            TableQuestion::Confirm(Confirm::Restart) => self.offer(OfferKind::Restart, None),
            TableQuestion::Confirm(Confirm::Leave) => {
                return TableAction::Start(vec![UiEffect::Detach]);
            }
            TableQuestion::Offer(offer) => {
                let answer = AnswerOffer { offer: offer.id };
                match yes {
                    true => Command::Accept(answer),
                    false => Command::Decline(answer),
                }
            }
        };
        self.ask(AskKind::Seat(command))
    }

    fn go_away(&mut self) -> TableAction {
        if self.room.keeps_seat() {
            self.page.menu = Some(TableMenu::Going);
            return nothing();
        }
        if !self.room.mode.is_online() {
            let running = self.room.view.running().is_some() && self.made() > 0;
            let request = match running {
                true => TableRequest::Confirm(Confirm::Leave),
                false => TableRequest::Detach,
            };
            return self.carry_out(request);
        }
        let watches = self.watches() && self.room.view.ended.is_none();
        let unwatch = watches.then(|| UiEffect::Ask(Ask::other(Body::Unwatch)));
        TableAction::Start(unwatch.into_iter().collect())
    }

    /// A key for the menu; one that it does not name changes nothing.
    fn choose(&mut self, menu: TableMenu, code: KeyCode) -> TableAction {
        let mut options = self.menu_options(menu).1.into_iter();
        let chosen = options.find(|option| KeyCode::Char(option.letter) == code);
        if chosen.is_some() || code == KeyCode::Esc {
            self.page.menu = None;
        }
        match chosen {
            Some(option) => self.carry_out(option.request),
            None => nothing(),
        }
    }

    pub(super) fn ask(&mut self, what: AskKind) -> TableAction {
        if !self.linked() {
            return self.refuse(say!(self.page.text, SCREEN_LINK_DOWN));
        }
        TableAction::Effects(vec![UiEffect::Ask(Ask { id: None, what })])
    }

    pub(super) fn refuse(&mut self, sentence: String) -> TableAction {
        self.page.say(sentence, Role::Alert);
        nothing()
    }
}
