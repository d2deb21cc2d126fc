//! What keys and clicks do at the table. Impossible wishes are answered here,
//! in words that teach; the server stays the arbiter of the rest.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use game::notation;
use oxo_client::session::{Ask, AskKind};
use protocol::{
    Cell, Command, Refusal, Seat,
    event::OfferKind,
    now::Phrase,
    request::{AnswerOffer, Body, Claim, Claimed, InGame, Move, React},
    view::Seated,
};
use tokio::time::Instant;

use super::{
    Table,
    action::{Action, nothing},
    pair::agreed,
    question::{Confirm, Question},
    shown::{Choice, Tone},
};
use crate::{
    key::say,
    speech,
    tui::{effect::Effect, ui_settings::UiSettings},
};

impl Table {
    /// A key was pressed. `linked` says whether there is a connection.
    pub fn key(&mut self, key: KeyEvent, look: &UiSettings, linked: bool, now: Instant) -> Action {
        if let Some(choice) = self.choice.take() {
            return self.choose(choice, key.code, linked);
        }
        if let Some(doing) = self.look_back(key) {
            return doing;
        }
        let rules = self.room.view.settings.rules;
        match key.code {
            KeyCode::Char('q') => self.go_away(),
            KeyCode::Tab if self.watches() => Action::NextRoom,
            _ if self.watches() => nothing(),
            KeyCode::Char('y') => self.answer(true, linked, now),
            KeyCode::Char('n') => self.answer(false, linked, now),
            KeyCode::Esc => {
                self.asked.withdraw(&self.room.view, self.room.me(), now);
                nothing()
            }
            KeyCode::Enter | KeyCode::Char(' ') => self.play(self.cursor, linked),
            KeyCode::Char(digit @ '1'..='9') => {
                let cells = 0..rules.cells();
                let is = |cell: &Cell| notation::digit(rules, look.keys, *cell) == Some(digit);
                match cells.into_iter().find(is) {
                    Some(cell) => self.play(cell, linked),
                    None => nothing(),
                }
            }
            code => match step_of(code) {
                Some(step) => {
                    self.move_cursor(step);
                    nothing()
                }
                None => self.wish(code, linked),
            },
        }
    }

    /// A cell of the board was clicked.
    pub fn click(&mut self, cell: Cell, linked: bool) -> Action {
        if self.watches() || self.choice.is_some() || self.back.is_some() {
            return nothing();
        }
        self.cursor = cell;
        self.play(cell, linked)
    }

    fn move_cursor(&mut self, (right, down): (i16, i16)) {
        let rules = self.room.view.settings.rules;
        let (column, row) = rules.column_row(self.cursor);
        let moved = |at: u8, by: i16, side: u8| {
            let most = i16::from(side) - 1;
            u8::try_from((i16::from(at) + by).clamp(0, most)).unwrap_or(at)
        };
        let column = moved(column, right, rules.width());
        let row = moved(row, down, rules.height());
        self.cursor = rules.cell_at(column, row).unwrap_or(self.cursor);
    }

    /// Keys that step through the moves; nothing for all others. While one
    /// plays, the arrows move the cursor, and other keys begin to look back.
    fn look_back(&mut self, key: KeyEvent) -> Option<Action> {
        let made = self.made();
        let playing = !self.watches() && self.room.view.running().is_some();
        let stepping = self.back.is_some() || !playing;
        let shifted = key.modifiers.contains(KeyModifiers::SHIFT);
        let at = self.back.unwrap_or(made);
        let to = match key.code {
            KeyCode::PageUp | KeyCode::Char('[') => at.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(']') => at + 1,
            KeyCode::Left if stepping || shifted => at.saturating_sub(1),
            KeyCode::Right if stepping || shifted => at + 1,
            KeyCode::Char('h') if stepping => at.saturating_sub(1),
            KeyCode::Char('l') if stepping => at + 1,
            KeyCode::Home => 0,
            KeyCode::End => made,
            KeyCode::Esc | KeyCode::Enter if self.back.is_some() => made,
            _ => return None,
        };
        self.back = (to < made).then_some(to);
        Some(nothing())
    }

    fn play(&mut self, cell: Cell, linked: bool) -> Action {
        self.back = None;
        match self.decide(cell) {
            Err(sentence) => self.refuse(sentence),
            Ok(command) => {
                let doing = self.ask(AskKind::Seat(command), linked);
                if matches!(&doing, Action::Effects(effects) if !effects.is_empty()) {
                    self.sending = Some((self.last_id, cell));
                    self.said = None;
                }
                doing
            }
        }
    }

