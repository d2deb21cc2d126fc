//! The computer over the network, against a scripted server: games against it,
//! while one waits or instead, hints, other levels, and two of them to watch.
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use crate::scripted;

use oxo_client::session::{Ask, Session, Update};
use protocol::{
    Accepted, Answer, Command, Computer, Event, Player, Seat, Secret,
    event::{Cause, EndReason, GameResult, NextTurn, Over, Replaced, Score},
    request::{Body, CreateRoom, Move, QuickMatch},
};
use scripted::{Peer, Room, Server, next, options, program::Program, turn};
use serde_json::{Value, json};

fn computer(level: u8) -> Player {
    Player::computer(Computer {
        level: game::Level::new(level).unwrap(),
        centre: false,
    })
}

/// A room with a code of its own in which Ana plays X against the computer.
fn against(level: u8) -> Room {
    let mut room = Room::waiting();
    room.code = "CCCC-2345".parse().unwrap();
    sits(&mut room, level);
    room.add(Event::Started {
        game: 1,
        x: Seat::Host,
        clocks: None,
        turn: turn(Seat::Host),
        opening: None,
    });
    room
}

fn sits(room: &mut Room, level: u8) -> Value {
    room.add(Event::Joined {
        seat: Seat::Guest,
        player: computer(level),
        score: Score::default(),
        replaced: None,
        turn: None,
    })
}

fn drawn(next_ms: Option<u64>) -> Over {
    Over {
        result: GameResult::Drawn,
        winner: None,
        by: None,
        reason: EndReason::Agreed,
        id: None,
        next_first: Seat::Guest,
        next_ms,
    }
}

fn finished(room: &mut Room, next_ms: Option<u64>) -> Value {
    room.add(Event::Finished {
        game: 1,
        clocks: None,
        over: drawn(next_ms),
        score: None,
        empty_until_ms: None,
        lapsed_offer: None,
    })
}

/// A session that waits for somebody and sits at a table with the computer.
async fn waiting_at_the_computer(server: &Server) -> (Session, Peer, [Value; 2]) {
    let secret = || json!(Secret::draw().unwrap().reveal());
    let ticket = json!({"secret": secret(), "key": "0123456789"});
    let ticket = serde_json::from_value::<QuickMatch>(ticket).unwrap();
    let mut session = Session::start(server.network(), options(Some(Body::QuickMatch(ticket))));
    let mut peer = server.greeted().await;
    let ticket = peer.request("quick_match").await;
    peer.ok(json!({"type": "queued", "ticket": "k7qx4mtr9w2f2", "position": 1}))
        .await;
    let create = json!({"secret": secret(), "computer": {"level": 3}});
    let create = serde_json::from_value::<CreateRoom>(create).unwrap();
    session.ask(Ask::other(Body::CreateRoom(create))).unwrap();
    let create = peer.request("create_room").await;
    let room = against(3);
    peer.ok(room.entered("created", 0)).await;
    peer.send(room.snapshot()).await;
    next(&mut session, |u| {
        matches!(u, Update::Snapshot(_)).then_some(())
    })
    .await;
    (session, peer, [ticket, create])
}

fn play(cell: u16) -> Ask {
    let (game, ply) = (1, 0);
    Ask::seat(Command::Move(Move { game, ply, cell }))
}

#[tokio::test]
async fn a_match_leads_to_the_new_room_and_drops_commands_for_the_old_one() {
    let server = Server::start().await;
    let (mut session, mut peer, _) = waiting_at_the_computer(&server).await;
    session.ask(play(4)).unwrap();
    let stale = peer.request("move").await;
    let room = Room::playing();
    peer.send(json!({"type": "matched", "room": room.code, "seat": "host"}))
        .await;
    // Of the old room, which was left.
    peer.send(against(3).play(8)).await;
    peer.send(room.snapshot()).await;
    // The server has left the old room, which the move names.
    peer.id = stale["id"].as_u64().unwrap();
    peer.refuse(json!({"code": "not_in_room"})).await;
    next(&mut session, |u| {
        matches!(u, Update::Matched(_)).then_some(())
    })
    .await;
    next(&mut session, |u| {
        matches!(u, Update::Dropped { .. }).then_some(())
    })
    .await;
    let code = next(&mut session, |u| match u {
        Update::Snapshot(room) => Some(room.code),
        _ => None,
    });
    assert_eq!(code.await, room.code);
    session.ask(play(0)).unwrap();
    let request = peer.request("move").await;
    assert_eq!((&request["n"], &request["cell"]), (&json!(1), &json!(0)));
    peer.ok(json!({"type": "moved", "seq": 4})).await;
    let answer = next(&mut session, |u| match u {
        Update::Reply { answer, .. } => Some(answer.clone()),
        _ => None,
    });
    assert_eq!(answer.await, Answer::Ok(Accepted::Moved { seq: 4 }));
}

