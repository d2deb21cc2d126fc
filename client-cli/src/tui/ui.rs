//! The interface as a value: what came from the server and from the keys goes
//! in, what to draw and what to do comes out.

mod draw;
mod due;
mod events;
mod links;
mod sharing;
#[cfg(test)]
mod tests;
mod updates;

use std::{collections::VecDeque, rc::Rc, time::Duration};

use archive::{replay::Game, review::Reviewed, seats::OwnSeat};
use frontend::{exit::Exit, intent::Intent, seat_poll::SeatPoll};
use oxo_client::{
    address::Address,
    state::{ClientState, LinkPhase},
};
use protocol::{RoomCode, Secret, Settings};
use sentences::{Catalogue, say};
use tokio::time::Instant;

use super::{
    canvas::ClickMap,
    effect::UiEffect,
    invited::InvitationCard,
    overlay::Overlay,
    rooms::RoomPager,
    start::{ServerMenu, StartPage},
    table::{LiveTable, TablePage},
    theme::Role,
    ui_settings::UiSettings,
    viewer::{PACE, Viewer, ViewerAction},
};

/// The number of the ask that an [`UiEffect::Go`] leads to; there is one at most.
pub const GO: u64 = 1;
/// Numbers from here on are drawn for other asks.
const IDS: u64 = 100;

/// Initial state of the interface.
pub struct UiOptions {
    pub text: Rc<Catalogue>,
    pub ui_settings: UiSettings,
    /// Nothing if the person was never asked.
    pub name: Option<String>,
    pub address: Address,
    /// Default settings of a new room.
    pub choices: Settings,
    /// Intent of the command line; none to choose on the start screen.
    pub first: Option<Intent>,
    /// A finished game to show, and nothing else.
    pub shown: Option<ShownGame>,
    /// A seat that another process plays, which may be taken over.
    pub in_use: Option<OwnSeat>,
    /// Where to go as soon as one waits for somebody.
    pub meanwhile: Option<Intent>,
    /// Whether finished games are kept on this machine.
    pub keeps_games: bool,
    /// Servers that were in use, the last one first.
    pub servers: Vec<String>,
}

impl UiOptions {
    /// Whether no server is wanted: for a table in this process, or a game to be shown.
    pub fn is_local(&self) -> bool {
        self.shown.is_some() || matches!(self.first, Some(Intent::Local(_)))
    }
}

/// A finished game that the program was started to show.
pub struct ShownGame {
    pub game: Game,
    /// The time between two moves when it plays by itself.
    pub pace: Duration,
    /// Whether the computer is to look at it.
    pub review: bool,
}

/// A seat that the person may want, which is asked about first.
#[derive(Clone, Debug)]
enum SeatQuestion {
    /// One that nobody uses.
    GoBack(OwnSeat),
    /// One that another process plays.
    TakeOver(OwnSeat),
    /// One that another device shares by this token.
    Take(Address, RoomCode, Secret),
}

/// Its end: the exit status, and the sentence for after the screen is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Farewell {
    pub exit: Exit,
    pub lines: Vec<String>,
}

/// Purpose of the program's start.
struct Launch {
    /// Intent of the command line, until it is done; if the first cannot
    /// be had, the next is tried.
    first: VecDeque<Intent>,
    /// Whether that is all the program was started for: if it fails, the process
    /// exits with its status.
    direct: bool,
    /// Where to go as soon as one waits for somebody.
    meanwhile: Option<Intent>,
    /// A finished game to show, until it is shown.
    shown: Option<ShownGame>,
    /// Whether it was started for a table in this process: then no server is
    /// wanted, and leaving that table is the end.
    local: bool,
}

pub struct Ui {
    text: Rc<Catalogue>,
    pub(super) ui_settings: UiSettings,
    address: Address,
    /// The start screen, which is always there to go back to.
    pub(super) start: StartPage,
    /// The page of the table that one is at, over the start screen.
    table: Option<Box<TablePage>>,
    /// A finished game that is looked at, over the page.
    viewer: Option<Box<Viewer>>,
    overlay: Option<Overlay>,
    /// A link that is looked at before one sits down, over the start screen.
    card: Option<InvitationCard>,
    launch: Launch,
    client: ClientState,
    /// Whether the session is with a table in this process.
    offline: bool,
    /// Ignore keys until this instant: they were typed for the previous game.
    switched_until: Option<Instant>,
    /// A seat that the person may want instead.
    take_up: Option<SeatQuestion>,
    rooms: RoomPager,
    seat_poll: SeatPoll,
    /// Whether the list is asked for to go on to the next room.
    next_room: bool,
    /// The click targets of the last drawing.
    pub(super) targets: ClickMap,
    /// How it ended, once it has.
    pub(super) over: Option<Farewell>,
}

impl Ui {
    pub fn new(options: UiOptions) -> Ui {
        let local = options.is_local();
        let UiOptions { first, choices, .. } = options;
        // A spectator, or a seat with a name, needs none.
        let named = |intent: &Intent| intent.is_back() || !intent.sits();
        let nameless = local || first.as_ref().is_some_and(named);
        let name = options.name.or(nameless.then(String::new));
        Ui {
            start: StartPage::new(
                Rc::clone(&options.text),
                name,
                choices,
                ServerMenu::new(options.address.to_string(), options.servers),
                options.keeps_games,
            ),
            text: options.text,
            ui_settings: options.ui_settings,
            address: options.address,
            table: None,
            viewer: None,
            overlay: None,
            card: None,
            launch: Launch {
                direct: first.is_some(),
                first: first.into_iter().collect(),
                meanwhile: options.meanwhile,
                shown: options.shown,
                local,
            },
            client: ClientState::new(0, IDS),
            offline: local,
            switched_until: None,
            take_up: options.in_use.map(SeatQuestion::TakeOver),
            rooms: RoomPager::default(),
            seat_poll: SeatPoll::default(),
            next_room: false,
            targets: ClickMap::default(),
            over: None,
        }
    }

