//! Settings resolved from command line, environment and configuration, in that order of
//! precedence.

use std::io::IsTerminal;

use game::notation::Layout;

use super::failure::Failure;
use crate::{
    cli::{Cli, CliCommand},
    config::Config,
    key::say,
    locale::Catalogue,
    text_board::Charset,
    tui::{
        theme::{self, MONO, Role, Theme},
        ui_settings::{Notify, UiSettings},
    },
    values,
};

/// Which digit is which cell of a 3×3 board.
pub(super) fn layout(cli: &Cli, text: &Catalogue, config: &Config) -> Result<Layout, Failure> {
    let keys = cli.global.keys.as_ref().or(config.keys.as_ref());
    let layouts = [("keypad", Layout::Keypad), ("phone", Layout::Phone)];
    let keys = keys.map_or("keypad", String::as_str);
    Ok(values::choice(text, "keys", keys, &layouts)?)
}

/// Whether copies of games are kept.
pub(super) fn keeps_games(cli: &Cli, text: &Catalogue, config: &Config) -> Result<bool, Failure> {
    let choices = [("yes", true), ("no", false)];
    let wish = cli.global.keep_games.as_ref();
    let wish = wish.map(|typed| values::choice(text, "keep-games", typed, &choices));
    Ok(wish.transpose()?.or(config.keep_games).unwrap_or(true))
}

/// Whether the command line is for people at a terminal that can be drawn on.
pub(super) fn shows_screen(cli: &Cli, config: &Config) -> bool {
    let (global, command) = (&cli.global, &cli.command);
    let shown = matches!(
        command,
        None | Some(
            CliCommand::Play(_)
                | CliCommand::New(_)
                | CliCommand::Join(_)
                | CliCommand::Watch(_)
                | CliCommand::Exhibit(_)
                | CliCommand::Resume(_)
                | CliCommand::Local(_)
        )
    );
    let plain = global.plain || config.plain == Some(true);
    let term = std::env::var("TERM").unwrap_or_default();
    let able = cfg!(windows) || !matches!(term.as_str(), "" | "dumb");
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    shown && able && terminal && !plain && !global.json
}

/// How the person wants the screen.
pub(super) fn ui_settings(
    cli: &Cli,
    text: &Catalogue,
    config: &Config,
    (keys, charset): (Layout, Charset),
) -> Result<UiSettings, Failure> {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let flag = cli.global.theme.as_deref();
    let (theme_name, theme) = theme(text, flag, no_colour, config)?;
    let notify = config.notify.as_deref().unwrap_or(Notify::ALL[0].0);
    Ok(UiSettings {
        keys,
        digits: config.digits.unwrap_or(false),
        charset,
        theme_name: theme_name.to_owned(),
        theme,
        colours: config.colours.clone(),
        bell: config.bell.unwrap_or(true),
        notify: values::choice(text, "notify", notify, &Notify::ALL)?,
    })
}

/// The theme: what the command line says is stronger than the environment, and
/// that than the configuration.
fn theme(
    text: &Catalogue,
    flag: Option<&str>,
    no_colour: bool,
    config: &Config,
) -> Result<(&'static str, Theme), String> {
    let environment = no_colour.then_some(MONO);
    let wish = flag.or(environment).or(config.theme.as_deref());
    let names = theme::NAMES.map(|name| (name, name));
    let name = values::choice(text, "theme", wish.unwrap_or(theme::NAMES[0]), &names)?;
    // Every name of the list names a theme.
    let mut theme = Theme::named(name).ok_or_else(String::new)?;
    for (role, colour) in &config.colours {
        values::choice(text, "[colours]", role, &Role::ALL)?;
        theme
            .recolour(role, colour)
            .map_err(|_| say!(text, USAGE_COLOUR, role, text = colour))?;
    }
    let theme = Theme::with(name, &config.colours).ok_or_else(String::new)?;
    Ok((name, theme))
}

#[cfg(test)]
mod tests;
