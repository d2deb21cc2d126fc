//! A store of one log that compares before it appends, and the fold of what it keeps.

use cluster::{LogRecord, LogSeq, RecordBody};

/// The most seats a model has.
pub const SEATS: usize = 2;

/// How far apart the numbers of the log's records are. A node that counts them itself errs.
const STRIDE: usize = 3;

/// The content of a record: nothing in a fence, and in an entry that a seat's numbered command was done.
pub type Payload = Option<Command>;

pub type Record = LogRecord<Payload>;

/// A command of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Command {
    pub seat: usize,
    pub n: u8,
}

/// The fold of a log: of each seat the last command. It only assigns, so that what happens twice goes unnoticed here,
/// as it does in a room's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct View {
    pub done: [u8; SEATS],
}

impl View {
    pub fn fold(&mut self, body: &RecordBody<Payload>) {
        if let Some(Command { seat, n }) = body.payload() {
            self.done[*seat] = *n;
        }
    }
}

/// The truth.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Store {
    /// Every record that was accepted.
    pub log: Vec<Record>,
    /// Appends that nobody waits for any more and that may yet arrive, in any order.
    pub late: Vec<Record>,
}

/// The number of the record at that index.
pub fn seq_of(index: usize) -> LogSeq {
    LogSeq(((index + 1) * STRIDE) as u64)
}

/// Number of records up to that number, if there is such a record.
pub fn length_up_to(seq: LogSeq) -> Option<usize> {
    let seq = usize::try_from(seq.0).ok()?;
    seq.is_multiple_of(STRIDE).then_some(seq / STRIDE)
}

impl Store {
    pub fn end(&self) -> LogSeq {
        match self.log.len() {
            0 => LogSeq::NONE,
            length => seq_of(length - 1),
        }
    }

    /// Appends if the log ends where the appender believes.
    pub fn append(&mut self, record: Record) -> Option<LogSeq> {
        (record.previous == self.end()).then(|| self.append_anyway(record))
    }

    pub fn append_anyway(&mut self, record: Record) -> LogSeq {
        self.log.push(record);
        self.end()
    }

    pub fn remember_late(&mut self, record: Record) {
        self.late.push(record);
        // They have no order, so two states that differ by it are one.
        self.late.sort_unstable();
    }

    /// The answer of a copy of the store that has `length` records.
    pub fn read(&self, after: LogSeq, length: usize) -> Vec<(LogSeq, Record)> {
        let kept = self.log[..length].iter().enumerate();
        kept.map(|(index, record)| (seq_of(index), record.clone()))
            .filter(|(seq, _)| *seq > after)
            .collect()
    }

    /// The fold of the first `length` records.
    pub fn view(&self, length: usize) -> Option<View> {
        let mut view = View::default();
        for record in self.log.get(..length)? {
            view.fold(&record.body);
        }
        Some(view)
    }
}
