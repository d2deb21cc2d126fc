//! Commands to the writer, and the replies to their callers.

use clock::Outage;
use journal::{CommitError, Forgotten, RoomId};
use journal_files::{LogStep, RoomIndex, WriterState};
use protocol::{GameId, SecretHash};
use tokio::sync::{mpsc, oneshot};

use super::mailbox::{self, StepReply};
use crate::shared::AppendFailure;

/// The sender of a command's answer; the receiver may be gone.
pub(super) type ReplySender<T> = oneshot::Sender<Result<T, CommitError>>;

/// A command to the writer.
#[derive(Debug)]
pub(super) enum WriterCommand {
    Keep(LogStep, StepReply),
    Alive(u64, ReplySender<()>),
    Outage(Outage, ReplySender<()>),
    /// Take the player with that secret out of a finished game; without one,
    /// delete the game.
    Forget(GameId, Option<SecretHash>, ReplySender<Forgotten>),
    /// Let go of the games that ended before then, when there is time.
    Expire(u64, ReplySender<()>),
    /// The operator's notice to everybody and the networks that he shuts out from now on.
    OperatorState(String, ReplySender<()>),
    /// The level of the log from now on.
    Level(u32, ReplySender<()>),
    /// Where a room's chain ends, once everything sent before is kept.
    RoomIndex(RoomId, ReplySender<Option<RoomIndex>>),
    /// Let another node decide, and follow it.
    HandOver(ReplySender<()>),
    /// Finish and let go of the files. Nothing sent later is done.
    Close(oneshot::Sender<()>),
}

/// Orders that are answered together.
#[derive(Default)]
pub(super) struct CommandBatch {
    pub steps: Vec<(LogStep, StepReply)>,
    /// The bytes of its steps.
    pub bytes: usize,
    pub alive_ms: Option<u64>,
    pub outages: Vec<Outage>,
    /// Callers that wait for nothing but the COMMIT.
    waiting: Vec<ReplySender<()>>,
    pub forget: Vec<(GameId, Option<SecretHash>, ReplySender<Forgotten>)>,
    pub expire_ms: Option<u64>,
    pub operator_state: Option<String>,
    pub level: Option<u32>,
    indexes: Vec<(RoomId, ReplySender<Option<RoomIndex>>)>,
    pub hand_over: Option<ReplySender<()>>,
    pub close: Option<oneshot::Sender<()>>,
}

/// Commands to a node that does not decide: all are refused but the one to finish, which is kept.
pub(super) struct RefusedCommands<'a> {
    pub commands: &'a mut mpsc::Receiver<WriterCommand>,
    pub close: &'a mut Option<oneshot::Sender<()>>,
}

impl RefusedCommands<'_> {
    /// Refuses what waits.
    pub fn refuse(&mut self) {
        let mut batch = CommandBatch::default();
        while self.close.is_none()
            && let Ok(command) = self.commands.try_recv()
        {
            batch.add(command);
            *self.close = batch.close.take();
        }
        batch.refuse(CommitError::Unavailable, None);
    }
}

/// The result of each command, in the same order.
#[derive(Default)]
pub(super) struct Verdicts {
    pub steps: Vec<Result<(), CommitError>>,
    pub forgotten: Vec<Result<Forgotten, CommitError>>,
}

/// Why a batch was not kept.
pub(super) enum KeepError {
    /// The database's error; nothing was kept.
    Database(rusqlite::Error),
    /// The log that nodes share may not have it; here nothing was kept.
    Unappended(AppendFailure),
    /// It is in the log that nodes share, and not here.
    Behind(rusqlite::Error),
}

impl From<rusqlite::Error> for KeepError {
    fn from(why: rusqlite::Error) -> KeepError {
        KeepError::Database(why)
    }
}

impl From<AppendFailure> for KeepError {
    fn from(why: AppendFailure) -> KeepError {
        KeepError::Unappended(why)
    }
}

