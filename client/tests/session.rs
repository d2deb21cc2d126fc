//! The session against a scripted server: what it repeats, what it takes up
//! again, where it stops.
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use crate::scripted;

use oxo_client::{
    session::{Ask, End, LinkLoss, Raw, ReplySource, Session, Update},
    transport::{LinkError, UnexpectedAnswer, Unreachable},
};
use protocol::{
    Accepted, Answer, Command, Seat, Secret,
    event::{EndReason, GameResult, Over, Score},
    now::LinkState,
    request::{Body, CreateRoom, Move, QuickMatch},
};
use scripted::{Room, Server, guarded, next, options};
use serde_json::json;
use tokio::io::AsyncWriteExt;

fn create() -> Body {
    let json = json!({"secret": Secret::draw().unwrap().reveal()});
    Body::CreateRoom(serde_json::from_value::<CreateRoom>(json).unwrap())
}

fn play(ply: u32, cell: u16) -> Ask {
    Ask::seat(Command::Move(Move { game: 1, ply, cell }))
}

fn reply(update: &Update) -> Option<(Answer, ReplySource)> {
    match update {
        Update::Reply { answer, source, .. } => Some((answer.clone(), *source)),
        _ => None,
    }
}

fn end(update: &Update) -> Option<End> {
    match update {
        Update::End(end) => Some(end.clone()),
        _ => None,
    }
}

/// A client in a running game, and the server's end of its link.
async fn seated(server: &Server, room: &Room) -> (Session, scripted::Peer, String) {
    let mut session = Session::start(server.network(), options(Some(create())));
    let mut peer = server.greeted().await;
    let request = peer.request("create_room").await;
    peer.ok(room.entered("created", 0)).await;
    peer.send(room.snapshot()).await;
    next(&mut session, |u| {
        matches!(u, Update::Snapshot(_)).then_some(())
    })
    .await;
    let secret = request["secret"].as_str().unwrap().to_owned();
    (session, peer, secret)
}

#[tokio::test]
async fn a_whole_game_is_folded() {
    let server = Server::start().await;
    let mut room = Room::playing();
    let (mut session, mut peer, _) = seated(&server, &room).await;
    for (ply, cell) in (0..).zip([0, 3, 1, 4, 2]) {
        if ply % 2 == 0 {
            session.ask(play(ply, cell)).unwrap();
            let request = peer.request("move").await;
            assert_eq!(request["n"], ply / 2 + 1);
            assert_eq!(request["cell"], cell);
        }
        let mut event = room.play(cell);
        if ply == 4 {
            let over = Over {
                result: GameResult::Won,
                winner: Some(Seat::Host),
                by: None,
                reason: EndReason::Line,
                id: None,
                next_first: Seat::Guest,
                next_ms: None,
            };
            event["lines"] = json!([[0, 1, 2]]);
            event["over"] = json!(over);
            event["score"] = json!(Score {
                host: 1,
                ..Score::default()
            });
        }
        peer.send(event).await;
        if ply % 2 == 0 {
            peer.ok(json!({"type": "moved", "seq": room.view.seq}))
                .await;
        }
        let after = next(&mut session, |u| match u {
            Update::Event { room, .. } => Some(room.view.clone()),
            _ => None,
        })
        .await;
        assert_eq!(after.seq, room.view.seq);
        let moves = &after.game.as_ref().unwrap().moves;
        assert_eq!(moves.len(), usize::try_from(ply + 1).unwrap());
        assert_eq!(after.score.host, u32::from(ply == 4));
    }
}

#[tokio::test]
async fn a_player_who_has_just_come_is_shown_as_present() {
    let server = Server::start().await;
    let mut room = Room::waiting();
    let (mut session, mut peer, _) = seated(&server, &room).await;
    for event in room.begin() {
        peer.send(event).await;
    }
    // Both seats were away by the `now` of the snapshot.
    let links = next(&mut session, |u| match u {
        Update::Event { room, .. } => Some(room.now.links),
        _ => None,
    });
    let links = links.await;
    for seat in Seat::BOTH {
        assert_eq!(links[seat].state, LinkState::Linked);
    }
}

