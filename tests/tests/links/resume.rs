//! Coming back to a seat: the newest connection with the secret has it, it is
//! sent the events it missed, and a repeated command happens once.

use protocol::{Accepted, Answer, Event, Frame, Refusal, Seat, event::Cause};
use serde_json::{Value, json};
use tests::{
    Client, Proxy, TestServer,
    client::{play_out, seat_two},
};

use crate::links::common::{
    SeatCredentials, behind, end, event, events_up_to, two, until, wide, wide_cells,
};

fn nothing_lost(client: &Client) -> bool {
    client
        .view
        .seats
        .iter()
        .all(|(_, seated)| seated.as_ref().is_some_and(|seated| seated.lost.is_none()))
}

#[tokio::test]
async fn the_newest_connection_has_the_seat() {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    let SeatCredentials { room, secret } = SeatCredentials::of(&ana);
    let mut newer = server.client("Ana").await;
    newer.return_to(room, &secret).await;
    ana.until("word that it is over here", |frame| {
        matches!(frame, Frame::Superseded { room: old } if *old == room).then_some(())
    })
    .await;
    let refused = ana.act_refused(json!({"type": "resign"})).await;
    assert_eq!(refused, Refusal::Superseded);
    ana.close().await;
    server.until_connections(2).await;
    server.advance(10_000);
    let seq = newer.view.seq;
    newer.play(4).await;
    bia.up_to(newer.view.seq).await;
    assert_eq!(newer.view.seq, seq + 1, "the move and nothing else");
    assert!(nothing_lost(&bia));
    server.stop().await;
}

#[tokio::test]
async fn a_command_that_crosses_a_newer_connection_does_nothing() {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    let SeatCredentials { room, secret } = SeatCredentials::of(&ana);
    let mut newer = server.client("Ana").await;
    newer.resume(room, &secret, 0).await;
    // Nothing of what the server says has been read yet.
    let request = ana.move_to(0);
    let refused = ana.act_refused(request).await;
    assert_eq!(refused, Refusal::Superseded);
    bia.beat().await;
    assert!(bia.view.game.as_ref().unwrap().moves.is_empty());
    server.stop().await;
}

#[tokio::test]
async fn a_connection_may_resume_its_own_seat() {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    let SeatCredentials { room, secret } = SeatCredentials::of(&ana);
    ana.return_to(room, &secret).await;
    server.advance(10_000);
    ana.play(4).await;
    bia.up_to(ana.view.seq).await;
    assert!(nothing_lost(&bia));
    server.stop().await;
}

