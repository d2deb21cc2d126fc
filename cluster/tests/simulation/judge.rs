//! The judge: the answers to clients and what nodes have applied, against the log.

use std::collections::BTreeMap;

use cluster::{LogRecord, LogSeq, RecordBody};
use tokio::time::Instant;

/// A step: which seat's command it is, and how many steps there have been with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub seat: usize,
    pub n: u64,
    pub total: u64,
}

/// The payload of a record: nothing in fences and marks of life.
pub type Payload = Option<Step>;

pub type Record = LogRecord<Payload>;

/// Where a node's copy ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyEnd {
    pub last: Option<LogSeq>,
    pub is_frozen: bool,
}

/// A command as its client saw it.
#[derive(Clone, Copy, Debug)]
pub struct Acknowledged {
    pub sent: Instant,
    pub answered: Instant,
    pub step: Step,
}

/// The steps of a log.
fn steps(log: &[(LogSeq, Record)]) -> impl Iterator<Item = Step> {
    log.iter().filter_map(|(_, record)| *record.body.payload())
}

/// Each term has one writer, each command happened once and in order, on all that was before.
pub fn log_is_sound(log: &[(LogSeq, Record)]) -> Result<(), String> {
    for pair in log.windows(2) {
        let ((before_seq, before), (_, record)) = (&pair[0], &pair[1]);
        if record.previous != *before_seq {
            return Err(format!("{record:?} does not follow {before:?}"));
        }
        let is_lawful = match record.body {
            RecordBody::Fence(_) => record.term == before.term.next(),
            RecordBody::Entry(_) => {
                record.term == before.term && record.id.writer == before.id.writer
            }
        };
        if !is_lawful {
            return Err(format!("two writers of a term: {before:?}, {record:?}"));
        }
    }
    let mut last: BTreeMap<usize, u64> = BTreeMap::new();
    for (index, step) in steps(log).enumerate() {
        let n = last.entry(step.seat).or_default();
        if step.n <= *n {
            return Err(format!("done twice: {step:?}"));
        }
        *n += 1;
        if step.n != *n || step.total != index as u64 + 1 {
            return Err(format!(
                "decided on another state: {step:?} is step {index}"
            ));
        }
    }
    Ok(())
}

/// Acknowledged is in the log, and the order of the log is one that the clients can have seen.
pub fn is_linearizable(
    log: &[(LogSeq, Record)],
    acknowledged: &[Acknowledged],
) -> Result<(), String> {
    let kept: Vec<Step> = steps(log).collect();
    for one in acknowledged {
        let index = usize::try_from(one.step.total - 1).unwrap();
        if kept.get(index) != Some(&one.step) {
            return Err(format!("acknowledged and not in the log: {:?}", one.step));
        }
    }
    // A command that was answered before another was sent comes before it.
    for one in acknowledged {
        let late = acknowledged
            .iter()
            .find(|other| other.sent > one.answered && other.step.total < one.step.total);
        if let Some(other) = late {
            return Err(format!(
                "{:?} was asked after {:?} was answered",
                other.step, one.step
            ));
        }
    }
    Ok(())
}

/// Asserts that the records a node has applied are the log, without gaps.
pub fn was_true(log: &[(LogSeq, Record)], applied: &[(LogSeq, Record)]) -> Result<(), String> {
    let places: BTreeMap<LogSeq, &Record> =
        log.iter().map(|(seq, record)| (*seq, record)).collect();
    let mut last = LogSeq::NONE;
    for (seq, record) in applied {
        if places.get(seq) != Some(&record) {
            return Err(format!("applied and not in the log: {record:?}"));
        }
        if record.previous != last {
            return Err(format!("applied after {last:?}: {record:?}"));
        }
        last = *seq;
    }
    Ok(())
}

/// A node's copy has all of the log.
pub fn is_current(log: &[(LogSeq, Record)], end: CopyEnd) -> Result<(), String> {
    if end.is_frozen {
        return Err("calls the log contradictory".to_owned());
    }
    match end.last == log.last().map(|(seq, _)| *seq) {
        true => Ok(()),
        false => Err(format!("ends at {:?}", end.last)),
    }
}
