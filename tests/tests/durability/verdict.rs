//! Verdict on a dead server's data against the clients' notes: acknowledged ⊆ recovered ⊆ sent, and nothing that
//! anybody saw was undone.
//!
//! It reads a copy of the data, as the server itself would at its next start.

#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
    sync::Arc,
};

use journal::{FinishedGames, JournalControl, Opening, RoomId, RoomLogs, Stored};
use journal_files::detach;
use journal_sqlite::SqliteJournal;
use protocol::{EventFrame, Frame, Reply, Seat, SecretHash, View, reply::Answer};
use tempfile::TempDir;

use crate::{
    breach::{Breach, Broken, Stats},
    effect,
    record::{Known, Proven, Record, kept},
};

/// Judges every room of the record that `look` picks, and brings the record up
/// to what is there.
///
/// # Errors
/// With the first broken promise.
pub async fn judge(
    data: &Path,
    record: &mut Record,
    mut look: impl FnMut(u32) -> bool,
) -> Result<Stats, Breach> {
    let copy = copied(data);
    let (journal, opening) = open(copy.path())?;
    let mut rooms: HashMap<SecretHash, RoomId> = HashMap::new();
    for summary in &opening.rooms {
        let hashes = summary.secrets.iter().map(|(_, hash)| *hash);
        rooms.extend(hashes.map(|hash| (hash, summary.room)));
    }
    known_to_somebody(&opening, record)?;
    let mut stats = Stats {
        rooms: opening.rooms.len() as u64,
        ..Stats::default()
    };
    for (table, known) in &mut record.tables {
        if look(*table) {
            let room = known.hashes().find_map(|hash| rooms.get(&hash));
            stats.acknowledged += known.acknowledged;
            stats.games += finished(*table, known, &journal).await?;
            stats.events += judge_room(*table, known, room, &journal).await?;
        }
    }
    journal.close().await;
    Ok(stats)
}

/// The one place that opens a journal.
fn open(dir: &Path) -> Result<(SqliteJournal, Opening), Breach> {
    // A node's copy as it is, without the log that it follows.
    detach(dir).map_err(|why| Breach::server(format!("the copy cannot be detached: {why}")))?;
    // When is of no consequence: only clocks depend on it.
    SqliteJournal::open(dir, 0)
        .map_err(|why| Breach::server(format!("the journal does not open: {why}")))
}

/// A copy of what the next start would read.
fn copied(data: &Path) -> TempDir {
    let copy = TempDir::new().expect("a folder");
    for name in ["oxo.db", "oxo.db-wal"] {
        let file = data.join(name);
        if file.exists() {
            fs::copy(&file, copy.path().join(name)).expect("a copy");
        }
    }
    copy
}

/// Every room was asked for by somebody.
fn known_to_somebody(opening: &Opening, record: &Record) -> Result<(), Breach> {
    let known: HashMap<SecretHash, u32> = record
        .tables
        .iter()
        .flat_map(|(table, known)| known.hashes().map(|hash| (hash, *table)))
        .collect();
    let stranger = opening.rooms.iter().find(|summary| {
        let mut hashes = summary.secrets.iter();
        !hashes.any(|(_, hash)| known.contains_key(hash))
    });
    match stranger {
        None => Ok(()),
        Some(summary) => Err(Breach {
            broken: Broken::Invented,
            table: None,
            seq: None,
            detail: format!("nobody asked for room {}", summary.room),
        }),
    }
}

/// Every finished game whose id was announced is kept whole; how
/// many were.
async fn finished(table: u32, known: &Known, journal: &SqliteJournal) -> Result<u64, Breach> {
    let mut games = 0;
    let ends = known.seen.iter();
    for (seq, text) in ends.filter(|(_, text)| text.contains("\"over\":{")) {
        let frame: Option<EventFrame> = serde_json::from_str(text).ok();
        let Some(id) = frame.and_then(|frame| frame.event.over()?.id) else {
            continue;
        };
        let game = journal.game(id).await;
        let kept = game.as_ref().ok().and_then(Option::as_ref);
        let is_whole = kept.is_some_and(|game| {
            game.events[0].contains("\"type\":\"started\"")
                && game.events.last().is_some_and(|last| **last == **text)
        });
        if !is_whole {
            let detail = format!("it ended a game, of which there is {game:?}");
            return Err(Breach::at(Broken::Undone, table, Some(*seq), detail));
        }
        games += 1;
    }
    Ok(games)
}

