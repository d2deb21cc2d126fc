//! Computers at the table: how one sits down, moves, answers, takes over, and
//! what two of them do by themselves.

use protocol::{
    Accepted, Event, Refusal, Seat,
    event::{EndReason, GameResult, RoomEnd},
    now::LinkState,
};
use serde_json::{Value, json};
use tests::{Client, TestServer, client::two, server::BEGIN_MS, soon};

use crate::play::common::{
    SeatCredentials, ending, gone, is_there, lost, over, patient, patient_limits, plain, turn,
};

fn against(level: u8) -> Value {
    json!({"first": "host", "computer": {"level": level}})
}

/// Somebody in a game against the computer, with X.
async fn table(level: u8) -> (TestServer, Client) {
    let server = patient().await;
    let mut ana = server.client("Ana").await;
    ana.create(against(level)).await;
    (server, ana)
}

/// The computer's move, once its time has come.
async fn reply(server: &TestServer, ana: &mut Client) -> u16 {
    server.advance(server.node.limits.computer_move_ms);
    ana.until("the computer's move", |frame| match frame {
        protocol::Frame::Event(frame) => match frame.event {
            // The host has heard of its own move with the reply.
            Event::Moved { cell, .. } => Some(cell),
            _ => None,
        },
        _ => None,
    })
    .await
}

/// Two computers, and who watches them.
async fn exhibition(server: &TestServer) -> Client {
    let mut eve = server.client("Eve").await;
    let computers = json!({"host": {"level": 5}, "guest": {"level": 1}});
    let request = json!({"type": "exhibit", "rules": {"width": 3, "height": 3, "line": 3},
        "computers": computers, "watching": "open"});
    let Accepted::Watching { room } = eve.done(request).await else {
        panic!("not watching")
    };
    eve.room = Some(room);
    eve.snapshot().await;
    eve
}

fn seat_computer(level: u8) -> Value {
    json!({"type": "seat_computer", "computer": {"level": level}})
}

#[tokio::test]
async fn a_computer_sits_down_at_once_and_moves_half_a_second_after_its_turn_began() {
    let (server, mut ana) = table(5).await;
    let level = ana.view.computer(Seat::Guest).map(|it| it.level.number());
    assert_eq!(level, Some(5));
    ana.play(0).await;
    let now_ms = server.now_ms();
    let due = ana.view.running().unwrap().turn.unwrap().moves_ms;
    assert_eq!(due, Some(now_ms + 500));
    server.advance(499);
    ana.beat().await;
    assert_eq!(turn(&ana), Some(Seat::Guest), "not before its time");
    server.advance(1);
    assert!(matches!(ana.event().await, Event::Moved { cell: 4, .. }));
    assert!(ana.my_turn());
}

