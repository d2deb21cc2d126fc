//! Context that commands share: the server, the player's name, this machine's seats and games, and
//! the frontend's settings.

use std::rc::Rc;

use archive::{
    game_recorder::GameRecorder,
    seats::{OwnSeat, SeatStore},
    session_recorder::SessionRecorder,
    store::{GameArchive, USUALLY_KEPT},
};
use frontend::{
    intent::Intent,
    speech,
    stdio::{input, is_terminal, output::print},
    text_board::Charset,
};
use oxo_client::{
    address::{self, Address, AddressError, Destination},
    session::{Ask, Raw, Session, SessionOptions},
    transport::Network,
};
use protocol::{RoomCode, request::Body};
use sentences::{Catalogue, say};
use tokio::sync::mpsc;

use super::{
    failure::{Failure, drawn},
    settings::{self, KeptGames},
};
use crate::{
    PROGRAM,
    cli::{Cli, CliCommand},
    config::{Config, ProgramFolders},
    jsonl::{JsonlScope, JsonlSetup},
    plain::PlainSettings,
    tui::ui_settings::UiSettings,
};

/// The server when none is named: this machine, the server's usual port.
const DEFAULT_SERVER: &str = "ws://127.0.0.1:1952";

/// More names than these are not listed in a sentence.
const LISTED_NAMES: usize = 5;

/// The number of the first request of a command.
pub(super) const FIRST: u64 = 1;

/// Context of a command.
pub(super) struct App {
    pub(super) settings: PlainSettings,
    pub(super) config: Config,
    pub(super) folders: ProgramFolders,
    pub(super) seats: SeatStore,
    pub(super) archive: GameArchive,
    pub(super) keep_games: KeptGames,
    pub(super) address: Address,
    /// Whether it was typed, and so is meant whatever else is known.
    pub(super) server_typed: bool,
    pub(super) name: Option<String>,
    pub(super) ui_settings: UiSettings,
    pub(super) json: bool,
    /// Whether the full screen is shown.
    pub(super) screen: bool,
    /// Whether the terminal can show a picture among the lines.
    pub(super) draws: bool,
    /// Whether a person can be asked in lines.
    pub(super) terminal: bool,
    pub(super) input: mpsc::Receiver<String>,
    /// Where to go as soon as one waits for somebody.
    pub(super) meanwhile: Option<Intent>,
    /// Sentence in lines once one waits for an opponent.
    pub(super) queued: Vec<String>,
    /// The code or link that was typed.
    pub(super) typed: String,
    /// A seat that is to be taken from another process.
    pub(super) in_use: Option<OwnSeat>,
}

impl App {
    pub(super) fn new(
        cli: &Cli,
        text: Rc<Catalogue>,
        config: Config,
        folders: ProgramFolders,
    ) -> Result<App, Failure> {
        let global = &cli.global;
        let server = global.server.as_ref().or(config.server.as_ref());
        let server = server.map_or(DEFAULT_SERVER, String::as_str);
        let address = server_at(&text, server)?;
        let keys = settings::layout(cli, &text, &config)?;
        let ascii = global.ascii || config.ascii.unwrap_or_else(settings::is_linux_console);
        if let Some(name) = &global.name {
            protocol::name::clean(name).map_err(|why| speech::bad_name(&text, why))?;
        }
        let charset = if ascii { Charset::Ascii } else { Charset::Box };
        let json = global.json || matches!(cli.command, Some(CliCommand::Connect));
        let screen = settings::shows_screen(cli, &config);
        // Without a thread for it there is no input, which is an end like another.
        let input = match &cli.command {
            Some(CliCommand::Replay(replay)) if replay.is_input() => None,
            Some(
                CliCommand::Bot(_)
                | CliCommand::Doctor(_)
                | CliCommand::Analyse(_)
                | CliCommand::Wait(_),
            ) => None,
            Some(CliCommand::Seat(args)) if args.link().is_none() => None,
            // The keys are read there.
            _ if screen => None,
            _ => input::lines().ok(),
        };
        let input = input.unwrap_or_else(|| mpsc::channel(1).1);
        Ok(App {
            seats: SeatStore::new(folders.seats()),
            archive: GameArchive::new(
                folders.games(config.games_folder.as_deref()),
                config.games_kept.unwrap_or(USUALLY_KEPT),
            ),
            keep_games: settings::kept_games(cli, &text, &config)?,
            ui_settings: settings::ui_settings(cli, &text, &config, (keys, charset))?,
            settings: PlainSettings {
                text,
                keys,
                charset,
            },
            address,
            server_typed: global.server_typed,
            name: global.name.clone().or_else(|| config.name.clone()),
            json,
            screen,
            draws: settings::can_draw(cli, &config),
            terminal: !json && is_terminal(),
            input,
            meanwhile: None,
            queued: Vec::new(),
            typed: String::new(),
            in_use: None,
            config,
            folders,
        })
    }

