//! SIGTERM while everybody plays, again and again.
//!
//! The promise to players that is tried here: the server says `bye`
//! and closes; until then every command that it has read is answered. So the
//! commands of a seat, in the order of their `n`, are two: those that were
//! answered, which are kept, the last of them to be had again by repeating
//! it; and behind them those that were not, of which nothing has happened,
//! and which can be sent again with the `n` they had.

use std::time::Duration;

use futures::{
    StreamExt,
    future::join_all,
    stream::{self, FuturesUnordered},
};
use protocol::{RoomCode, View, frame::Reason};
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::Process;
use tokio::{
    sync::oneshot,
    time::{Instant, sleep_until},
};

use crate::{
    cycles, now_ms,
    pair::{Gone, Pair, Round, is_goodbye},
    serve::{ANYWHERE, serve},
};

const ROOMS: usize = 10;
/// Moves in all, shared out between the restarts; less than the games have.
const MOVES: u64 = 3_000;
const HOUR_MS: u64 = 3_600_000;

/// A move, and behind it, without awaiting its answer, requests of both that are
/// refused and kept as such.
async fn round(pair: &mut Pair) -> (Round, &mut Pair) {
    pair.send_move().await;
    for player in &mut pair.players {
        for _ in 0..2 {
            player.send(json!({"type": "accept", "offer": 9})).await;
        }
    }
    (pair.settle().await, pair)
}

/// A stop as the two of a room saw it, with its time.
struct Stopped {
    room: RoomCode,
    gone: [Gone; 2],
    at: Instant,
}

/// All but the first play until, after a number of moves, the server is asked to stop; and on
/// until each of them has its goodbye. Also gives when it was asked. In the first room nothing
/// happens, which is where it can be seen when the rooms stood still.
async fn play_until_stopped(
    pairs: &mut [Pair],
    server: &Process,
    moves: u64,
) -> (Vec<Stopped>, u64) {
    let (enough, is_enough) = oneshot::channel::<()>();
    let (resting, pairs) = pairs.split_first_mut().expect("a pair");
    let round_before = resting.step().await;
    assert!(matches!(round_before, Round::Played), "{round_before:?}");
    let rest = async {
        Stopped {
            room: resting.players[0].room,
            gone: resting.end().await,
            at: Instant::now(),
        }
    };
    let play = async {
        let (mut played, mut enough) = (0, Some(enough));
        let mut stops = Vec::new();
        let mut rounds: FuturesUnordered<_> = pairs.iter_mut().map(round).collect();
        while let Some((end, pair)) = rounds.next().await {
            match end {
                Round::Played => rounds.push(round(pair)),
                Round::Gone(gone) => stops.push(Stopped {
                    room: pair.players[0].room,
                    gone,
                    at: Instant::now(),
                }),
                end => panic!("{end:?} before the stop"),
            }
            played += 1;
            if played == moves {
                drop(enough.take());
            }
        }
        assert!(enough.is_none(), "it stopped after {played} moves");
        stops
    };
    // They play on while the server is being asked.
    let ask = async {
        let _ = is_enough.await;
        let asked_ms = now_ms();
        server.ask_to_stop().await;
        asked_ms
    };
    let (mut stops, rested, asked_ms) = tokio::join!(play, rest, ask);
    stops.push(rested);
    (stops, asked_ms)
}

/// Everybody comes back at the time of their goodbye.
async fn come_back(pairs: &mut [Pair], server: &Process, stops: &[Stopped]) {
    join_all(pairs.iter_mut().map(|pair| async {
        let room = pair.players[0].room;
        let stopped = stops.iter().find(|stopped| stopped.room == room);
        let stopped = stopped.expect("a room that was told");
        let players = pair.players.iter_mut().zip(stopped.gone.clone());
        join_all(players.map(|(player, gone)| async move {
            let hint = gone.bye.and_then(|bye| bye.retry_in_ms).expect("a hint");
            assert!((500..=5_000).contains(&hint), "{hint}");
            // The server wants it so.
            sleep_until(stopped.at + Duration::from_millis(hint)).await;
            player.resume_exactly(server).await;
        }))
        .await;
        let round = pair.settle().await;
        assert!(matches!(round, Round::Played), "{round:?}");
    }))
    .await;
}