impl CommandBatch {
    /// A mark of life, for which nobody waits.
    pub fn life(at_ms: u64) -> CommandBatch {
        CommandBatch {
            alive_ms: Some(at_ms),
            ..CommandBatch::default()
        }
    }

    /// Whether anything in it is about finished games.
    pub fn has_games(&self) -> bool {
        !self.forget.is_empty() || self.steps.iter().any(|(step, _)| step.game.is_some())
    }

    /// Whether nothing in it has to be written.
    pub fn only_asks(&self) -> bool {
        self.steps.is_empty()
            && self.alive_ms.is_none()
            && self.outages.is_empty()
            && self.forget.is_empty()
            && self.operator_state.is_none()
            && self.level.is_none()
    }

    /// Whether later commands wait for its outcome.
    pub fn is_last(&self) -> bool {
        self.close.is_some() || self.hand_over.is_some()
    }

    pub fn add(&mut self, command: WriterCommand) {
        match command {
            WriterCommand::Keep(step, answer) => {
                let game = step.game.as_ref().map_or(0, |game| game.events.len());
                self.bytes += step.events.len() + step.private.len() + game;
                self.steps.push((step, answer));
            }
            WriterCommand::Alive(at, answer) => {
                self.alive_ms = self.alive_ms.max(Some(at));
                self.waiting.push(answer);
            }
            WriterCommand::Outage(outage, answer) => {
                self.outages.push(outage);
                self.waiting.push(answer);
            }
            WriterCommand::Forget(id, owner, answer) => self.forget.push((id, owner, answer)),
            WriterCommand::Expire(before, answer) => {
                self.expire_ms = self.expire_ms.max(Some(before));
                self.waiting.push(answer);
            }
            WriterCommand::OperatorState(state, answer) => {
                self.bytes += state.len();
                self.operator_state = Some(state);
                self.waiting.push(answer);
            }
            WriterCommand::Level(level, answer) => {
                self.level = self.level.max(Some(level));
                self.waiting.push(answer);
            }
            WriterCommand::RoomIndex(room, answer) => self.indexes.push((room, answer)),
            WriterCommand::HandOver(answer) => self.hand_over = Some(answer),
            WriterCommand::Close(answer) => self.close = Some(answer),
        }
    }

    /// Answers everybody who still waits; the step of one who does not
    /// is kept all the same.
    pub fn deliver(self, verdicts: Verdicts, state: &WriterState) {
        let steps = self.steps.into_iter().zip(verdicts.steps);
        mailbox::send_all(steps.map(|((step, reply), verdict)| (step, reply, verdict)));
        for ((_, _, answer), forgotten) in self.forget.into_iter().zip(verdicts.forgotten) {
            let _ = answer.send(forgotten);
        }
        for answer in self.waiting {
            let _ = answer.send(Ok(()));
        }
        for (room, answer) in self.indexes {
            let _ = answer.send(Ok(state.indexes.get(&room).cloned()));
        }
    }

    /// Tells the callers that their steps are kept, which they are not.
    #[cfg(feature = "faults")]
    pub fn deliver_unkept(&mut self) {
        for (_, answer) in &mut self.steps {
            let (nobody, _) = mailbox::step_reply();
            std::mem::replace(answer, nobody).send(Ok(()));
        }
    }

    /// Refuses everything that would have to be kept; and, without a state, to
    /// say anything at all.
    pub fn refuse(self, why: CommitError, state: Option<&WriterState>) {
        let steps = self.steps.into_iter();
        mailbox::send_all(steps.map(|(step, reply)| (step, reply, Err(why))));
        for answer in self.waiting.into_iter().chain(self.hand_over) {
            let _ = answer.send(Err(why));
        }
        for (_, _, answer) in self.forget {
            let _ = answer.send(Err(why));
        }
        for (room, answer) in self.indexes {
            let index = state.map(|state| state.indexes.get(&room).cloned());
            let _ = answer.send(index.ok_or(why));
        }
    }
}