#[tokio::test]
async fn a_lost_link_keeps_the_ticket_and_the_seat_at_the_computer() {
    let server = Server::start().await;
    let (mut session, peer, [ticket, create]) = waiting_at_the_computer(&server).await;
    peer.cut();
    let mut peer = server.greeted().await;
    let room = against(3);
    let resume = peer.request("resume").await;
    assert_eq!(
        (&resume["secret"], &resume["room"]),
        (&create["secret"], &json!(room.code))
    );
    peer.ok(room.entered("resumed", 0)).await;
    let again = peer.request("quick_match").await;
    assert_eq!(again["secret"], ticket["secret"]);
    peer.ok(json!({"type": "queued", "ticket": "k7qx4mtr9w2f2", "position": 1}))
        .await;
    let found = Room::playing();
    peer.send(json!({"type": "matched", "room": found.code, "seat": "guest"}))
        .await;
    peer.send(found.snapshot()).await;
    let seat = next(&mut session, |u| match u {
        Update::Snapshot(room) if room.code == found.code => Some(room.seat),
        _ => None,
    });
    assert_eq!(seat.await, Some(Seat::Guest));
    peer.cut();
    let mut peer = server.greeted().await;
    let resume = peer.request("resume").await;
    assert_eq!(resume["secret"], ticket["secret"]);
}

#[tokio::test]
async fn the_computer_is_played_until_somebody_comes() {
    let server = Server::start().await;
    let args = [
        "play",
        "--while-waiting=2",
        "--first",
        "you",
        "--name",
        "Ana",
    ];
    let mut program = Program::start(&server, &args);
    let mut peer = server.greeted().await;
    peer.request("quick_match").await;
    peer.ok(json!({"type": "queued", "ticket": "k7qx4mtr9w2f2", "position": 1}))
        .await;
    let create = peer.request("create_room").await;
    assert_eq!(create["computer"], json!({"level": 2}));
    assert_eq!(create["settings"]["first"], "host");
    let room = against(2);
    peer.ok(room.entered("created", 0)).await;
    peer.send(room.snapshot()).await;
    program.until("Type a cell").await;
    let found = Room::playing();
    peer.send(json!({"type": "matched", "room": found.code, "seat": "host"}))
        .await;
    peer.send(found.snapshot()).await;
    let text = program.until("Type a cell").await;
    assert!(text.contains("An opponent is here."), "{text}");
    assert!(text.contains("Guest: Bob."), "{text}");
    program.line("b2").await;
    assert_eq!(peer.request("move").await["n"], 1);
    peer.ok(json!({"type": "moved", "seq": 4})).await;
    let (status, rest, home) = program.ended().await;
    assert_eq!(status, 0, "{rest}");
    let seats = std::fs::read_dir(home.path().join("data/oxo/seats")).unwrap();
    let seats = seats.filter_map(|file| std::fs::read_to_string(file.unwrap().path()).ok());
    let seats: Vec<String> = seats.filter(|text| !text.is_empty()).collect();
    assert_eq!(seats.len(), 1, "{seats:?}");
    assert!(seats[0].contains(&found.code.to_string()), "{seats:?}");
}

