//! A node as the model sees it: the replica under test, and a room around it that decides, shows and acknowledges.

use cluster::{LogRecord, LogSeq, NodeId, RecordBody, RecordId, Replica, WriterClaim, WriterId};

use crate::model::store::{Payload, Record, View};

/// A command of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Command {
    pub seat: usize,
    pub n: u8,
}

/// An append that the node waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AppendCall {
    Sent(Record),
    Answered(Record, Option<LogSeq>),
}

/// A read that the node waits for. The log only grows, so its length says what the answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReadCall {
    Sent { after: LogSeq },
    Answered { after: LogSeq, length: usize },
}

/// A question for the writer that the node waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AskCall {
    Sent,
    Answered(Option<WriterClaim>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub replica: Replica<Payload>,
    /// The view that the node shows.
    pub view: View,
    pub last_shown: Option<RecordId>,
    /// Commands that wait for the room.
    pub queue: Vec<Command>,
    /// The record that was decided and is not committed yet.
    pub deciding: Option<RecordBody<Payload>>,
    pub is_acquiring: bool,
    pub append: Option<AppendCall>,
    pub read: Option<ReadCall>,
    pub ask: Option<AskCall>,
    pub backs_off: bool,
    pub waits_to_catch_up: bool,
    /// How many of the log's records the store has republished to it, or lost on the way.
    pub republished: usize,
    pub life: u64,
}

impl Node {
    /// A node that begins to listen when the log has `length` records.
    pub fn new(index: usize, life: u64, length: usize) -> Node {
        let node = NodeId(u32::try_from(index).unwrap());
        Node {
            replica: Replica::new(WriterId { node, life }),
            view: View::default(),
            last_shown: None,
            queue: Vec::new(),
            deciding: None,
            is_acquiring: false,
            append: None,
            read: None,
            ask: None,
            backs_off: false,
            waits_to_catch_up: false,
            republished: length,
            life,
        }
    }

    /// Whether a command waits that the room has time for.
    pub fn has_work(&self) -> bool {
        !self.queue.is_empty() && self.deciding.is_none() && !self.is_acquiring
    }

    pub fn show(&mut self, record: &Record) {
        self.view.fold(&record.body);
        self.last_shown = Some(record.id);
    }

    pub fn enqueue(&mut self, command: Command) {
        if !self.queue.contains(&command) {
            self.queue.push(command);
        }
    }

    /// Starts an append. One that it waited for before is left to itself.
    pub fn send(&mut self, record: Record) -> Option<Record> {
        match self.append.replace(AppendCall::Sent(record)) {
            Some(AppendCall::Sent(before)) => Some(before),
            _ => None,
        }
    }
}

/// The command that a record is about.
pub fn command_of(body: &RecordBody<Payload>) -> Option<Command> {
    match body {
        RecordBody::Step(Payload::Done { seat, n })
        | RecordBody::End(Payload::Done { seat, n }) => Some(Command { seat: *seat, n: *n }),
        _ => None,
    }
}

/// The commands of a log, in order.
pub fn commands(log: &[LogRecord<Payload>]) -> impl Iterator<Item = Command> {
    log.iter().filter_map(|record| command_of(&record.body))
}
