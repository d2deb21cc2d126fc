//! Supervisor of the program that chooses the moves: one question at a time, each with
//! a time limit. A program that is slow, ended or answers nonsense is restarted, a few
//! times a game.

use std::{io, time::Duration};

use game::{Cell, Rules};
use sentences::{Catalogue, say, system_words};
use tokio::time::{Instant, sleep_until};

use super::{
    dialogue::BotDialogue,
    gomocup::GomocupLine,
    language::{BotMessage, BotPosition, NoMove},
    log::BotLog,
    process::{LINE, Process, ProcessOutput},
};

/// Lines of standard error, and remarks, that are written down between two questions.
const ASIDES: usize = 200;
/// Time for a program to prepare for a game, beyond the time for its move.
const START: Duration = Duration::from_secs(10);
/// The first that is not.
const LEFT_OUT: usize = ASIDES + 1;

/// The program and how it is to be treated.
pub(super) struct ProgramSupervisor {
    words: Vec<String>,
    dialogue: BotDialogue,
    process: Option<Process>,
    asked: Option<OpenQuestion>,
    /// Limit of restarts in a game.
    restarts: u32,
    restarted: u32,
    /// Lines of standard error, and remarks, since the last question.
    asides: usize,
    log: BotLog,
}

struct OpenQuestion {
    position: BotPosition,
    ms: u64,
    until: Instant,
}

/// Fault of a program.
#[derive(Debug)]
pub(super) enum ProgramFault {
    Slow {
        ms: u64,
    },
    Answer(NoMove),
    TooLong,
    Unasked(String),
    InputFull,
    Ended,
    /// It does not play on this board, and said so by this line.
    Refuses(String),
}

/// A move in the position that was asked about, which may be over by now.
#[derive(Debug)]
pub(super) struct ProgramMove {
    pub position: BotPosition,
    pub cell: Cell,
}

/// Result of an attempt to restart the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RestartOutcome {
    Ready,
    GivenUp,
}

