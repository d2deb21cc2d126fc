//! The command `oxo local`: two people at this terminal, or one and the computer.

use std::rc::Rc;

use frontend::{
    exit::Exit,
    hotseat::{HotseatPlayers, TableOptions},
    intent::Intent,
    speech,
    stdio::output::print,
    values,
};
use oxo_client::session::Session;
use protocol::{Computer, Mark, Seat, Settings, ids::BySeat, name, settings::Opens};
use sentences::{Catalogue, say};

use super::{
    context::{App, FIRST},
    failure::{Failure, drawn},
};
use crate::cli;

impl App {
    /// Sits down at a table of this process, on the screen or in lines.
    pub(super) async fn local(mut self, args: &cli::LocalArgs) -> Result<Exit, Failure> {
        let game = args
            .game
            .settings(&self.settings.text, &args.opens, &args.opening)?;
        let options = match self.computer(args)? {
            Some(computer) => self.against(args, game, computer)?,
            None => {
                let pair = self.pair(args.names.as_deref(), game.opens).await?;
                TableOptions::for_two(game, pair, self.keep_games.played)
            }
        };
        if self.screen {
            return self.on_screen(Some(Intent::Local(options)), None).await;
        }
        let first = options.body(drawn(&self.settings.text)?);
        let session = Session::start(options.hotseat, self.session_options(Some(first)));
        let mut recorder = self.recorder();
        self.converse(session, &mut recorder, FIRST).await
    }

    fn against(
        &self,
        args: &cli::LocalArgs,
        game: Settings,
        computer: Computer,
    ) -> Result<TableOptions, Failure> {
        let text = &self.settings.text;
        if args.names.is_some() {
            return Err(say!(text, LOCAL_NAMES_ALONE).into());
        }
        let first = cli::first_against(text, &args.begins)?;
        let game = Settings { first, ..game };
        let keeps_games = self.keep_games.played;
        Ok(TableOptions::against(game, computer, keeps_games))
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

    /// Two people by the names that were typed. Without them a person in lines is asked; the
    /// screen asks for itself.
    async fn pair(&mut self, typed: Option<&str>, opens: Opens) -> Result<HotseatPlayers, Failure> {
        let names = match typed {
            Some(typed) => names(&self.settings.text, typed)?,
            None if self.terminal && !self.screen => self.ask_names(opens).await?,
            None => BySeat::default(),
        };
        Ok(HotseatPlayers { names })
    }

    /// Asks in lines what two players are called. Nothing at the end of the input.
    async fn ask_names(&mut self, opens: Opens) -> Result<BySeat<Option<String>>, Failure> {
        let text = Rc::clone(&self.settings.text);
        let mut names = BySeat::default();
        print(&[say!(text, SCREEN_START_ASK_PLAYER_ABOUT)])?;
        for (seat, mark) in [(Seat::Host, Mark::X), (Seat::Guest, Mark::O)] {
            let question = say!(text, SCREEN_START_ASK_PLAYER, mark = opens.mark(mark));
            names[seat] = loop {
                print(std::slice::from_ref(&question))?;
                let Some(typed) = self.input.recv().await else {
                    return Ok(names);
                };
                match name::clean(&typed) {
                    Ok(name) => break name,
                    Err(why) => print(&[speech::bad_name(&text, why)])?,
                }
            };
        }
        Ok(names)
    }
}

/// Two names in one text.
fn names(text: &Catalogue, typed: &str) -> Result<BySeat<Option<String>>, String> {
    let named = |name: &str| name::clean(name).ok().flatten();
    let parts: Vec<&str> = typed.split([',', '，']).collect();
    let names = match parts[..] {
        [host, guest] => named(host).zip(named(guest)),
        _ => None,
    };
    let (host, guest) = names.ok_or_else(|| say!(text, LOCAL_NAMES, text = typed))?;
    Ok(BySeat {
        host: Some(host),
        guest: Some(guest),
    })
}
