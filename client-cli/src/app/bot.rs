//! Runs `oxo bot`.

use std::rc::Rc;

use oxo_client::{
    session::{Session, SessionOptions},
    transport::Network,
};

use super::{
    context::App,
    failure::{Failure, drawn},
};
use crate::{
    PROGRAM,
    bot::{self, BotLog, BotSetup, Unable},
    cli,
    exit::Exit,
    intent::{Intent, OpponentSearch},
    key::say,
    locale::Catalogue,
};

impl App {
    pub(super) async fn bot(mut self, args: &cli::BotArgs) -> Result<Exit, Failure> {
        let text = Rc::clone(&self.settings.text);
        let words = words(&text, &args.exec)?;
        let intent = self.intended(args)?;
        let log = BotLog::open(Rc::clone(&text), args.log.as_deref(), self.json);
        let setup = BotSetup {
            words,
            restarts: args.restarts,
            intent,
            key: drawn(&text)?.reveal().to_owned(),
            games: args.games,
            move_ms: args.move_ms,
            address: self.address.clone(),
            log: log.map_err(Failure::Other)?,
        };
        let name = self.name.clone().unwrap_or_default();
        let session = || {
            let mut options = SessionOptions::new(PROGRAM, name);
            options.hello.bot = true;
            Session::start(Network::new(self.address.clone()), options)
        };
        bot::run(setup, session).await.map_err(|why| match why {
            Unable::Program(sentence) => Failure::Other(sentence),
            Unable::Output(why) => Failure::Output(why),
        })
    }

    fn intended(&mut self, args: &cli::BotArgs) -> Result<Intent, Failure> {
        if let Some(place) = &args.join {
            return Ok(Intent::Join(self.place(place)?));
        }
        let settings = args.room.settings(&self.settings.text)?;
        Ok(match args.new {
            true => Intent::New(settings),
            false => Intent::Play(OpponentSearch {
                rules: settings.rules,
                clock: settings.clock,
                bots: args.bots,
                ..OpponentSearch::default()
            }),
        })
    }
}

/// The program and its arguments, as a shell would tell them apart.
fn words(text: &Catalogue, command: &str) -> Result<Vec<String>, Failure> {
    let words = shell_words::split(command).unwrap_or_default();
    match words.is_empty() {
        true => Err(Failure::Usage(say!(text, USAGE_EXEC, text = command))),
        false => Ok(words),
    }
}
