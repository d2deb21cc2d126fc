//! The interface as a value: what came from the server and from the keys goes
//! in, what to draw and what to do comes out.

mod drawn;
mod events;
#[cfg(test)]
mod tests;
mod updates;

use std::{collections::VecDeque, rc::Rc};

use oxo_client::address::Address;
use protocol::{Limits, RoomCode, Settings, frame::QueuePlace};
use tokio::time::Instant;

use super::{
    canvas::Targets,
    effect::Effect,
    link::Link,
    overlay::Overlay,
    rooms::List,
    start::{KeptGame, Start},
    table::{Table, Tone},
    ui_settings::UiSettings,
    viewer::Viewer,
};
use crate::{
    archive::{replay::Game, review::Reviewed},
    exit::Exit,
    intent::Intent,
    key::say,
    locale::Catalogue,
};

/// The number of the ask that an [`Effect::Go`] leads to; there is one at most.
pub const GO: u64 = 1;
/// Numbers from here on are drawn for other asks.
const IDS: u64 = 100;

/// What the interface begins with.
pub struct Beginning {
    pub text: Rc<Catalogue>,
    pub look: UiSettings,
    /// Nothing if the person was never asked.
    pub name: Option<String>,
    pub address: Address,
    /// What a new room is unless the person chooses otherwise.
    pub choices: Settings,
    /// What the program was started for; nothing to choose on the start screen.
    pub first: Option<Intent>,
    /// Where to go as soon as one waits for somebody.
    pub meanwhile: Option<Intent>,
}

/// How it ended: the exit status, and what is said once the screen is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Farewell {
    pub exit: Exit,
    pub lines: Vec<String>,
}

/// What fills the screen.
enum Page {
    /// The start screen, which is always there to go back to.
    Start,
    Table(Box<Table>),
}

/// The whole interface.
pub struct Ui {
    text: Rc<Catalogue>,
    look: UiSettings,
    address: Address,
    page: Page,
    /// A finished game that is looked at, over the page.
    viewer: Option<Box<Viewer>>,
    start: Start,
    overlay: Option<Overlay>,
    /// What the command line asked for, until it is had; if the first cannot
    /// be had, the next is tried.
    first: VecDeque<Intent>,
    /// Whether that is all the program was started for, so that its failure is
    /// the program's.
    direct: bool,
    /// Where to go as soon as one waits for somebody.
    meanwhile: Option<Intent>,
    /// One waits for somebody, perhaps at a table with a computer.
    queued: Option<QueuePlace>,
    /// Keys are for a table that is not there any more, until then.
    switched_until: Option<Instant>,
    /// Whether it was started for a table in this process: then no server is
    /// wanted, and leaving that table is the end.
    local: bool,
    /// A seat that the person may want instead.
    take_up: Option<RoomCode>,
    link: Link,
    limits: Limits,
    rooms: List,
    /// Whether the list is asked for to go on to the next room.
    next_room: bool,
    last_id: u64,
    targets: Targets,
    over: Option<Farewell>,
}

impl Ui {
    pub fn new(beginning: Beginning) -> Ui {
        let Beginning {
            text,
            look,
            name,
            address,
            choices,
            first,
            meanwhile,
        } = beginning;
        // Whoever watches, or has a seat with a name, needs none.
        let local = matches!(first, Some(Intent::Local(_)));
        let named = |intent: &Intent| matches!(intent, Intent::Resume(_)) || !intent.sits();
        let nameless = local || first.as_ref().is_some_and(named);
        let name = name.or(nameless.then(String::new));
        Ui {
            start: Start::new(name, address.to_string(), choices),
            text,
            look,
            address,
            page: Page::Start,
            viewer: None,
            overlay: None,
            direct: first.is_some(),
            local,
            first: first.into_iter().collect(),
            meanwhile,
            queued: None,
            switched_until: None,
            take_up: None,
            link: Link::Connecting,
            limits: Limits::default(),
            rooms: List::default(),
            next_room: false,
            last_id: IDS,
            targets: Targets::default(),
            over: None,
        }
    }

    /// Goes where the command line says, as soon as nothing is left to ask.
    pub fn begin(&mut self) -> Vec<Effect> {
        if self.start.is_typing() || self.take_up.is_some() {
            return Vec::new();
        }
        let Some(intent) = self.first.pop_front() else {
            return Vec::new();
        };
        self.start.going(intent.clone());
        vec![Effect::Go(intent)]
    }