    fn decide(&self, cell: Cell) -> Result<Command, String> {
        let (text, scene) = (&self.text, self.scene());
        let refused = |why: &Refusal| Err(speech::refusal(scene, why, 0));
        let Some(game) = self.room.view.running() else {
            return Err(say!(text, TYPED_NO_GAME));
        };
        if self.sending.is_some() {
            return Err(say!(text, TYPED_PENDING));
        }
        if let Some(turn) = game.turn.filter(|turn| Some(turn.seat) != self.room.seat) {
            return Err(say!(
                text,
                TYPED_NOT_YOUR_TURN,
                name = scene.name(turn.seat)
            ));
        }
        if self.mark_at(cell).is_some() {
            return refused(&Refusal::CellTaken { cell });
        }
        Ok(Command::Move(Move {
            game: game.number,
            ply: u32::try_from(game.moves.len()).unwrap_or(u32::MAX),
            cell,
        }))
    }

    /// The wishes that have a letter.
    fn wish(&mut self, code: KeyCode, linked: bool) -> Action {
        if self.room.mode.is_shared() {
            return self.pair_wish(code, linked);
        }
        let view = &self.room.view;
        let running = view.running().is_some();
        let game = self.room.game_number();
        let offer = |kind| AskKind::Seat(agreed(game, kind, None));
        match code {
            KeyCode::Char('d') if view.running().is_some_and(|game| game.no_open_lines) => {
                let result = Claimed::Draw;
                self.ask(
                    AskKind::Seat(Command::Claim(Claim { game, result })),
                    linked,
                )
            }
            KeyCode::Char('d') => self.ask(offer(OfferKind::Draw), linked),
            KeyCode::Char('r') if running => self.ask(offer(OfferKind::Restart), linked),
            KeyCode::Char('r') => self.ask(offer(OfferKind::Rematch), linked),
            KeyCode::Char('t') => self.take_back(linked),
            KeyCode::Char('g') if running => {
                self.asked.ask_back(self.way_to_give_up());
                nothing()
            }
            KeyCode::Char('x') if self.may_remove() => {
                self.asked.ask_back(Confirm::RemoveGuest);
                nothing()
            }
            KeyCode::Char('c') if self.claimable().is_some() => {
                self.choice = Some(Choice::Claim);
                nothing()
            }
            KeyCode::Char('a') => self.ask_hint(linked),
            KeyCode::Char('p') if self.may_seat_computer() => {
                self.choice = Some(Choice::Level);
                nothing()
            }
            // For tables with others at them.
            KeyCode::Char('s' | 'i') if !self.room.mode.is_online() => nothing(),
            KeyCode::Char('s') => {
                self.choice = Some(Choice::Phrase);
                nothing()
            }
            KeyCode::Char('i') => {
                self.choice = Some(Choice::Invitation);
                nothing()
            }
            _ => nothing(),
        }
    }

    /// Before both have moved a game is called off, later it is given up.
    pub(super) fn way_to_give_up(&self) -> Confirm {
        if self.made() < 2 {
            Confirm::Abort
        } else {
            Confirm::Resign
        }
    }

    /// Whether the guest may be shown the door.
    pub(super) fn may_remove(&self) -> bool {
        let guest = self.room.view.seats.guest.as_ref();
        let removable = |guest: &Seated| !guest.moved && !guest.player.is_computer();
        self.room.seat == Some(Seat::Host) && guest.is_some_and(removable)
    }

    /// One's own last move, and what was answered to it.
    fn take_back(&mut self, linked: bool) -> Action {
        let mine = self.room.seat.and_then(|me| self.room.view.mark_of(me));
        let game = self.room.view.running();
        let found = game.and_then(|game| {
            let last = game
                .moves
                .iter()
                .rposition(|played| Some(played.mark) == mine);
            last.and_then(|ply| u32::try_from(ply).ok())
        });
        match found {
            Some(ply) => {
                let game = self.room.game_number();
                let offer = agreed(game, OfferKind::Takeback, Some(ply));
                self.ask(AskKind::Seat(offer), linked)
            }
            None => self.refuse(say!(self.text, SCREEN_TABLE_NO_MOVE)),
        }
    }

