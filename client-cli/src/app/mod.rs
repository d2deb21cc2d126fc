//! From a command line to a face and its end: which server, which name, which
//! seat, which first wish.
//!
//! Knows nothing of frames; what happens at the table is the faces' business.

mod bot;
mod computer;
mod games;
mod hotseat;
mod seat;
mod solve;
mod tui;

use std::{
    io::{self, IsTerminal, Write},
    rc::Rc,
};

use game::notation::Layout;
use oxo_client::{
    address::{self, Address, Place},
    session::{Ask, Options, Raw, Session},
    transport::Network,
};
use protocol::{
    Secret, Settings,
    request::{Body, Rooms},
    settings::{Alternate, First, Watching},
};
use tokio::sync::mpsc;

use crate::{
    PROGRAM,
    archive::{session_recorder::SessionRecorder, store::GameArchive},
    cli::{self, Cli, Command, New, Play},
    config::{self, Config, Folders},
    exit::Exit,
    intent::Intent,
    jsonl::{self, Scope, Setup},
    key::say,
    locale::{self, Catalogue},
    plain::{self, Console, PlainSettings},
    seats::Seats,
    speech,
    stdio::input,
    text_board::Charset,
    tui::ui_settings::UiSettings,
};

/// The server when none is named: this machine, the server's usual port.
const DEFAULT_SERVER: &str = "ws://127.0.0.1:1952";

/// Why it did not come to a face; the sentence is ready.
#[derive(Debug)]
pub enum Failure {
    /// A mistake on the command line or in the configuration.
    Usage(String),
    /// Anything else.
    Other(String),
    /// Nobody reads standard output any more.
    Unread,
}

impl From<io::Error> for Failure {
    fn from(_: io::Error) -> Failure {
        Failure::Unread
    }
}

struct App {
    taste: PlainSettings,
    config: Config,
    folders: Folders,
    seats: Seats,
    shelf: GameArchive,
    keep_games: bool,
    address: Address,
    name: Option<String>,
    look: UiSettings,
    json: bool,
    /// Whether the full screen is shown.
    screen: bool,
    /// Whether a person can be asked in lines.
    terminal: bool,
    input: mpsc::Receiver<String>,
    /// Where to go as soon as one waits for somebody.
    meanwhile: Option<Intent>,
}

/// The settings of this user, and the catalogue they lead to.
///
/// # Errors
/// When the configuration cannot be used, or there is no such language.
pub fn prepare(language: Option<&str>) -> Result<(Rc<Catalogue>, Config, Folders), Failure> {
    let environment = locale::from_environment(|name| std::env::var(name).ok());
    let named = language.map(|typed| (typed, locale::wished(typed)));
    let wish = named.and_then(|(_, tag)| tag).or(environment);
    let text = Catalogue::for_wish(wish.unwrap_or_default());
    if let Some((typed, None)) = named {
        let choices = locale::TAGS.map(|tag| (tag, tag));
        cli::choice(&text, "language", typed, &choices).map_err(Failure::Usage)?;
    }
    let folders = Folders::of_user().ok_or_else(|| Failure::Other(say!(text, DISK_HOME)))?;
    let path = folders.config_file();
    let config = config::read(&path).map_err(|detail| {
        let path = path.display();
        Failure::Usage(say!(text, USAGE_CONFIG, path = path, detail = detail))
    })?;
    if let (None, Some(tag)) = (named, config.language.as_deref().and_then(locale::wished)) {
        text.speak(tag);
    }
    Ok((Rc::new(text), config, folders))
}

