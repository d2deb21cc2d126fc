//! Start and end of the full screen.

use std::rc::Rc;

use frontend::{exit::Exit, intent::Intent, stdio::output::print};
use protocol::Settings;

use super::{
    context::{App, server_at},
    failure::{Failure, drawn, no_screen},
};
use crate::{
    cli,
    tui::{
        Shell,
        session_controller::SessionContext,
        ui::{ShownGame, UiOptions},
    },
};

/// Settings of a new room unless the person chooses otherwise: those of the
/// command line, or else the usual ones.
fn choices(first: Option<&Intent>) -> Settings {
    match first {
        Some(Intent::New(new) | Intent::Computer(new, _)) => *new,
        Some(Intent::Local(table)) => table.settings,
        Some(Intent::Exhibit(rules, _)) => Settings {
            rules: *rules,
            ..Settings::default()
        },
        Some(Intent::Play(search)) => Settings {
            rules: search.rules,
            clock: search.clock,
            ..Settings::default()
        },
        _ => Settings::default(),
    }
}

impl App {
    /// Shows the screen until it is over: a finished game, a table, or the start.
    pub(super) async fn on_screen(
        self,
        first: Option<Intent>,
        shown: Option<ShownGame>,
    ) -> Result<Exit, Failure> {
        let text = Rc::clone(&self.settings.text);
        let recorder = Box::new(self.recorders());
        let persists = first.is_none();
        let ui = UiOptions {
            text: Rc::clone(&text),
            ui_settings: self.ui_settings,
            name: self.name.clone(),
            address: self.address.clone(),
            choices: choices(first.as_ref()),
            in_use: self.in_use.clone().filter(|_| first.is_none()),
            first,
            shown,
            meanwhile: self.meanwhile,
            keeps_games: self.keep_games.played,
            servers: self.config.servers.clone().unwrap_or_default(),
        };
        let context = SessionContext {
            text: Rc::clone(&text),
            address: self.address,
            name: self.name.unwrap_or_default(),
            persists,
            key: drawn(&text)?.reveal().to_owned(),
            seats: self.seats,
            in_use: self.in_use,
            recorder,
        };
        let shell = Shell::open(ui, context, self.archive, self.folders.config_file());
        let shell = shell.map_err(|error| no_screen(&text, &error))?;
        let farewell = shell.run().await?;
        print(&farewell.lines)?;
        Ok(farewell.exit)
    }

    /// Takes a seat of this machine up again, wherever it is: the one in the room that was typed, or
    /// the newest. One that another process plays is asked about first, unless it is wanted anyway.
    pub(super) async fn resume_on_screen(
        mut self,
        args: &cli::ResumeArgs,
    ) -> Result<Exit, Failure> {
        let text = Rc::clone(&self.settings.text);
        let meant = self.typed_seat(args.place.as_deref())?;
        let held = self.seats.meant(&meant);
        let held = held.ok_or_else(|| self.no_seat(&meant))?;
        let own = held.seat().own().ok_or_else(|| self.no_seat(&meant))?;
        self.address = server_at(&text, &held.seat().server)?;
        self.in_use = held.is_elsewhere().then(|| own.clone());
        drop(held);
        let asks = self.in_use.is_some() && !args.take_over;
        let first = Some(Intent::Resume(own));
        self.on_screen(first.filter(|_| !asks), None).await
    }
}
