//! The start screen as a value: the menu, the open rooms, kept games, what is
//! chosen for a new room, and the questions in between. What it wants done it
//! says in effects.

mod draw;
mod keys;
mod lines;
mod menu;
mod pages;
mod seat_line;
mod seats;
mod server_menu;
mod servers;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use archive::{replay::Game, seats::OwnSeat};
use frontend::{
    intent::{Intent, TicketAnswer},
    room_list::RoomList,
};
use oxo_client::state::{ClientState, LinkPhase};
use protocol::{
    RoomCode, Seat, Settings,
    ids::BySeat,
    reply::{Listed, WaitingPlayer},
    request::Choice,
};
use sentences::Catalogue;

use self::{
    lines::{COMPUTER, ROOM, SettingLine, StartChoices, TypedSetting},
    seat_line::SeatLine,
};
use super::text_input::TextInput;

pub use server_menu::ServerMenu;

pub struct StartPage {
    text: Rc<Catalogue>,
    /// Nothing if the person was never asked; empty for no name.
    name: Option<String>,
    servers: ServerMenu,
    /// Names of two at this terminal, kept from one game to the next.
    players: BySeat<Option<String>>,
    keeps_games: bool,
    /// Whether nobody answers at the server's address.
    offline: bool,
    draft: StartChoices,
    /// The seats that one can go back to, newest first.
    open: Vec<OwnSeat>,
    /// Those that are shown, in the menu's order.
    seats: Vec<SeatLine>,
    /// Whether those without a digit are shown.
    all_seats: bool,
    /// The server's time when it was last heard of.
    now_ms: u64,
    /// The rooms of all seats of this machine, also of those that other processes play.
    own: Vec<RoomCode>,
    /// A room in which two computers always play.
    exhibition: Option<RoomCode>,
    /// Nothing before it has come for the first time.
    list: Option<RoomList>,
    /// Those kept on this machine.
    games: Vec<Game>,
    view: StartView,
    chosen: Chosen,
    /// Notice that is shown until the next key.
    said: Option<String>,
    waiting: Option<StartWait>,
    /// The present or last search for an opponent.
    search: Option<Intent>,
    /// Whether the menu has had a key.
    touched: bool,
}

/// Where the keys go.
enum StartView {
    Menu,
    Rooms,
    Games,
    Choices,
    Computer,
    Servers,
    Ask(Prompt, TextInput),
}

#[derive(Clone, Copy)]
enum Prompt {
    Name,
    Room,
    Server,
    /// One of two at this terminal.
    Player(Seat),
    /// A setting, by its line and what may be typed there.
    Setting(SettingLine, TypedSetting),
}

/// An entry of the list of rooms.
enum ListEntry<'a> {
    Waiting(&'a WaitingPlayer),
    Room(&'a Listed),
}

impl ListEntry<'_> {
    /// Key that identifies the entry in the next list.
    fn id(&self) -> String {
        match self {
            ListEntry::Waiting(waiting) => waiting.ticket.to_string(),
            ListEntry::Room(room) => room.room.to_string(),
        }
    }
}

enum StartWait {
    /// The server's answer.
    Going(Intent),
    /// Anybody.
    Queued,
}

#[derive(Default)]
struct Chosen {
    menu: usize,
    room: usize,
    game: usize,
    choice: usize,
    computer: usize,
    server: usize,
}

impl StartPage {
    /// The menu; before it the question for a name, if it was never asked.
    pub fn new(
        text: Rc<Catalogue>,
        name: Option<String>,
        choices: Settings,
        servers: ServerMenu,
        keeps_games: bool,
    ) -> StartPage {
        let mut start = StartPage {
            text,
            name,
            servers,
            players: BySeat::default(),
            keeps_games,
            offline: false,
            draft: StartChoices::new(choices),
            open: Vec::new(),
            seats: Vec::new(),
            all_seats: false,
            now_ms: 0,
            own: Vec::new(),
            exhibition: None,
            list: None,
            games: Vec::new(),
            view: StartView::Menu,
            chosen: Chosen::default(),
            said: None,
            waiting: None,
            search: None,
            touched: false,
        };
        if start.name.is_none() {
            start.ask(Prompt::Name);
        }
        start
    }

    /// The list of rooms came; the same entry stays chosen.
    pub fn rooms(&mut self, list: RoomList) {
        let menu = self.menu();
        let chosen = self.entry(self.chosen.room).map(|entry| entry.id());
        self.list = Some(
            list.without(None, &self.seat_rooms())
                .without(None, &self.own),
        );
        let found = (0..self.entries()).find(|at| self.entry(*at).map(|it| it.id()) == chosen);
        let last = self.entries().saturating_sub(1);
        self.chosen.room = found.unwrap_or(self.chosen.room).min(last);
        self.stay_at_chosen(&menu);
    }

    /// Shows what can be done with the link as it is.
    pub fn follow(&mut self, client: &ClientState) {
        let offline = !client.link.is_open() && client.link != LinkPhase::Connecting;
        if offline != self.offline {
            let menu = self.menu();
            self.offline = offline;
            self.stay_at_chosen(&menu);
        }
    }

