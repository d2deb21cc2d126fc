//! Keys, clicks and pastes on the start screen.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use frontend::{
    hotseat::{HotseatPlayers, TableOptions},
    intent::Intent,
    speech,
};
use oxo_client::{
    address::{self, Destination},
    session::Ask,
};
use protocol::{Seat, request::Body};
use sentences::say;

use super::{
    ListEntry, Prompt, StartPage, StartView, StartWait, lines::StepDirection, menu::MenuAction,
    seats::NO_DIGIT,
};
use crate::tui::{effect::UiEffect, list::step, text_input::Typing};

impl StartPage {
    pub fn key(&mut self, key: KeyEvent) -> Vec<UiEffect> {
        self.said = None;
        if self.waiting.is_some() {
            return self.wait(key.code);
        }
        if let StartView::Ask(prompt, input) = &mut self.view {
            let prompt = *prompt;
            return match input.key(key) {
                Typing::More => Vec::new(),
                Typing::Done(typed) => self.answer(prompt, &typed),
                Typing::Cancelled => self.back(),
            };
        }
        self.touched |= matches!(self.view, StartView::Menu);
        let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
        if key.modifiers.intersects(held) {
            return Vec::new();
        }
        let code = match key.code {
            KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
            code => code,
        };
        if let Some((at, length)) = self.list()
            && let Some(to) = step(*at, length, code)
        {
            *at = to;
            return Vec::new();
        }
        match (&self.view, code) {
            (_, KeyCode::Char('r')) => return vec![UiEffect::Retry],
            (_, KeyCode::Enter) => return self.enter(),
            (StartView::Computer, KeyCode::Char(digit @ '1'..='5')) => self.draft.take_level(digit),
            (StartView::Menu, code) => return self.shortcut(code),
            (StartView::Choices | StartView::Computer, KeyCode::Left | KeyCode::Char('h')) => {
                self.change(StepDirection::Back);
            }
            (
                StartView::Choices | StartView::Computer,
                KeyCode::Right | KeyCode::Char('l' | ' '),
            ) => self.change(StepDirection::Forward),
            (
                StartView::Rooms,
                KeyCode::Left | KeyCode::Char('h') | KeyCode::Tab | KeyCode::BackTab,
            )
            | (_, KeyCode::Esc | KeyCode::Char('q')) => return self.back(),
            _ => {}
        }
        Vec::new()
    }

    /// A line was clicked.
    pub fn click(&mut self, number: usize) -> Vec<UiEffect> {
        if self.waiting.is_none() {
            self.said = None;
            self.touched = true;
            return self.click_line(number);
        }
        if self.others_who_wait().is_none() {
            return Vec::new();
        }
        self.chosen.room = number;
        self.wait(KeyCode::Enter)
    }

    /// Takes a text into the line that is being typed; elsewhere it is a link or a code
    /// to follow.
    pub fn paste(&mut self, pasted: &str) -> Vec<UiEffect> {
        match &mut self.view {
            _ if self.waiting.is_some() => Vec::new(),
            StartView::Ask(_, input) => {
                input.paste(pasted.trim());
                Vec::new()
            }
            _ => self.follow_link(pasted).unwrap_or_else(|sentence| {
                self.said = Some(sentence);
                Vec::new()
            }),
        }
    }

    /// The chosen line of the list that the keys go to, and its length.
    fn list(&mut self) -> Option<(&mut usize, usize)> {
        let (menu, settings) = (self.menu().len(), self.settings().len());
        let entries = self.entries();
        match self.view {
            StartView::Menu => Some((&mut self.chosen.menu, menu)),
            StartView::Rooms => Some((&mut self.chosen.room, entries)),
            StartView::Games => Some((&mut self.chosen.game, self.games.len())),
            StartView::Choices => Some((&mut self.chosen.choice, settings)),
            StartView::Computer => Some((&mut self.chosen.computer, settings)),
            StartView::Servers => {
                let servers = self.servers.others().len() + 1;
                Some((&mut self.chosen.server, servers))
            }
            StartView::Ask(..) => None,
        }
    }

    /// The number of the first room for a click, behind the list beside it.
    pub(super) fn first_room(&self) -> usize {
        match self.settings().len() {
            0 => self.menu().len(),
            settings => settings,
        }
    }

