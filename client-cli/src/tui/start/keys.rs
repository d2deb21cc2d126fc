//! What keys, clicks and pastes do on the start screen.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use oxo_client::{
    address::{self, RoomReference},
    session::Ask,
};
use protocol::request::Body;

use super::{
    Item, Page, Question, Start, Waiting,
    choices::{Choice, Way},
    computer::{Line, Opponent},
};
use crate::{
    intent::Intent,
    key::say,
    locale::Catalogue,
    speech,
    tui::{
        canvas::Target,
        effect::{Effect, Setting},
        entry::Typed,
        list::step,
    },
    values,
};

impl Start {
    /// Does what a key means.
    pub fn key(&mut self, text: &Catalogue, key: KeyEvent) -> Vec<Effect> {
        self.said = None;
        if self.waiting.is_some() {
            return self.wait(key.code);
        }
        if let Page::Ask(question, entry) = &mut self.page {
            let question = *question;
            return match entry.key(key) {
                Typed::More => Vec::new(),
                Typed::Done(typed) => self.answer(text, question, &typed),
                Typed::Cancelled => self.back(),
            };
        }
        if key
            .modifiers
            .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
        {
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
        match (&self.page, code) {
            (_, KeyCode::Char('r')) => vec![Effect::Retry],
            (_, KeyCode::Enter) => self.enter(text),
            (Page::Computer, KeyCode::Char(digit @ '1'..='5')) => {
                self.opponent.take_level(digit);
                Vec::new()
            }
            (Page::Menu, code) => self.shortcut(text, code),
            (Page::Choices | Page::Computer, KeyCode::Left | KeyCode::Char('h')) => {
                self.change(Way::Back)
            }
            (Page::Choices | Page::Computer, KeyCode::Right | KeyCode::Char('l' | ' ')) => {
                self.change(Way::On)
            }
            (Page::Rooms, KeyCode::Left | KeyCode::Char('h') | KeyCode::Tab | KeyCode::BackTab) => {
                self.back()
            }
            (_, KeyCode::Esc | KeyCode::Char('q')) => self.back(),
            _ => Vec::new(),
        }
    }

    /// Does what a click means.
    pub fn target(&mut self, text: &Catalogue, target: Target) -> Vec<Effect> {
        match target {
            Target::Key(code) => self.key(text, code.into()),
            Target::Item(number) if self.waiting.is_none() => {
                self.said = None;
                self.click(text, number)
            }
            Target::Item(_) | Target::Cell(_) => Vec::new(),
        }
    }

    /// Takes a text into the line that is being typed.
    pub fn paste(&mut self, pasted: &str) {
        if let Page::Ask(_, entry) = &mut self.page {
            entry.paste(pasted.trim());
        }
    }

    /// The chosen line of the list that the keys go to, and its length.
    fn list(&mut self) -> Option<(&mut usize, usize)> {
        let menu = self.menu().len();
        match self.page {
            Page::Menu => Some((&mut self.chosen.menu, menu)),
            Page::Rooms => Some((&mut self.chosen.room, self.rooms.len())),
            Page::Games => Some((&mut self.chosen.game, self.games.len())),
            Page::Choices => Some((&mut self.chosen.choice, Choice::ALL.len())),
            Page::Computer => {
                let lines = Opponent::lines(&self.choices).len();
                Some((&mut self.chosen.computer, lines))
            }
            Page::Ask(..) => None,
        }
    }

    /// The number of the first room for a click, behind the list beside it.
    pub(super) fn first_room(&self) -> usize {
        match self.page {
            Page::Choices => Choice::ALL.len(),
            Page::Computer => Opponent::lines(&self.choices).len(),
            _ => self.menu().len(),
        }
    }

    fn click(&mut self, text: &Catalogue, number: usize) -> Vec<Effect> {
        if matches!(self.page, Page::Ask(..)) {
            return Vec::new();
        }
        let room = number.checked_sub(self.first_room());
        let listed = !matches!(self.page, Page::Games);
        if let Some(room) = room.filter(|_| listed) {
            self.page = Page::Rooms;
            self.chosen.room = room;
        } else if matches!(self.page, Page::Rooms) {
            self.page = Page::Menu;
            self.chosen.menu = number;
        } else if let Some((at, _)) = self.list() {
            *at = number;
        }
        match (&self.page, self.line()) {
            (Page::Choices, _) => self.change(Way::On),
            (Page::Computer, Some(line)) if line != Line::Two => self.change(Way::On),
            _ => self.enter(text),
        }
    }

    /// The chosen line of a game against the computer.
    pub(super) fn line(&self) -> Option<Line> {
        let lines = Opponent::lines(&self.choices);
        lines.get(self.chosen.computer).copied()
    }

    /// Does what the chosen line stands for.
    fn enter(&mut self, text: &Catalogue) -> Vec<Effect> {
        match self.page {
            Page::Menu => match self.menu().get(self.chosen.menu) {
                Some((item, _)) => self.open(text, *item),
                None => Vec::new(),
            },
            Page::Rooms => self.room(text),
            Page::Games => match self.games.get(self.chosen.game) {
                Some(kept) => vec![Effect::OpenGame(kept.path.clone())],
                None => Vec::new(),
            },
            Page::Choices => match Choice::ALL.get(self.chosen.choice) {
                Some(Choice::Board) => self.question(Question::Board),
                Some(Choice::Clock) => self.question(Question::Clock),
                _ => self.change(Way::On),
            },
            Page::Computer => match self.line() {
                Some(line) => self.go(self.opponent.intent(line, &self.choices)),
                None => Vec::new(),
            },
            Page::Ask(..) => Vec::new(),
        }
    }

    fn shortcut(&mut self, text: &Catalogue, code: KeyCode) -> Vec<Effect> {
        match code {
            KeyCode::Right | KeyCode::Tab => self.open(text, Item::Rooms),
            KeyCode::Char(letter) => {
                let menu = self.menu();
                let Some(found) = menu.iter().position(|(_, key)| *key == letter) else {
                    return Vec::new();
                };
                self.chosen.menu = found;
                self.open(text, menu[found].0)
            }
            _ => Vec::new(),
        }
    }

    fn open(&mut self, text: &Catalogue, item: Item) -> Vec<Effect> {
        let room = self.choices;
        match item {
            Item::Seat(code) => self.go(Intent::Resume(code)),
            Item::Play => self.go(Intent::Play {
                rules: room.rules,
                clock: room.clock,
                bots: false,
            }),
            Item::Friend => self.go(Intent::New(room)),
            Item::Computer => {
                self.page = Page::Computer;
                Vec::new()
            }
            Item::Exhibition(room) => self.go(Intent::Watch(room)),
            Item::Join => self.question(Question::Room),
            Item::Name => self.question(Question::Name),
            Item::Rooms => {
                self.page = Page::Rooms;
                Vec::new()
            }
            Item::Games => {
                self.page = Page::Games;
                vec![Effect::ListGames]
            }
            Item::Choices => {
                self.page = Page::Choices;
                Vec::new()
            }
            Item::Language => vec![Effect::Remember(Setting::Language(text.speak_next()))],
            Item::Quit => vec![Effect::Quit],
        }
    }

    fn room(&mut self, text: &Catalogue) -> Vec<Effect> {
        let Some(room) = self.rooms.get(self.chosen.room) else {
            return Vec::new();
        };
        if room.waiting {
            self.go(Intent::Join(room.room))
        } else if room.watchable {
            self.go(Intent::Watch(room.room))
        } else {
            self.said = Some(say!(text, REFUSAL_ROOM_FULL_CLOSED));
            Vec::new()
        }
    }

    fn go(&mut self, intent: Intent) -> Vec<Effect> {
        self.going(intent.clone());
        vec![Effect::Go(intent)]
    }

    fn question(&mut self, question: Question) -> Vec<Effect> {
        self.ask(question);
        Vec::new()
    }

    fn change(&mut self, way: Way) -> Vec<Effect> {
        if matches!(self.page, Page::Computer) {
            if let Some(line) = self.line() {
                self.opponent.change(line, &mut self.choices, way);
            }
        } else if let Some(choice) = Choice::ALL.get(self.chosen.choice) {
            choice.change(&mut self.choices, way);
        }
        Vec::new()
    }

    fn back(&mut self) -> Vec<Effect> {
        self.page = match self.page {
            Page::Ask(Question::Board | Question::Clock, _) => Page::Choices,
            _ => Page::Menu,
        };
        Vec::new()
    }

    /// While one waits only giving up is possible, and trying to connect.
    fn wait(&mut self, code: KeyCode) -> Vec<Effect> {
        match (code, self.waiting.as_ref()) {
            (KeyCode::Char('r'), _) => vec![Effect::Retry],
            (KeyCode::Char('p'), Some(Waiting::Queued(_))) => {
                self.go(self.opponent.game(&self.choices))
            }
            (KeyCode::Esc, Some(waiting)) => {
                let effect = match waiting {
                    Waiting::Queued(_) | Waiting::Going(Intent::Play { .. }) => {
                        Effect::Ask(Ask::other(Body::Cancel))
                    }
                    // What was asked may be done already, and cannot be unasked.
                    Waiting::Going(_) => Effect::Detach,
                };
                self.idle();
                vec![effect]
            }
            _ => Vec::new(),
        }
    }

    /// Takes what was typed; what is wrong with it is said, and it stays.
    fn answer(&mut self, text: &Catalogue, question: Question, typed: &str) -> Vec<Effect> {
        let taken = match question {
            Question::Name => self.rename(text, typed),
            Question::Room => self.join(text, typed),
            Question::Board => values::rules(text, typed).map(|rules| {
                self.choices.rules = rules;
                Vec::new()
            }),
            Question::Clock => values::clock(text, typed).map(|clock| {
                self.choices.clock = clock;
                Vec::new()
            }),
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

    fn rename(&mut self, text: &Catalogue, typed: &str) -> Result<Vec<Effect>, String> {
        let name = protocol::name::clean(typed).map_err(|why| speech::bad_name(text, why))?;
        let name = name.unwrap_or_default();
        if self.name.as_ref() == Some(&name) {
            return Ok(Vec::new());
        }
        self.name = Some(name.clone());
        Ok(vec![Effect::Rename(name)])
    }

    fn join(&mut self, text: &Catalogue, typed: &str) -> Result<Vec<Effect>, String> {
        let place = address::place(typed).map_err(|why| speech::address_error(text, &why))?;
        match place {
            RoomReference::Code(code) => Ok(self.go(Intent::Join(code))),
            RoomReference::Link(server, code)
                if address::parse(&self.server).is_ok_and(|here| here.address == server) =>
            {
                Ok(self.go(Intent::Join(code)))
            }
            RoomReference::Link(..) => {
                let (server, link) = (&self.server, typed.trim());
                Err(say!(
                    text,
                    SCREEN_START_ELSEWHERE,
                    server = server,
                    link = link
                ))
            }
        }
    }
}
