//! Runs `oxo local`: two people at this terminal, or one and the computer.

use oxo_client::session::Session;
use protocol::{
    Computer, Mark, Settings,
    ids::BySeat,
    name,
    settings::{Alternate, First, Opens, Watching},
};

use super::{
    context::{App, FIRST, settled},
    failure::{Failure, drawn},
};
use crate::{
    cli,
    exit::Exit,
    hotseat::{Hotseat, HotseatPlayers, TableOptions},
    intent::Intent,
    key::say,
    values,
};

impl App {
    /// Sits down at a table of this process, on the screen or in lines.
    pub(super) async fn local(mut self, args: &cli::LocalArgs) -> Result<Exit, Failure> {
        let options = self.table(args)?;
        if self.screen {
            return self.on_screen(Some(Intent::Local(options))).await;
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
        let computer = self.computer(args)?;
        let pair = match computer {
            Some(_) if args.names.is_some() => return Err(say!(text, LOCAL_NAMES_ALONE)),
            Some(_) => None,
            None => Some(self.pair(args.names.as_deref(), game.opens)?),
        };
        let first = match pair {
            // The first name is the host's, who begins.
            Some(_) => First::Host,
            None => cli::first_against(text, &args.begins)?,
        };
        // Players without names are called by their marks, so they keep them.
        let alternate = match &pair {
            Some(pair) if !pair.named => Alternate::Fixed,
            _ => Alternate::Yes,
        };
        Ok(TableOptions {
            settings: Settings {
                first,
                alternate,
                watching: Watching::None,
                ..game
            },
            computer,
            hotseat: Hotseat {
                pair,
                keeps_games: self.keep_games,
            },
        })
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
            let called = |mark: Mark| match self.json {
                true => String::new(),
                false => say!(text, LOCAL_PLAYER, mark),
            };
            let names = BySeat {
                host: called(opens.mark(Mark::X)),
                guest: called(opens.mark(Mark::O)),
            };
            return Ok(HotseatPlayers {
                names,
                named: false,
            });
        };
        let named = |name: &str| name::clean(name).ok().flatten();
        let parts: Vec<&str> = typed.split([',', '，']).collect();
        let names = match parts[..] {
            [host, guest] => named(host).zip(named(guest)),
            _ => None,
        };
        let (host, guest) = names.ok_or_else(|| say!(text, LOCAL_NAMES, text = typed))?;
        Ok(HotseatPlayers {
            names: BySeat { host, guest },
            named: true,
        })
    }
}
