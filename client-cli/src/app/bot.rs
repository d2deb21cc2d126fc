//! The command `oxo bot`.

use std::rc::Rc;

use bot::{self, BotDialogue, BotError, BotLog, BotSetup, GomocupGame};
use frontend::{
    exit::Exit,
    intent::{Intent, OpponentSearch},
    values,
};
use oxo_client::{
    session::{Session, SessionOptions},
    transport::Network,
};
use protocol::Computer;
use sentences::{Catalogue, say};

use super::{
    context::App,
    failure::{Failure, drawn},
};
use crate::{PROGRAM, cli};

impl App {
    pub(super) async fn bot(mut self, args: &cli::BotArgs) -> Result<Exit, Failure> {
        let text = Rc::clone(&self.settings.text);
        let (command, dialogue) = match (&args.exec, &args.gomocup) {
            (Some(command), _) => (command, BotDialogue::Json),
            (None, Some(command)) => (command, BotDialogue::Gomocup(GomocupGame::default())),
            // The command line has one of them.
            (None, None) => return Err(Failure::Usage(cli::help(&text))),
        };
        let words = words(&text, command)?;
        let intent = self.intended(args, &dialogue)?;
        let log = BotLog::open(Rc::clone(&text), args.log.as_deref(), self.json);
        let setup = BotSetup {
            words,
            dialogue,
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
            BotError::Program(sentence) => Failure::Other(sentence),
            BotError::Output(why) => Failure::Output(why),
        })
    }

    fn intended(&mut self, args: &cli::BotArgs, dialogue: &BotDialogue) -> Result<Intent, Failure> {
        if let Some(place) = &args.join {
            return Ok(Intent::Join(self.place(place)?));
        }
        let text = &self.settings.text;
        let settings = args.room.settings(text)?;
        if !dialogue.has_words_for(settings.rules) {
            return Err(Failure::Usage(say!(text, USAGE_GOMOCUP_MISERE)));
        }
        let level = args.computer.as_ref();
        let level = level.map(|typed| values::level(text, "computer", typed));
        Ok(match (args.new, level.transpose()?) {
            (_, Some(level)) => {
                let centre = false;
                Intent::Computer(settings, Computer { level, centre })
            }
            (true, None) => Intent::New(settings),
            (false, None) => OpponentSearch {
                rules: settings.rules,
                clock: settings.clock,
                bots: args.bots,
                ..OpponentSearch::default()
            }
            .intent(),
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