#[tokio::test]
async fn a_cut_is_mended_by_seq_and_the_unanswered_move_repeated_with_its_number() {
    let server = Server::start().await;
    let mut room = Room::playing();
    let (mut session, mut peer, secret) = seated(&server, &room).await;
    session.ask(play(0, 4)).unwrap();
    let first = peer.request("move").await;
    peer.cut();
    let mut peer = server.greeted().await;
    let resume = peer.request("resume").await;
    assert_eq!(resume["last_seq"], 3);
    assert_eq!(resume["secret"], secret);
    // The move never arrived: the seat's counter still stands at 0.
    peer.ok(room.entered("resumed", 0)).await;
    let again = peer.request("move").await;
    assert_eq!(again, first);
    peer.send(room.play(4)).await;
    peer.ok(json!({"type": "moved", "seq": 4})).await;
    let (answer, source) = next(&mut session, reply_after_created).await;
    assert_eq!(answer, Answer::Ok(Accepted::Moved { seq: 4 }));
    assert_eq!(source, ReplySource::Frame);
}

fn reply_after_created(update: &Update) -> Option<(Answer, ReplySource)> {
    reply(update).filter(|(answer, _)| !matches!(answer, Answer::Ok(Accepted::Created(_))))
}

#[tokio::test]
async fn a_move_that_resumed_shows_as_done_is_not_repeated() {
    let server = Server::start().await;
    let mut room = Room::playing();
    let (mut session, mut peer, _) = seated(&server, &room).await;
    session.ask(play(0, 4)).unwrap();
    peer.request("move").await;
    peer.cut();
    let mut peer = server.greeted().await;
    peer.request("resume").await;
    let missed = room.play(4);
    let mut entered = room.entered("resumed", 1);
    entered["last"] = json!({"ok": {"type": "moved", "seq": 4}});
    peer.ok(entered).await;
    peer.send(missed).await;
    let (answer, source) = next(&mut session, reply_after_created).await;
    assert_eq!(answer, Answer::Ok(Accepted::Moved { seq: 4 }));
    assert_eq!(source, ReplySource::Session);
    // The next command has the next number, and is the next thing sent.
    peer.send(room.play(0)).await;
    session.ask(play(2, 8)).unwrap();
    assert_eq!(peer.request("move").await["n"], 2);
}

#[tokio::test]
async fn commands_wait_for_the_answer_to_the_one_before() {
    let server = Server::start().await;
    let room = Room::playing();
    let (session, mut peer, _) = seated(&server, &room).await;
    session.ask(play(0, 4)).unwrap();
    session.ask(play(0, 5)).unwrap();
    assert_eq!(peer.request("move").await["n"], 1);
    // Refused before the room counted: the number stands for the next.
    peer.refuse(json!({"code": "too_fast", "params": {"retry_in_ms": 5}}))
        .await;
    assert_eq!(peer.request("move").await["n"], 1);
    // The room counts otherwise: the same once more by its count.
    peer.refuse(json!({"code": "out_of_order", "params": {"expected": 7}}))
        .await;
    let healed = peer.request("move").await;
    assert_eq!((&healed["n"], &healed["cell"]), (&json!(7), &json!(5)));
}

#[tokio::test]
async fn a_lost_reply_to_create_room_is_asked_for_with_the_same_secret() {
    let server = Server::start().await;
    let room = Room::playing();
    let mut session = Session::start(server.network(), options(Some(create())));
    let mut peer = server.greeted().await;
    let first = peer.request("create_room").await;
    peer.cut();
    let mut peer = server.greeted().await;
    assert_eq!(peer.request("create_room").await, first);
    peer.ok(room.entered("created", 0)).await;
    let (answer, _) = next(&mut session, reply).await;
    assert!(matches!(answer, Answer::Ok(Accepted::Created(_))));
}

