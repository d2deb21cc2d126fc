//! The start screen as a value: the menu, the open rooms, kept games, choices
//! for a new room, and the questions in between.
//!
//! What it wants done it says in effects.

mod choices;
mod computer;
mod draw;
mod keys;
mod logo;
mod pages;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use protocol::{RoomCode, Settings, frame::QueuePlace, reply::Listed};

use self::computer::Opponent;
use super::entry::Entry;
use crate::{archive::replay::Game, intent::Intent, key::say, locale::Catalogue};

/// A game kept on this machine, as the list shows it.
#[derive(Clone, Debug)]
pub struct KeptGame {
    pub path: PathBuf,
    pub game: Game,
}

/// The start screen.
pub struct Start {
    /// Nothing if the person was never asked; empty for no name.
    name: Option<String>,
    /// The server's address.
    server: String,
    choices: Settings,
    opponent: Opponent,
    seats: Vec<RoomCode>,
    /// A room in which two computers always play.
    exhibition: Option<RoomCode>,
    rooms: Vec<Listed>,
    games: Vec<KeptGame>,
    page: Page,
    chosen: Chosen,
    /// Told until the next key.
    said: Option<String>,
    waiting: Option<Waiting>,
}

/// Where the keys go.
enum Page {
    Menu,
    Rooms,
    Games,
    Choices,
    /// A game against the computer.
    Computer,
    Ask(Question, Entry),
}

/// What is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Name,
    Room,
    Board,
    Clock,
}

/// What one waits for.
enum Waiting {
    /// The server's answer.
    Going(Intent),
    /// Anybody.
    Queued(QueuePlace),
}

/// The chosen line of each list.
#[derive(Default)]
struct Chosen {
    menu: usize,
    room: usize,
    game: usize,
    choice: usize,
    computer: usize,
}

/// A line of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// Back to a seat of this machine.
    Seat(RoomCode),
    Play,
    Friend,
    Computer,
    Join,
    Rooms,
    /// Two computers that always play.
    Exhibition(RoomCode),
    Games,
    Choices,
    Name,
    Language,
    Quit,
}

/// What is always in the menu, with its letter; j and k move the choice.
const ITEMS: [(Item, char); 10] = [
    (Item::Play, 'a'),
    (Item::Friend, 'f'),
    (Item::Computer, 'p'),
    (Item::Join, 'c'),
    (Item::Rooms, 'w'),
    (Item::Games, 'g'),
    (Item::Choices, 'o'),
    (Item::Name, 'n'),
    (Item::Language, 'l'),
    (Item::Quit, 'q'),
];

impl Item {
    fn label(self, text: &Catalogue) -> String {
        match self {
            Item::Seat(room) => say!(text, START_SEAT, room = room),
            Item::Play => say!(text, START_PLAY),
            Item::Friend => say!(text, START_FRIEND),
            Item::Computer => say!(text, START_COMPUTER),
            Item::Exhibition(_) => say!(text, START_EXHIBITION),
            Item::Join => say!(text, START_JOIN),
            Item::Rooms => say!(text, START_WATCH),
            Item::Games => say!(text, START_GAMES),
            Item::Choices => say!(text, START_CHOICES),
            Item::Name => say!(text, START_NAME),
            Item::Language => say!(text, START_LANGUAGE, value = say!(text, LANGUAGE_NAME)),
            Item::Quit => say!(text, START_QUIT),
        }
    }
}

impl Start {
    /// The menu; before it the question for a name, if it was never asked.
    pub fn new(name: Option<String>, server: String, choices: Settings) -> Start {
        let mut start = Start {
            name,
            server,
            choices,
            opponent: Opponent::default(),
            seats: Vec::new(),
            exhibition: None,
            rooms: Vec::new(),
            games: Vec::new(),
            page: Page::Menu,
            chosen: Chosen::default(),
            said: None,
            waiting: None,
        };
        if start.name.is_none() {
            start.ask(Question::Name);
        }
        start
    }

    /// The list of open rooms came; the same room stays chosen.
    pub fn rooms(&mut self, rooms: Vec<Listed>) {
        let chosen = self.rooms.get(self.chosen.room).map(|room| room.room);
        self.rooms = rooms;
        let found = self.rooms.iter().position(|room| Some(room.room) == chosen);
        let last = self.rooms.len().saturating_sub(1);
        self.chosen.room = found.unwrap_or(self.chosen.room).min(last);
    }

    /// The seats of this machine that one can go back to.
    pub fn seats(&mut self, open: Vec<RoomCode>) {
        let menu = self.menu();
        self.seats = open;
        self.choose_again(&menu);
    }

    /// The room in which two computers always play, if the server has one.
    pub fn exhibition(&mut self, room: Option<RoomCode>) {
        let menu = self.menu();
        self.exhibition = room;
        self.choose_again(&menu);
    }

    /// The same line of the menu stays chosen.
    fn choose_again(&mut self, before: &[(Item, char)]) {
        // Whoever has not moved yet is offered the seat.
        if self.chosen.menu > 0 {
            let (chosen, now) = (before[self.chosen.menu].0, self.menu());
            let found = now.iter().position(|(item, _)| *item == chosen);
            self.chosen.menu = found.unwrap_or(0);
        }
    }

    /// The games kept on this machine, newest first.
    pub fn games(&mut self, games: Vec<KeptGame>) {
        self.games = games;
        let last = self.games.len().saturating_sub(1);
        self.chosen.game = self.chosen.game.min(last);
    }

    /// Shows a sentence until the next key: a refusal or a complaint.
    pub fn say(&mut self, sentence: String) {
        self.said = Some(sentence);
    }

    /// The server is being asked.
    pub fn going(&mut self, intent: Intent) {
        self.waiting = Some(Waiting::Going(intent));
    }

    /// One waits for anybody.
    pub fn queued(&mut self, place: QueuePlace) {
        self.waiting = Some(Waiting::Queued(place));
    }

    /// Back to choosing.
    pub fn idle(&mut self) {
        self.waiting = None;
    }

    /// Whether keys are letters of something that is typed.
    pub fn is_typing(&self) -> bool {
        self.waiting.is_none() && matches!(self.page, Page::Ask(..))
    }

    /// Whether the list of rooms is to be asked for: where there is room it
    /// stands beside the menu, and elsewhere it is there as soon as it is wanted.
    pub fn wants_rooms(&self) -> bool {
        let shown = match self.page {
            Page::Menu | Page::Rooms | Page::Choices | Page::Computer => true,
            Page::Games | Page::Ask(..) => false,
        };
        shown && self.waiting.is_none()
    }

    /// The lines of the menu, with the keys that choose them.
    fn menu(&self) -> Vec<(Item, char)> {
        let seats = self.seats.iter().zip('1'..='9');
        let seats = seats.map(|(room, digit)| (Item::Seat(*room), digit));
        let exhibition = self.exhibition.map(|room| (Item::Exhibition(room), 't'));
        let items = ITEMS.into_iter().flat_map(|line| {
            let behind = exhibition.filter(|_| line.0 == Item::Rooms);
            std::iter::once(line).chain(behind)
        });
        seats.chain(items).collect()
    }

    fn ask(&mut self, question: Question) {
        let name = self.name.clone().unwrap_or_default();
        let entry = match question {
            Question::Name => Entry::new(&name, 40),
            Question::Room => Entry::new("", 300),
            Question::Board | Question::Clock => Entry::new("", 16),
        };
        self.page = Page::Ask(question, entry);
    }
}
