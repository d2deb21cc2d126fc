//! Settings resolved from command line, environment and configuration, in that order of
//! precedence.

use std::path::Path;

use frontend::{speech, stdio::is_terminal, text_board::Charset, values};
use game::notation::Layout;
use oxo_client::address;
use sentences::{Catalogue, TAGS, say};
use strum::VariantArray;

use super::failure::Failure;
use crate::{
    cli::{Cli, CliCommand},
    config::{self, Config},
    tui::{
        theme::{self, MONO, Role, Theme},
        ui_settings::{Notify, UiSettings},
    },
};

/// Checks the values of the configuration file; a mistake is reported with file and line.
pub(super) fn check(text: &Catalogue, config: &Config, path: &Path) -> Result<(), Failure> {
    let located = |names: &[&str], said: Result<(), String>| {
        said.map_err(|detail| {
            let (path, line) = (path.display(), config::line_of(path, names).unwrap_or(1));
            Failure::Usage(say!(text, USAGE_CONFIG_VALUE, path, line, detail))
        })
    };
    let checks: [(&str, &Option<String>, Check); 6] = [
        ("server", &config.server, server),
        ("name", &config.name, named),
        ("language", &config.language, language),
        ("keys", &config.keys, |text, typed| {
            keys(text, typed).map(drop)
        }),
        ("theme", &config.theme, |text, typed| {
            values::choice(text, "theme", typed, &theme::NAMES.map(|name| (name, ())))
        }),
        ("notify", &config.notify, |text, typed| {
            values::choice(text, "notify", typed, &Notify::ALL).map(drop)
        }),
    ];
    for (name, value, check) in checks {
        located(
            &[name],
            value.as_deref().map_or(Ok(()), |typed| check(text, typed)),
        )?;
    }
    for (role, colour) in &config.colours {
        located(&["colours", role], recoloured(text, role, colour))?;
    }
    Ok(())
}

type Check = fn(&Catalogue, &str) -> Result<(), String>;

fn server(text: &Catalogue, typed: &str) -> Result<(), String> {
    let parsed = address::parse(typed).map(drop);
    parsed.map_err(|error| speech::address_error(text, &error))
}

fn named(text: &Catalogue, typed: &str) -> Result<(), String> {
    let name = protocol::name::clean(typed);
    name.map(drop).map_err(|why| speech::bad_name(text, why))
}

/// Checks the tag of a language.
pub(super) fn language(text: &Catalogue, typed: &str) -> Result<(), String> {
    match sentences::language_for_tag(typed) {
        Some(_) => Ok(()),
        None => values::choice(text, "language", typed, &TAGS.map(|tag| (tag, ()))),
    }
}

fn recoloured(text: &Catalogue, role: &str, colour: &str) -> Result<(), String> {
    let roles: Vec<_> = Role::VARIANTS.iter().map(|it| (it.into(), ())).collect();
    values::choice(text, "[colours]", role, &roles)?;
    let mut theme = Theme::named(theme::NAMES[0]).ok_or_else(String::new)?;
    let recoloured = theme.recolour(role, colour);
    recoloured.map_err(|_| say!(text, USAGE_COLOUR, role, text = colour))
}

fn keys(text: &Catalogue, typed: &str) -> Result<Layout, String> {
    let layouts = [("keypad", Layout::Keypad), ("phone", Layout::Phone)];
    values::choice(text, "keys", typed, &layouts)
}

/// Arrangement of the digits on a 3×3 board.
pub(super) fn layout(cli: &Cli, text: &Catalogue, config: &Config) -> Result<Layout, Failure> {
    let typed = cli.global.keys.as_ref().or(config.keys.as_ref());
    Ok(keys(text, typed.map_or("keypad", String::as_str))?)
}

