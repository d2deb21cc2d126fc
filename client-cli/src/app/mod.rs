//! The commands of `oxo`: each leads from the command line to a frontend and an exit
//! status.

mod analyse;
mod bot;
mod computer;
mod context;
mod doctor;
mod engine;
mod failure;
mod games;
mod hotseat;
mod online;
mod position;
mod seat;
mod settings;
mod shared_seat;
mod solve;
mod tui;
mod wait;

use std::{path::Path, rc::Rc};

use frontend::{exit::Exit, intent::Intent, stdio::output::print_text};
use oxo_client::address::{self, Destination};
use sentences::{Catalogue, say};

use crate::{
    cli::{self, Cli, CliCommand},
    config::{self, Config, ProgramFolders},
};
use context::App;

pub use failure::Failure;

/// The settings of this user, and the catalogue they lead to.
///
/// # Errors
/// When the configuration cannot be used, or there is no such language.
pub fn prepare(language: Option<&str>) -> Result<(Rc<Catalogue>, Config, ProgramFolders), Failure> {
    let environment = sentences::environment::language(|name| std::env::var(name).ok());
    let named = language.map(|typed| (typed, sentences::language_for_tag(typed)));
    let chosen = named.and_then(|(_, tag)| tag).or(environment);
    let text = Catalogue::for_language(chosen.unwrap_or_default());
    if let Some((typed, None)) = named {
        settings::language(&text, typed)?;
    }
    let folders = ProgramFolders::of_user().ok_or_else(|| Failure::Other(say!(text, DISK_HOME)))?;
    let path = folders.config_file();
    let config = config::read(&path, &text)?;
    if let (None, Some(tag)) = (
        named,
        config
            .language
            .as_deref()
            .and_then(sentences::language_for_tag),
    ) {
        text.speak(tag);
    }
    settings::check(&text, &config, &path)?;
    Ok((Rc::new(text), config, folders))
}

/// Runs a command that needs neither a server nor a table; nothing for the others.
fn without_a_table(cli: &Cli, text: &Catalogue, config: &Config) -> Option<Result<Exit, Failure>> {
    Some(match &cli.command {
        Some(CliCommand::Completions { shell }) => completions(text, *shell),
        Some(CliCommand::Man(args)) => man(text, args.page.as_deref()),
        Some(CliCommand::Solve(args)) => {
            settings::layout(cli, text, config).and_then(|keys| solve::run(text, keys, args))
        }
        Some(CliCommand::Engine(args)) => engine::run(text, args),
        None if !settings::shows_screen(cli, config) => Err(Failure::Usage(cli::help(text))),
        _ => return None,
    })
}

/// Does what a command line says.
pub async fn run(
    cli: Cli,
    (text, config, folders): (Rc<Catalogue>, Config, ProgramFolders),
) -> Result<Exit, Failure> {
    if let Some(ended) = without_a_table(&cli, &text, &config) {
        return ended;
    }
    let Some(cli) = shared_seat::followed(&text, cli.with_command(by_link))? else {
        return Ok(Exit::Fine);
    };
    let mut app = App::new(&cli, text, config, folders)?;
    let Some(command) = cli.command else {
        return app.on_screen(None, None).await;
    };
    if settings::leads_to_table(&command) {
        app.greet()?;
    }
    match command {
        CliCommand::Rooms => app.rooms().await,
        CliCommand::Connect => app.connect().await,
        CliCommand::Resume(args) if app.screen => app.resume_on_screen(&args).await,
        CliCommand::Resume(args) => app.resume(&args).await,
        CliCommand::Wait(args) => app.wait(&args).await,
        CliCommand::Seat(args) => app.seat(&args).await,
        CliCommand::Watch(place) => {
            let room = app.place(&place.place)?;
            app.go(Intent::Watch(room)).await
        }
        CliCommand::Join(place) => {
            let room = app.place(&place.place)?;
            app.go(Intent::Join(room)).await
        }
        CliCommand::Play(seek) => {
            let (intent, meanwhile) = app.opponent_intents(&seek)?;
            app.meanwhile = meanwhile;
            app.go(intent).await
        }
        CliCommand::Exhibit(exhibit) => {
            let exhibit = app.exhibition(&exhibit)?;
            app.go(exhibit).await
        }
        CliCommand::New(new) => {
            let new = new.settings(&app.settings.text)?;
            app.go(Intent::New(new)).await
        }
        CliCommand::Local(args) => app.local(&args).await,
        CliCommand::Bot(args) => app.bot(&args).await,
        CliCommand::Games(args) => app.games(&args).await,
        CliCommand::Replay(args) => app.replay(&args).await,
        CliCommand::Analyse(args) => app.analyse(&args).await,
        CliCommand::Doctor(args) => app.doctor(&args).await,
        CliCommand::Completions { .. }
        | CliCommand::Man(_)
        | CliCommand::Solve(_)
        | CliCommand::Engine(_) => Ok(Exit::Fine),
    }
}

/// A link says by itself whether it leads to a room or to a finished game.
fn by_link(command: CliCommand) -> CliCommand {
    match command {
        CliCommand::Join(arg) | CliCommand::Watch(arg)
            if matches!(address::place(&arg.place), Ok(Destination::Game(..))) =>
        {
            CliCommand::Replay(cli::ReplayArgs::usual(arg.place))
        }
        CliCommand::Replay(args)
            if matches!(
                address::place(&args.game),
                Ok(Destination::Room(..) | Destination::Seat(..))
            ) && !Path::new(&args.game).exists() =>
        {
            CliCommand::Watch(cli::RoomArg { place: args.game })
        }
        command => command,
    }
}

fn completions(text: &Catalogue, shell: clap_complete::Shell) -> Result<Exit, Failure> {
    let command = cli::with_choices(cli::command(text));
    let script = command_line::completions(command, shell);
    print_text(&script)?;
    Ok(Exit::Fine)
}

fn man(text: &Catalogue, wanted: Option<&str>) -> Result<Exit, Failure> {
    let command = cli::command(text);
    let words: Vec<&str> = wanted.into_iter().collect();
    let found = command_line::subcommand(&command, &words);
    let found = found.map_err(|wanted| Failure::Usage(say!(text, CLI_UNKNOWN, text = wanted)))?;
    print_text(&command_line::man_page(found))?;
    Ok(Exit::Fine)
}