#[tokio::test]
async fn a_ticket_is_renewed_and_the_match_taken_up() {
    let server = Server::start().await;
    let room = Room::playing();
    let json = json!({"secret": Secret::draw().unwrap().reveal(), "key": "0123456789"});
    let ticket = Body::QuickMatch(serde_json::from_value::<QuickMatch>(json).unwrap());
    let mut session = Session::start(server.network(), options(Some(ticket)));
    let mut peer = server.greeted().await;
    let first = peer.request("quick_match").await;
    peer.ok(json!({"type": "queued", "ticket": "k7qx4mtr9w2f2", "position": 1}))
        .await;
    next(&mut session, reply).await;
    peer.cut();
    let mut peer = server.greeted().await;
    let again = peer.request("quick_match").await;
    assert_eq!(
        (&again["secret"], &again["key"]),
        (&first["secret"], &first["key"])
    );
    peer.ok(json!({"type": "queued", "ticket": "k7qx4mtr9w2f2", "position": 1}))
        .await;
    peer.send(json!({"type": "matched", "room": room.code, "seat": "host"}))
        .await;
    peer.send(room.snapshot()).await;
    let seat = next(&mut session, |u| match u {
        Update::Snapshot(room) => Some(room.seat),
        _ => None,
    })
    .await;
    assert_eq!(seat, Some(Seat::Host));
    peer.cut();
    let mut peer = server.greeted().await;
    assert_eq!(peer.request("resume").await["secret"], first["secret"]);
}

#[tokio::test]
async fn a_raw_frame_comes_together_with_its_update() {
    let server = Server::start().await;
    let mut room = Room::playing();
    let mut options = options(Some(create()));
    options.raw = Raw::Pass;
    let mut session = Session::start(server.network(), options);
    let mut peer = server.greeted().await;
    peer.request("create_room").await;
    peer.ok(room.entered("created", 0)).await;
    peer.send(room.snapshot()).await;
    peer.send(room.play(4)).await;
    for kind in [r#""type":"room""#, r#""type":"moved""#] {
        next(&mut session, |update| match update {
            Update::Frame(text) => text.contains(kind).then_some(()),
            _ => None,
        })
        .await;
        let meant = session.next_of_run();
        assert!(
            matches!(meant, Some(Update::Snapshot(_) | Update::Event { .. })),
            "{kind}: {meant:?}"
        );
    }
}

#[tokio::test]
async fn a_superseded_session_stops() {
    let server = Server::start().await;
    let room = Room::playing();
    let (mut session, mut peer, _) = seated(&server, &room).await;
    peer.send(json!({"type": "superseded", "room": room.code}))
        .await;
    assert_eq!(next(&mut session, end).await, End::Superseded);
    assert!(guarded("the end", session.next()).await.is_none());
    peer.closed().await;
}

#[tokio::test]
async fn a_gap_in_the_events_leads_to_a_new_link() {
    let server = Server::start().await;
    let mut room = Room::playing();
    let (_session, mut peer, _) = seated(&server, &room).await;
    room.play(0);
    peer.send(room.play(1)).await;
    peer.closed().await;
    let mut peer = server.greeted().await;
    // Missed events cannot be guessed: a snapshot is requested.
    assert_eq!(peer.request("resume").await.get("last_seq"), None);
}

#[tokio::test]
async fn the_hint_of_a_goodbye_is_honoured() {
    let server = Server::start().await;
    let room = Room::playing();
    let (mut session, mut peer, _) = seated(&server, &room).await;
    peer.send(json!({"type": "bye", "reason": "restarting", "retry_in_ms": 300_000}))
        .await;
    peer.cut();
    let (why, retry_in) = next(&mut session, |u| match u {
        Update::LinkLost { why, retry_in } => Some((why.clone(), *retry_in)),
        _ => None,
    })
    .await;
    assert!(matches!(why, LinkLoss::Bye(_)));
    assert!(retry_in.as_millis() >= 300_000);
    // A person need not wait for it.
    session.retry_now();
    server.greeted().await;
}

