//! Flipped bytes of the file while the server is away: it says so and does not start, or every room is exactly as it
//! was kept, or is refused.

mod flips;
mod judge;
mod rooms;

use std::{panic::resume_unwind, path::Path, sync::Arc};

use futures::{StreamExt, stream};
use tempfile::TempDir;
use tests::Process;

use self::{
    flips::{Flip, Map},
    judge::Tally,
    rooms::{Kept, Known},
};
use crate::{
    cycles,
    seeded_random::SeededRandom,
    serve::{ANYWHERE, sentence, try_serve},
};

/// Number of damaged files examined at the same time.
const AT_ONCE: usize = 2;

/// Outcome of one flip: the result of each start, and the sentence with which
/// one more did not come up or gave up.
struct Outcome {
    tallies: Vec<Tally>,
    ended: Option<String>,
}

/// A server on this directory, or the sentence with which it refuses.
async fn start(data: &Path) -> Result<Process, String> {
    let started = try_serve(&[], ANYWHERE, data).await;
    started.map_err(|ended| {
        let sentence = sentence(&ended);
        let names = sentence.contains("oxo.db");
        let kinds = ["is damaged (", "is not a journal", "a newer oxo-server"];
        let tells = kinds.iter().any(|kind| sentence.contains(kind));
        assert!(names && tells, "{sentence}");
        sentence.to_owned()
    })
}

/// Serves a file with these bytes, and once more after a kill: what was kept
/// on a damaged file is held to its promise too.
async fn try_out(bytes: &[u8], mut rooms: Vec<Known>, mut ended_ms: u64) -> Outcome {
    let data = TempDir::new().expect("a folder");
    std::fs::write(data.path().join("oxo.db"), bytes).expect("a write");
    let mut tallies = Vec::new();
    for _ in 0..2 {
        let served = match start(data.path()).await {
            Ok(server) => judge::judge(server, &mut rooms, ended_ms).await,
            Err(why) => Err(why),
        };
        match served {
            Ok(tally) => {
                ended_ms = tally.ended_ms;
                tallies.push(tally);
            }
            Err(why) => {
                let ended = Some(why);
                return Outcome { tallies, ended };
            }
        }
    }
    let ended = None;
    Outcome { tallies, ended }
}

/// The same for a flip. If something is found, says which it was and keeps
/// the file.
async fn flipped(flip: Flip, kept: &Kept) -> Outcome {
    let bytes: Arc<[u8]> = flip.apply(&kept.bytes).into();
    let (tried, rooms, ended_ms) = (Arc::clone(&bytes), kept.rooms.clone(), kept.ended_ms);
    let tried = tokio::spawn(async move { try_out(&tried, rooms, ended_ms).await }).await;
    if !tried.as_ref().is_ok_and(Outcome::is_plain) {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged.db");
        std::fs::write(&file, &bytes).expect("a place for a damaged file");
        println!("{flip:?}, kept as {}", file.display());
    }
    tried.unwrap_or_else(|found| resume_unwind(found.into_panic()))
}

impl Outcome {
    /// Whether it went on to its end, or did not begin.
    fn is_plain(&self) -> bool {
        self.ended.is_none() || (self.tallies.is_empty() && !self.has_failed())
    }

    fn has_failed(&self) -> bool {
        let failed = |why: &String| why.starts_with("the journal has failed");
        self.ended.as_ref().is_some_and(failed)
    }
}

#[derive(Debug, Default)]
struct Sums {
    refused_starts: usize,
    /// Refused after having served, and been killed.
    refused_again: usize,
    /// Gave up while serving, because no row could be added.
    gave_up: usize,
    starts: usize,
    whole: usize,
    rooms: usize,
    refused_rooms: usize,
    moves: usize,
}

impl Sums {
    fn add(&mut self, outcome: &Outcome) {
        if let Some(why) = outcome.ended.as_ref().filter(|_| !outcome.is_plain()) {
            println!("it served, and then: {why}");
        }
        let tallies = &outcome.tallies;
        match &outcome.ended {
            None => self.whole += usize::from(tallies.iter().all(|tally| tally.refused == 0)),
            Some(_) if outcome.has_failed() => self.gave_up += 1,
            Some(_) if tallies.is_empty() => self.refused_starts += 1,
            Some(_) => self.refused_again += 1,
        }
        for tally in tallies {
            self.starts += 1;
            self.rooms += tally.refused + tally.served;
            self.refused_rooms += tally.refused;
            self.moves += tally.moves;
        }
    }
}

#[tokio::test]
async fn no_flipped_bit_makes_a_server_serve_a_room_wrong() {
    let mut chance = SeededRandom::of_test("damage");
    let kept = rooms::kept(&mut chance).await;
    let Kept { bytes, rooms, .. } = &kept;
    let sound = try_out(bytes, rooms.clone(), kept.ended_ms).await;
    assert_eq!(sound.ended, None, "a file without damage");
    for tally in &sound.tallies {
        assert_eq!((tally.refused, tally.served), (0, rooms.len()));
    }

    let map = Map::of(bytes);
    println!("{} bytes, {} rooms, {map:?}", bytes.len(), rooms.len());
    let count = cycles(60, 1_000);
    let flips: Vec<Flip> = (0..count).map(|_| map.flip(&mut chance)).collect();
    let mut outcomes = stream::iter(flips)
        .map(|flip| flipped(flip, &kept))
        .buffer_unordered(AT_ONCE);
    let mut sums = Sums::default();
    while let Some(outcome) = outcomes.next().await {
        sums.add(&outcome);
    }
    println!("{count} flips: {sums:?}");
    assert!(sums.starts > 0, "nothing was served at all");
    // One damaged page holds rows of a few rooms at most.
    assert!(sums.refused_rooms * 4 < sums.rooms, "too much is refused");
}
