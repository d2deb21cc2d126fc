//! `oxo bot`, in which an external program plays. It is asked for moves in lines of JSON, or by the Gomocup protocol;
//! everything else happens here: entering rooms, offers, the next game, the link, and restarts of the program.

mod brain;
mod dialogue;
mod gomocup;
mod language;
mod log;
mod notes;
mod opening;
mod player;
mod process;

use std::{io, time::Duration};

use frontend::{exit::Exit, intent::Intent, stdio::input::Stop};
use oxo_client::{
    address::Address,
    session::{Ask, Session, Update},
};
use protocol::Secret;
use sentences::say;
use tokio::time::{Instant, sleep_until};

use self::{
    brain::{Brain, BrainFault, BrainMove, Mended},
    language::BotMessage,
    player::{BotPlayer, Duty},
};

pub use self::gomocup::GomocupGame;
pub use dialogue::BotDialogue;
pub use log::BotLog;

/// Time limit of a goodbye to the server.
const GOODBYE: Duration = Duration::from_secs(2);
/// Limit of its steps: an abort that a move has crossed, a resignation, the seat, and the last
/// answer.
const GOODBYE_STEPS: usize = 4;

/// Options of a bot beside the session.
pub struct BotSetup {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// How it is spoken with.
    pub dialogue: BotDialogue,
    /// Limit of restarts in a game.
    pub restarts: u32,
    /// Where it plays: quick matches, or one room.
    pub intent: Intent,
    /// The key of this process's quick matches.
    pub key: String,
    /// Number of games to play; without end if none.
    pub games: Option<u32>,
    /// The longest it may think about a move, in milliseconds.
    pub move_ms: u64,
    pub address: Address,
    pub log: BotLog,
}

/// Why a bot does not begin to play.
#[derive(Debug)]
pub enum Unable {
    /// The program cannot be started; the sentence is ready.
    Program(String),
    /// Standard output takes no more: mostly nobody reads it any longer.
    Output(io::Error),
}

impl From<io::Error> for Unable {
    fn from(why: io::Error) -> Unable {
        Unable::Output(why)
    }
}

struct BotRunner {
    player: BotPlayer,
    brain: Brain,
    session: Session,
    key: String,
    address: Address,
    over: Option<Exit>,
}

/// Plays until all games are played, the program fails for good, or a signal
/// ends it; then the seat is given up.
///
/// # Errors
/// When the program cannot be started, before anything is asked of the server
/// that `session` begins; or nobody reads standard output any more.
pub async fn run(setup: BotSetup, session: impl FnOnce() -> Session) -> Result<Exit, Unable> {
    let mut stop = Stop::listen();
    let brain = Brain::start(setup.words, setup.dialogue, setup.restarts, setup.log)
        .map_err(Unable::Program)?;
    let mut bot = BotRunner {
        player: BotPlayer::new(setup.intent, setup.games, setup.move_ms),
        brain,
        session: session(),
        key: setup.key,
        address: setup.address,
        over: None,
    };
    let exit = bot.play(&mut stop).await?;
    bot.leave(&mut stop).await?;
    let text = bot.brain.log().text();
    bot.brain.log().note(say!(text, END_BYE))?;
    let BotRunner { brain, session, .. } = bot;
    session.close().await;
    brain.dismiss().await?;
    Ok(exit)
}

impl BotRunner {
    async fn play(&mut self, stop: &mut Stop) -> io::Result<Exit> {
        loop {
            let look = self.act().await?;
            if let Some(exit) = self.over {
                return Ok(exit);
            }
            let now = Instant::now();
            tokio::select! {
                update = self.session.next() => match update {
                    Some(update) => self.update(&update).await?,
                    // Without a word it ends only when its task has failed.
                    None => return Ok(Exit::Failed),
                },
                thought = self.brain.next() => self.thought(thought?).await?,
                () = sleep_until(look.unwrap_or(now)), if look.is_some() => {}
                // It obeys: it leaves the table in order.
                _ = stop.wait() => return Ok(Exit::Fine),
            }
        }
    }

