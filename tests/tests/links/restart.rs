//! A server that stops or crashes and comes back on the same disk: every room
//! is there, and the time that was lost is given back.

use std::path::Path;

use protocol::{
    Accepted, Answer, Event, Refusal, Seat, View,
    event::{Cause, OfferKind, TurnLimit},
};
use rooms::Gauges;
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    Client, Process, TestServer,
    client::{play_out, seat_two},
    process::test_clock_binary,
    server::BEGIN_MS,
    soon,
};

use crate::links::common::{SeatCredentials, events_up_to, two};

/// Length of an outage in these tests.
const AWAY_MS: u64 = 30_000;

async fn on(folder: &TempDir, now_ms: u64) -> TestServer {
    TestServer::on_disk(folder.path().into(), now_ms).await
}

fn timed() -> Value {
    json!({"clock": {"type": "total", "initial_ms": 60_000, "increment_ms": 0}})
}

/// Stops a server and starts another on its data 30 s later.
async fn restarted(server: TestServer, folder: &TempDir) -> TestServer {
    let stopped_ms = server.now_ms();
    server.stop().await;
    on(folder, stopped_ms + AWAY_MS).await
}

/// Comes back knowing the room as it was; the events since.
async fn catch_up(
    server: &TestServer,
    place: &SeatCredentials,
    view: &View,
    events: usize,
) -> (Client, Vec<Event>) {
    let mut client = server.client("").await;
    client.resume(place.room, &place.secret, view.seq).await;
    client.view = view.clone();
    let missed = events_up_to(&mut client, view.seq + events as u64).await;
    (client, missed)
}

/// Milliseconds that are left for the present turn.
fn left_ms(view: &View, now_ms: u64) -> u64 {
    view.running().unwrap().turn.unwrap().due_ms - now_ms
}

/// Asserts that a game came back as it was, with its host and the time that was lost.
fn assert_goes_on(view: &View, before: &View, missed: &[Event], now_ms: u64) {
    let [
        Event::Away {
            lost_ms,
            deadline_ms,
            ..
        },
        Event::Returned {
            seat: Seat::Host,
            turn: None,
        },
    ] = missed[..]
    else {
        panic!("{missed:?}")
    };
    assert_eq!(lost_ms, AWAY_MS, "exact after an orderly stop");
    // A quarter of the clock.
    assert_eq!(deadline_ms, Some(now_ms + 15_000));
    let lost = view.seats.guest.as_ref().unwrap().lost.unwrap();
    assert_eq!(
        (lost.cause, lost.deadline_ms),
        (Cause::Restart, deadline_ms.unwrap())
    );
    assert_eq!(left_ms(view, now_ms), left_ms(before, now_ms - AWAY_MS));
    let game = |view: &View| {
        let game = view.game.clone().unwrap();
        (game.clocks, game.moves, game.x, game.number)
    };
    assert_eq!(game(view), game(before));
    assert_eq!(view.closes_ms, before.closes_ms + AWAY_MS);
    assert_eq!(
        view.seats.host.as_ref().unwrap().player.name.as_deref(),
        Some("Ana")
    );
}

#[tokio::test]
async fn a_game_goes_on_with_the_time_it_had() {
    let folder = TempDir::new().unwrap();
    let server = on(&folder, BEGIN_MS).await;
    let (mut ana, mut bia) = two(&server, timed()).await;
    for cell in [4, 0, 1] {
        server.advance(2_000);
        play_out(&mut ana, &mut bia, &[cell]).await;
    }
    server.advance(5_000);
    let before = bia.view.clone();
    assert_eq!(
        before.running().unwrap().turn.unwrap().limit,
        TurnLimit::Clock
    );
    let left = left_ms(&before, server.now_ms());
    let (host, guest) = (SeatCredentials::of(&ana), SeatCredentials::of(&bia));
    let server = restarted(server, &folder).await;

    let (ana, missed) = catch_up(&server, &host, &before, 2).await;
    assert_goes_on(&ana.view, &before, &missed, server.now_ms());

    let (mut bia, missed) = catch_up(&server, &guest, &before, 3).await;
    assert_eq!(
        missed[2],
        Event::Returned {
            seat: Seat::Guest,
            turn: None
        }
    );
    assert_eq!(bia.n, 1);
    // To the last millisecond and no further.
    bia.settle().await;
    server.advance(20_000);
    bia.beat().await;
    server.advance(left - 20_001);
    bia.play(8).await;
    let clocks = bia.view.game.as_ref().unwrap().clocks.unwrap();
    assert!(clocks.guest <= 1, "{clocks:?}");
    server.stop().await;
}

