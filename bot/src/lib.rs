//! `oxo bot`, in which an external program plays. It is asked for moves in lines of JSON, or by the Gomocup protocol;
//! everything else happens here: entering rooms, offers, the next game, the link, and restarts of the program.

mod dialogue;
mod game_log;
mod gomocup;
mod language;
mod log;
mod opening;
mod player;
mod process;
mod program_supervisor;

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
    language::BotMessage,
    player::{BotPlayer, NextAction},
    program_supervisor::{ProgramFault, ProgramMove, ProgramSupervisor, RestartOutcome},
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
pub enum BotError {
    /// The program cannot be started; the sentence is ready.
    Program(String),
    /// Standard output takes no more: mostly nobody reads it any longer.
    Output(io::Error),
}

impl From<io::Error> for BotError {
    fn from(why: io::Error) -> BotError {
        BotError::Output(why)
    }
}

struct BotRunner {
    player: BotPlayer,
    program: ProgramSupervisor,
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
pub async fn run(setup: BotSetup, session: impl FnOnce() -> Session) -> Result<Exit, BotError> {
    let mut stop = Stop::listen();
    let program = ProgramSupervisor::start(setup.words, setup.dialogue, setup.restarts, setup.log)
        .map_err(BotError::Program)?;
    let mut bot = BotRunner {
        player: BotPlayer::new(setup.intent, setup.games, setup.move_ms),
        program,
        session: session(),
        key: setup.key,
        address: setup.address,
        over: None,
    };
    let exit = bot.play(&mut stop).await?;
    bot.leave(&mut stop).await?;
    let text = bot.program.log().text();
    bot.program.log().note(say!(text, END_BYE))?;
    let BotRunner {
        program, session, ..
    } = bot;
    session.close().await;
    program.dismiss().await?;
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
                found = self.program.next() => self.answered(found?).await?,
                () = sleep_until(look.unwrap_or(now)), if look.is_some() => {}
                // It obeys: it leaves the table in order.
                _ = stop.wait() => return Ok(Exit::Fine),
            }
        }
    }

    /// Does what there is to do, and answers when to look again.
    async fn act(&mut self) -> io::Result<Option<Instant>> {
        loop {
            match self.player.next_action(Instant::now()) {
                NextAction::Think(position, ms) => {
                    if self.program.is_idle()
                        && let Err(fault) = self.program.ask(position, ms)?
                    {
                        self.restart_after(fault).await?;
                    }
                    return Ok(None);
                }
                NextAction::Seat(command) => self.ask(Ask::seat(command)),
                NextAction::Enter => match Secret::draw() {
                    Ok(secret) => {
                        let body = self.player.intent().body(secret, &self.key);
                        self.ask(Ask::other(body));
                    }
                    Err(_) => {
                        let text = self.program.log().text();
                        self.program.log().note(say!(text, SYSTEM_RANDOMNESS))?;
                        self.over = Some(Exit::Failed);
                        return Ok(None);
                    }
                },
                NextAction::Wait(until) => return Ok(until),
                NextAction::Finished(exit) => {
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
                if !self.program.has_words_for(rules) {
                    let text = self.program.log().text();
                    self.program.log().note(say!(text, USAGE_GOMOCUP_MISERE))?;
                    self.over = Some(Exit::Failed);
                    return Ok(());
                }
                if self.program.new_game().await? == RestartOutcome::GivenUp {
                    self.over = Some(Exit::Failed);
                    return Ok(());
                }
            }
            if let Err(fault) = self.program.tell(&message)? {
                self.restart_after(fault).await?;
            }
        }
        Ok(())
    }

    /// Logs an update; returns the messages for the program.
    fn hear(&mut self, update: &Update) -> io::Result<Vec<BotMessage>> {
        let text = self.program.log().text();
        for note in game_log::notes(&text, &self.address, update) {
            self.program.log().note(note)?;
        }
        Ok(self.player.update(update, Instant::now()))
    }

    async fn answered(&mut self, found: Result<ProgramMove, ProgramFault>) -> io::Result<()> {
        match found {
            Ok(ProgramMove { position, cell }) => {
                if let Some(command) = self.player.play(&position, cell) {
                    self.ask(Ask::seat(command));
                }
                Ok(())
            }
            Err(fault) => self.restart_after(fault).await,
        }
    }

    async fn restart_after(&mut self, fault: ProgramFault) -> io::Result<()> {
        let outcome = self.program.restart_after(fault).await?;
        match (outcome, self.player.started()) {
            (RestartOutcome::GivenUp, _) => self.over = Some(Exit::Failed),
            // One that has just begun takes a line.
            (RestartOutcome::Ready, Some(message)) => drop(self.program.tell(&message)?),
            (RestartOutcome::Ready, None) => {}
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
            drop(self.program.tell(&message)?);
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "../../archive/src/tests/sample/mod.rs"]
mod sample;