    fn answer(&mut self, yes: bool, linked: bool, now: Instant) -> Action {
        let game = self.room.game_number();
        let command = match (self.asked.open(now), yes) {
            (None, _) => return nothing(),
            (Some(Question::Confirm(_)), false) => {
                self.asked.withdraw(&self.room.view, self.room.me(), now);
                return nothing();
            }
            (Some(Question::Confirm(confirm)), true) => {
                self.asked.withdraw(&self.room.view, self.room.me(), now);
                match confirm {
                    Confirm::Resign => Command::Resign(InGame { game }),
                    Confirm::Abort => Command::Abort(InGame { game }),
                    Confirm::RemoveGuest => Command::RemoveGuest,
                    Confirm::Draw => agreed(game, OfferKind::Draw, None),
                    Confirm::Restart => agreed(game, OfferKind::Restart, None),
                    Confirm::Leave => return Action::Start(vec![Effect::Detach]),
                }
            }
            (Some(Question::Offer(offer)), true) => {
                Command::Accept(AnswerOffer { offer: offer.id })
            }
            (Some(Question::Offer(offer)), false) => {
                Command::Decline(AnswerOffer { offer: offer.id })
            }
        };
        self.ask(AskKind::Seat(command), linked)
    }

    fn go_away(&mut self) -> Action {
        if self.room.keeps_seat() {
            self.choice = Some(Choice::Going);
            return nothing();
        }
        if !self.room.mode.is_online() {
            let running = self.room.view.running().is_some() && self.made() > 0;
            return match running {
                true => self.ask_back(Confirm::Leave),
                false => Action::Start(vec![Effect::Detach]),
            };
        }
        let watches = self.watches() && self.room.view.ended.is_none();
        let unwatch = watches.then(|| Effect::Ask(Ask::other(Body::Unwatch)));
        Action::Start(unwatch.into_iter().collect())
    }

    fn choose(&mut self, choice: Choice, code: KeyCode, linked: bool) -> Action {
        match (choice, code) {
            (Choice::Phrase, KeyCode::Char(digit @ '1'..='8')) => {
                let at = usize::from(u8::try_from(digit).unwrap_or(b'1') - b'1');
                let phrase: Phrase = Phrase::ALL[at].1;
                self.ask(AskKind::Other(Body::React(React { phrase })), linked)
            }
            (Choice::Going, KeyCode::Char('k')) if self.queued.is_none() => {
                Action::Start(vec![Effect::Detach])
            }
            (Choice::Going, KeyCode::Char('g')) => self.ask(AskKind::Seat(Command::Leave), linked),
            (Choice::Going, KeyCode::Char('q')) => Effect::Quit.into(),
            (Choice::Claim, KeyCode::Char(letter @ ('w' | 'd'))) => {
                let game = self.room.game_number();
                let result = if letter == 'w' {
                    Claimed::Win
                } else {
                    Claimed::Draw
                };
                self.ask(
                    AskKind::Seat(Command::Claim(Claim { game, result })),
                    linked,
                )
            }
            (Choice::Claim, KeyCode::Char('p')) => {
                self.choice = Some(Choice::Level);
                nothing()
            }
            (Choice::Level, KeyCode::Char(digit @ '1'..='5')) => self.seat_computer(digit, linked),
            (_, KeyCode::Esc) => nothing(),
            // A key that the choice does not name changes nothing.
            _ => {
                self.choice = Some(choice);
                nothing()
            }
        }
    }

    pub(super) fn ask(&mut self, what: AskKind, linked: bool) -> Action {
        if !linked {
            return self.refuse(say!(self.text, LINK_DOWN));
        }
        self.last_id += 1;
        let id = Some(self.last_id);
        Effect::Ask(Ask { id, what }).into()
    }

    pub(super) fn refuse(&mut self, sentence: String) -> Action {
        self.say(sentence, Tone::Alert);
        nothing()
    }
}

/// Columns to the right and rows down, of a key that moves the cursor.
fn step_of(code: KeyCode) -> Option<(i16, i16)> {
    match code {
        KeyCode::Left | KeyCode::Char('h') => Some((-1, 0)),
        KeyCode::Right | KeyCode::Char('l') => Some((1, 0)),
        KeyCode::Up | KeyCode::Char('k') => Some((0, -1)),
        KeyCode::Down | KeyCode::Char('j') => Some((0, 1)),
        _ => None,
    }
}