    /// Greets a person in lines.
    pub(super) fn greet(&self) -> Result<(), Failure> {
        let text = &self.settings.text;
        if self.screen || !self.terminal {
            return Ok(());
        }
        let line = match self.name.as_deref().filter(|name| !name.is_empty()) {
            Some(name) => say!(text, WELCOME_NAMED, name),
            None => say!(text, WELCOME),
        };
        Ok(print(&[line])?)
    }

    /// The room that is meant; a link also says on which server, which is the one in use from now on.
    pub(super) fn place(&mut self, typed: &str) -> Result<RoomCode, Failure> {
        let (server, room) = self.read_place(typed)?;
        if let Some(address) = server {
            self.address = address;
        }
        Ok(room)
    }

    /// Reads a code, or a link with its server.
    pub(super) fn read_place(
        &mut self,
        typed: &str,
    ) -> Result<(Option<Address>, RoomCode), Failure> {
        let refused = |error| speech::address_error(&self.settings.text, &error);
        address::without_fragment(typed.trim()).clone_into(&mut self.typed);
        match address::place(typed).map_err(refused)? {
            Destination::Code(room) => Ok((None, room)),
            Destination::Room(address, room) => Ok((Some(address), room)),
            Destination::Game(..) => Err(refused(AddressError::NoRoom(typed.to_owned())).into()),
            Destination::Seat(..) => Err(say!(self.settings.text, SEAT_USE).into()),
        }
    }

    pub(super) fn session(&self, first: Option<Body>) -> Session {
        let network = Network::new(self.address.clone());
        Session::start(network, self.session_options(first))
    }

    pub(super) fn session_options(&self, first: Option<Body>) -> SessionOptions {
        let first = first.map(|body| Ask::numbered(FIRST, body));
        let raw = if self.json { Raw::Pass } else { Raw::Hide };
        let name = self.name.clone().unwrap_or_default();
        SessionOptions {
            first,
            raw,
            ..SessionOptions::new(PROGRAM, name)
        }
    }

    pub(super) fn setup(
        &self,
        scope: JsonlScope,
        first: Option<u64>,
    ) -> Result<JsonlSetup, Failure> {
        Ok(JsonlSetup {
            scope,
            server: self.address.to_string(),
            key: drawn(&self.settings.text)?.reveal().to_owned(),
            first,
        })
    }

    /// Keeps what a session leaves behind.
    pub(super) fn recorder(&self) -> SessionRecorder {
        self.recorders()()
    }

    /// Makes a recorder for each session.
    pub(super) fn recorders(&self) -> impl Fn() -> SessionRecorder + use<> {
        let (seats, archive) = (self.seats.clone(), self.archive.clone());
        let (text, games) = (Rc::clone(&self.settings.text), self.keep_games);
        move || {
            let recorder = || GameRecorder::new(archive.clone(), Rc::clone(&text), games.watched);
            let recorder = games.played.then(recorder);
            SessionRecorder::new(Rc::clone(&text), seats.clone(), recorder)
        }
    }
}

/// The server at an address that was typed or kept.
pub(super) fn server_at(text: &Catalogue, typed: &str) -> Result<Address, String> {
    address::parse(typed).map_err(|error| speech::address_error(text, &error))
}

/// The first names of a list, for a sentence.
pub(super) fn first_names(mut names: impl Iterator<Item = String>) -> String {
    let mut first: Vec<String> = names.by_ref().take(LISTED_NAMES).collect();
    first.extend(names.next().map(|_| "…".to_owned()));
    first.join(", ")
}