#[tokio::test]
async fn a_resumed_player_gets_the_missed_events_and_no_more() {
    let server = TestServer::memory().await;
    let proxy = Proxy::to(server.node.facts.bound()).await;
    let (mut ana, mut bia) = (behind(&proxy, "Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4]).await;
    proxy.cut();
    end(&mut ana).await;
    server.until_connections(1).await;
    bia.play(0).await;
    bia.act(json!({"type": "offer", "kind": "draw"})).await;

    let mut newer = behind(&proxy, "Ana").await;
    newer.view = ana.view.clone();
    let entered = newer.resume(room, &ana.secret, ana.view.seq).await;
    assert_eq!((entered.room, entered.seat), (room, Seat::Host));
    assert_eq!(entered.n, 1);
    let moved = Answer::Ok(Accepted::Moved { seq: ana.view.seq });
    assert_eq!(entered.last.as_deref(), Some(&moved));
    let missed = events_up_to(&mut newer, bia.view.seq).await;
    assert!(
        matches!(missed[..], [Event::Moved { .. }, Event::Offered { .. }]),
        "{missed:?}"
    );
    assert_eq!(newer.view, bia.view);
    assert!(nothing_lost(&newer), "it was away for no time at all");
    server.stop().await;
}

#[tokio::test]
async fn a_resume_that_missed_nothing_gets_no_events() {
    let server = TestServer::memory().await;
    let (ana, _bia) = two(&server, json!({})).await;
    let SeatCredentials { room, secret } = SeatCredentials::of(&ana);
    let mut newer = server.client("Ana").await;
    newer.resume(room, &secret, ana.view.seq).await;
    newer.view = ana.view.clone();
    let id = newer.send(json!({"type": "ping"})).await;
    newer
        .until("a pong", |frame| match frame {
            Frame::Pong(pong) if pong.id == id => Some(()),
            Frame::Event(_) | Frame::Room(_) => panic!("{frame:?}"),
            _ => None,
        })
        .await;
    server.stop().await;
}

#[tokio::test]
async fn a_resume_from_too_far_back_gets_a_snapshot() {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = two(&server, wide()).await;
    play_out(&mut ana, &mut bia, &wide_cells()[..80]).await;
    let SeatCredentials { room, secret } = SeatCredentials::of(&ana);
    // Nothing, what has left the memory, and what never was.
    for last_seq in [0, 1, ana.view.seq + 5] {
        let mut newer = server.client("Ana").await;
        newer.resume(room, &secret, last_seq).await;
        assert_eq!(newer.snapshot().await, bia.view);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_player_is_lost_after_three_seconds_and_returns() {
    let server = TestServer::memory().await;
    let (ana, mut bia) = two(&server, json!({})).await;
    let seat = SeatCredentials::of(&ana);
    drop(ana);
    server.until_connections(1).await;
    server.advance(2_999);
    bia.beat().await;
    assert!(nothing_lost(&bia));
    server.advance(1);
    let lost = bia.event().await;
    let deadline_ms = server.now_ms() - 3_000 + server.node.limits.lost_grace_ms;
    assert_eq!(
        lost,
        Event::Lost {
            seat: Seat::Host,
            cause: Cause::Link,
            deadline_ms,
            empty_until_ms: None
        }
    );
    let mut newer = seat.back(&server.url()).await;
    assert_eq!(
        bia.event().await,
        Event::Returned {
            seat: Seat::Host,
            turn: None
        }
    );
    assert!(nothing_lost(&bia));
    newer.play(4).await;
    bia.up_to(newer.view.seq).await;
    server.stop().await;
}

#[tokio::test]
async fn a_player_who_resumes_at_once_was_never_away() {
    let server = TestServer::memory().await;
    let (ana, mut bia) = two(&server, json!({})).await;
    let (seat, seq) = (SeatCredentials::of(&ana), ana.view.seq);
    drop(ana);
    server.until_connections(1).await;
    server.advance(2_000);
    let mut newer = seat.back(&server.url()).await;
    assert_eq!(newer.view.seq, seq);
    server.advance(10_000);
    newer.beat().await;
    bia.beat().await;
    assert_eq!(bia.view.seq, seq);
    server.stop().await;
}

#[tokio::test]
async fn a_wrong_secret_resumes_no_seat() {
    let server = TestServer::memory().await;
    let (ana, _bia) = two(&server, json!({})).await;
    let mut stranger = server.client("Eve").await;
    let request = json!({"type": "resume", "room": ana.room, "secret": stranger.secret.reveal()});
    assert_eq!(stranger.refused(request).await, Refusal::NoSuchRoom);
    server.stop().await;
}

#[tokio::test]
async fn a_room_whose_opening_was_never_answered_is_found_again() {
    let server = TestServer::memory().await;
    let proxy = Proxy::to(server.node.facts.bound()).await;
    let mut lost = behind(&proxy, "Ana").await;
    let request = json!({"type": "create_room", "secret": lost.secret.reveal()});
    lost.send(request.clone()).await;
    until("the room", || server.service.rooms.gauges().rooms == 1).await;
    proxy.cut();
    server.until_connections(0).await;

    let mut ana = behind(&proxy, "Ana").await;
    let Accepted::Created(once) = ana.done(request.clone()).await else {
        panic!()
    };
    ana.snapshot().await;
    // And once more, from the connection that has it.
    let Accepted::Created(twice) = ana.done(request).await else {
        panic!()
    };
    assert_eq!((once.seat, once.n, &once.last), (Seat::Host, 0, &None));
    assert_eq!(once, twice);
    let gauges = server.service.rooms.gauges();
    assert_eq!((gauges.rooms, gauges.codes, gauges.secrets), (1, 1, 1));
    server.stop().await;
}

#[tokio::test]
async fn a_seat_whose_taking_was_never_answered_is_found_again() {
    let server = TestServer::memory().await;
    let proxy = Proxy::to(server.node.facts.bound()).await;
    let mut ana = server.client("Ana").await;
    let room = ana.create(json!({"first": "host"})).await;
    let mut lost = behind(&proxy, "Bia").await;
    let request = json!({"type": "join_room", "room": room, "secret": lost.secret.reveal()});
    lost.send(request.clone()).await;
    event(&mut ana, "the guest", |event| {
        matches!(event, Event::Joined { .. })
    })
    .await;
    proxy.cut();
    server.until_connections(1).await;

    let mut bia = behind(&proxy, "Bia").await;
    let Accepted::Joined(entered) = bia.done(request).await else {
        panic!()
    };
    assert_eq!(
        (entered.room, entered.seat, entered.n),
        (room, Seat::Guest, 0)
    );
    bia.snapshot().await;
    ana.up_to(bia.view.seq).await;
    assert_eq!(ana.view, bia.view);
    assert_eq!(server.service.rooms.gauges().secrets, 2);
    server.stop().await;
}

/// Sends a command behind a proxy, cuts before its answer can be read, comes
/// back and sends it again.
async fn command_sent_twice(server: &TestServer, request: Value) -> (Client, Client, Answer) {
    let proxy = Proxy::to(server.node.facts.bound()).await;
    let (mut ana, mut bia) = (behind(&proxy, "Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    let (seq, request) = (ana.view.seq, ana.numbered(request));
    ana.send(request.clone()).await;
    bia.up_to(seq + 1).await;
    proxy.cut();
    server.until_connections(1).await;

    let mut newer = behind(&proxy, "Ana").await;
    newer.view = ana.view.clone();
    let entered = newer.resume(room, &ana.secret, seq).await;
    assert_eq!(entered.n, 1);
    let again = newer.ask(request).await;
    assert_eq!(entered.last.as_deref(), Some(&again));
    bia.beat().await;
    newer.up_to(bia.view.seq).await;
    assert_eq!(bia.view.seq, seq + 1, "it happened once");
    assert_eq!(newer.view, bia.view);
    (newer, bia, again)
}

#[tokio::test]
async fn a_move_whose_answer_was_lost_is_made_once() {
    let server = TestServer::memory().await;
    let request = json!({"type": "move", "game": 1, "ply": 0, "cell": 4});
    let (ana, _bia, answer) = command_sent_twice(&server, request).await;
    assert_eq!(answer, Answer::Ok(Accepted::Moved { seq: ana.view.seq }));
    assert_eq!(ana.view.game.unwrap().moves.len(), 1);
}

#[tokio::test]
async fn an_offer_whose_answer_was_lost_is_made_once() {
    let server = TestServer::memory().await;
    let request = json!({"type": "offer", "kind": "draw"});
    let (ana, mut bia, answer) = command_sent_twice(&server, request).await;
    let seq = ana.view.seq;
    assert_eq!(answer, Answer::Ok(Accepted::Offered { seq, offer: 1 }));
    bia.act(json!({"type": "decline", "offer": 1})).await;
    assert_eq!(bia.view.offers, 1);
}

#[tokio::test]
async fn a_resignation_whose_answer_was_lost_counts_once() {
    let server = TestServer::memory().await;
    let (ana, ..) = command_sent_twice(&server, json!({"type": "resign"})).await;
    assert_eq!(ana.view.score.guest, 1);
}