/// Does what a command line says.
///
/// # Errors
/// With the sentence to end with.
pub async fn run(
    cli: Cli,
    (text, config, folders): (Rc<Catalogue>, Config, Folders),
) -> Result<Exit, Failure> {
    match &cli.command {
        Some(Command::Completions { shell }) => return completions(&text, *shell),
        Some(Command::Man) => return man(&text),
        Some(Command::Solve(args)) => {
            return solve::run(&text, layout(&cli, &text, &config)?, args);
        }
        None if !tui::wanted(&cli, &config) => return Err(Failure::Usage(cli::help(&text))),
        _ => {}
    }
    let mut app = App::new(&cli, text, config, folders)?;
    let Some(command) = cli.command else {
        return app.on_screen(None).await;
    };
    match command {
        Command::Rooms => app.rooms().await,
        Command::Connect => app.connect().await,
        Command::Resume if app.screen => app.resume_on_screen().await,
        Command::Resume => app.resume().await,
        Command::Watch(place) => {
            let room = app.place(&place.place)?;
            app.go(Intent::Watch(room)).await
        }
        Command::Join(place) => {
            let room = app.place(&place.place)?;
            app.go(Intent::Join(room)).await
        }
        Command::Play(seek) => {
            let (intent, meanwhile) = app.sought(&seek)?;
            app.meanwhile = meanwhile;
            app.go(intent).await
        }
        Command::Exhibit(exhibit) => {
            let exhibit = app.exhibition(&exhibit)?;
            app.go(exhibit).await
        }
        Command::New(new) => {
            let new = app.room(&new)?;
            app.go(Intent::New(new)).await
        }
        Command::Local(args) => app.local(&args).await,
        Command::Bot(args) => app.bot(&args).await,
        Command::Games(args) => app.games(&args).await,
        Command::Replay(args) => app.replay(&args).await,
        Command::Completions { .. } | Command::Man | Command::Solve(_) => Ok(Exit::Fine),
    }
}

fn completions(text: &Catalogue, shell: clap_complete::Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::command(text), "oxo", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Exit::Fine)
}

fn man(text: &Catalogue) -> Result<Exit, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(cli::command(text)).render(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(Exit::Fine)
}

fn drawn(text: &Catalogue) -> Result<Secret, Failure> {
    Secret::draw().map_err(|_| Failure::Other(say!(text, SYSTEM_RANDOMNESS)))
}

/// Which digit is which cell of a 3×3 board.
fn layout(cli: &Cli, text: &Catalogue, config: &Config) -> Result<Layout, Failure> {
    let keys = cli.global.keys.as_ref().or(config.keys.as_ref());
    let layouts = [("keypad", Layout::Keypad), ("phone", Layout::Phone)];
    let keys = keys.map_or("keypad", String::as_str);
    cli::choice(text, "keys", keys, &layouts).map_err(Failure::Usage)
}

/// To whoever asked for a room, a seat that is gone is a failure like others.
fn settled(exit: Exit) -> Exit {
    match exit {
        Exit::SeatGone => Exit::Failed,
        exit => exit,
    }
}

impl App {
    fn new(
        cli: &Cli,
        text: Rc<Catalogue>,
        config: Config,
        folders: Folders,
    ) -> Result<App, Failure> {
        let global = &cli.global;
        let server = global.server.as_ref().or(config.server.as_ref());
        let server = server.map_or(DEFAULT_SERVER, String::as_str);
        let target = address::parse(server)
            .map_err(|error| Failure::Usage(speech::address_error(&text, &error)))?;
        let keys = layout(cli, &text, &config)?;
        let ascii = global.ascii || config.ascii.unwrap_or(false);
        if let Some(name) = &global.name {
            protocol::name::clean(name)
                .map_err(|why| Failure::Usage(speech::bad_name(&text, why)))?;
        }
        let charset = if ascii { Charset::Ascii } else { Charset::Box };
        let json = global.json || matches!(cli.command, Some(Command::Connect));
        let screen = tui::wanted(cli, &config);
        // Without a thread for it there is no input, which is an end like another.
        let input = match &cli.command {
            Some(Command::Replay(replay)) if replay.is_input() => None,
            Some(Command::Bot(_)) => None,
            // The keys are read there.
            _ if screen => None,
            _ => input::lines().ok(),
        };
        let input = input.unwrap_or_else(|| mpsc::channel(1).1);
        Ok(App {
            seats: Seats::new(folders.seats()),
            shelf: GameArchive::new(folders.games(config.games_folder.as_deref())),
            keep_games: games::kept(cli, &text, &config)?,
            look: tui::look(cli, &text, &config, (keys, charset))?,
            taste: PlainSettings {
                text,
                keys,
                charset,
            },
            address: target.address,
            name: global.name.clone().or_else(|| config.name.clone()),
            json,
            screen,
            terminal: !json && io::stdin().is_terminal() && io::stdout().is_terminal(),
            input,
            meanwhile: None,
            config,
            folders,
        })
    }

    /// The room that is meant; a link also says on which server.
    fn place(&mut self, typed: &str) -> Result<protocol::RoomCode, Failure> {
        match address::place(typed) {
            Ok(Place::Code(room)) => Ok(room),
            Ok(Place::Link(address, room)) => {
                self.address = address;
                Ok(room)
            }
            Err(error) => Err(Failure::Usage(speech::address_error(
                &self.taste.text,
                &error,
            ))),
        }
    }

