//! The record of each room from the clients' ledgers: what has to be there after a crash, what may
//! be, and the parts that were shown to be there before.
//!
//! It contradicts itself only when the server did: two replies to one command, two texts for one
//! event.

use std::collections::{BTreeMap, HashMap};

use protocol::{Seat, Secret, SecretHash, View, ids::BySeat};
use serde_json::Value;

use crate::{
    breach::{Breach, Broken},
    effect::{self, CommandEffect},
    ledger::{Entry, Kind},
};

/// Everything known.
#[derive(Debug, Default)]
pub struct Record {
    /// By the harness's number of the room.
    pub tables: BTreeMap<u32, Known>,
}

/// Facts about a room.
#[derive(Debug, Default)]
pub struct Known {
    /// Of its seats.
    pub seats: BySeat<SeatKnown>,
    /// Events that were seen since the last verdict.
    pub seen: BTreeMap<u64, String>,
    /// Whole rooms that were seen since then.
    pub views: Vec<(u64, String)>,
    /// Deeds that were asked for, less those that were found: how often.
    pub asked: HashMap<CommandEffect, u32>,
    /// Facts of the last verdict.
    pub proven: Proven,
    /// Replies in this record since the last verdict that say "kept".
    pub acknowledged: u64,
}

/// Facts about a seat.
#[derive(Debug, Default)]
pub struct SeatKnown {
    /// The secret it is, or would be, held by.
    pub secret: Option<Secret>,
    /// Whether a reply said that the seat is taken.
    pub seated: bool,
    /// Commands that were sent, by `n`; the last ones, and all since the last verdict.
    pub sent: BTreeMap<u64, String>,
    /// Replies that say "done", likewise.
    pub replies: BTreeMap<u64, String>,
}

/// The part of a room's log that a verdict has seen: it must never change.
#[derive(Clone, Debug, Default)]
pub struct Proven {
    /// Number of events.
    pub seq: u64,
    /// A digest of their texts.
    pub digest: u64,
    /// Their fold.
    pub view: View,
}

/// Whether a reply's text says that the command was done and its answer
/// kept; and, then, up to which event.
pub fn kept(reply: &str) -> Option<u64> {
    seq(reply, "ok")
}

/// Whether a reply's text says that the room decided against the command,
/// whose number is then free.
pub fn refused(reply: &str) -> bool {
    seq(reply, "error").is_some()
}

fn seq(reply: &str, part: &str) -> Option<u64> {
    let reply: Value = serde_json::from_str(reply).ok()?;
    reply.get(part)?.get("seq")?.as_u64()
}

impl Record {
    /// Takes what a ledger says.
    pub fn take(&mut self, entries: Vec<Entry>) -> Result<(), Breach> {
        for entry in entries {
            let table = entry.table;
            self.tables.entry(table).or_default().take(table, entry)?;
        }
        Ok(())
    }
}

impl Known {
    /// The hashes of the secrets that hold, or would hold, its seats.
    pub fn hashes(&self) -> impl Iterator<Item = SecretHash> {
        let secrets = self
            .seats
            .iter()
            .filter_map(|(_, seat)| seat.secret.as_ref());
        secrets.map(Secret::hash)
    }

    /// Whether the room need not be there: no reply says that it is, or both
    /// asked to leave it.
    pub fn may_be_gone(&self) -> bool {
        let all = |so: fn(&SeatKnown) -> bool| self.seats.iter().all(|(_, seat)| so(seat));
        let told = self.proven.seq > 0 || !self.seen.is_empty() || !self.views.is_empty();
        all(SeatKnown::may_have_left) || (!told && all(|seat| !seat.seated))
    }

    fn take(&mut self, table: u32, entry: Entry) -> Result<(), Breach> {
        let Entry {
            kind, number, text, ..
        } = entry;
        match (kind, entry.seat) {
            (Kind::Event, _) => {
                if let Some(before) = self.seen.get(&number)
                    && *before != text
                {
                    let detail = format!("two texts were seen: {before} and {text}");
                    return Err(Breach::at(Broken::Undone, table, Some(number), detail));
                }
                self.seen.insert(number, text);
            }
            (Kind::View, _) => self.views.push((number, text)),
            (_, None) => panic!("a spectator noted {kind:?}"),
            (Kind::Secret, Some(seat)) => {
                self.seats[seat].secret = Some(Secret::new(text).expect("a secret"));
            }
            (Kind::Seated, Some(seat)) => self.seats[seat].seated = true,
            (Kind::Sent, Some(seat)) => self.sent(seat, number, text),
            (Kind::Reply, Some(seat)) if kept(&text).is_some() => {
                return self.replied(table, seat, number, text);
            }
            (Kind::Reply, Some(seat)) if refused(&text) => {
                return self.refused(table, seat, number, &text);
            }
            // It says that nothing was decided.
            (Kind::Reply, Some(_)) => {}
        }
        Ok(())
    }