async fn judge_room(
    table: u32,
    known: &mut Known,
    room: Option<&RoomId>,
    journal: &SqliteJournal,
) -> Result<u64, Breach> {
    let stored = match room {
        None => None,
        Some(room) => journal
            .load(*room)
            .await
            .map_err(|why| Breach::at(Broken::Room, table, None, why.to_string()))?,
    };
    weigh(table, known, stored.as_ref())
}

/// Compares the facts about a room with its stored state; how many events
/// are new.
fn weigh(table: u32, known: &mut Known, stored: Option<&Stored>) -> Result<u64, Breach> {
    let found = |broken, seq, detail: &str| Err(Breach::at(broken, table, seq, detail));
    let Some(stored) = stored else {
        return match known.may_be_gone() {
            true => Ok(0),
            false => found(Broken::Lost, None, "the room is not there"),
        };
    };
    if Seat::BOTH.iter().all(|seat| known.seats[*seat].has_left()) {
        return found(Broken::Lost, None, "both have left, and the room is there");
    }
    let case = Case {
        table,
        known,
        stored,
    };
    for seat in Seat::BOTH {
        case.seat(seat)?;
    }
    case.seen()?;
    let (proven, done) = case.log()?;
    let events = proven.seq - known.proven.seq;
    for (seq, effect) in done {
        match known.asked.get_mut(&effect).filter(|times| **times > 0) {
            Some(times) => *times -= 1,
            None => {
                let detail = format!("nobody asked for: {effect}");
                return found(Broken::Invented, Some(seq), &detail);
            }
        }
    }
    known.settle(proven);
    Ok(events)
}

/// A room as its clients know it, and as it was kept.
struct Case<'a> {
    table: u32,
    known: &'a Known,
    stored: &'a Stored,
}