#[tokio::test]
async fn a_player_who_finds_no_free_computer_keeps_waiting() {
    let server = Server::start().await;
    for args in [
        &["play", "--while-waiting"][..],
        &["play", "--while-waiting", "--json"],
    ] {
        let mut program = Program::start(&server, args);
        let mut peer = server.greeted().await;
        peer.request("quick_match").await;
        peer.ok(json!({"type": "queued", "ticket": "k7qx4mtr9w2f2", "position": 1}))
            .await;
        assert_eq!(peer.request("create_room").await["computer"]["level"], 3);
        peer.refuse(json!({"code": "too_many_computers", "params": {"of": "server"}}))
            .await;
        let found = Room::playing();
        peer.send(json!({"type": "matched", "room": found.code, "seat": "host"}))
            .await;
        peer.send(found.snapshot()).await;
        program
            .until(if args.len() == 2 {
                "Guest: Bob."
            } else {
                r#""Bob""#
            })
            .await;
        assert_eq!(program.status().await.0, 0);
    }
}

#[tokio::test]
async fn the_computer_thinks_hints_and_plays_at_another_level() {
    let server = Server::start().await;
    let args = [
        "play",
        "--computer=4",
        "--first",
        "computer",
        "--centre",
        "--misere",
    ];
    let mut program = Program::start(&server, &args);
    let mut peer = server.greeted().await;
    let create = peer.request("create_room").await;
    assert_eq!(create["computer"], json!({"level": 4, "centre": true}));
    assert_eq!(create["settings"]["first"], "guest");
    let mut room = against(4);
    peer.ok(room.entered("created", 0)).await;
    peer.send(room.snapshot()).await;
    program.until("Type a cell").await;
    program.line("hint").await;
    peer.request("hint").await;
    peer.ok(json!({"type": "hint", "game": 1, "ply": 0, "cell": 4}))
        .await;
    program.until("The computer would play b2.").await;
    program.line("b2").await;
    peer.request("move").await;
    peer.send(room.play(4)).await;
    peer.ok(json!({"type": "moved", "seq": 4})).await;
    program.until("The computer is thinking.").await;
    program.line("hint").await;
    program.until("You can ask for a hint when").await;
    peer.send(room.play(0)).await;
    program.until("Computer (level 4): O on a3.").await;
    peer.send(finished(&mut room, None)).await;
    program.until("computer and a level from 1 to 5").await;
    program.line("computer 7").await;
    program.until("Type computer and a level").await;
    program.line("computer").await;
    let request = peer.request("seat_computer").await;
    assert_eq!(
        (&request["n"], &request["computer"]["level"]),
        (&json!(2), &json!(4))
    );
    peer.ok(json!({"type": "computer_seated", "seq": 6})).await;
    program.line("computer 5").await;
    assert_eq!(peer.request("seat_computer").await["computer"]["level"], 5);
    peer.send(sits(&mut room, 5)).await;
    peer.ok(json!({"type": "computer_seated", "seq": room.view.seq}))
        .await;
    program.until("Computer (level 5) sat down.").await;
    let started = Event::Started {
        game: 2,
        x: Seat::Host,
        clocks: None,
        turn: turn(Seat::Host),
        opening: None,
    };
    peer.send(room.add(started)).await;
    let text = program.until("Game 2: you play X").await;
    assert_eq!(text.lines().count(), 1, "nothing in between: {text}");
    gives_the_room_up(program, &mut peer, &room).await;
}

/// At the end of the input: nobody else waits there.
async fn gives_the_room_up(mut program: Program, peer: &mut Peer, room: &Room) {
    program.end_input();
    peer.request("leave").await;
    peer.ok(json!({"type": "left", "seq": room.view.seq})).await;
    assert_eq!(program.status().await.0, 0);
}

