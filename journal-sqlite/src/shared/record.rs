//! What the writer decided together, as a record of the log: a line of JSON with the numbers, and then the texts as they
//! are, each on a line of its own.

use clock::Outage;
use journal::RoomId;
use journal_files::{GameRow, LogStep};
use protocol::{GameId, SecretHash};
use serde::{Deserialize, Serialize};

/// The version of this form. Another one is of another level; a node does not guess at it, nor skip what it does not know: its
/// copy would not be the others'.
const VERSION: u8 = 1;

/// The first line.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    v: u8,
    at_ms: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    steps: Vec<StepHead>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    forget: Vec<(GameId, Option<SecretHash>)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    outages: Vec<(u64, u64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expire_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    operator: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<u32>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    leaves: bool,
}

/// A step: behind the first line stand its private part, its events, and what there is of a game: its details, its events.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepHead {
    room: RoomId,
    expected: u64,
    events: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deadline_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<GameHead>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameHead {
    id: GameId,
    ended_ms: u64,
    events: u64,
}

/// What the writer decided together.
#[derive(Debug, Default)]
pub(crate) struct SharedRecord {
    /// When, by the writer's clock.
    pub at_ms: u64,
    pub steps: Vec<LogStep>,
    /// Games that a player, or the operator, has asked to forget.
    pub forget: Vec<(GameId, Option<SecretHash>)>,
    pub outages: Vec<Outage>,
    /// Games that ended before then are to go.
    pub expire_ms: Option<u64>,
    /// What the operator says to everybody from now on, and whom he shuts out.
    pub operator: Option<String>,
    /// What is written from now on may be of that level.
    pub level: Option<u32>,
    /// Whether the writer leaves: it appends nothing more.
    pub leaves: bool,
}

/// The parts of a record, to be written.
#[derive(Default)]
pub(crate) struct RecordParts<'a> {
    pub at_ms: u64,
    pub steps: Vec<&'a LogStep>,
    pub forget: Vec<(GameId, Option<SecretHash>)>,
    pub outages: &'a [Outage],
    pub expire_ms: Option<u64>,
    pub operator: Option<&'a str>,
    pub level: Option<u32>,
    pub leaves: bool,
}

impl RecordParts<'_> {
    /// The bytes of the record; `None` when a part cannot be written.
    pub fn encode(&self) -> Option<Vec<u8>> {
        let head = Head {
            v: VERSION,
            at_ms: self.at_ms,
            steps: self.steps.iter().map(|step| head_of(step)).collect(),
            forget: self.forget.clone(),
            outages: self.outages.iter().map(|o| (o.from_ms, o.to_ms)).collect(),
            expire_ms: self.expire_ms,
            operator: self.operator.map(str::to_owned),
            level: self.level,
            leaves: self.leaves,
        };
        let mut bytes = serde_json::to_vec(&head).ok()?;
        let mut line = |text: &str| {
            bytes.push(b'\n');
            bytes.extend_from_slice(text.as_bytes());
        };
        for step in &self.steps {
            line(&step.private);
            if step.count > 0 {
                line(&step.events);
            }
            if let Some(game) = &step.game {
                line(&game.about);
                line(&game.events);
            }
        }
        Some(bytes)
    }
}

fn head_of(step: &LogStep) -> StepHead {
    StepHead {
        room: step.room,
        expected: step.expected_seq,
        events: step.count,
        deadline_ms: step.deadline_ms,
        game: step.game.as_ref().map(|game| GameHead {
            id: game.id,
            ended_ms: game.ended_ms,
            events: game.events.split('\n').count() as u64,
        }),
    }
}

impl SharedRecord {
    /// Reads a record; `None` when it is none of this version.
    pub fn decode(bytes: &[u8]) -> Option<SharedRecord> {
        let mut lines = std::str::from_utf8(bytes).ok()?.split('\n');
        let head: Head = serde_json::from_str(lines.next()?).ok()?;
        if head.v != VERSION {
            return None;
        }
        let steps = head.steps.iter().map(|head| step(head, &mut lines));
        let record = SharedRecord {
            at_ms: head.at_ms,
            steps: steps.collect::<Option<_>>()?,
            forget: head.forget,
            outages: head
                .outages
                .iter()
                .map(|&(from_ms, to_ms)| Outage { from_ms, to_ms })
                .collect(),
            expire_ms: head.expire_ms,
            operator: head.operator,
            level: head.level,
            leaves: head.leaves,
        };
        lines.next().is_none().then_some(record)
    }
}

fn step<'a>(head: &StepHead, lines: &mut impl Iterator<Item = &'a str>) -> Option<LogStep> {
    let private = lines.next()?.to_owned();
    let events = taken(lines, head.events)?;
    let game = match &head.game {
        None => None,
        Some(game) => Some(Box::new(GameRow {
            id: game.id,
            ended_ms: game.ended_ms,
            about: lines.next()?.to_owned(),
            events: taken(lines, game.events)?,
        })),
    };
    Some(LogStep {
        room: head.room,
        expected_seq: head.expected,
        count: head.events,
        deadline_ms: head.deadline_ms,
        events,
        changes: serde_json::from_str(&private).ok()?,
        private,
        game,
    })
}

/// So many lines, joined again.
fn taken<'a>(lines: &mut impl Iterator<Item = &'a str>, count: u64) -> Option<String> {
    let count = usize::try_from(count).ok()?;
    let taken: Vec<&str> = lines.take(count).collect();
    (taken.len() == count).then(|| taken.join("\n"))
}

#[cfg(test)]
mod tests;