    fn click_line(&mut self, number: usize) -> Vec<UiEffect> {
        if matches!(self.view, StartView::Ask(..)) {
            return Vec::new();
        }
        let room = number.checked_sub(self.first_room());
        let listed = !matches!(self.view, StartView::Games | StartView::Servers);
        if let Some(room) = room.filter(|_| listed) {
            self.view = StartView::Rooms;
            self.chosen.room = room;
        } else if matches!(self.view, StartView::Rooms) {
            self.view = StartView::Menu;
            self.chosen.menu = number;
        } else if let Some((at, _)) = self.list() {
            *at = number;
        }
        match self.setting() {
            Some(line) if !line.watches => {
                self.change(StepDirection::Forward);
                Vec::new()
            }
            _ => self.enter(),
        }
    }

    /// Does what the chosen line stands for.
    fn enter(&mut self) -> Vec<UiEffect> {
        match (&self.view, self.setting()) {
            (StartView::Menu, _) => {
                let chosen = self.menu().into_iter().nth(self.chosen.menu);
                return chosen.map_or_else(Vec::new, |item| self.open(item.action));
            }
            (StartView::Rooms, _) => return self.room(),
            (StartView::Servers, _) => return self.choose_server(),
            (StartView::Games, _) => {
                let game = self.games.get(self.chosen.game).cloned();
                let open = game.map(|game| UiEffect::OpenGame(Box::new(game)));
                return open.into_iter().collect();
            }
            (StartView::Computer, Some(line)) => return self.go((line.intent)(&self.draft)),
            (_, Some(line)) => match line.typed {
                Some(typed) => self.ask(Prompt::Setting(line, typed)),
                None => self.change(StepDirection::Forward),
            },
            (_, None) => {}
        }
        Vec::new()
    }

    fn shortcut(&mut self, code: KeyCode) -> Vec<UiEffect> {
        let menu = self.menu();
        let found = match code {
            KeyCode::Right | KeyCode::Tab => return self.open(MenuAction::Rooms),
            KeyCode::Char(letter) if letter != NO_DIGIT => {
                menu.iter().position(|item| item.letter == letter)
            }
            _ => None,
        };
        let Some(found) = found else {
            return Vec::new();
        };
        self.chosen.menu = found;
        self.open(menu[found].action.clone())
    }

    fn open(&mut self, action: MenuAction) -> Vec<UiEffect> {
        match action {
            MenuAction::Go(intent) => return self.go(intent),
            MenuAction::AskName => self.ask(Prompt::Name),
            MenuAction::AskRoom => self.ask(Prompt::Room),
            MenuAction::Local => self.ask_players(),
            MenuAction::Servers => self.open_servers(),
            MenuAction::Computer => self.view = StartView::Computer,
            MenuAction::Rooms => self.view = StartView::Rooms,
            MenuAction::Choices => self.view = StartView::Choices,
            MenuAction::MoreSeats => self.all_seats = true,
            MenuAction::Games => {
                self.view = StartView::Games;
                return vec![UiEffect::ListGames];
            }
            MenuAction::Language => {
                return vec![UiEffect::Remember(
                    "language",
                    self.text.speak_next().into(),
                )];
            }
            MenuAction::Quit => return vec![UiEffect::Quit],
        }
        Vec::new()
    }

    fn room(&mut self) -> Vec<UiEffect> {
        let room = match self.entry(self.chosen.room) {
            None => return Vec::new(),
            Some(ListEntry::Waiting(waiting)) => return self.go(self.answer_to(waiting)),
            Some(ListEntry::Room(room)) => room,
        };
        if room.waiting {
            self.go(Intent::Join(room.room))
        } else if room.watchable {
            self.go(Intent::Watch(room.room))
        } else {
            self.said = Some(say!(self.text, REFUSAL_ROOM_FULL_CLOSED));
            Vec::new()
        }
    }

    /// Goes to a table; to one with the computer in this process where there is no server.
    fn go(&mut self, intent: Intent) -> Vec<UiEffect> {
        let intent = match intent {
            Intent::Computer(game, computer) if self.offline => {
                Intent::Local(TableOptions::against(game, computer, self.keeps_games))
            }
            intent => intent,
        };
        self.going(intent.clone());
        vec![UiEffect::Go(intent)]
    }

    fn change(&mut self, direction: StepDirection) {
        if let Some(line) = self.setting() {
            (line.change)(&mut self.draft, direction);
        }
    }