/// Games kept on this machine: those that one plays, unless the settings say no; those that
/// one watches only where the command line asks for it.
pub(super) fn kept_games(
    cli: &Cli,
    text: &Catalogue,
    config: &Config,
) -> Result<KeptGames, Failure> {
    let choices = [("yes", true), ("no", false)];
    let choice = cli.global.keep_games.as_ref();
    let choice = choice.map(|typed| values::choice(text, "keep-games", typed, &choices));
    let choice = choice.transpose()?;
    Ok(KeptGames {
        played: choice.or(config.keep_games).unwrap_or(true),
        watched: choice == Some(true),
    })
}

/// Games kept on this machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptGames {
    pub played: bool,
    pub watched: bool,
}

/// Whether a command leads to a table.
pub(super) fn leads_to_table(command: &CliCommand) -> bool {
    matches!(
        command,
        CliCommand::Play(_)
            | CliCommand::New(_)
            | CliCommand::Join(_)
            | CliCommand::Watch(_)
            | CliCommand::Exhibit(_)
            | CliCommand::Resume(_)
            | CliCommand::Local(_)
    ) || matches!(command, CliCommand::Seat(args) if args.link().is_some())
}

/// Whether the command line is for people at a terminal that can be drawn on.
pub(super) fn shows_screen(cli: &Cli, config: &Config) -> bool {
    let shown = match &cli.command {
        None => true,
        Some(CliCommand::Replay(replay)) => !replay.is_input(),
        Some(CliCommand::Analyse(args)) => !args.is_input(),
        Some(command) => leads_to_table(command),
    };
    shown && can_draw(cli, config)
}

/// Whether somebody looks at a terminal that can be drawn on, and wants more than lines.
pub(super) fn can_draw(cli: &Cli, config: &Config) -> bool {
    let global = &cli.global;
    let plain = global.plain || config.plain == Some(true);
    let term = std::env::var("TERM").unwrap_or_default();
    let able = cfg!(windows) || !matches!(term.as_str(), "" | "dumb");
    able && is_terminal() && !plain && !global.json
}

/// Whether this is Linux's own console, whose letters lack arrows and most signs.
pub(super) fn is_linux_console() -> bool {
    std::env::var("TERM").is_ok_and(|term| term == "linux")
}

/// The person's settings of the screen.
pub(super) fn ui_settings(
    cli: &Cli,
    text: &Catalogue,
    config: &Config,
    (keys, charset): (Layout, Charset),
) -> Result<UiSettings, Failure> {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let flag = cli.global.theme.as_deref();
    let variable = |name| std::env::var(name).unwrap_or_default();
    let count = match cfg!(windows) {
        true => u16::MAX,
        false => theme::colour_count(&variable("TERM"), &variable("COLORTERM")),
    };
    let (theme_name, theme) = theme(text, (flag, no_colour, count), config)?;
    let notify = config.notify.as_deref().unwrap_or(Notify::ALL[0].0);
    Ok(UiSettings {
        keys,
        digits: config.digits.unwrap_or(false),
        charset,
        theme_name: theme_name.to_owned(),
        theme,
        colours: config.colours.clone(),
        colour_count: count,
        bell: config.bell.unwrap_or(true),
        notify: values::choice(text, "notify", notify, &Notify::ALL)?,
    })
}

/// The theme: what the command line says is stronger than the environment, and
/// that than the configuration.
fn theme(
    text: &Catalogue,
    (flag, no_colour, count): (Option<&str>, bool, u16),
    config: &Config,
) -> Result<(&'static str, Theme), String> {
    let environment = no_colour.then_some(MONO);
    let chosen = flag.or(environment).or(config.theme.as_deref());
    let names = theme::NAMES.map(|name| (name, name));
    let name = values::choice(text, "theme", chosen.unwrap_or(theme::NAMES[0]), &names)?;
    // Every name of the list names a theme, and the colours were checked with the file.
    let theme = Theme::with(name, &config.colours, count);
    Ok((name, theme.ok_or_else(String::new)?))
}

#[cfg(test)]
mod tests;
