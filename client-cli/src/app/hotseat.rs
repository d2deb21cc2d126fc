//! The way to a table in this process: two people at this terminal, or one
//! and the computer.

use game::Level;
use oxo_client::session::{Ask, Raw, Session, SessionOptions};
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
    PROGRAM, cli,
    exit::Exit,
    hotseat::{Hotseat, HotseatPlayers, TableOptions},
    intent::Intent,
    jsonl::{self, JsonlScope},
    key::say,
    plain::{self, Console},
    values,
};

impl App {
    /// Sits down at a table of this process, on the screen or in lines.
    pub(super) async fn local(mut self, args: &cli::LocalArgs) -> Result<Exit, Failure> {
        let wish = self.wish(args)?;
        if self.screen {
            return self.on_screen(Some(Intent::Local(wish))).await;
        }
        let first = Ask {
            id: Some(FIRST),
            ..Ask::other(wish.body(drawn(&self.settings.text)?))
        };
        let raw = if self.json { Raw::Pass } else { Raw::Hide };
        let name = self.name.clone().unwrap_or_default();
        let options = SessionOptions {
            first: Some(first),
            raw,
            ..SessionOptions::new(PROGRAM, name)
        };
        let session = Session::start(wish.hotseat, options);
        let mut recorder = self.recorder();
        let exit = if self.json {
            let setup = self.setup(JsonlScope::Room, Some(FIRST))?;
            jsonl::run(setup, session, &mut recorder, &mut self.input).await?
        } else {
            let console = Console::new(self.settings.clone(), self.address.clone(), FIRST);
            let console = console.in_mode(session.mode());
            plain::run(console, session, &mut recorder, &mut self.input).await?
        };
        Ok(settled(exit))
    }

    fn wish(&self, args: &cli::LocalArgs) -> Result<TableOptions, Failure> {
        let game = args.game.settings(&self.settings.text, &args.opens);
        game.and_then(|game| self.table(args, game))
            .map_err(Failure::Usage)
    }

    fn table(&self, args: &cli::LocalArgs, game: Settings) -> Result<TableOptions, String> {
        let text = &self.settings.text;
        let computer = self.computer(args)?;
        let pair = match computer {
            Some(_) if args.names.is_some() => return Err(say!(text, LOCAL_NAMES_ALONE)),
            Some(_) => None,
            None => Some(self.pair(args.names.as_deref(), game.opens)?),
        };
        let firsts = [
            ("you", First::Host),
            ("computer", First::Guest),
            ("random", First::Random),
        ];
        let first = match pair {
            // Whoever is named first.
            Some(_) => First::Host,
            None => values::choice(text, "first", &args.begins, &firsts)?,
        };
        // Whoever is called by their mark keeps it.
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
        let levels = [("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5)];
        let level = args.level.as_ref();
        let level =
            level.map(|typed| values::choice(&self.settings.text, "computer", typed, &levels));
        let computer = |level| Computer {
            level,
            centre: args.opens_in_centre,
        };
        Ok(level.transpose()?.and_then(Level::new).map(computer))
    }

    /// Two names; without them the two are called by their marks, and by
    /// numbers where nobody reads.
    fn pair(&self, typed: Option<&str>, opens: Opens) -> Result<HotseatPlayers, String> {
        let text = &self.settings.text;
        let Some(typed) = typed else {
            let called = |mark: Mark| match self.json {
                true => String::new(),
                false => say!(text, LOCAL_PLAYER, mark = mark),
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
        let names = typed.split_once([',', '，']);
        let names = names.and_then(|(host, guest)| named(host).zip(named(guest)));
        let (host, guest) = names.ok_or_else(|| say!(text, LOCAL_NAMES, text = typed))?;
        Ok(HotseatPlayers {
            names: BySeat { host, guest },
            named: true,
        })
    }
}
