//! Supervisor of the program that chooses the moves: one question at a time, each with
//! a time limit. A program that is slow, ended or answers nonsense is restarted, a few
//! times a game.

use std::{io, time::Duration};

use game::Cell;
use tokio::time::{Instant, sleep_until};

use super::{
    language::{BotMessage, BotPosition, NoMove},
    log::BotLog,
    process::{LINE, Process, ProcessOutput},
};
use crate::{key::say, locale::Catalogue, system_error};

/// Lines of standard error that are written down between two questions.
const ERRORS: usize = 200;
/// The first that is not.
const LEFT_OUT: usize = ERRORS + 1;

/// The program and how it is to be treated.
pub(super) struct Brain {
    words: Vec<String>,
    process: Option<Process>,
    asked: Option<OpenQuestion>,
    /// Limit of restarts in a game.
    restarts: u32,
    restarted: u32,
    /// Lines of standard error since the last question.
    errors: usize,
    log: BotLog,
}

struct OpenQuestion {
    position: BotPosition,
    ms: u64,
    until: Instant,
}

/// Fault of a program.
#[derive(Debug)]
pub(super) enum BrainFault {
    Slow { ms: u64 },
    Answer(NoMove),
    TooLong,
    Unasked(String),
    Deaf,
    Ended,
}

/// A move in the position that was asked about, which may be over by now.
#[derive(Debug)]
pub(super) struct BrainMove {
    pub position: BotPosition,
    pub cell: Cell,
}

/// Result of an attempt to restart the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mended {
    Again,
    GivenUp,
}

impl Brain {
    /// Starts a program.
    ///
    /// # Errors
    /// With the sentence that says why it cannot be started.
    pub fn start(words: Vec<String>, restarts: u32, log: BotLog) -> Result<Brain, String> {
        let process = Process::start(&words);
        let process = process.map_err(|error| not_started(&log.text(), &words, &error))?;
        Ok(Brain {
            words,
            process: Some(process),
            asked: None,
            restarts,
            restarted: 0,
            errors: 0,
            log,
        })
    }

    pub fn log(&mut self) -> &mut BotLog {
        &mut self.log
    }

    /// Whether no answer of it is outstanding.
    pub fn is_idle(&self) -> bool {
        self.asked.is_none()
    }

    /// A game begins, and with it a new count.
    pub fn new_game(&mut self) {
        self.restarted = 0;
    }

    /// Tells it something that wants no answer.
    ///
    /// # Errors
    /// When nobody reads standard output any more; so for all of these.
    pub fn tell(&mut self, message: &BotMessage) -> io::Result<Result<(), BrainFault>> {
        self.log.to(message)?;
        let Some(process) = &self.process else {
            return Ok(Ok(()));
        };
        let line = serde_json::to_string(message)?;
        Ok(process.tell(&line).map_err(|_| BrainFault::Deaf))
    }

    /// Asks it for a move, to be answered within `ms`.
    pub fn ask(&mut self, position: BotPosition, ms: u64) -> io::Result<Result<(), BrainFault>> {
        let message = position.question(ms);
        self.errors = 0;
        self.asked = Some(OpenQuestion {
            position,
            ms,
            until: Instant::now() + Duration::from_millis(ms),
        });
        self.tell(&message)
    }

    /// The next thought, or what went wrong. Cancelling the wait loses nothing.
    pub async fn next(&mut self) -> io::Result<Result<BrainMove, BrainFault>> {
        let Some(process) = &mut self.process else {
            return std::future::pending().await;
        };
        loop {
            let until = self.asked.as_ref().map(|asked| asked.until);
            let said = tokio::select! {
                said = process.next() => said,
                () = sleep_until(until.unwrap_or_else(Instant::now)), if until.is_some() => {
                    let ms = self.asked.take().map_or(0, |asked| asked.ms);
                    return Ok(Err(BrainFault::Slow { ms }));
                }
            };
            match said {
                ProcessOutput::Line(line) if line.trim().is_empty() => {}
                ProcessOutput::Line(line) => {
                    self.log.from(&line)?;
                    return Ok(match self.asked.take() {
                        Some(asked) => asked.read(&line),
                        None => Err(BrainFault::Unasked(line)),
                    });
                }
                ProcessOutput::Error(line) => {
                    self.errors += 1;
                    match self.errors {
                        ..=ERRORS => self.log.error(&line)?,
                        LEFT_OUT => {
                            let text = self.log.text();
                            self.log.note(say!(text, BOT_ERRORS))?;
                        }
                        _ => {}
                    }
                }
                ProcessOutput::TooLong => return Ok(Err(BrainFault::TooLong)),
                ProcessOutput::End => return Ok(Err(BrainFault::Ended)),
            }
        }
    }

    /// Says what went wrong, and starts the program anew if it may.
    pub async fn mend(&mut self, fault: BrainFault) -> io::Result<Mended> {
        let text = self.log.text();
        self.asked = None;
        let mut status = None;
        if let Some(process) = self.process.take() {
            let remains = process.end().await;
            status = remains.status;
            for line in remains.errors {
                self.log.error(&line)?;
            }
        }
        self.log.note(sentence(&text, &fault, status))?;
        if self.restarted == self.restarts {
            self.log.note(say!(text, BOT_GIVES_UP))?;
            return Ok(Mended::GivenUp);
        }
        self.restarted += 1;
        match Process::start(&self.words) {
            Ok(process) => self.process = Some(process),
            Err(error) => {
                self.log.note(not_started(&text, &self.words, &error))?;
                return Ok(Mended::GivenUp);
            }
        }
        let (number, most) = (self.restarted, self.restarts);
        self.log.note(say!(text, BOT_AGAIN, number, most))?;
        Ok(Mended::Again)
    }

    /// Lets the program go.
    pub async fn dismiss(mut self) -> io::Result<()> {
        if let Some(process) = self.process.take() {
            for line in process.dismiss().await.errors {
                self.log.error(&line)?;
            }
        }
        Ok(())
    }
}

impl OpenQuestion {
    fn read(self, line: &str) -> Result<BrainMove, BrainFault> {
        let cell = self.position.answer(line).map_err(BrainFault::Answer)?;
        Ok(BrainMove {
            position: self.position,
            cell,
        })
    }
}

fn not_started(text: &Catalogue, words: &[String], error: &io::Error) -> String {
    let program = words.first().map_or("", String::as_str);
    let detail = system_error::worded(text, error);
    say!(text, BOT_NOT_STARTED, program, detail)
}

fn sentence(text: &Catalogue, fault: &BrainFault, status: Option<i32>) -> String {
    match fault {
        BrainFault::Slow { ms } => say!(text, BOT_SLOW, ms),
        BrainFault::Answer(NoMove::Nonsense(line)) => say!(text, BOT_NONSENSE, line),
        BrainFault::Answer(NoMove::NotFree(cell)) => say!(text, BOT_NOT_FREE, cell),
        BrainFault::TooLong => say!(text, BOT_TOO_LONG, most = LINE),
        BrainFault::Unasked(line) => say!(text, BOT_UNASKED, line),
        BrainFault::Deaf => say!(text, BOT_DEAF),
        BrainFault::Ended => {
            let status = status.map_or_else(|| "?".to_owned(), |status| status.to_string());
            say!(text, BOT_ENDED, status)
        }
    }
}
