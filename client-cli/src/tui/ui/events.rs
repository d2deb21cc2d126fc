//! Keys, the mouse and pastes: to whom they go.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use tokio::time::Instant;

use super::{Page, Ui};
use crate::{
    archive::{SavedGame, replay::Game},
    intent::Intent,
    tui::{
        canvas::Target,
        effect::{Effect, Setting},
        link::Link,
        overlay::{self, Overlay},
        table::Action,
        viewer::Seen,
    },
};

impl Ui {
    /// The terminal tells of a key, the mouse, a paste, its size or the focus.
    pub fn event(&mut self, event: &Event, now: Instant) -> Vec<Effect> {
        let typing = self.start.is_typing();
        let mut effects = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key, now),
            Event::Mouse(mouse) => self.mouse(*mouse, now),
            Event::Paste(pasted) if matches!(self.page, Page::Start) => {
                self.start.paste(pasted);
                Vec::new()
            }
            _ => Vec::new(),
        };
        if typing && !self.start.is_typing() {
            effects.extend(self.begin());
        }
        // Whoever turns away from what the program was started for goes on here.
        let turned = effects
            .iter()
            .any(|effect| matches!(effect, Effect::Detach));
        self.direct &= !turned;
        effects
    }

    fn key(&mut self, key: KeyEvent, now: Instant) -> Vec<Effect> {
        if let Some(over) = self.overlay.take() {
            let (left, effects) = overlay::key(over, key.code, &mut self.look, &self.text);
            self.overlay = left;
            let spoken = |effect: &Effect| matches!(effect, Effect::Remember(Setting::Language(_)));
            if let (true, Page::Table(table)) = (effects.iter().any(spoken), &mut self.page) {
                table.hush();
            }
            return effects;
        }
        if let Some(room) = self.take_up {
            return self.take_up(room, key.code);
        }
        let typing = matches!(self.page, Page::Start) && self.start.is_typing();
        if key.code == KeyCode::Char('?') && !typing {
            self.overlay = Some(Overlay::Help(0));
            return Vec::new();
        }
        if let Some(viewer) = &mut self.viewer {
            let seen = viewer.key(key, now);
            return self.seen(seen);
        }
        match &mut self.page {
            Page::Start => self.start.key(&self.text, key),
            Page::Table(_) => self.table_key(key, now),
        }
    }

    /// What somebody who looks at a game wishes.
    fn seen(&mut self, seen: Seen) -> Vec<Effect> {
        match (seen, &mut self.viewer) {
            (Seen::Review, Some(viewer)) => return vec![Effect::Review(viewer.question())],
            (Seen::Enough, _) => self.viewer = None,
            (Seen::More | Seen::Review, _) => {}
        }
        Vec::new()
    }

    /// Looks at the game that has ended at the table, and has the computer do so.
    fn review(&mut self) -> Vec<Effect> {
        let saved = self.table().and_then(|table| SavedGame::of(&table.room));
        let game = saved.and_then(|saved| Game::check(saved).ok());
        let Some(game) = game else { return Vec::new() };
        self.open_game(game);
        self.seen(Seen::Review)
    }

    fn take_up(&mut self, room: protocol::RoomCode, code: KeyCode) -> Vec<Effect> {
        match code {
            KeyCode::Char('y') | KeyCode::Enter => self.first.push_front(Intent::Resume(room)),
            KeyCode::Char('n') | KeyCode::Esc => {}
            _ => return Vec::new(),
        }
        self.take_up = None;
        self.begin()
    }

    fn table_key(&mut self, key: KeyEvent, now: Instant) -> Vec<Effect> {
        if self.is_switching(now) {
            return Vec::new();
        }
        let linked = self.link.is_up();
        let Page::Table(table) = &mut self.page else {
            return Vec::new();
        };
        match (&self.link, key.code) {
            (Link::Lost(_), KeyCode::Enter) => return vec![Effect::Retry],
            (Link::Over(..), KeyCode::Enter) => {
                let watched = table.watches().then_some(table.room.code);
                self.link = Link::Connecting;
                let watch = watched.map(|code| Effect::Go(Intent::Watch(code)));
                // A seat is taken up again by itself.
                return vec![watch.unwrap_or(Effect::Retry)];
            }
            (Link::Over(..), KeyCode::Char('q')) => {
                self.back_to_start(None);
                return vec![Effect::Detach];
            }
            (_, KeyCode::Char('o')) => {
                self.overlay = Some(Overlay::Settings);
                return Vec::new();
            }
            (_, KeyCode::Char('v')) => return self.review(),
            (_, KeyCode::Char('m')) => {
                return vec![Effect::Remember(overlay::mute(&mut self.look))];
            }
            _ => {}
        }
        let doing = table.key(key, &self.look, linked, now);
        self.last_id = self.last_id.max(table.last_id());
        self.done(doing, now)
    }

    fn done(&mut self, doing: Action, now: Instant) -> Vec<Effect> {
        match doing {
            Action::Effects(effects) => effects,
            Action::Start(_) if self.local => vec![Effect::Quit],
            Action::Start(effects) => {
                self.back_to_start(None);
                effects
            }
            Action::NextRoom if self.link.is_up() => {
                self.next_room = true;
                vec![self.ask_rooms(now)]
            }
            Action::NextRoom => Vec::new(),
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, now: Instant) -> Vec<Effect> {
        let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
        let at_table =
            matches!(self.page, Page::Table(_)) && self.overlay.is_none() && self.viewer.is_none();
        match mouse.kind {
            MouseEventKind::ScrollUp if at_table => self.key(key(KeyCode::PageUp), now),
            MouseEventKind::ScrollDown if at_table => self.key(key(KeyCode::PageDown), now),
            MouseEventKind::ScrollUp => self.key(key(KeyCode::Up), now),
            MouseEventKind::ScrollDown => self.key(key(KeyCode::Down), now),
            MouseEventKind::Down(MouseButton::Left) => {
                match self.targets.at(mouse.column, mouse.row) {
                    Some(Target::Key(code)) => self.key(key(code), now),
                    Some(target) => self.click(target, now),
                    None => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    fn click(&mut self, target: Target, now: Instant) -> Vec<Effect> {
        if self.overlay.is_some() || self.take_up.is_some() || self.is_switching(now) {
            return Vec::new();
        }
        if let Some(viewer) = &mut self.viewer {
            let seen = viewer.target(target, now);
            return self.seen(seen);
        }
        let linked = self.link.is_up();
        match (&mut self.page, target) {
            (Page::Start, target) => self.start.target(&self.text, target),
            (Page::Table(table), Target::Cell(cell)) => {
                let doing = table.click(cell, linked);
                self.last_id = self.last_id.max(table.last_id());
                self.done(doing, now)
            }
            _ => Vec::new(),
        }
    }
}
