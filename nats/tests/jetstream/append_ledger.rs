//! Ledger of a lone writer: what it sent, and what of it was acknowledged where; and a log held against it.

use std::{collections::BTreeMap, fmt};

use cluster::{LogSeq, LogStore, RecordBody};
use cluster_nats::NatsStore;
use tests::{SeededRandom, soon};

use crate::contract::{Record, record};

/// Sizes of records as a node writes them: a command or a few, or many of a busy moment.
const SHORTEST: u64 = 200;
const USUAL: u64 = 1_000;
const LONGEST: u64 = 8_000;

/// Most tries of an append at the end; each one waits for the leader.
const TRIES: usize = 100;

type Log = Vec<(LogSeq, Record)>;

/// The ledger, and the log's end as its writer knows it.
pub struct AppendLedger {
    chance: SeededRandom,
    /// By their ids' count, which nothing else has.
    sent: BTreeMap<u64, Record>,
    acknowledged: BTreeMap<LogSeq, u64>,
    end: LogSeq,
}

/// Faults of a log, by numbers of records: nothing by default.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct LogComparison {
    /// Acknowledged there, and not there.
    pub lost: Vec<u64>,
    /// Not as they were sent, or never sent.
    pub invented: Vec<u64>,
    /// Not behind the record that they name.
    pub misplaced: Vec<u64>,
}

impl AppendLedger {
    pub fn new(chance: SeededRandom) -> AppendLedger {
        AppendLedger {
            chance,
            sent: BTreeMap::new(),
            acknowledged: BTreeMap::new(),
            end: LogSeq::NONE,
        }
    }

    /// The number of the last record that is known to be there.
    pub fn end(&self) -> LogSeq {
        self.end
    }

    /// Appends one more record, until it is acknowledged or can be read.
    pub async fn append(&mut self, store: &NatsStore) {
        let record = self.send_behind(self.end);
        soon("an append", async {
            while !self.is_settled(store, &record).await {}
        })
        .await;
    }

    /// One try; or else a look whether a former one was stored.
    async fn is_settled(&mut self, store: &NatsStore, record: &Record) -> bool {
        if let Some(seq) = store.append(record.clone()).await {
            self.acknowledge(seq, record);
            return true;
        }
        let read = store.read(record.previous).await.unwrap_or_default();
        let stored = read.first().filter(|(_, first)| first == record);
        self.end = stored.map_or(self.end, |(seq, _)| *seq);
        stored.is_some()
    }

    /// Reads the log behind a record, or all of it, and holds it against what is known of it.
    ///
    /// A leader that was just elected may show less than there is. Only an append at the end that it accepts proves that
    /// nothing is behind it; it is another one each time, because nobody knows what became of one that was not acknowledged.
    pub async fn compare_with(&mut self, store: &NatsStore, after: LogSeq) -> LogComparison {
        for _ in 0..TRIES {
            let log = read_behind(store, after).await;
            let end = log.last().map_or(after, |(seq, _)| *seq);
            let record = self.send_behind(end);
            if let Some(seq) = store.append(record.clone()).await {
                let compared = self.compare(after, &log);
                self.acknowledge(seq, &record);
                return compared;
            }
        }
        panic!("no append at the end of the log is accepted");
    }

    fn compare(&self, after: LogSeq, log: &Log) -> LogComparison {
        let there: BTreeMap<LogSeq, u64> =
            log.iter().map(|(seq, it)| (*seq, it.id.count)).collect();
        let acknowledged = self.acknowledged.iter().filter(|(seq, _)| **seq > after);
        let lost = acknowledged.filter(|(seq, count)| there.get(seq) != Some(count));
        let counts = log.iter().map(|(_, it)| it);
        let invented = counts.filter(|it| self.sent.get(&it.id.count) != Some(it));
        let before = log.iter().map(|(seq, _)| *seq);
        let before = [after].into_iter().chain(before);
        let misplaced = log
            .iter()
            .zip(before)
            .filter(|((_, it), before)| it.previous != *before);
        LogComparison {
            lost: lost.map(|(_, count)| *count).collect(),
            invented: invented.map(|it| it.id.count).collect(),
            misplaced: misplaced.map(|((_, it), _)| it.id.count).collect(),
        }
    }