    fn back(&mut self) -> Vec<UiEffect> {
        self.view = match self.view {
            StartView::Ask(Prompt::Setting(..), _) => StartView::Choices,
            _ => StartView::Menu,
        };
        Vec::new()
    }

    /// While one waits one may give up, try to connect, and play the computer
    /// or somebody else who waits.
    fn wait(&mut self, code: KeyCode) -> Vec<UiEffect> {
        if let Some(others) = self.others_who_wait() {
            let at = self.chosen.room.min(others.len() - 1);
            if let Some(to) = step(at, others.len(), code) {
                self.chosen.room = to;
                return Vec::new();
            }
            if code == KeyCode::Enter {
                let answer = self.answer_to(&others[at]);
                let cancel = UiEffect::Ask(Ask::other(Body::Cancel));
                return std::iter::once(cancel).chain(self.go(answer)).collect();
            }
        }
        match (code, self.waiting.as_ref()) {
            (KeyCode::Char('r'), _) => vec![UiEffect::Retry],
            (KeyCode::Char('p'), Some(StartWait::Queued)) => self.go(self.draft.game()),
            (KeyCode::Esc, Some(waiting)) => {
                let effect = match waiting {
                    // The request may be done already, and cannot be withdrawn.
                    StartWait::Going(intent) if !intent.queues() => UiEffect::Detach,
                    StartWait::Queued | StartWait::Going(_) => {
                        UiEffect::Ask(Ask::other(Body::Cancel))
                    }
                };
                self.idle();
                vec![effect]
            }
            _ => Vec::new(),
        }
    }

    /// Takes the typed text; a mistake in it is shown, and it stays.
    fn answer(&mut self, prompt: Prompt, typed: &str) -> Vec<UiEffect> {
        let taken = match prompt {
            Prompt::Name => self.rename(typed),
            Prompt::Room => self.follow_link(typed),
            Prompt::Server => self.change_server(typed),
            Prompt::Player(seat) => match self.take_player(seat, typed) {
                // One question follows the other.
                Ok(None) => {
                    self.ask(Prompt::Player(seat.other()));
                    return Vec::new();
                }
                taken => taken.map(|go| go.into_iter().collect()),
            },
            Prompt::Setting(_, setting) => {
                let take = (setting.take)(&self.text, &mut self.draft.room, typed);
                take.map(|()| Vec::new())
            }
        };
        match taken {
            Ok(effects) => {
                self.back();
                effects
            }
            Err(sentence) => {
                self.said = Some(sentence);
                Vec::new()
            }
        }
    }

    /// Takes the name of one of two at this terminal; behind the second they go to their table.
    fn take_player(&mut self, seat: Seat, typed: &str) -> Result<Option<UiEffect>, String> {
        let text = &self.text;
        let name = protocol::name::clean(typed).map_err(|why| speech::bad_name(text, why))?;
        self.players[seat] = name;
        if seat == Seat::Host {
            return Ok(None);
        }
        let game = self.draft.settings();
        let pair = HotseatPlayers {
            names: self.players.clone(),
        };
        let intent = Intent::Local(TableOptions::for_two(game, pair, self.keeps_games));
        self.going(intent.clone());
        Ok(Some(UiEffect::Go(intent)))
    }

    fn rename(&mut self, typed: &str) -> Result<Vec<UiEffect>, String> {
        let name = protocol::name::clean(typed).map_err(|why| speech::bad_name(&self.text, why))?;
        let name = name.unwrap_or_default();
        if self.name.as_ref() == Some(&name) {
            return Ok(Vec::new());
        }
        self.name = Some(name.clone());
        Ok(vec![UiEffect::Rename(name)])
    }

    /// A code is of the server in use; a link says where it leads.
    pub(super) fn follow_link(&mut self, typed: &str) -> Result<Vec<UiEffect>, String> {
        let refused = |why| speech::address_error(&self.text, &why);
        let effect = match address::place(typed).map_err(refused)? {
            Destination::Code(code) => {
                let here = address::parse(self.servers.now()).map_err(refused)?;
                UiEffect::LookUpRoom(here, code)
            }
            Destination::Room(server, code) => UiEffect::LookUpRoom(server, code),
            Destination::Seat(server, code, token) => UiEffect::OfferSeat(server, code, token),
            Destination::Game(server, id) => {
                self.said = Some(say!(self.text, SCREEN_INVITED_ASKING));
                UiEffect::Fetch(server, id)
            }
        };
        Ok(vec![effect])
    }
}