#[tokio::test]
async fn a_seat_that_is_gone_ends_the_session() {
    let server = Server::start().await;
    let room = Room::playing();
    let (mut session, peer, _) = seated(&server, &room).await;
    peer.cut();
    let mut peer = server.greeted().await;
    peer.request("resume").await;
    peer.refuse(json!({"code": "no_such_room"})).await;
    assert_eq!(next(&mut session, end).await, End::Gone);
}

#[tokio::test]
async fn a_server_that_cannot_store_just_now_is_tried_again() {
    let server = Server::start().await;
    let room = Room::playing();
    let (_session, peer, _) = seated(&server, &room).await;
    peer.cut();
    let mut peer = server.greeted().await;
    peer.request("resume").await;
    peer.refuse(json!({"code": "unavailable", "params": {"retry_in_ms": 1}}))
        .await;
    peer.closed().await;
    let mut peer = server.greeted().await;
    peer.request("resume").await;
}

async fn first_link_error(server: &Server) -> LinkError {
    let mut session = Session::start(server.network(), options(None));
    match next(&mut session, end).await {
        End::Link(error) => error,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_answer_from_another_kind_of_server_is_its_own_error() {
    let server = Server::start().await;
    let web = async {
        let mut socket = server.tcp().await;
        let page = "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno";
        socket.write_all(page.as_bytes()).await.unwrap();
        socket
    };
    let (error, _socket) = tokio::join!(first_link_error(&server), web);
    assert_eq!(error, LinkError::NotOxo(UnexpectedAnswer::Status(404)));

    let mail = async {
        let mut socket = server.tcp().await;
        socket.write_all(b"220 mail ESMTP\r\n\r\n").await.unwrap();
        socket
    };
    let (error, _socket) = tokio::join!(first_link_error(&server), mail);
    assert_eq!(error, LinkError::NotOxo(UnexpectedAnswer::Other));

    let plain_websocket = async {
        let socket = server.tcp().await;
        // Refused by the client for the missing subprotocol.
        let _ = tokio_tungstenite::accept_async(socket).await;
    };
    let (error, ()) = tokio::join!(first_link_error(&server), plain_websocket);
    assert_eq!(error, LinkError::NotOxo(UnexpectedAnswer::Other));

    let chatty = async {
        let mut peer = server.connection().await;
        peer.send(json!({"type": "chat", "text": "hi"})).await;
        peer
    };
    let (error, _peer) = tokio::join!(first_link_error(&server), chatty);
    assert_eq!(error, LinkError::NotOxo(UnexpectedAnswer::Other));
}

#[tokio::test]
async fn a_refused_connection_is_its_own_error() {
    let server = Server::start().await;
    let network = server.network();
    drop(server);
    let mut session = Session::start(network, options(None));
    let error = next(&mut session, end).await;
    assert_eq!(
        error,
        End::Link(LinkError::Unreachable(Unreachable::ConnectionRefused))
    );
}

#[tokio::test]
async fn another_version_is_reported_with_its_number() {
    let server = Server::start().await;
    let newer = async {
        let mut peer = server.connection().await;
        peer.request("hello").await;
        let why = json!({"code": "version_unsupported", "params": {"supported": [2, 3]}});
        peer.refuse(why).await;
        peer
    };
    let (error, _peer) = tokio::join!(first_link_error(&server), newer);
    assert_eq!(error, LinkError::Version(vec![2, 3]));
}

#[tokio::test]
async fn closing_keeps_the_seat_and_says_goodbye() {
    let server = Server::start().await;
    let room = Room::playing();
    let (session, peer, _) = seated(&server, &room).await;
    tokio::join!(guarded("closing", session.close()), peer.closed());
}
