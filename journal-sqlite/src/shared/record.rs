//! A batch of the writer as a record of the log: a line of JSON with the numbers, and then the texts as they
//! are, each on a line of its own.

use clock::Outage;
use journal::RoomId;
use journal_files::{GameRow, LogStep, WriterState, applied::PublishedCopy, value_table};
use protocol::{GameId, SecretHash};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};

/// The version of this form. Another one is of another level; a node does not guess at it, nor skip unknown parts: its
/// copy would not be the others'.
const VERSION: u8 = 1;

/// Decisions the writer took together; the first line, as JSON.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SharedRecord {
    v: u8,
    /// When, by the writer's clock.
    pub at_ms: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    steps: Vec<StepHead>,
    /// Games that a player, or the operator, has asked to forget.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forget: Vec<(GameId, Option<SecretHash>)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    outages: Vec<(u64, u64)>,
    /// Games that ended before then are to go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expire_ms: Option<u64>,
    /// The operator's notice to everybody and the networks that he shuts out from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
    /// Level that records from now on may be of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// Whether the writer leaves: it appends nothing more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leaves: bool,
}

/// A step: behind the first line stand its private part, its events, and what there is of a game: its details, its events.
#[derive(Debug, Serialize, Deserialize)]
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

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameHead {
    id: GameId,
    ended_ms: u64,
    events: u64,
}

impl SharedRecord {
    /// A mark of life: nothing was decided.
    pub fn new(at_ms: u64) -> SharedRecord {
        SharedRecord {
            v: VERSION,
            at_ms,
            ..SharedRecord::default()
        }
    }

    /// The same with these steps and outages.
    pub fn with(self, steps: &[&LogStep], outages: &[Outage]) -> SharedRecord {
        SharedRecord {
            steps: steps.iter().map(|step| head_of(step)).collect(),
            outages: outages.iter().map(|o| (o.from_ms, o.to_ms)).collect(),
            ..self
        }
    }

    /// Its bytes, with its steps; `None` when a part cannot be written.
    pub fn encode(&self, steps: &[&LogStep]) -> Option<Vec<u8>> {
        let mut bytes = serde_json::to_vec(self).ok()?;
        let mut line = |text: &str| {
            bytes.push(b'\n');
            bytes.extend_from_slice(text.as_bytes());
        };
        for step in steps {
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

    /// Reads a record and its steps; `None` when it is none of this version.
    pub fn decode(bytes: &[u8]) -> Option<(SharedRecord, Vec<LogStep>)> {
        let mut lines = std::str::from_utf8(bytes).ok()?.split('\n');
        let record: SharedRecord = serde_json::from_str(lines.next()?).ok()?;
        if record.v != VERSION {
            return None;
        }
        let steps = record.steps.iter().map(|head| step(head, &mut lines));
        let steps = steps.collect::<Option<_>>()?;
        lines.next().is_none().then_some((record, steps))
    }

    pub fn outages(&self) -> impl Iterator<Item = Outage> {
        let outages = self.outages.iter();
        outages.map(|&(from_ms, to_ms)| Outage { from_ms, to_ms })
    }

    /// Stages its changes beside steps, outages and forgotten games.
    pub fn stage(&self, state: &mut WriterState, to: &Connection) -> rusqlite::Result<()> {
        if let Some(before_ms) = self.expire_ms {
            state.expire(before_ms, to)?;
        }
        if let Some(said) = &self.operator {
            value_table::OPERATOR.write(said, to)?;
        }
        if let Some(level) = self.level {
            value_table::raise_level(level, to)?;
        }
        Ok(())
    }

    /// Shows others its changes, once they are kept.
    pub fn show(&self, copy: &PublishedCopy) {
        if let Some(said) = &self.operator {
            copy.note_operator_state(said);
        }
        if let Some(level) = self.level {
            copy.note_level(level);
        }
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

/// Takes that many lines, joined again.
fn taken<'a>(lines: &mut impl Iterator<Item = &'a str>, count: u64) -> Option<String> {
    let count = usize::try_from(count).ok()?;
    let taken: Vec<&str> = lines.take(count).collect();
    (taken.len() == count).then(|| taken.join("\n"))
}

#[cfg(test)]
mod tests;
