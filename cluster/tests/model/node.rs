//! A node as the model sees it: the replica under test, and a service around it that decides, applies and acknowledges.

use cluster::{LogSeq, LogTail, NodeId, RecordId, Replica, WriterId};

use crate::model::store::{Command, Payload, Record, View};

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

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub replica: Replica<Payload>,
    /// The node's copy.
    pub view: View,
    pub last_applied: Option<RecordId>,
    /// Commands that wait for the writer.
    pub queue: Vec<Command>,
    /// A decision that is not committed yet.
    pub deciding: Option<Command>,
    /// The records that were sent for it.
    pub offered: Vec<RecordId>,
    pub is_fencing: bool,
    pub append: Option<AppendCall>,
    pub read: Option<ReadCall>,
    pub waits: bool,
    /// Number of the log's records that the store has republished to it, or lost on the way.
    pub republished: usize,
    pub life: u64,
}

impl Node {
    /// A node that has nothing and begins to listen when the log has `length` records.
    pub fn new(index: usize, life: u64, length: usize) -> Node {
        Node::with_copy(index, life, length, LogTail::default(), View::default())
    }

    /// A node that begins with its copy.
    pub fn with_copy(index: usize, life: u64, length: usize, tail: LogTail, view: View) -> Node {
        let node = NodeId(u32::try_from(index).unwrap());
        Node {
            replica: Replica::new(WriterId { node, life }, tail),
            view,
            last_applied: tail.id,
            queue: Vec::new(),
            deciding: None,
            offered: Vec::new(),
            is_fencing: false,
            append: None,
            read: None,
            waits: false,
            republished: length,
            life,
        }
    }

    pub fn apply(&mut self, record: &Record) {
        self.view.fold(&record.body);
        self.last_applied = Some(record.id);
    }

    /// Starts an append. One that it waited for before is left to itself.
    pub fn send(&mut self, record: Record) -> Option<Record> {
        match self.append.replace(AppendCall::Sent(record)) {
            Some(AppendCall::Sent(before)) => Some(before),
            _ => None,
        }
    }
}

/// The commands of a log, in order.
pub fn commands(log: &[Record]) -> impl Iterator<Item = Command> {
    log.iter().filter_map(|record| *record.body.payload())
}