    fn sent(&mut self, seat: Seat, n: u64, text: String) {
        let again = self.seats[seat].sent.insert(n, text.clone());
        if again.is_none()
            && let Some(effect) = effect::of_command(seat, &text)
        {
            *self.asked.entry(effect).or_default() += 1;
        }
    }

    fn replied(&mut self, table: u32, seat: Seat, n: u64, text: String) -> Result<(), Breach> {
        let replies = &mut self.seats[seat].replies;
        match replies.get(&n) {
            Some(before) if *before == text => {}
            Some(before) => {
                let detail = format!("{seat}'s command {n} was answered {before} and then {text}");
                return Err(Breach::at(Broken::Reply, table, None, detail));
            }
            None => {
                let done = effect::is_done(&text);
                replies.insert(n, text);
                self.acknowledged += 1;
                if !done {
                    self.undo(seat, n);
                }
            }
        }
        Ok(())
    }

    /// A refused command was not done before, and its number is free for another.
    fn refused(&mut self, table: u32, seat: Seat, n: u64, text: &str) -> Result<(), Breach> {
        if let Some(before) = self.seats[seat].replies.get(&n) {
            let detail = format!("{seat}'s command {n} was answered {before} and then {text}");
            return Err(Breach::at(Broken::Reply, table, None, detail));
        }
        self.undo(seat, n);
        self.seats[seat].sent.remove(&n);
        Ok(())
    }

    /// The command came to something else than its effect: a refusal, or an
    /// offer that was an acceptance.
    fn undo(&mut self, seat: Seat, n: u64) {
        let text = self.seats[seat].sent.get(&n);
        let effect = text.and_then(|text| effect::of_command(seat, text));
        if let Some(times) = effect.and_then(|effect| self.asked.get_mut(&effect)) {
            *times = times.saturating_sub(1);
        }
    }

    /// Forgets what the verdict has settled, and keeps the last command of
    /// each seat: it may come again.
    pub fn settle(&mut self, proven: Proven) {
        self.proven = proven;
        self.seen.clear();
        self.views.clear();
        self.acknowledged = 0;
        self.asked.retain(|_, times| *times > 0);
        for seat in Seat::BOTH {
            let known = &mut self.seats[seat];
            let last = known.replies.last_key_value().map_or(0, |(n, _)| *n);
            known.sent = known.sent.split_off(&last);
            known.replies = known.replies.split_off(&last);
        }
    }
}

impl SeatKnown {
    /// The `n` of the last command that was sent; 0 before the first.
    pub fn last_sent(&self) -> u64 {
        self.sent.last_key_value().map_or(0, |(n, _)| *n)
    }

    /// The `n` of the last command whose answer is kept; 0 before the first.
    pub fn last_kept(&self) -> u64 {
        self.replies.last_key_value().map_or(0, |(n, _)| *n)
    }

    /// Whether a reply said that the seat is given up.
    pub fn has_left(&self) -> bool {
        self.replies
            .values()
            .any(|text| text.contains(r#""type":"left""#))
    }

    /// Whether the seat asked to be given up, so that it need not be there.
    pub fn may_have_left(&self) -> bool {
        self.sent
            .values()
            .any(|text| text.contains(r#""type":"leave""#))
    }
}

#[test]
fn a_reply_is_kept_when_the_command_was_done() {
    assert_eq!(
        kept(r#"{"type":"reply","id":7,"ok":{"type":"moved","seq":18}}"#),
        Some(18)
    );
    let stale = r#"{"type":"reply","id":7,"error":{"code":"stale","params":{},"seq":17}}"#;
    assert_eq!((kept(stale), refused(stale)), (None, true));
    let undecided = r#"{"type":"reply","id":7,"error":{"code":"shutting_down"}}"#;
    assert_eq!((kept(undecided), refused(undecided)), (None, false));
}