    pub fn look(&self) -> &UiSettings {
        &self.look
    }

    /// The seats of this machine on this server that one can go back to.
    pub fn seats(&mut self, open: Vec<RoomCode>) {
        let first = self.first.front();
        let sits = |intent: &&Intent| intent.sits() && !matches!(intent, Intent::Resume(_));
        if first.filter(sits).is_some() {
            self.take_up = open.first().copied();
        }
        self.start.seats(open);
    }

    /// The games kept on this machine, newest first.
    pub fn games(&mut self, games: Vec<KeptGame>) {
        self.start.games(games);
    }

    /// A kept game to show.
    pub fn open_game(&mut self, game: Game) {
        self.viewer = Some(Box::new(Viewer::new(game)));
    }

    /// Whether an [`Effect::Review`] is still wanted.
    pub fn awaits_review(&self) -> bool {
        self.viewer.as_ref().is_some_and(|viewer| viewer.waits())
    }

    /// What the computer says of the game that is looked at, if it could.
    pub fn reviewed(&mut self, reviewed: Option<Reviewed>) {
        if let Some(viewer) = &mut self.viewer {
            viewer.reviewed(reviewed);
        }
    }

    /// Something went wrong outside, as a sentence.
    pub fn complain(&mut self, sentence: String) {
        match &mut self.page {
            Page::Table(table) => table.say(sentence, Tone::Alert),
            Page::Start => self.start.say(sentence),
        }
    }

    /// How it ended, if it did.
    pub fn over(&self) -> Option<&Farewell> {
        self.over.as_ref()
    }

    /// What is said when the person goes now.
    pub fn farewell(&self) -> Farewell {
        let kept = self.table().is_some_and(|table| table.room.keeps_seat());
        let kept = kept.then(|| say!(self.text, END_KEPT));
        let thanks = say!(self.text, END_THANKS);
        Farewell {
            exit: Exit::Fine,
            lines: kept.into_iter().chain([thanks]).collect(),
        }
    }

    /// When [`Ui::tick`] wants to be called.
    pub fn deadline(&self, now: Instant) -> Option<Instant> {
        let link = self.link.changes_in(now).map(|wait| now + wait);
        let page = match &self.page {
            Page::Start => self.rooms_due(now),
            Page::Table(table) => table.changes_in(now).map(|wait| now + wait),
        };
        let viewer = self.viewer.as_ref().and_then(|viewer| viewer.deadline());
        [link, page, viewer].into_iter().flatten().min()
    }

    /// The time has come for something: at the least, to draw once more.
    pub fn tick(&mut self, now: Instant) -> Vec<Effect> {
        if let Some(viewer) = &mut self.viewer {
            viewer.tick(now);
        }
        match self.rooms_due(now) {
            Some(due) if due <= now => vec![self.ask_rooms(now)],
            _ => Vec::new(),
        }
    }

    /// When the list of rooms is to be asked for.
    fn rooms_due(&self, now: Instant) -> Option<Instant> {
        let start = matches!(self.page, Page::Start) && self.viewer.is_none();
        let wanted = start && self.start.wants_rooms();
        self.rooms.due(now).filter(|_| wanted && self.link.is_up())
    }

    fn ask_rooms(&mut self, now: Instant) -> Effect {
        self.last_id += 1;
        Effect::Ask(self.rooms.ask(self.last_id, now))
    }

    fn table(&self) -> Option<&Table> {
        match &self.page {
            Page::Table(table) => Some(table),
            Page::Start => None,
        }
    }

    /// Back to the start screen, with something to say there.
    fn back_to_start(&mut self, sentence: Option<String>) {
        (self.page, self.viewer) = (Page::Start, None);
        self.rest();
        if let Some(sentence) = sentence {
            self.start.say(sentence);
        }
    }

    /// Back to choosing, or to waiting for somebody.
    fn rest(&mut self) {
        self.start.idle();
        if let Some(place) = self.queued {
            self.start.queued(place);
        }
    }

    /// The connection is another, which waits for nobody.
    pub fn detached(&mut self) {
        self.queued = None;
        self.meanwhile = None;
    }

    /// Ends with a failure and its sentence.
    fn fail(&mut self, exit: Exit, sentence: String) {
        let lines = vec![sentence];
        self.over = Some(Farewell { exit, lines });
    }
}