    fn game(
        &self,
        play: &Play,
    ) -> Result<(game::Rules, protocol::settings::ClockSetting), Failure> {
        let text = &self.taste.text;
        let rules = cli::rules(text, &play.rules).map_err(Failure::Usage)?;
        let rules = if play.misere { rules.misere() } else { rules };
        let clock = cli::clock(text, &play.clock).map_err(Failure::Usage)?;
        Ok((rules, clock))
    }

    fn room(&self, new: &New) -> Result<Settings, Failure> {
        let text = &self.taste.text;
        let (rules, clock) = self.game(&new.play)?;
        let firsts = [
            ("host", First::Host),
            ("guest", First::Guest),
            ("random", First::Random),
        ];
        let watchings = [
            ("open", Watching::Open),
            ("link", Watching::Link),
            ("none", Watching::None),
        ];
        let first = cli::choice(text, "first", &new.first, &firsts);
        let first = first.map_err(Failure::Usage)?;
        let watching = cli::choice(text, "watching", &new.watching, &watchings);
        let watching = watching.map_err(Failure::Usage)?;
        let alternate = if new.fixed {
            Alternate::Fixed
        } else {
            Alternate::Yes
        };
        Ok(Settings {
            rules,
            clock,
            first,
            alternate,
            watching,
            listed: new.listed,
        })
    }

    /// Goes to a table, on the screen or in lines.
    async fn go(mut self, intent: Intent) -> Result<Exit, Failure> {
        if self.screen {
            return self.on_screen(Some(intent)).await;
        }
        let key = drawn(&self.taste.text)?;
        if !intent.sits() {
            let keeper = self.keeper();
            let watch = intent.body(drawn(&self.taste.text)?, key.reveal());
            return self.face(watch, keeper).await.map(settled);
        }
        let seat = |secret| intent.body(secret, key.reveal());
        self.sit_down(seat).await
    }

    async fn rooms(&mut self) -> Result<Exit, Failure> {
        let session = self.session(Some(Body::Rooms(Rooms::default())));
        if self.json {
            let mut no_input = mpsc::channel(1).1;
            let setup = self.setup(Scope::Room, Some(FIRST))?;
            let mut keeper = SessionRecorder::default();
            return Ok(jsonl::run(setup, session, &mut keeper, &mut no_input).await?);
        }
        Ok(plain::rooms(&self.taste, &self.address, session).await?)
    }

    async fn connect(&mut self) -> Result<Exit, Failure> {
        let session = self.session(None);
        let setup = self.setup(Scope::Open, None)?;
        let mut keeper = self.keeper();
        Ok(jsonl::run(setup, session, &mut keeper, &mut self.input).await?)
    }

    async fn face(&mut self, body: Body, mut keeper: SessionRecorder) -> Result<Exit, Failure> {
        self.face_with(body, &mut keeper).await
    }

    async fn face_with(
        &mut self,
        body: Body,
        keeper: &mut SessionRecorder,
    ) -> Result<Exit, Failure> {
        let session = self.session(Some(body));
        let asked = self.ask_meanwhile(&session, keeper)?;
        let exit = if self.json {
            let setup = self.setup(Scope::Room, Some(asked))?;
            jsonl::run(setup, session, keeper, &mut self.input).await?
        } else {
            let console = Console::new(self.taste.clone(), self.address.clone(), asked);
            plain::run(console, session, keeper, &mut self.input).await?
        };
        Ok(exit)
    }

    fn session(&self, first: Option<Body>) -> Session {
        let first = first.map(|body| Ask {
            id: Some(FIRST),
            ..Ask::other(body)
        });
        let raw = if self.json { Raw::Pass } else { Raw::Hide };
        let name = self.name.clone().unwrap_or_default();
        let options = Options {
            first,
            raw,
            ..Options::new(PROGRAM, name)
        };
        Session::start(Network::new(self.address.clone()), options)
    }

    fn setup(&self, scope: Scope, first: Option<u64>) -> Result<Setup, Failure> {
        Ok(Setup {
            scope,
            seats: self.seats.clone(),
            server: self.address.to_string(),
            key: drawn(&self.taste.text)?.reveal().to_owned(),
            first,
        })
    }
}

/// The number of the first wish of a command.
const FIRST: u64 = 1;
