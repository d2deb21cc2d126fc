//! Dispatch of keys, the mouse and pastes to pages.

use archive::{SavedGame, replay::Game};
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind,
};
use frontend::intent::Intent;
use oxo_client::state::LinkPhase;
use tokio::time::Instant;

use super::{SeatQuestion, Ui};
use crate::tui::{
    canvas::ClickTarget,
    effect::UiEffect,
    invited::InvitationCard,
    overlay::{self, Overlay},
    table::TableAction,
    viewer::ViewerAction,
    widgets::yes_key,
};

impl Ui {
    /// The terminal tells of a key, the mouse, a paste, its size or the focus.
    pub fn event(&mut self, event: &Event, now: Instant) -> Vec<UiEffect> {
        let typing = self.start.is_typing();
        let mut effects = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key, now),
            Event::Mouse(mouse) => self.mouse(*mouse, now),
            Event::Paste(pasted) if self.is_at_start() => self.start.paste(pasted),
            Event::Paste(pasted) => self.paste_at_table(pasted),
            _ => Vec::new(),
        };
        if typing && !self.start.is_typing() {
            effects.extend(self.begin());
            // Of two players nobody was named, and there is nothing else here.
            if self.launch.local && effects.is_empty() {
                effects.push(UiEffect::Quit);
            }
        }
        if let Some(UiEffect::LookUpRoom(address, room)) = effects.first().cloned() {
            self.card = Some(InvitationCard::new(address, room));
        }
        let local = |effect: &UiEffect| matches!(effect, UiEffect::Go(Intent::Local(_)));
        self.offline |= effects.iter().any(local);
        // Turning away from what the program was started for, one goes on here.
        let turns = |effect: &UiEffect| matches!(effect, UiEffect::Detach);
        self.launch.direct &= !effects.iter().any(turns);
        effects
    }

    /// Whether the start screen has the keys.
    fn is_at_start(&self) -> bool {
        let covered = self.overlay.is_some() || self.take_up.is_some() || self.viewer.is_some();
        self.table.is_none() && !covered
    }

    fn key(&mut self, key: KeyEvent, now: Instant) -> Vec<UiEffect> {
        if let Some(over) = self.overlay.take() {
            let (left, effect) = overlay::key(over, key.code, &mut self.ui_settings, &self.text);
            self.overlay = left;
            if let (Some(UiEffect::Remember("language", _)), Some(table)) =
                (&effect, &mut self.table)
            {
                table.clear_notice();
            }
            return effect.into_iter().collect();
        }
        if let Some(question) = self.take_up.clone() {
            return self.take_up(question, key.code);
        }
        if let Some(card) = &self.card {
            let action = card.key(key.code);
            return self.run_card_action(action);
        }
        let typing = match &self.table {
            None => self.start.is_typing(),
            Some(table) => table.is_typing(),
        };
        if key.code == KeyCode::Char('?') && !typing {
            self.overlay = Some(Overlay::Help(0));
            return Vec::new();
        }
        if let Some(viewer) = &mut self.viewer {
            let action = viewer.key(key, now);
            return self.viewed(action);
        }
        match self.table {
            None => self.start.key(key),
            Some(_) => self.table_key(key, now),
        }
    }

    /// Carries out an action of the game viewer.
    pub(super) fn viewed(&mut self, action: ViewerAction) -> Vec<UiEffect> {
        match (action, &mut self.viewer) {
            (ViewerAction::Review, Some(viewer)) => {
                return vec![UiEffect::Review(viewer.question())];
            }
            (ViewerAction::Close, _) if self.launch.local && self.table.is_none() => {
                return vec![UiEffect::Quit];
            }
            (ViewerAction::Close, _) => self.viewer = None,
            _ => {}
        }
        Vec::new()
    }

    /// Looks at the game that has ended at the table, and has the computer do so.
    fn review(&mut self) -> Vec<UiEffect> {
        let table = self.live_table();
        let saved = table.and_then(|table| SavedGame::of(table.room));
        let game = saved.and_then(|saved| Game::check(saved).ok());
        let Some(game) = game else { return Vec::new() };
        self.open_game(game);
        if let Some(viewer) = &mut self.viewer {
            viewer.show_end();
        }
        self.viewed(ViewerAction::Review)
    }

    fn take_up(&mut self, question: SeatQuestion, code: KeyCode) -> Vec<UiEffect> {
        let by_enter = matches!(question, SeatQuestion::GoBack(_));
        let yes = match code {
            KeyCode::Enter if by_enter => true,
            KeyCode::Char(key) if key == 'y' || key == yes_key(&self.text) => true,
            KeyCode::Char('n') | KeyCode::Esc => false,
            _ => return Vec::new(),
        };
        self.take_up = None;
        match question {
            SeatQuestion::GoBack(seat) | SeatQuestion::TakeOver(seat) => {
                if yes {
                    self.launch.first.push_front(Intent::Resume(seat));
                }
                self.begin()
            }
            SeatQuestion::Take(address, room, token) if yes => {
                self.go_there(address, Intent::TakeSeat(room, token))
            }
            SeatQuestion::Take(..) => Vec::new(),
        }
    }

    fn table_key(&mut self, key: KeyEvent, now: Instant) -> Vec<UiEffect> {
        let switching = self.is_switching(now);
        let Some(table) = self.live_table().filter(|_| !switching) else {
            return Vec::new();
        };
        match (&self.client.link, key.code) {
            _ if table.page.is_typing() => {}
            (LinkPhase::Lost { .. }, KeyCode::Enter) => return vec![UiEffect::Retry],
            (LinkPhase::Over(_), KeyCode::Enter) => {
                // A seat is taken up again by itself.
                let back = match table.watches() {
                    true => UiEffect::Go(Intent::Watch(table.room.code)),
                    false => UiEffect::Retry,
                };
                self.client.link = LinkPhase::Connecting;
                return vec![back];
            }
            (LinkPhase::Over(_), KeyCode::Char('q')) => {
                self.back_to_start(None);
                return vec![UiEffect::Detach];
            }
            (_, KeyCode::Char('o')) => {
                self.overlay = Some(Overlay::Settings);
                return Vec::new();
            }
            (_, KeyCode::Char('v')) => return self.review(),
            (_, KeyCode::Char('m')) => return vec![overlay::mute(&mut self.ui_settings)],
            _ => {}
        }
        let keys = self.ui_settings.keys;
        let action = self
            .live_table_mut()
            .map(|mut table| table.key(key, keys, now));
        action.map_or_else(Vec::new, |action| self.done(action, now))
    }

    fn done(&mut self, action: TableAction, now: Instant) -> Vec<UiEffect> {
        match action {
            TableAction::Effects(effects) => self.numbered(effects),
            TableAction::Start(_) if self.launch.local => vec![UiEffect::Quit],
            TableAction::Start(effects) => {
                self.back_to_start(None);
                effects
            }
            TableAction::NextRoom if self.client.link.is_up() => {
                self.next_room = true;
                vec![self.ask_rooms(now)]
            }
            TableAction::NextRoom => Vec::new(),
        }
    }

    /// The effects, with numbers for the asks among them.
    fn numbered(&mut self, effects: Vec<UiEffect>) -> Vec<UiEffect> {
        let number = |effect| match effect {
            UiEffect::Ask(ask) => UiEffect::Ask(self.client.number(ask)),
            effect => effect,
        };
        effects.into_iter().map(number).collect()
    }

    fn mouse(&mut self, mouse: MouseEvent, now: Instant) -> Vec<UiEffect> {
        let at_table = self.table.is_some() && self.overlay.is_none() && self.viewer.is_none();
        let code = match mouse.kind {
            MouseEventKind::ScrollUp if at_table => KeyCode::PageUp,
            MouseEventKind::ScrollDown if at_table => KeyCode::PageDown,
            MouseEventKind::ScrollUp => KeyCode::Up,
            MouseEventKind::ScrollDown => KeyCode::Down,
            MouseEventKind::Down(MouseButton::Left) => {
                match self.targets.at(mouse.column, mouse.row) {
                    Some(ClickTarget::Key(code)) => code,
                    Some(target) => return self.click(target, now),
                    None => return Vec::new(),
                }
            }
            _ => return Vec::new(),
        };
        self.key(code.into(), now)
    }

    fn click(&mut self, target: ClickTarget, now: Instant) -> Vec<UiEffect> {
        let covered = self.overlay.is_some() || self.take_up.is_some() || self.card.is_some();
        if covered || self.is_switching(now) {
            return Vec::new();
        }
        if let Some(viewer) = &mut self.viewer {
            if let ClickTarget::Item(number) = target {
                viewer.look_at(number, now);
            }
            return Vec::new();
        }
        match (self.live_table_mut(), target) {
            (None, ClickTarget::Item(number)) => return self.start.click(number),
            (Some(mut table), ClickTarget::Item(number)) => table.look_at(number),
            (Some(mut table), ClickTarget::Cell(cell)) => {
                let action = table.click(cell);
                return self.done(action, now);
            }
            _ => {}
        }
        Vec::new()
    }
}
