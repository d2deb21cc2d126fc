//! Runs `oxo local`: two people at this terminal, or one and the computer.

use oxo_client::session::Session;
use protocol::{Computer, Settings, ids::BySeat, name, settings::Opens};

use super::{
    context::{App, FIRST, settled},
    failure::{Failure, drawn},
};
use crate::{
    cli,
    exit::Exit,
    hotseat::{HotseatPlayers, TableOptions},
    intent::Intent,
    key::say,
    values,
};

impl App {
    /// Sits down at a table of this process, on the screen or in lines.
    pub(super) async fn local(mut self, args: &cli::LocalArgs) -> Result<Exit, Failure> {
        let options = self.table(args)?;
        if self.screen {
            return self.on_screen(Some(Intent::Local(options)), None).await;
        }
        let first = options.body(drawn(&self.settings.text)?);
        let session = Session::start(options.hotseat, self.session_options(Some(first)));
        let mut recorder = self.recorder();
        let exit = self.converse(session, &mut recorder, FIRST).await?;
        Ok(settled(exit))
    }

    fn table(&self, args: &cli::LocalArgs) -> Result<TableOptions, String> {
        let text = &self.settings.text;
        let game = args.game.settings(text, &args.opens)?;
        let Some(computer) = self.computer(args)? else {
            let pair = self.pair(args.names.as_deref(), game.opens)?;
            return Ok(TableOptions::for_two(game, pair, self.keep_games.played));
        };
        if args.names.is_some() {
            return Err(say!(text, LOCAL_NAMES_ALONE));
        }
        let first = cli::first_against(text, &args.begins)?;
        let game = Settings { first, ..game };
        Ok(TableOptions::against(
            game,
            computer,
            self.keep_games.played,
        ))
    }

    fn computer(&self, args: &cli::LocalArgs) -> Result<Option<Computer>, String> {
        let level = args.level.as_ref();
        let level = level.map(|typed| values::level(&self.settings.text, "computer", typed));
        let computer = |level| Computer {
            level,
            centre: args.opens_in_centre,
        };
        Ok(level.transpose()?.map(computer))
    }

    /// Two names; without them the two are called by their marks, and by
    /// numbers where nobody reads.
    fn pair(&self, typed: Option<&str>, opens: Opens) -> Result<HotseatPlayers, String> {
        let text = &self.settings.text;
        let Some(typed) = typed else {
            let mut pair = HotseatPlayers::new(text, opens, BySeat::default());
            if self.json {
                pair.names = BySeat::default();
            }
            return Ok(pair);
        };
        let named = |name: &str| name::clean(name).ok().flatten();
        let parts: Vec<&str> = typed.split([',', '，']).collect();
        let names = match parts[..] {
            [host, guest] => named(host).zip(named(guest)),
            _ => None,
        };
        let (host, guest) = names.ok_or_else(|| say!(text, LOCAL_NAMES, text = typed))?;
        let names = BySeat {
            host: Some(host),
            guest: Some(guest),
        };
        Ok(HotseatPlayers::new(text, opens, names))
    }
}