#[tokio::test]
async fn a_computer_thinks_while_its_time_has_not_come() {
    let (server, mut ana) = table(5).await;
    let searched = || {
        let mut completed = server.node.pool.completed();
        completed.find(|(kind, _)| *kind == "move").unwrap().1
    };
    ana.play(0).await;
    // The clock stands.
    soon("a search", async {
        while searched() == 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    ana.beat().await;
    assert_eq!(turn(&ana), Some(Seat::Guest), "not before its time");
    assert_eq!(reply(&server, &mut ana).await, 4);
    assert_eq!(searched(), 1, "its move was there");
}

#[tokio::test]
async fn a_computer_is_always_linked_and_keeps_no_room_alive() {
    let (server, ana) = table(2).await;
    let room = ana.room.unwrap();
    let mut eve = server.client("Eve").await;
    eve.send(json!({"type": "watch_room", "room": room})).await;
    let state = eve.until("the room", |frame| match frame {
        protocol::Frame::Room(snapshot) => Some(snapshot.now.links.guest.state),
        _ => None,
    });
    assert_eq!(state.await, LinkState::Linked);
    let place = lost(&server, ana, &mut eve).await;
    assert!(is_there(&eve, Seat::Guest) && !is_there(&eve, Seat::Host));
    // The game ends because nobody moves, and the room because nobody comes.
    server.advance(server.node.limits.first_move_ms);
    eve.event().await;
    assert_eq!(
        ending(&eve),
        (GameResult::Aborted, None, EndReason::NoFirstMove)
    );
    server.advance(server.node.limits.empty_room_ms);
    assert!(matches!(
        eve.event().await,
        Event::Ended {
            reason: RoomEnd::Empty,
            ..
        }
    ));
    let mut back = server.client("").await;
    let refused = back.try_resume(place.room, &place.secret, 0).await;
    assert!(refused.is_err());
}

#[tokio::test]
async fn a_computer_plays_on_for_one_who_left_if_the_other_asks_and_the_game_says_so() {
    let server = patient().await;
    let (mut ana, bia) = two(&server, json!({"first": "host"})).await;
    ana.play(4).await;
    let place = lost(&server, bia, &mut ana).await;
    server.advance(server.node.limits.lost_grace_ms);
    ana.act(seat_computer(4)).await;
    let game = ana.view.running().unwrap();
    let replaced = game.replaced.clone().unwrap();
    assert_eq!((replaced.seat, replaced.ply), (Seat::Guest, 1));
    assert_eq!(replaced.player.name.as_deref(), Some("Bia"));
    reply(&server, &mut ana).await;
    assert!(ana.my_turn());
    let mut bia = server.client("").await;
    assert!(bia.try_resume(place.room, &place.secret, 0).await.is_err());
    ana.act(plain("resign")).await;
    assert!(ana.view.game.as_ref().unwrap().replaced.is_some());
}

#[tokio::test]
async fn a_hint_is_a_move_of_the_top_level() {
    let (server, mut ana) = table(1).await;
    ana.play(4).await;
    assert_eq!(ana.refused(plain("hint")).await, Refusal::NoHint);
    reply(&server, &mut ana).await;
    let Accepted::Hint {
        game: 1,
        ply: 2,
        cell,
    } = ana.done(plain("hint")).await
    else {
        panic!("no hint")
    };
    ana.play(cell).await;
}

#[tokio::test]
async fn a_match_takes_a_waiting_player_away_from_a_computer() {
    let server = patient().await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    ana.create(against(2)).await;
    ana.play(4).await;
    let before = ana.room.unwrap();
    ana.secret = protocol::Secret::draw().unwrap();
    ana.quick_match("ana's own key", json!({})).await;
    bia.quick_match("bia's own key", json!({})).await;
    let (here, there) = tokio::join!(ana.matched(), bia.matched());
    assert!(here == there && here != before);
    assert!(ana.view.computer(Seat::Guest).is_none());
    assert_eq!(
        server.service.rooms.gauges().rooms,
        1,
        "the other has ended"
    );
}

#[tokio::test]
async fn two_computers_play_one_game_after_the_other_for_spectators() {
    let server = patient().await;
    let mut eve = exhibition(&server).await;
    for number in 1..=2 {
        assert_eq!(eve.view.running().map(|game| game.number), Some(number));
        while eve.view.running().is_some() {
            server.advance(server.node.limits.exhibition_move_ms);
            eve.event().await;
        }
        assert_ne!(over(&eve).result, GameResult::Aborted);
        server.advance(server.node.limits.exhibition_pause_ms);
        assert!(matches!(eve.event().await, Event::Started { .. }));
    }
}

#[tokio::test]
async fn an_exhibition_without_spectators_ends() {
    let server = patient().await;
    let eve = exhibition(&server).await;
    gone(&server, eve).await;
    server.advance(server.node.limits.empty_room_ms);
    server.until_rooms(0).await;
}

#[tokio::test]
async fn the_configured_exhibition_is_kept_and_reopened() {
    let options = config::ServerOptions {
        journal: config::JournalKind::Memory,
        exhibition: Some("3x3x3".parse().unwrap()),
        limits: patient_limits(),
        ..config::ServerOptions::default()
    };
    let server = TestServer::start(options).await;
    server.until_rooms(1).await;
    let code = server.service.rooms.exhibition();
    server.advance(10 * server.node.limits.empty_room_ms);
    let mut eve = server.client("Eve").await;
    assert_eq!(server.service.rooms.exhibition(), code);
    eve.watch(code.unwrap()).await;
    server.advance(server.node.limits.room_age_ms);
    eve.until("the end", |frame| match frame {
        protocol::Frame::Event(frame) => matches!(frame.event, Event::Ended { .. }).then_some(()),
        _ => None,
    })
    .await;
    server.advance(10_000);
    soon("another", async {
        while server
            .service
            .rooms
            .exhibition()
            .is_none_or(|other| Some(other) == code)
        {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_computers_move_comes_after_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::on_disk(data.path().into(), BEGIN_MS).await;
    let mut ana = server.client("Ana").await;
    ana.create(against(5)).await;
    ana.play(0).await;
    let place = SeatCredentials::of(&ana);
    let now_ms = server.now_ms() + 60_000;
    server.stop().await;
    let server = TestServer::on_disk(data.path().into(), now_ms).await;
    let mut ana = place.back(&server.url()).await;
    assert!(
        is_there(&ana, Seat::Guest),
        "a restart does not lose a computer"
    );
    let due_ms = ana.view.running().unwrap().turn.unwrap().moves_ms.unwrap();
    assert!(due_ms >= now_ms);
    server.advance(due_ms - server.now_ms());
    assert!(matches!(ana.event().await, Event::Moved { cell: 4, .. }));
}

#[tokio::test]
async fn a_command_for_the_computers_table_is_not_taken_for_one_at_the_next() {
    let server = patient().await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let table = ana.create(against(2)).await;
    ana.secret = protocol::Secret::draw().unwrap();
    ana.quick_match("ana's own key", json!({})).await;
    bia.quick_match("bia's own key", json!({})).await;
    let come = |frame: &protocol::Frame| match frame {
        protocol::Frame::Matched(_) => Some(()),
        _ => None,
    };
    // Bia's answer to the server's ping is read only while she reads on.
    tokio::join!(ana.until("a match", come), bia.matched());
    let resign = |room| json!({"type": "resign", "room": room, "n": 1, "game": 1});
    assert_eq!(ana.refused(resign(table)).await, Refusal::NotInRoom);
    let room = ana.room.unwrap();
    ana.done(resign(room)).await;
}

#[tokio::test]
async fn two_computers_play_on_after_a_restart_for_a_returning_spectator() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::on_disk(data.path().into(), BEGIN_MS).await;
    let mut eve = exhibition(&server).await;
    while eve.view.running().is_some() {
        server.advance(server.node.limits.exhibition_move_ms);
        eve.event().await;
    }
    let (room, now_ms) = (eve.room.unwrap(), server.now_ms() + 1_000);
    server.stop().await;
    let server = TestServer::on_disk(data.path().into(), now_ms).await;
    let mut eve = server.client("Eve").await;
    eve.watch(room).await;
    assert_eq!(
        eve.view.empty_until_ms, None,
        "two have their own way to end"
    );
    server.advance(server.node.limits.exhibition_pause_ms);
    while eve.view.running().is_none() {
        eve.event().await;
    }
    assert_eq!(eve.view.running().map(|game| game.number), Some(2));
}

/// A clocked game on a large board in which the computer is to move, and the end of its turn.
async fn clocked(server: &TestServer) -> (Client, u64) {
    let mut ana = server.client("Ana").await;
    let clock = json!({"type": "total", "initial_ms": 60_000, "increment_ms": 0});
    let rules = json!({"width": 9, "height": 9, "line": 5});
    let settings =
        json!({"first": "host", "rules": rules, "clock": clock, "computer": {"level": 1}});
    ana.create(settings).await;
    ana.play(40).await;
    let taken = reply(server, &mut ana).await;
    ana.play(if taken == 0 { 1 } else { 0 }).await;
    let due_ms = ana.view.running().unwrap().turn.unwrap().due_ms;
    (ana, due_ms)
}

#[tokio::test]
async fn a_computer_pauses_while_its_opponent_is_away_and_goes_on_where_it_was() {
    let server = patient().await;
    let (ana, due_ms) = clocked(&server).await;
    let place = gone(&server, ana).await;
    // Longer than its clock.
    server.advance(100_000);
    let mut ana = place.back(&server.url()).await;
    let game = ana.view.running().unwrap();
    assert_eq!(game.moves.len(), 3, "it has not moved");
    assert_eq!(game.turn.unwrap().due_ms, due_ms + 100_000);
    reply(&server, &mut ana).await;
    assert!(ana.my_turn());
}

#[tokio::test]
async fn a_computers_pause_outlives_a_restart_and_a_room_without_people_ends() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::on_disk(data.path().into(), BEGIN_MS).await;
    let (ana, due_ms) = clocked(&server).await;
    let place = gone(&server, ana).await;
    let later_ms = server.now_ms() + 200_000;
    server.stop().await;
    let server = TestServer::on_disk(data.path().into(), later_ms).await;
    server.advance(60_000);
    let ana = place.back(&server.url()).await;
    let turn = ana.view.running().unwrap().turn.unwrap();
    assert_eq!(turn.seat, Seat::Guest, "it has not moved");
    assert!(turn.due_ms > due_ms + 200_000);
    gone(&server, ana).await;
    for _ in 0..300 {
        if server.service.rooms.gauges().rooms == 0 {
            return server.stop().await;
        }
        server.advance(1_000);
        server.client("").await.close().await;
    }
    panic!("the room does not end");
}

#[tokio::test]
async fn two_computers_pause_while_nobody_watches() {
    let server = patient().await;
    let eve = exhibition(&server).await;
    let room = eve.room.unwrap();
    gone(&server, eve).await;
    assert_eq!(server.service.rooms.computers.rooms(), 0);
    // Longer than a first move may take, and not so long that the room ends.
    server.advance(server.node.limits.first_move_ms + 1_000);
    let mut eve = server.client("Eve").await;
    eve.watch(room).await;
    while eve.view.running().unwrap().moves.is_empty() {
        eve.event().await;
    }
    let moved_ms = eve.view.running().unwrap().moves[0].at_ms;
    assert_eq!(moved_ms, server.now_ms(), "nobody watched before");
}