    /// Goes where the command line says, as soon as nothing is left to ask.
    pub fn begin(&mut self) -> Vec<UiEffect> {
        if let Some(ShownGame { game, pace, review }) = self.launch.shown.take() {
            self.viewer = Some(Box::new(Viewer::new(Rc::clone(&self.text), game, pace)));
            return match review {
                true => self.viewed(ViewerAction::Review),
                false => Vec::new(),
            };
        }
        if self.start.is_typing() || self.take_up.is_some() {
            return Vec::new();
        }
        match self.launch.first.pop_front() {
            Some(Intent::Local(table)) if table.is_nameless() => {
                self.start.ask_players();
                Vec::new()
            }
            Some(Intent::Join(room)) => self.look_at(self.address.clone(), room),
            Some(intent) => self.go(intent),
            None => Vec::new(),
        }
    }

    /// The table that one is at, to look at.
    fn live_table(&self) -> Option<LiveTable<'_>> {
        LiveTable::new(self.table.as_deref()?, &self.client)
    }

    /// The table that one is at, to change its page.
    fn live_table_mut(&mut self) -> Option<LiveTable<'_, &mut TablePage>> {
        LiveTable::new(self.table.as_deref_mut()?, &self.client)
    }

    /// Goes to a table, with the start screen waiting for it.
    fn go(&mut self, intent: Intent) -> Vec<UiEffect> {
        self.start.going(intent.clone());
        vec![UiEffect::Go(intent)]
    }

    /// Another server is the one in use. Answers with what to remember.
    pub fn moved(&mut self, address: &Address) -> UiEffect {
        self.detached();
        self.address = address.clone();
        let known = self.start.server(address.to_string());
        let known: toml_edit::Array = known.iter().map(String::as_str).collect();
        self.client.link = LinkPhase::Connecting;
        self.start.follow(&self.client);
        UiEffect::Remember("servers", known.into())
    }

    /// The seats of this machine on this server that one can go back to.
    pub fn seats(&mut self, open: Vec<OwnSeat>) {
        let first = self.launch.first.front();
        let sits = |intent: &&Intent| intent.sits() && !intent.is_back();
        if first.filter(sits).is_some() {
            self.take_up = open.first().cloned().map(SeatQuestion::GoBack);
        }
        self.seat_poll
            .set_seats(open.iter().map(|seat| seat.secret.clone()));
        self.start.seats(open, &self.seat_poll);
    }

    pub fn open_game(&mut self, game: Game) {
        self.viewer = Some(Box::new(Viewer::new(Rc::clone(&self.text), game, PACE)));
    }

    /// Whether an [`UiEffect::Review`] is still wanted.
    pub fn awaits_review(&self) -> bool {
        self.viewer.as_ref().is_some_and(|viewer| viewer.waits())
    }

    /// The computer's review of the game in the viewer, if there is one.
    pub fn reviewed(&mut self, reviewed: Option<Reviewed>) {
        if let Some(viewer) = &mut self.viewer {
            viewer.reviewed(reviewed);
        }
    }

    /// Something went wrong outside, as a sentence.
    pub fn complain(&mut self, sentence: String) {
        match &mut self.table {
            Some(table) => table.say(sentence, Role::Alert),
            None => self.start.say(sentence),
        }
    }

    /// Ends with this status, and the sentences for when the person goes.
    pub fn quit(&mut self, exit: Exit) {
        let table = self.live_table();
        let kept = table.is_some_and(|table| table.room.keeps_seat());
        let kept = kept.then(|| say!(self.text, END_KEPT));
        // Who has only looked has not played.
        let played = !(self.launch.local && self.table.is_none());
        let thanks = played.then(|| say!(self.text, END_THANKS));
        let lines = kept.into_iter().chain(thanks).collect();
        self.over = Some(Farewell { exit, lines });
    }

    /// Back to the start screen, with something to say there.
    fn back_to_start(&mut self, sentence: Option<String>) {
        (self.table, self.viewer) = (None, None);
        // What was known is from before one was at the table.
        self.seat_poll.hurry();
        self.seat_poll.mark_turns_seen();
        self.rest();
        if let Some(sentence) = sentence {
            self.start.say(sentence);
        }
    }

    /// Back to choosing, or to waiting for somebody.
    fn rest(&mut self) {
        self.start.idle();
        if self.client.queue.is_some() {
            self.start.queued();
        }
    }

    /// A new connection is made, to which nothing of the last belongs.
    pub fn detached(&mut self) {
        // That of a table in this process says nothing of the server's.
        if std::mem::take(&mut self.offline) {
            self.client.link = LinkPhase::Connecting;
        }
        self.client.leave();
        self.seat_poll.forget();
        self.launch.meanwhile = None;
    }

    /// Ends with a failure and its sentence.
    fn fail(&mut self, sentence: String) {
        let (exit, lines) = (Exit::Failed, vec![sentence]);
        self.over = Some(Farewell { exit, lines });
    }

    /// Title of the terminal's window.
    pub fn title(&self) -> String {
        match self.live_table() {
            Some(table) => format!("{} - OXO", table.title()),
            None => "OXO".to_owned(),
        }
    }
}