#[tokio::test]
async fn a_computer_plays_on_for_somebody_who_does_not_come_back() {
    let server = Server::start().await;
    let mut program = Program::start(&server, &["new", "--name", "Ana"]);
    let mut peer = server.greeted().await;
    peer.request("create_room").await;
    let mut room = Room::playing();
    room.play(4);
    peer.ok(room.entered("created", 0)).await;
    peer.send(room.snapshot()).await;
    program.until("Bob is to move.").await;
    let lost = Event::Lost {
        seat: Seat::Guest,
        cause: Cause::Link,
        deadline_ms: scripted::T0,
        empty_until_ms: None,
    };
    peer.send(room.add(lost)).await;
    program
        .until("type computer to let the computer play on")
        .await;
    program.line("computer 2").await;
    let request = peer.request("seat_computer").await;
    assert_eq!(request["computer"]["level"], 2);
    let replaced = Replaced {
        seat: Seat::Guest,
        player: Player::named("Bob"),
        ply: 1,
    };
    let joined = Event::Joined {
        seat: Seat::Guest,
        player: computer(2),
        score: Score::default(),
        replaced: Some(replaced),
        turn: Some(NextTurn {
            moves_ms: Some(scripted::T0 + 500),
            ..turn(Seat::Guest)
        }),
    };
    peer.send(room.add(joined)).await;
    peer.ok(json!({"type": "computer_seated", "seq": room.view.seq}))
        .await;
    program
        .until("Computer (level 2) takes over from Bob.")
        .await;
    program.until("The computer is thinking.").await;
    peer.send(room.play(0)).await;
    peer.send(finished(&mut room, None)).await;
    program
        .until("From move 2 on, Computer (level 2) played for Bob.")
        .await;
    gives_the_room_up(program, &mut peer, &room).await;
}

#[tokio::test]
async fn two_computers_are_watched_from_game_to_game() {
    let server = Server::start().await;
    let args = ["exhibit", "--levels", "2-4", "--rules", "4x4x3"];
    let mut program = Program::start(&server, &args);
    let mut peer = server.greeted().await;
    let request = peer.request("exhibit").await;
    let computers = json!({"host": {"level": 2}, "guest": {"level": 4}});
    assert_eq!(request["computers"], computers);
    assert_eq!(
        request["rules"],
        json!({"width": 4, "height": 4, "line": 3})
    );
    let mut room = against(4);
    room.view.seats.host.as_mut().unwrap().player = computer(2);
    peer.ok(json!({"type": "watching", "room": room.code}))
        .await;
    peer.send(room.snapshot()).await;
    program.until("Guest: Computer (level 4).").await;
    let next_ms = scripted::T0 + room.view.seq + 1 + 8_000;
    peer.send(finished(&mut room, Some(next_ms))).await;
    program.until("The next game begins in 8 s.").await;
    // A cut leads back to the same room, not to another exhibition.
    peer.cut();
    let mut peer = server.greeted().await;
    assert_eq!(peer.request("watch_room").await["room"], json!(room.code));
}

#[tokio::test]
async fn an_exhibition_lost_with_its_link_is_not_requested_again() {
    let server = Server::start().await;
    let program = Program::start(&server, &["exhibit"]);
    let mut peer = server.greeted().await;
    peer.request("exhibit").await;
    peer.cut();
    let (status, text) = program.status().await;
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("The connection was lost before"), "{text}");
}

#[tokio::test]
async fn json_lines_ask_for_hints_computers_and_exhibitions() {
    let server = Server::start().await;
    let mut program = Program::start(&server, &["play", "--computer", "--json"]);
    let mut peer = server.greeted().await;
    assert_eq!(peer.request("create_room").await["computer"]["level"], 3);
    let room = against(3);
    peer.ok(room.entered("created", 0)).await;
    peer.send(room.snapshot()).await;
    program.json("room").await;
    program.line(r#"{"type":"hint","id":7}"#).await;
    peer.request("hint").await;
    peer.ok(json!({"type": "hint", "game": 1, "ply": 0, "cell": 4}))
        .await;
    program.until(r#""type":"hint""#).await;
    program
        .line(r#"{"type":"seat_computer","computer":{"level":5}}"#)
        .await;
    assert_eq!(peer.request("seat_computer").await["n"], 1);
    peer.refuse(json!({"code": "game_running"})).await;
    program.until("game_running").await;
    program
        .line(r#"{"type":"exhibit","computers":{"host":{"level":1},"guest":{"level":1}}}"#)
        .await;
    peer.request("exhibit").await;
    peer.refuse(json!({"code": "already_seated", "params": {"room": room.code}}))
        .await;
    assert_eq!(program.status().await.0, 0);
}