    /// Number of entries in the list.
    fn entries(&self) -> usize {
        let list = self.list.as_ref();
        list.map_or(0, |list| list.waiting.len() + list.rooms.len())
    }

    /// An entry of the list: first those who wait for anybody, then the rooms.
    fn entry(&self, at: usize) -> Option<ListEntry<'_>> {
        let list = self.list.as_ref()?;
        match at.checked_sub(list.waiting.len()) {
            None => list.waiting.get(at).map(ListEntry::Waiting),
            Some(at) => list.rooms.get(at).map(ListEntry::Room),
        }
    }

    /// The others who wait, while one waits oneself.
    fn others_who_wait(&self) -> Option<&[WaitingPlayer]> {
        let asks = matches!(self.search, Some(Intent::Answer(_)));
        let queued = matches!(self.waiting, Some(StartWait::Queued)) && !asks;
        let list = self.list.as_ref().filter(|_| queued)?;
        Some(&list.waiting[..]).filter(|others| !others.is_empty())
    }

    /// The intent to play a waiting player; where they would play anything, the game
    /// chosen here.
    fn answer_to(&self, waiting: &WaitingPlayer) -> Intent {
        let search = self.draft.search();
        let boards = match waiting.boards.is_any() {
            true => search.boards(),
            false => Choice::ANY,
        };
        let clocks = match waiting.clocks.is_any() && !search.clock.is_correspondence() {
            true => search.clocks(),
            false => Choice::ANY,
        };
        Intent::Answer(TicketAnswer {
            ticket: waiting.ticket,
            boards,
            clocks,
        })
    }

    /// The room in which two computers always play, if the server has one.
    pub fn exhibition(&mut self, room: Option<RoomCode>) {
        let menu = self.menu();
        self.exhibition = room;
        self.choose_again(&menu);
    }

    /// Another server is the one in use. Answers with all that were, the last one first.
    pub fn server(&mut self, server: String) -> &[String] {
        self.list = None;
        self.exhibition = None;
        self.open.clear();
        self.seats.clear();
        self.servers.use_now(server)
    }

    pub fn games(&mut self, games: Vec<Game>) {
        self.games = games;
        let last = self.games.len().saturating_sub(1);
        self.chosen.game = self.chosen.game.min(last);
    }

    /// Shows a sentence until the next key: a refusal or a complaint.
    pub fn say(&mut self, sentence: String) {
        self.said = Some(sentence);
    }

    /// The notice is no longer true.
    pub fn clear_notice(&mut self) {
        self.said = None;
    }

    pub fn going(&mut self, intent: Intent) {
        if intent.queues() {
            self.search = Some(intent.clone());
        }
        self.waiting = Some(StartWait::Going(intent));
    }

    pub fn queued(&mut self) {
        self.waiting = Some(StartWait::Queued);
    }

    pub fn idle(&mut self) {
        self.waiting = None;
    }

    /// Whether keys are letters of something that is typed.
    pub fn is_typing(&self) -> bool {
        self.waiting.is_none() && matches!(self.view, StartView::Ask(..))
    }

    /// Whether the list of rooms is to be asked for: where there is room it
    /// stands beside the menu, and elsewhere it is there as soon as it is wanted.
    pub fn wants_rooms(&self) -> bool {
        match self.waiting {
            Some(StartWait::Going(_)) => false,
            Some(StartWait::Queued) => true,
            None => !matches!(
                self.view,
                StartView::Games | StartView::Servers | StartView::Ask(..)
            ),
        }
    }

    /// The settings that are changed on this page; none on others.
    fn settings(&self) -> Vec<SettingLine> {
        let all: &[SettingLine] = match self.view {
            StartView::Choices => ROOM,
            StartView::Computer => &COMPUTER,
            _ => &[],
        };
        let there = |line: &&SettingLine| (line.there)(&self.draft);
        all.iter().filter(there).copied().collect()
    }

    fn setting(&self) -> Option<SettingLine> {
        self.settings().get(self.chosen_setting()).copied()
    }

    fn chosen_setting(&self) -> usize {
        match self.view {
            StartView::Computer => self.chosen.computer,
            _ => self.chosen.choice,
        }
    }

    /// Asks for the names of two at this terminal, who then go to their table.
    pub fn ask_players(&mut self) {
        self.ask(Prompt::Player(Seat::Host));
    }

    fn ask(&mut self, prompt: Prompt) {
        let name = self.name.as_deref().unwrap_or_default();
        let input = match prompt {
            Prompt::Name => TextInput::new(name, 40),
            Prompt::Room | Prompt::Server => TextInput::new("", 300),
            Prompt::Player(seat) => {
                TextInput::new(self.players[seat].as_deref().unwrap_or_default(), 40)
            }
            Prompt::Setting(..) => TextInput::new("", 16),
        };
        self.view = StartView::Ask(prompt, input);
    }
}