impl ProgramSupervisor {
    /// Starts a program.
    pub fn start(
        words: Vec<String>,
        dialogue: BotDialogue,
        restarts: u32,
        log: BotLog,
    ) -> Result<ProgramSupervisor, String> {
        let process = Process::start(&words);
        let process = process.map_err(|error| not_started(&log.text(), &words, &error))?;
        Ok(ProgramSupervisor {
            words,
            dialogue,
            process: Some(process),
            asked: None,
            restarts,
            restarted: 0,
            asides: 0,
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

    /// Whether it can play by these rules at all.
    pub fn has_words_for(&self, rules: Rules) -> bool {
        self.dialogue.has_words_for(rules)
    }

    /// A game begins, and with it a new count. A program that still thinks about the game before, and cannot be told of
    /// another meanwhile, is started anew.
    pub async fn new_game(&mut self) -> io::Result<RestartOutcome> {
        self.restarted = 0;
        if self.asked.is_none() || self.dialogue.can_be_interrupted() {
            return Ok(RestartOutcome::Ready);
        }
        self.asked = None;
        if let Some(process) = self.process.take() {
            process.end().await;
        }
        self.start_anew()
    }

    fn start_anew(&mut self) -> io::Result<RestartOutcome> {
        match Process::start(&self.words) {
            Ok(process) => self.process = Some(process),
            Err(error) => {
                let sentence = not_started(&self.log.text(), &self.words, &error);
                self.log.note(sentence)?;
                return Ok(RestartOutcome::GivenUp);
            }
        }
        Ok(RestartOutcome::Ready)
    }

    /// Tells it something that wants no answer.
    pub fn tell(&mut self, message: &BotMessage) -> io::Result<Result<(), ProgramFault>> {
        let lines = self.dialogue.lines(message, &mut self.log)?;
        Ok(match &self.process {
            Some(process) => process.tell(&lines).map_err(|_| ProgramFault::InputFull),
            None => Ok(()),
        })
    }

    /// Asks it for a move, to be answered within `ms`.
    pub fn ask(&mut self, position: BotPosition, ms: u64) -> io::Result<Result<(), ProgramFault>> {
        let message = position.question(ms);
        self.asides = 0;
        self.asked = Some(OpenQuestion {
            position,
            ms,
            until: Instant::now() + Duration::from_millis(ms),
        });
        let told = self.tell(&message);
        if self.dialogue.starts() {
            self.postpone(START);
        }
        told
    }

    /// The time for the open question ends so much later than if it were asked now.
    fn postpone(&mut self, by: Duration) {
        if let Some(asked) = &mut self.asked {
            asked.until = Instant::now() + Duration::from_millis(asked.ms) + by;
        }
    }

    /// The next move, or what went wrong. Cancelling the wait loses nothing.
    pub async fn next(&mut self) -> io::Result<Result<ProgramMove, ProgramFault>> {
        loop {
            let until = self.asked.as_ref().map(|asked| asked.until);
            let Some(process) = &mut self.process else {
                return std::future::pending().await;
            };
            let said = tokio::select! {
                said = process.next() => said,
                () = sleep_until(until.unwrap_or_else(Instant::now)), if until.is_some() => {
                    let ms = self.asked.take().map_or(0, |asked| asked.ms);
                    return Ok(Err(ProgramFault::Slow { ms }));
                }
            };
            match said {
                ProcessOutput::Line(line) if line.trim().is_empty() => {}
                ProcessOutput::Line(line) => {
                    if let Some(found) = self.heard(line)? {
                        return Ok(found);
                    }
                }
                ProcessOutput::Error(line) => {
                    aside(&mut self.asides, &mut self.log, |log| log.error(&line))?;
                }
                ProcessOutput::TooLong => return Ok(Err(ProgramFault::TooLong)),
                ProcessOutput::End => return Ok(Err(ProgramFault::Ended)),
            }
        }
    }

    /// Takes a line of it: an answer, a fault, or nothing that is waited for.
    fn heard(&mut self, line: String) -> io::Result<Option<Result<ProgramMove, ProgramFault>>> {
        let was_starting = self.dialogue.starts();
        let kind = self.dialogue.hear(&line);
        if kind == GomocupLine::Remark {
            aside(&mut self.asides, &mut self.log, |log| log.from(&line))?;
            // What it took to prepare is over.
            if was_starting && !self.dialogue.starts() {
                self.postpone(Duration::ZERO);
            }
            return Ok(None);
        }
        self.log.from(&line)?;
        Ok(match (kind, &self.process) {
            (GomocupLine::Refusal, _) => Some(Err(ProgramFault::Refuses(line))),
            (GomocupLine::Suggestion(play), Some(process)) => {
                self.log.to(&play)?;
                process
                    .tell(&[play])
                    .is_err()
                    .then_some(Err(ProgramFault::InputFull))
            }
            _ => Some(match self.asked.take() {
                Some(asked) => asked.read(&line, &mut self.dialogue),
                None => Err(ProgramFault::Unasked(line)),
            }),
        })
    }

    /// Says what went wrong, and starts the program anew if it may.
    pub async fn restart_after(&mut self, fault: ProgramFault) -> io::Result<RestartOutcome> {
        let text = self.log.text();
        self.asked = None;
        let mut status = None;
        if let Some(process) = self.process.take() {
            let exit = process.end().await;
            status = exit.status;
            for line in exit.errors {
                self.log.error(&line)?;
            }
        }
        self.log.note(sentence(&text, &fault, status))?;
        if matches!(fault, ProgramFault::Refuses(_)) {
            return Ok(RestartOutcome::GivenUp);
        }
        if self.restarted == self.restarts {
            self.log.note(say!(text, BOT_GIVES_UP))?;
            return Ok(RestartOutcome::GivenUp);
        }
        self.restarted += 1;
        if self.start_anew()? == RestartOutcome::GivenUp {
            return Ok(RestartOutcome::GivenUp);
        }
        let (number, most) = (self.restarted, self.restarts);
        self.log.note(say!(text, BOT_AGAIN, number, most))?;
        Ok(RestartOutcome::Ready)
    }

    /// Lets the program go.
    pub async fn dismiss(mut self) -> io::Result<()> {
        if let Some(process) = self.process.take() {
            // One that does not read any more is ended without it.
            let _ = self.dialogue.farewell().map(|line| process.tell(&[line]));
            for line in process.dismiss().await.errors {
                self.log.error(&line)?;
            }
        }
        Ok(())
    }
}

/// Writes down what wants no answer, unless there is too much of it.
fn aside(
    count: &mut usize,
    log: &mut BotLog,
    write: impl FnOnce(&mut BotLog) -> io::Result<()>,
) -> io::Result<()> {
    *count += 1;
    match *count {
        ..=ASIDES => write(log),
        LEFT_OUT => {
            let text = log.text();
            log.note(say!(text, BOT_ERRORS))
        }
        _ => Ok(()),
    }
}

impl OpenQuestion {
    fn read(self, line: &str, dialogue: &mut BotDialogue) -> Result<ProgramMove, ProgramFault> {
        let answer = dialogue.answer(&self.position, line);
        let cell = answer.map_err(ProgramFault::Answer)?;
        Ok(ProgramMove {
            position: self.position,
            cell,
        })
    }
}

fn not_started(text: &Catalogue, words: &[String], error: &io::Error) -> String {
    let program = words.first().map_or("", String::as_str);
    let detail = system_words(text, error);
    say!(text, BOT_NOT_STARTED, program, detail)
}

fn sentence(text: &Catalogue, fault: &ProgramFault, status: Option<i32>) -> String {
    match fault {
        ProgramFault::Slow { ms } => say!(text, BOT_SLOW, ms),
        ProgramFault::Answer(NoMove::Nonsense(line)) => say!(text, BOT_NONSENSE, line),
        ProgramFault::Answer(NoMove::NotFree(cell)) => say!(text, BOT_NOT_FREE, cell),
        ProgramFault::TooLong => say!(text, BOT_TOO_LONG, most = LINE),
        ProgramFault::Unasked(line) => say!(text, BOT_UNASKED, line),
        ProgramFault::InputFull => say!(text, BOT_DEAF),
        ProgramFault::Refuses(line) => say!(text, BOT_REFUSES, line),
        ProgramFault::Ended => {
            let status = status.map_or_else(|| "?".to_owned(), |status| status.to_string());
            say!(text, BOT_ENDED, status)
        }
    }
}
