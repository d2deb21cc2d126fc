//! A disk that is full for a while, and killing and starting meanwhile. By the shim: writes that
//! get ENOSPC. Other errors: `obstacles.rs`.

use std::{path::PathBuf, time::Instant};

use futures::{
    StreamExt,
    future::join_all,
    stream::{self, FuturesUnordered},
};
use protocol::Refusal;
use rustix::io::Errno;
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{Process, process::Ended, raw, soon};

use crate::{
    copy,
    pair::{Pair, Round},
    serve::{ANYWHERE, sentence, try_serve},
    shim::{Counter, Shim, Word},
};

const ROOMS: usize = 6;
/// Moves in all before something happens to the disk.
const MOVES: usize = 200;

/// A server with a disk that can be spoilt.
pub struct Place {
    folder: TempDir,
    pub shim: Shim,
}

impl Place {
    pub fn new() -> Place {
        let folder = TempDir::new().expect("a folder");
        std::fs::create_dir(folder.path().join("data")).expect("a folder");
        let shim = Shim::new(&folder.path().join("data"), folder.path(), false);
        Place { folder, shim }
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub async fn try_start(&self) -> Result<Process, Ended> {
        let environment: Vec<_> = self.shim.environment().collect();
        try_serve(&environment, ANYWHERE, &self.data()).await
    }

    pub async fn start(&self) -> Process {
        self.try_start().await.expect("a server that starts")
    }

    /// Every event that a player saw is in the journal of a server that has
    /// ended, and the journal has no others.
    pub async fn has_all_seen(&self, pairs: &[Pair]) {
        let (journal, opening) = copy::open(&self.data(), Default::default());
        for pair in pairs {
            let room = pair.players[0].room;
            let kept = opening.rooms.iter().find(|kept| kept.code == room);
            let kept = kept.expect("a room that is kept").room;
            let texts = copy::texts(&journal, kept).await;
            for player in &pair.players {
                let seen: Vec<&Value> = player.events().collect();
                assert!(!seen.is_empty());
                for frame in seen {
                    let seq = frame["seq"].as_u64().expect("a number") as usize;
                    let kept: Value = serde_json::from_str(&texts[seq - 1]).expect("JSON");
                    assert_eq!(*frame, kept);
                }
            }
            assert_eq!(texts.len() as u64, pair.view().seq);
        }
    }
}

pub async fn seat(server: &Process, rooms: usize) -> Vec<Pair> {
    let pairs = (0..rooms).map(|_| Pair::seat(server, json!({})));
    stream::iter(pairs).buffer_unordered(2).collect().await
}

async fn step(pair: &mut Pair) -> (Round, &mut Pair) {
    (pair.step().await, pair)
}

/// All play at once. After a number of moves an action is run, and they play on
/// until they cannot; how that looked to each.
pub async fn play_until(pairs: &mut [Pair], then: impl FnOnce()) -> Vec<(Round, &mut Pair)> {
    let (mut moves, mut then) = (0, Some(then));
    let mut ends = Vec::new();
    let mut rounds: FuturesUnordered<_> = pairs.iter_mut().map(step).collect();
    while let Some((round, pair)) = rounds.next().await {
        moves += 1;
        if moves == MOVES
            && let Some(then) = then.take()
        {
            then();
        }
        match round {
            Round::Played => rounds.push(step(pair)),
            Round::Over => panic!("a game ended before the disk did"),
            round => ends.push((round, pair)),
        }
    }
    assert!(then.is_none(), "they stopped after {moves} moves");
    ends
}

pub fn is_unavailable(why: &Refusal) -> bool {
    matches!(why, Refusal::Unavailable { .. })
}

/// Everybody makes a request; each is refused, and nothing happens.
async fn all_is_refused(pairs: &mut [Pair]) {
    for pair in pairs.iter_mut() {
        let seq = pair.view().seq;
        pair.send_move().await;
        for player in &mut pair.players {
            if !player.client.my_turn() {
                player.send(json!({"type": "offer", "kind": "draw"})).await;
            }
        }
        let Round::Refused(why) = pair.settle().await else {
            panic!("something was done on a full disk")
        };
        assert!(why.len() == 2 && why.iter().all(is_unavailable), "{why:?}");
        assert_eq!(pair.view().seq, seq);
        for player in &mut pair.players {
            // Stored games can still be read.
            player.repeat().await;
        }
    }
}

pub async fn readiness(server: &Process) -> String {
    let address = server.address.parse().expect("an address");
    let answer = soon("a page", raw::request(address, "GET", "/health/ready")).await;
    let (status, body) = raw::status_and_body(&answer);
    format!("{status}: {body}")
}

async fn finish(pairs: &mut [Pair]) {
    join_all(pairs.iter_mut().map(Pair::finish)).await;
}

/// Plays on a disk that becomes full, until everything is refused.
async fn until_full(place: &Place) -> (Process, Vec<Pair>) {
    let server = place.start().await;
    let mut pairs = seat(&server, ROOMS).await;
    let ends = play_until(&mut pairs, || place.shim.refuse(Word::Write, Errno::NOSPC)).await;
    for (end, _) in &ends {
        let Round::Refused(why) = end else {
            panic!("{end:?} on a full disk")
        };
        assert!(why.iter().all(is_unavailable), "{why:?}");
    }
    assert!(place.shim.count(Counter::WritesRefused) > 0, "it was full");
    for _ in 0..3 {
        all_is_refused(&mut pairs).await;
    }
    (server, pairs)
}

#[tokio::test]
async fn a_full_disk_stops_games_and_they_go_on_when_there_is_room() {
    let place = Place::new();
    let (mut server, mut pairs) = until_full(&place).await;
    let ready = readiness(&server).await;
    assert!(
        ready.contains("503") && ready.contains("the disk is full"),
        "{ready}"
    );
    let mut late = server.client("Eve").await;
    let request = json!({"type": "create_room", "secret": late.secret.reveal()});
    assert!(is_unavailable(&late.refused(request.clone()).await));

    let freed = Instant::now();
    place.shim.allow_all();
    server.says("the journal can keep steps again").await;
    println!(
        "kept steps again {:.1?} after there was room",
        freed.elapsed()
    );
    let ready = readiness(&server).await;
    assert!(ready.contains("200"), "{ready}");
    late.done(request).await;
    finish(&mut pairs).await;
    server.terminate().await;
    place.has_all_seen(&pairs).await;
}

#[tokio::test]
async fn a_server_killed_on_a_full_disk_comes_back_when_there_is_room() {
    let place = Place::new();
    let (server, mut pairs) = until_full(&place).await;
    server.kill().await;
    match place.try_start().await {
        Ok(server) => {
            println!("a start on a full disk serves");
            for player in pairs.iter().flat_map(|pair| &pair.players) {
                assert!(is_unavailable(&player.is_refused(&server).await));
            }
            server.kill().await;
        }
        Err(ended) => {
            let sentence = sentence(&ended);
            println!("a start on a full disk says: {sentence}");
            assert!(sentence.contains("full"), "{sentence}");
        }
    }
    place.shim.allow_all();
    let server = place.start().await;
    for pair in &mut pairs {
        for player in &mut pair.players {
            player.resume_exactly(&server).await;
        }
        assert!(matches!(pair.settle().await, Round::Played));
    }
    finish(&mut pairs).await;
    server.terminate().await;
    place.has_all_seen(&pairs).await;
}