/// Time that a room was refunded.
struct Refund {
    /// When the room's time stood still.
    from_ms: u64,
    /// When its last event before the stop was.
    last_ms: u64,
}

/// The clocks of a room have lost nothing: the time left when the server
/// stopped is left when the first comes back.
fn refund(pair: &Pair, before: &View) -> Refund {
    let [host, guest] = &pair.players;
    let away = |frame: &&Value| frame["seq"] == before.seq + 1;
    let frame = host.events().find(away).expect("what came of the restart");
    assert_eq!(guest.events().find(away), Some(frame));
    let number = |value: &Value| value.as_u64().expect("a number");
    assert_eq!(frame["type"], "away");
    let (at_ms, lost_ms) = (number(&frame["at_ms"]), number(&frame["lost_ms"]));
    let game = before.running().expect("a game");
    let turn = game.turn.expect("a turn");
    assert_eq!(number(&frame["turn"]["due_ms"]), turn.due_ms + lost_ms);
    assert_eq!(number(&frame["closes_ms"]), before.closes_ms + lost_ms);
    assert_eq!(frame.get("clocks"), None, "unchanged");
    Refund {
        from_ms: at_ms - lost_ms,
        last_ms: before.at_ms,
    }
}

/// All rooms stood still at one instant, between the signal and the end; only
/// a room that something happened in after it, at that.
fn one_instant(refunds: &[Refund], signalled: std::ops::RangeInclusive<u64>) {
    let stood = refunds
        .iter()
        .find(|refund| refund.from_ms > refund.last_ms);
    let stood = stood.expect("a room that nothing happened in").from_ms;
    assert!(signalled.contains(&stood), "{stood} not in {signalled:?}");
    for refund in refunds {
        assert_eq!(refund.from_ms, stood.max(refund.last_ms));
    }
}

#[tokio::test]
async fn restarts_under_load_cost_nobody_anything() {
    let data = TempDir::new().unwrap();
    let mut server = serve(&[], ANYWHERE, data.path()).await;
    let clock = json!({"clock": {"type": "total", "initial_ms": 2 * HOUR_MS, "increment_ms": 0}});
    let seats = (0..ROOMS).map(|_| Pair::seat(&server, clock.clone()));
    let mut pairs: Vec<Pair> = stream::iter(seats).buffer_unordered(2).collect().await;
    // With more, a room may have no move between two of them.
    let restarts = cycles(3, 20).min(20);
    let (mut open, mut away_ms) = (0, Vec::new());
    for _ in 0..restarts {
        let moves = MOVES / (restarts + 1);
        let (stops, asked_ms) = play_until_stopped(&mut pairs, &server, moves).await;
        for gone in stops.iter().flat_map(|stopped| &stopped.gone) {
            assert!(is_goodbye(gone, Reason::Restarting), "{gone:?}");
        }
        let listen = server.address.clone();
        let ended = server.ended().await;
        let ended_ms = now_ms();
        assert!(ended.status.success(), "{}", ended.words);
        assert!(!ended.words.contains("panicked"), "{}", ended.words);
        let before: Vec<View> = pairs.iter().map(Pair::latest).collect();
        open += pairs.iter().map(Pair::unanswered).sum::<usize>();
        server = serve(&[], &listen, data.path()).await;
        away_ms.push(now_ms() - asked_ms);
        come_back(&mut pairs, &server, &stops).await;
        let refunds = pairs.iter().zip(&before);
        let refunds: Vec<_> = refunds.map(|(pair, before)| refund(pair, before)).collect();
        one_instant(&refunds, asked_ms..=ended_ms);
    }
    println!(
        "{restarts} restarts, {open} commands were not answered before and done after; \
         from SIGTERM to listening again {away_ms:?} ms"
    );
    join_all(pairs.iter_mut().map(Pair::finish)).await;
    server.terminate().await;
}
