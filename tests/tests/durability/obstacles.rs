//! The journal and each error of the system: what passes is waited for, what does not ends the
//! server. By the shim, which does half of each write that it refuses.

use futures::stream::{self, StreamExt};
use protocol::{Refusal, frame::Reason};
use rustix::io::Errno;

use crate::{
    disk::{Place, is_unavailable, play_until, readiness, seat},
    pair::{Pair, Round, is_goodbye},
    serve::sentence,
    shim::{Counter, Word},
};

const FULL: &str = "the disk is full";
const QUOTA: &str = "the disk quota of the server's user is used up";
const FILE_SIZE: &str = "a file has the largest size that is allowed here";
const READ_ONLY: &str = "the file or its file system is read-only";
const DENIED: &str = "the server's user has no permission to write there";
const OPEN_FILES: &str = "too many files are open";
const MEMORY: &str = "the system has no memory left";

/// Errors that pass where a file that is open is written or cut.
const PASSING: [(Word, Errno, &str); 9] = [
    (Word::Write, Errno::NOSPC, FULL),
    (Word::Write, Errno::DQUOT, QUOTA),
    (Word::Write, Errno::FBIG, FILE_SIZE),
    (Word::Write, Errno::ROFS, READ_ONLY),
    (Word::Write, Errno::PERM, DENIED),
    (Word::Write, Errno::NOMEM, MEMORY),
    (Word::Truncate, Errno::DQUOT, QUOTA),
    (Word::Truncate, Errno::FBIG, FILE_SIZE),
    (Word::Truncate, Errno::ROFS, READ_ONLY),
];

/// Errors that a probe meets when it opens the file anew. SQLite reads what it may not write.
const AT_THE_PROBE: [(Errno, &str); 5] = [
    (Errno::MFILE, OPEN_FILES),
    (Errno::NFILE, OPEN_FILES),
    (Errno::ACCESS, READ_ONLY),
    (Errno::PERM, READ_ONLY),
    (Errno::ROFS, READ_ONLY),
];

const DAMAGED: &str = "the journal has failed, because its disk or its file is damaged; nothing was acknowledged that is not kept";
const UNSYNCED: &str = "the journal has failed, because its disk did not sync what was written; nothing was acknowledged that is not kept: look at the disk, its quota and the system's log, and start again";

/// Errors that end the server.
const ENDING: [(Word, Errno, &str); 6] = [
    (Word::Write, Errno::IO, DAMAGED),
    (Word::Truncate, Errno::IO, DAMAGED),
    (Word::Sync, Errno::IO, UNSYNCED),
    (Word::Sync, Errno::NOSPC, UNSYNCED),
    (Word::Sync, Errno::DQUOT, UNSYNCED),
    (Word::Sync, Errno::FBIG, UNSYNCED),
];

/// Rooms that play until a write is refused.
const ROOMS: usize = 6;
/// Rooms that play until a checkpoint cuts a file: even if each COMMIT has a step of all of them, it
/// writes four pages at least, and their 343 moves fill the thousand after which a checkpoint is due.
const ROOMS_TO_A_CHECKPOINT: usize = 24;
/// Servers at a time.
const AT_ONCE: usize = 3;

/// Number of rooms that have to play until that operation is met.
fn rooms(word: Word) -> usize {
    match word {
        Word::Truncate => ROOMS_TO_A_CHECKPOINT,
        _ => ROOMS,
    }
}

/// Whether the server says that it cannot keep anything for that reason.
async fn says_why(server: &tests::Process, cause: &str) {
    let ready = readiness(server).await;
    let expected = format!("503: {cause}: nothing can be kept");
    assert!(ready.contains("503"), "{ready}");
    assert!(
        ready.contains(&expected[5..]),
        "{ready} instead of {expected}"
    );
}

/// Everything goes on once nothing is in the way, and nothing is lost.
async fn goes_on(place: &Place, mut server: tests::Process, mut pairs: Vec<Pair>) {
    place.shim.allow_all();
    server.says("the journal can keep steps again").await;
    assert!(readiness(&server).await.contains("200"));
    for pair in &mut pairs {
        for _ in 0..3 {
            let round = pair.step().await;
            assert!(matches!(round, Round::Played), "{round:?}");
        }
    }
    server.terminate().await;
    place.has_all_seen(&pairs).await;
}