#[tokio::test]
async fn the_flag_falls_after_a_restart_when_it_would_have() {
    let folder = TempDir::new().unwrap();
    let server = on(&folder, BEGIN_MS).await;
    let (mut ana, mut bia) = two(&server, timed()).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    server.advance(20_000);
    let (host, before) = (SeatCredentials::of(&ana), ana.view.clone());
    let left = left_ms(&before, server.now_ms());
    let server = restarted(server, &folder).await;
    let (mut ana, _) = catch_up(&server, &host, &before, 2).await;
    server.advance(left - 1);
    ana.beat().await;
    assert!(ana.view.running().is_some());
    server.advance(1);
    let event = ana.event().await;
    assert!(
        matches!(event, Event::Finished { over, .. } if over.winner == Some(Seat::Guest)),
        "{event:?}"
    );
    server.stop().await;
}

#[tokio::test]
async fn score_offer_and_last_answers_come_back() {
    let folder = TempDir::new().unwrap();
    let server = on(&folder, BEGIN_MS).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    ana.act(json!({"type": "offer", "kind": "rematch"})).await;
    bia.up_to(ana.view.seq).await;
    server.advance(10_000);
    let before = bia.view.clone();
    let (host, guest) = (SeatCredentials::of(&ana), SeatCredentials::of(&bia));
    let server = restarted(server, &folder).await;

    let mut newer = server.client("Ana").await;
    let entered = newer.return_to(host.room, &host.secret).await;
    let offered = Answer::Ok(Accepted::Offered {
        seq: before.seq,
        offer: 1,
    });
    assert_eq!((entered.n, entered.last.as_deref()), (4, Some(&offered)));
    assert_eq!(newer.view.score, before.score);
    let offer = newer.view.offer.unwrap();
    assert_eq!((offer.kind, offer.by), (OfferKind::Rematch, Seat::Host));
    assert_eq!(
        offer.deadline_ms,
        before.offer.unwrap().deadline_ms + AWAY_MS
    );
    // The same command again: its old answer, and nothing happens.
    let again = newer.addressed(json!({"type": "offer", "kind": "rematch", "n": 4}));
    assert_eq!(newer.ask(again).await, offered);

    let mut bia = guest.back(&server.url()).await;
    bia.act(json!({"type": "accept", "offer": 1})).await;
    newer.up_to(bia.view.seq).await;
    assert_eq!(newer.view, bia.view);
    let game = bia.view.running().unwrap();
    assert_eq!((game.number, game.x), (2, Seat::Guest));
    server.stop().await;
}