impl Case<'_> {
    fn found(&self, broken: Broken, seq: Option<u64>, detail: String) -> Breach {
        Breach::at(broken, self.table, seq, detail)
    }

    fn last_seq(&self) -> u64 {
        self.stored.events.len() as u64
    }

    fn event(&self, seq: u64) -> Option<&str> {
        let at = usize::try_from(seq.checked_sub(1)?).ok()?;
        self.stored.events.get(at).map(|text| &**text)
    }

    /// Whatever was seen is there, byte for byte.
    fn seen(&self) -> Result<(), Breach> {
        for (seq, text) in &self.known.seen {
            match self.event(*seq) {
                Some(there) if there == text => {}
                Some(there) => {
                    let detail = format!("seen was {text}, there is {there}");
                    return Err(self.found(Broken::Undone, Some(*seq), detail));
                }
                None => {
                    let detail = format!("seen was {text}, the log ends at {}", self.last_seq());
                    return Err(self.found(Broken::Undone, Some(*seq), detail));
                }
            }
        }
        Ok(())
    }

    /// Whatever was acknowledged to a seat is there, and nothing but what it sent.
    fn seat(&self, seat: Seat) -> Result<(), Breach> {
        let known = &self.known.seats[seat];
        for (n, reply) in &known.replies {
            self.reply(seat, *n, reply)?;
        }
        let Some(key) = &self.stored.private.seats[seat] else {
            return match known.seated && !known.may_have_left() {
                true => Err(self.found(Broken::Seat, None, format!("{seat}'s seat is free"))),
                false => Ok(()),
            };
        };
        if known.secret.as_ref().map(protocol::Secret::hash) != Some(key.hash) {
            let detail = format!("{seat}'s secret does not hold the seat");
            return Err(self.found(Broken::Seat, None, detail));
        }
        let (kept, sent) = (known.last_kept(), known.last_sent());
        if key.n < kept {
            let detail = format!("{seat}'s last command is {}, {kept} was answered", key.n);
            return Err(self.found(Broken::Lost, None, detail));
        }
        if key.n > sent {
            let detail = format!("{seat}'s last command is {}, {sent} was sent", key.n);
            return Err(self.found(Broken::Invented, None, detail));
        }
        if let (Some(reply), Some(last)) = (known.replies.get(&key.n), &key.last) {
            let again = text(key.n, Answer::Ok(last.clone()));
            if again != *reply {
                let detail = format!("{seat} was answered {reply}, kept is {again}");
                return Err(self.found(Broken::Reply, None, detail));
            }
        }
        Ok(())
    }

    /// The events that a reply names are there, and have the requested effect.
    fn reply(&self, seat: Seat, n: u64, reply: &str) -> Result<(), Breach> {
        let seq = kept(reply).unwrap_or(0);
        let Some(event) = self.event(seq) else {
            let detail = format!(
                "{seat} was answered {reply}, the log ends at {}",
                self.last_seq()
            );
            return Err(self.found(Broken::Lost, Some(seq), detail));
        };
        let sent = self.known.seats[seat].sent.get(&n);
        let asked = sent.and_then(|text| effect::of_command(seat, text));
        let done = serde_json::from_str::<EventFrame>(event).ok();
        let done = done.and_then(|frame| effect::of_event(&frame.event));
        if effect::is_done(reply) && asked != done {
            let detail = format!("{seat} was answered {reply}, there is {event}");
            return Err(self.found(Broken::Lost, Some(seq), detail));
        }
        Ok(())
    }

    /// The log goes on from what was proven before, without gaps, and what was
    /// shown of it is its fold. Gives what is proven now, and the new effects.
    fn log(&self) -> Result<(Proven, Vec<(u64, effect::CommandEffect)>), Breach> {
        let Proven {
            seq: before,
            digest: known_digest,
            mut view,
        } = self.known.proven.clone();
        let texts = &self.stored.events;
        let old = usize::try_from(before).unwrap_or(usize::MAX);
        if texts.get(..old).map(digest) != Some(known_digest) && before > 0 {
            let detail = format!(
                "of {before} events that were there, some are not or are others; the log ends at {}",
                self.last_seq()
            );
            return Err(self.found(Broken::Undone, None, detail));
        }
        let mut done = Vec::new();
        self.shown(&view)?;
        for text in &texts[old..] {
            let seq = view.seq + 1;
            let frame = serde_json::from_str::<EventFrame>(text);
            let Some(frame) = frame.ok().filter(|frame| frame.seq == seq) else {
                return Err(self.found(Broken::Gap, Some(seq), format!("there is {text}")));
            };
            view.fold(seq, frame.at_ms, &frame.event);
            done.extend(effect::of_event(&frame.event).map(|effect| (seq, effect)));
            self.shown(&view)?;
        }
        let span = before..=view.seq;
        if let Some((seq, _)) = self.known.views.iter().find(|(seq, _)| !span.contains(seq)) {
            let detail = format!("the room was shown then, its log goes from {span:?}");
            return Err(self.found(Broken::Undone, Some(*seq), detail));
        }
        let proven = Proven {
            seq: view.seq,
            digest: digest(texts),
            view,
        };
        Ok((proven, done))
    }

    /// Every client that was shown the room at this event was shown this.
    fn shown(&self, view: &View) -> Result<(), Breach> {
        for (_, text) in self.known.views.iter().filter(|(seq, _)| *seq == view.seq) {
            let frame = serde_json::from_str(text);
            let same = matches!(&frame, Ok(Frame::Room(room)) if room.view == *view);
            if !same {
                let detail = format!("shown was {text}, the fold is {view:?}");
                return Err(self.found(Broken::View, Some(view.seq), detail));
            }
        }
        Ok(())
    }
}

/// The reply that a kept answer makes. A command's `id` is its `n`.
fn text(n: u64, answer: Answer) -> String {
    let frame = Frame::Reply(Reply { id: n, answer });
    serde_json::to_string(&frame).expect("a frame")
}

fn digest(texts: &[Arc<str>]) -> u64 {
    let mut hasher = DefaultHasher::new();
    texts.hash(&mut hasher);
    hasher.finish()
}