/// Plays until everything is refused for something that passes.
async fn refused(place: &Place, word: Word, errno: Errno) -> (tests::Process, Vec<Pair>) {
    let server = place.start().await;
    let mut pairs = seat(&server, rooms(word)).await;
    let ends = play_until(&mut pairs, || place.shim.refuse(word, errno)).await;
    for (end, _) in &ends {
        let Round::Refused(why) = end else {
            panic!("{end:?} after {word:?} {errno}")
        };
        assert!(why.iter().all(is_unavailable), "{why:?}");
    }
    (server, pairs)
}

async fn passes((word, errno, cause): (Word, Errno, &str)) {
    let place = Place::new();
    let (server, pairs) = refused(&place, word, errno).await;
    let counter = match word {
        Word::Truncate => Counter::TruncationsRefused,
        _ => Counter::WritesRefused,
    };
    assert!(place.shim.count(counter) > 0, "{word:?} {errno}");
    says_why(&server, cause).await;
    goes_on(&place, server, pairs).await;
}

#[tokio::test]
async fn a_temporary_obstacle_is_waited_for_and_takes_nothing_back() {
    let rows = stream::iter(PASSING).map(passes);
    rows.buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
}

async fn passes_at_the_probe((errno, cause): (Errno, &str)) {
    let place = Place::new();
    let (mut server, pairs) = refused(&place, Word::Write, Errno::NOSPC).await;
    place.shim.refuse(Word::Open, errno);
    place.shim.set(Word::Write, 0);
    server.says(cause).await;
    assert!(place.shim.count(Counter::OpensRefused) > 0);
    says_why(&server, cause).await;
    goes_on(&place, server, pairs).await;
}

#[tokio::test]
async fn an_obstacle_that_changes_is_reported() {
    let rows = stream::iter(AT_THE_PROBE).map(passes_at_the_probe);
    rows.buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
}

async fn ends((word, errno, said): (Word, Errno, &str)) {
    let place = Place::new();
    let server = place.start().await;
    let mut pairs = seat(&server, rooms(word)).await;
    let rounds = play_until(&mut pairs, || place.shim.refuse(word, errno)).await;
    assert_eq!(rounds.len(), rooms(word));
    for (end, pair) in rounds {
        let gone = match end {
            Round::Gone(gone) => gone,
            // A refused player reads the reason right after that.
            Round::Refused(why) => {
                assert!(why.iter().all(|why| *why == Refusal::Internal), "{why:?}");
                pair.end().await
            }
            end => panic!("{end:?} after {word:?} {errno}"),
        };
        for gone in gone {
            assert!(is_goodbye(&gone, Reason::DiskFailed), "{gone:?}");
        }
    }
    let ended = server.ended().await;
    assert_eq!(sentence(&ended).trim_end_matches('.'), said);
    if matches!(word, Word::Sync) {
        assert_eq!(place.shim.count(Counter::SyncsRefused), 1, "never again");
    }

    place.shim.allow_all();
    let server = place.start().await;
    for pair in &mut pairs {
        for player in &mut pair.players {
            player.resume_at_least(&server).await;
        }
        assert!(matches!(pair.settle().await, Round::Played));
    }
    server.terminate().await;
    place.has_all_seen(&pairs).await;
}

#[tokio::test]
async fn a_permanent_obstacle_ends_the_server_and_takes_nothing_back() {
    let rows = stream::iter(ENDING).map(ends);
    rows.buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
}

#[tokio::test]
async fn a_start_reports_an_obstacle_and_leaves_the_files_alone() {
    let place = Place::new();
    let server = place.start().await;
    let mut pairs = seat(&server, 1).await;
    assert!(matches!(pairs[0].step().await, Round::Played));
    server.terminate().await;
    for (word, errno, cause) in [
        (Word::Write, Errno::NOSPC, FULL),
        (Word::Write, Errno::DQUOT, QUOTA),
        (Word::Write, Errno::FBIG, FILE_SIZE),
        (Word::Open, Errno::MFILE, OPEN_FILES),
        (Word::Open, Errno::ACCESS, DENIED),
        (Word::Open, Errno::ROFS, READ_ONLY),
    ] {
        place.shim.refuse(word, errno);
        let Err(ended) = place.try_start().await else {
            panic!("a server that starts with {word:?} {errno}")
        };
        let said = sentence(&ended).to_owned();
        assert!(said.contains(cause), "{said}");
        place.shim.allow_all();
    }
    place.has_all_seen(&pairs).await;
}