    /// Does what there is to do, and answers when to look again.
    async fn act(&mut self) -> io::Result<Option<Instant>> {
        loop {
            match self.player.duty(Instant::now()) {
                Duty::Think(position, ms) => {
                    if self.brain.is_idle()
                        && let Err(fault) = self.brain.ask(position, ms)?
                    {
                        self.mend(fault).await?;
                    }
                    return Ok(None);
                }
                Duty::Seat(command) => self.ask(Ask::seat(command)),
                Duty::Enter => match Secret::draw() {
                    Ok(secret) => {
                        let body = self.player.intent().body(secret, &self.key);
                        self.ask(Ask::other(body));
                    }
                    Err(_) => {
                        let text = self.brain.log().text();
                        self.brain.log().note(say!(text, SYSTEM_RANDOMNESS))?;
                        self.over = Some(Exit::Failed);
                        return Ok(None);
                    }
                },
                Duty::Wait(until) => return Ok(until),
                Duty::Finished(exit) => {
                    self.over = Some(exit);
                    return Ok(None);
                }
            }
        }
    }

    fn ask(&mut self, ask: Ask) {
        let ask = self.player.asks(ask);
        let id = ask.id.unwrap_or_default();
        if self.session.ask(ask).is_err() {
            self.player.update(&Update::Dropped { id }, Instant::now());
        }
    }

    async fn update(&mut self, update: &Update) -> io::Result<()> {
        for message in self.hear(update)? {
            if let BotMessage::Started { rules, .. } = message {
                if !self.brain.has_words_for(rules) {
                    let text = self.brain.log().text();
                    self.brain.log().note(say!(text, USAGE_GOMOCUP_MISERE))?;
                    self.over = Some(Exit::Failed);
                    return Ok(());
                }
                if self.brain.new_game().await? == Mended::GivenUp {
                    self.over = Some(Exit::Failed);
                    return Ok(());
                }
            }
            if let Err(fault) = self.brain.tell(&message)? {
                self.mend(fault).await?;
            }
        }
        Ok(())
    }

    /// Logs an update; returns the messages for the program.
    fn hear(&mut self, update: &Update) -> io::Result<Vec<BotMessage>> {
        let text = self.brain.log().text();
        for note in notes::notes(&text, &self.address, update) {
            self.brain.log().note(note)?;
        }
        Ok(self.player.update(update, Instant::now()))
    }

    async fn thought(&mut self, thought: Result<BrainMove, BrainFault>) -> io::Result<()> {
        match thought {
            Ok(BrainMove { position, cell }) => {
                if let Some(command) = self.player.play(&position, cell) {
                    self.ask(Ask::seat(command));
                }
                Ok(())
            }
            Err(fault) => self.mend(fault).await,
        }
    }

    async fn mend(&mut self, fault: BrainFault) -> io::Result<()> {
        let mended = self.brain.mend(fault).await?;
        match (mended, self.player.started()) {
            (Mended::GivenUp, _) => self.over = Some(Exit::Failed),
            // One that has just begun takes a line.
            (Mended::Again, Some(message)) => drop(self.brain.tell(&message)?),
            (Mended::Again, None) => {}
        }
        Ok(())
    }

    /// Gives the seat up: a running game is resigned, so that nobody waits.
    async fn leave(&mut self, stop: &mut Stop) -> io::Result<()> {
        let deadline = Instant::now() + GOODBYE;
        for _ in 0..GOODBYE_STEPS {
            while self.player.waits_for_reply() {
                tokio::select! {
                    update = self.session.next() => match update {
                        Some(update) => self.last(&update)?,
                        None => return Ok(()),
                    },
                    () = sleep_until(deadline) => return Ok(()),
                    _ = stop.wait() => return Ok(()),
                }
            }
            match self.player.farewell() {
                Some(command) => self.ask(Ask::seat(command)),
                None => break,
            }
        }
        Ok(())
    }

    /// An update while the seat is given up: said, and no more asked of the
    /// program.
    fn last(&mut self, update: &Update) -> io::Result<()> {
        for message in self.hear(update)? {
            drop(self.brain.tell(&message)?);
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "../../archive/src/tests/sample/mod.rs"]
mod sample;