#[tokio::test]
async fn the_code_after_a_removal_is_kept_and_the_old_one_stays_dead() {
    let folder = TempDir::new().unwrap();
    let server = on(&folder, BEGIN_MS).await;
    let (mut ana, bia) = two(&server, json!({})).await;
    let removed = ana.act(json!({"type": "remove_guest"})).await;
    let Accepted::Removed { room: new, .. } = removed else {
        panic!("not removed");
    };
    let (host, guest) = (SeatCredentials::of(&ana), SeatCredentials::of(&bia));
    server.stop().await;
    let server = on(&folder, BEGIN_MS).await;
    let mut cai = server.client("Cai").await;
    let own = cai.secret.clone();
    for (kind, secret) in [("join_room", own), ("resume", guest.secret)] {
        let request = json!({"type": kind, "room": guest.room, "secret": secret});
        assert_eq!(cai.refused(request).await, Refusal::NoSuchRoom);
    }
    cai.join(new).await;
    let ana = host.back(&server.url()).await;
    assert_eq!(ana.view.running().unwrap().number, 2);
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_has_ended_is_gone() {
    let folder = TempDir::new().unwrap();
    let server = on(&folder, BEGIN_MS).await;
    let mut ana = server.client("Ana").await;
    ana.create(json!({})).await;
    ana.act(json!({"type": "leave"})).await;
    server.stop().await;
    let server = on(&folder, BEGIN_MS).await;
    assert_eq!(server.service.rooms.gauges(), Gauges::default());
    server.stop().await;
}

#[tokio::test]
async fn a_ticket_does_not_outlive_the_server() {
    let folder = TempDir::new().unwrap();
    let server = on(&folder, BEGIN_MS).await;
    let mut ana = server.client("Ana").await;
    ana.quick_match("key-of-ana", json!({})).await;
    assert_eq!(server.service.lobby.len(), 1);
    let server = restarted(server, &folder).await;
    assert_eq!(server.service.lobby.len(), 0);
    assert_eq!(server.service.rooms.gauges(), Gauges::default());
    server.stop().await;
}

#[tokio::test]
async fn every_room_ends_though_nobody_comes_back() {
    let folder = TempDir::new().unwrap();
    let server = on(&folder, BEGIN_MS).await;
    // One that waits, one in the middle of a game, one after it.
    let mut waiting = server.client("Cid").await;
    waiting.create(json!({"listed": true})).await;
    let (mut ana, mut bia) = two(&server, timed()).await;
    play_out(&mut ana, &mut bia, &[4, 0, 8]).await;
    let (mut dora, _edi) = two(&server, json!({})).await;
    dora.act(json!({"type": "resign"})).await;
    let server = restarted(server, &folder).await;
    assert_eq!(server.service.rooms.gauges().rooms, 3);
    soon("the end of every room", async {
        while server.service.rooms.gauges() != Gauges::default() {
            server.advance(1_000);
            tokio::task::yield_now().await;
        }
    })
    .await;
    let server = restarted(server, &folder).await;
    assert_eq!(server.service.rooms.gauges(), Gauges::default());
    server.stop().await;
}

#[tokio::test]
async fn every_outage_is_given_back_once() {
    let folder = TempDir::new().unwrap();
    let server = on(&folder, BEGIN_MS).await;
    let (mut ana, mut bia) = two(&server, timed()).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    let (host, before) = (SeatCredentials::of(&ana), ana.view.clone());
    let left = left_ms(&before, server.now_ms());
    // Nobody comes between the two.
    let server = restarted(server, &folder).await;
    let server = restarted(server, &folder).await;
    let (ana, _) = catch_up(&server, &host, &before, 2).await;
    assert_eq!(left_ms(&ana.view, server.now_ms()), left);
    server.stop().await;
}

/// A server process whose clock begins there.
async fn process(data: &Path, now_ms: u64) -> Process {
    let begin = [("OXO_TEST_CLOCK_BEGIN_MS", &*now_ms.to_string())];
    Process::start_in(&begin, "127.0.0.1:0", &test_clock_binary(), data, &[]).await
}

#[tokio::test]
async fn a_crash_loses_nothing_acknowledged_and_at_most_a_second() {
    let folder = TempDir::new().unwrap();
    let mut server = process(folder.path(), BEGIN_MS).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    seat_two(&mut ana, &mut bia, timed()).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    for _ in 0..5 {
        server.advance(1_000).await;
        // Refusals leave nothing behind the mark that the server was alive.
        for _ in 0..3 {
            bia.act_refused(json!({"type": "accept", "offer": 9})).await;
        }
    }
    bia.act(json!({"type": "offer", "kind": "draw"})).await;
    ana.up_to(bia.view.seq).await;
    let before = ana.view.clone();
    server.kill().await;

    let crashed_ms = BEGIN_MS + 5_000;
    let server = process(folder.path(), crashed_ms + AWAY_MS).await;
    let mut newer = server.client("Ana").await;
    newer.view = before.clone();
    let entered = newer
        .resume(ana.room.unwrap(), &ana.secret, before.seq)
        .await;
    assert_eq!(entered.n, ana.n);
    let missed = events_up_to(&mut newer, before.seq + 2).await;
    let Event::Away { lost_ms, .. } = missed[0] else {
        panic!("{missed:?}")
    };
    assert!((AWAY_MS..=AWAY_MS + 1_000).contains(&lost_ms), "{lost_ms}");
    assert_eq!(
        newer.view.game.as_ref().unwrap().moves,
        before.game.unwrap().moves
    );
    assert_eq!(newer.view.offer.unwrap().id, before.offer.unwrap().id);
    server.terminate().await;
}