    /// Notes a new record as sent.
    fn send_behind(&mut self, previous: LogSeq) -> Record {
        let longest = match self.chance.once_in(10) {
            true => LONGEST,
            false => USUAL,
        };
        let length = SHORTEST + self.chance.below(longest - SHORTEST);
        let content = (0..length).map(|_| self.chance.below(256) as u8).collect();
        let count = self.sent.len() as u64 + 1;
        let record = record(1, count, previous, RecordBody::Entry(content));
        self.sent.insert(count, record.clone());
        record
    }

    fn acknowledge(&mut self, seq: LogSeq, record: &Record) {
        self.acknowledged.insert(seq, record.id.count);
        self.end = seq;
    }
}

impl fmt::Display for AppendLedger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (acknowledged, sent) = (self.acknowledged.len(), self.sent.len());
        write!(f, "{acknowledged} of {sent} appends were acknowledged")
    }
}

/// All of the log behind a record that can be read now.
async fn read_behind(store: &NatsStore, after: LogSeq) -> Log {
    let mut log = Log::new();
    loop {
        let end = log.last().map_or(after, |(seq, _)| *seq);
        let read = soon("a leader that can be read from", async {
            loop {
                if let Some(read) = store.read(end).await {
                    return read;
                }
            }
        });
        let read = read.await;
        if read.is_empty() {
            return log;
        }
        log.extend(read);
    }
}

/// A ledger of three records, all of them acknowledged, and their log.
fn three() -> (AppendLedger, Log) {
    let mut ledger = AppendLedger::new(SeededRandom::new(1));
    let mut log = Log::new();
    for seq in [2, 3, 7].map(LogSeq) {
        let record = ledger.send_behind(ledger.end);
        ledger.acknowledge(seq, &record);
        log.push((seq, record));
    }
    (ledger, log)
}

#[test]
fn a_ledger_finds_what_is_lost_changed_invented_and_misplaced() {
    let (ledger, log) = three();
    assert_eq!(ledger.compare(LogSeq::NONE, &log), LogComparison::default());
    let compared = |change: fn(&mut Log)| {
        let mut log = log.clone();
        change(&mut log);
        let LogComparison {
            lost,
            invented,
            misplaced,
        } = ledger.compare(LogSeq::NONE, &log);
        [lost, invented, misplaced]
    };
    assert_eq!(
        compared(|log| log.truncate(1)),
        [vec![2, 3], vec![], vec![]]
    );
    assert_eq!(compared(Log::clear), [vec![1, 2, 3], vec![], vec![]]);
    let without_second = compared(|log| drop(log.remove(1)));
    assert_eq!(without_second, [vec![2], vec![], vec![3]]);
    let moved = compared(|log| log[2].0 = LogSeq(8));
    assert_eq!(moved, [vec![3], vec![], vec![]]);
    let changed = compared(|log| log[1].1.body = RecordBody::Entry(vec![1]));
    assert_eq!(changed, [vec![], vec![2], vec![]]);
    let foreign = compared(|log| {
        log.push((
            LogSeq(8),
            record(1, 4, LogSeq(7), RecordBody::Entry(vec![])),
        ))
    });
    assert_eq!(foreign, [vec![], vec![4], vec![]]);
}

#[test]
fn a_record_that_was_sent_and_not_acknowledged_may_be_there() {
    let (mut ledger, mut log) = three();
    let record = ledger.send_behind(ledger.end);
    assert_eq!(ledger.compare(LogSeq::NONE, &log), LogComparison::default());
    log.push((LogSeq(8), record));
    assert_eq!(ledger.compare(LogSeq::NONE, &log), LogComparison::default());
}
