//! The judge: the answers to clients and what nodes have shown, against the log. The tests on the real store call it,
//! too.

use std::collections::BTreeMap;

use cluster::{LogRecord, LogSeq, RecordBody, RoomKey};
use tokio::time::Instant;

/// A step: which seat's command it is, and how many steps the room has had with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub seat: usize,
    pub n: u64,
    pub total: u64,
}

/// The payload of a room's records: a step, or all of the room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    Step(Step),
    Whole(BTreeMap<usize, Step>),
}

pub type Record = LogRecord<Payload>;

/// Where a node's display of a room ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisplayEnd {
    pub last: Option<LogSeq>,
    pub is_frozen: bool,
}

/// A command as its client saw it.
#[derive(Clone, Copy, Debug)]
pub struct Acknowledged {
    pub room: RoomKey,
    pub sent: Instant,
    pub answered: Instant,
    pub step: Step,
}

/// The steps of a log.
fn steps(log: &[(LogSeq, Record)]) -> impl Iterator<Item = Step> {
    log.iter().filter_map(|(_, record)| match record.body {
        RecordBody::Step(Payload::Step(step)) => Some(step),
        _ => None,
    })
}

/// Each term has one writer, each command happened once and in order, on all that was before.
pub fn log_is_sound(log: &[(LogSeq, Record)]) -> Result<(), String> {
    for pair in log.windows(2) {
        let ((before_seq, before), (_, record)) = (&pair[0], &pair[1]);
        if record.previous != *before_seq {
            return Err(format!("{record:?} does not follow {before:?}"));
        }
        let is_fence = record.body == RecordBody::Fence;
        let is_lawful = match is_fence {
            true => record.term == before.term.next(),
            false => record.term == before.term && record.id.writer == before.id.writer,
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

/// What a node has shown is the log, without gaps but those that a snapshot bridges.
pub fn was_true(log: &[(LogSeq, Record)], shown: &[(LogSeq, Record)]) -> Result<(), String> {
    let places: BTreeMap<LogSeq, &Record> =
        log.iter().map(|(seq, record)| (*seq, record)).collect();
    let mut last = LogSeq::NONE;
    for (seq, record) in shown {
        if places.get(seq) != Some(&record) {
            return Err(format!("shown and not in the log: {record:?}"));
        }
        let follows = record.previous == last || record.body.stands_alone() && *seq > last;
        if !follows {
            return Err(format!("shown after {last:?}: {record:?}"));
        }
        last = *seq;
    }
    Ok(())
}

/// Spectators see the same, wherever they are.
pub fn all_show_the_same(ends: &[DisplayEnd]) -> Result<(), String> {
    match ends.windows(2).all(|pair| pair[0] == pair[1]) {
        true => Ok(()),
        false => Err(format!("nodes do not show the same: {ends:?}")),
    }
}

/// A node shows all of the log.
pub fn is_current(log: &[(LogSeq, Record)], end: DisplayEnd) -> Result<(), String> {
    if end.is_frozen {
        return Err("calls the log contradictory".to_owned());
    }
    match end.last == log.last().map(|(seq, _)| *seq) {
        true => Ok(()),
        false => Err(format!("ends at {:?}", end.last)),
    }
}
