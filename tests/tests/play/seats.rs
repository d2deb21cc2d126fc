//! Seats: freed by a removal, left, asked after. Who holds one: `tests/tests/links/resume.rs`.

use protocol::{
    Accepted, Answer, Frame, Refusal, RoomCode, Seat, Secret,
    event::{EndReason, GameResult, RoomEnd},
    reply::HeldSeat,
};
use serde_json::{Value, json};
use tests::{Client, TestServer, client::play_out};

use crate::play::common::{claim, ending, is_there, lost, over, patient, plain, sync, two};

async fn remove(host: &mut Client) -> RoomCode {
    let Accepted::Removed { room, .. } = host.act(plain("remove_guest")).await else {
        panic!("not removed");
    };
    room
}

fn join(room: RoomCode, who: &Client) -> Value {
    json!({"type": "join_room", "room": room, "secret": who.secret.reveal()})
}

#[tokio::test]
async fn a_removed_guest_learns_the_old_code_and_never_the_new() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    let old = bia.room.unwrap();
    let new = remove(&mut ana).await;
    assert_ne!(new, old);
    let id = bia.send(json!({"type": "ping"})).await;
    let mut dismissed = None;
    bia.until("the pong", |frame| {
        assert!(
            !serde_json::to_string(frame)
                .unwrap()
                .contains(&new.to_string())
        );
        if let Frame::Dismissed { room } = frame {
            dismissed = Some(*room);
        }
        matches!(frame, Frame::Pong(pong) if pong.id == id).then_some(())
    })
    .await;
    assert_eq!(dismissed, Some(old));
    assert_eq!(bia.act_refused(plain("resign")).await, Refusal::NotInRoom);
}

#[tokio::test]
async fn a_removal_calls_the_game_off_and_frees_the_seat_under_another_code() {
    let server = patient().await;
    let (mut ana, bia) = two(&server, json!({})).await;
    let new = remove(&mut ana).await;
    assert_eq!(
        ending(&ana),
        (GameResult::Aborted, None, EndReason::CalledOff)
    );
    assert_eq!(ana.view.seats.guest, None);
    let mut cai = server.client("Cai").await;
    let old = join(bia.room.unwrap(), &cai);
    assert_eq!(cai.refused(old).await, Refusal::NoSuchRoom);
    cai.join(new).await;
    sync(&mut ana, &mut cai).await;
    assert_eq!(ana.view.running().unwrap().number, 2);
    assert_eq!(ana.room, Some(new));
}

/// Has the host remove the guest, and answers by which code the room went in each event of that step.
async fn codes_of_removal(host: &mut Client) -> Vec<(Value, RoomCode)> {
    let request = host.numbered(plain("remove_guest"));
    let id = host.send(request).await;
    let mut codes = Vec::new();
    host.until("the reply", |frame| {
        if let Frame::Event(frame) = frame {
            let event = serde_json::to_value(frame).unwrap();
            codes.push((event["type"].clone(), frame.room));
        }
        matches!(frame, Frame::Reply(reply) if reply.id == id).then_some(())
    })
    .await;
    codes
}

/// A client that drops frames about an unknown room misses nothing.
#[tokio::test]
async fn the_code_changes_with_the_event_that_frees_the_seat_and_with_none_before() {
    let server = patient().await;
    for (leaves, frees) in [(false, "removed"), (true, "left")] {
        let (mut ana, mut bia) = two(&server, json!({})).await;
        let old = bia.room.unwrap();
        if leaves {
            bia.act(plain("leave")).await;
        }
        let codes = codes_of_removal(&mut ana).await;
        let new = ana.room.unwrap();
        assert_ne!(new, old);
        let own: Vec<_> = codes.iter().rev().take(2).rev().cloned().collect();
        assert_eq!(own, [(json!("finished"), old), (json!(frees), new)]);
        assert!(
            codes
                .iter()
                .all(|(kind, code)| (kind == frees) == (*code == new))
        );
    }
}

#[tokio::test]
async fn the_secret_of_a_removed_guest_opens_nothing() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    let new = remove(&mut ana).await;
    bia.settle().await;
    for room in [bia.room.unwrap(), new] {
        let back = json!({"type": "resume", "room": room, "secret": bia.secret.reveal()});
        assert_eq!(bia.refused(back).await, Refusal::NoSuchRoom);
    }
}

#[tokio::test]
async fn spectators_by_the_old_code_learn_nothing_of_the_new_one() {
    let server = patient().await;
    let (mut ana, _bia) = two(&server, json!({})).await;
    let mut eve = server.client("Eve").await;
    let old = ana.room.unwrap();
    eve.watch(old).await;
    remove(&mut ana).await;
    let dismissed = |frame: &Frame| match frame {
        Frame::Dismissed { room } => Some(*room),
        _ => None,
    };
    assert_eq!(eve.until("the removal", dismissed).await, old);
    assert_eq!(eve.room, Some(old));
}

#[tokio::test]
async fn a_host_who_leaves_while_waiting_ends_the_room() {
    let server = patient().await;
    let mut ana = server.client("Ana").await;
    ana.create(json!({})).await;
    ana.act(plain("leave")).await;
    assert_eq!(ana.view.ended, Some(RoomEnd::Left));
    assert_eq!(server.service.rooms.gauges().rooms, 0);
    ana.create(json!({})).await;
}

#[tokio::test]
async fn the_first_of_a_simultaneous_claim_and_return_counts() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 8]).await;
    let guest = lost(&server, bia, &mut ana).await;
    server.advance(40_000);
    let mut bia = server.client("Bia").await;
    let claimed = ana.numbered(claim("win"));
    let (answer, _) = tokio::join!(ana.ask(claimed), bia.resume(guest.room, &guest.secret, 0));
    bia.snapshot().await;
    sync(&mut ana, &mut bia).await;
    match answer {
        Answer::Ok(_) => assert_eq!(over(&bia).reason, EndReason::ClaimedWin),
        Answer::Error(refused) => {
            assert_eq!(refused.why, Refusal::OpponentPresent);
            assert!(bia.view.running().is_some());
        }
    }
    assert!(is_there(&bia, Seat::Guest), "back in either case");
}

#[tokio::test]
async fn the_same_join_twice_is_the_same_seat() {
    let server: TestServer = patient().await;
    let (_ana, mut bia) = two(&server, json!({})).await;
    let seq = bia.view.seq;
    let again = join(bia.room.unwrap(), &bia);
    let Accepted::Joined(entered) = bia.done(again).await else {
        panic!("not joined");
    };
    assert_eq!(entered.seat, Seat::Guest);
    assert_eq!(bia.snapshot().await.seq, seq);
}

#[tokio::test]
async fn a_seats_request_reports_the_game_at_each_seat() {
    let server = patient().await;
    let (mut ana, bia) = two(&server, json!({})).await;
    let mut alone = server.client("Cai").await;
    alone.create(json!({})).await;
    let strange = Secret::draw().unwrap();
    let mut anybody = server.client("").await;
    let asked = [&ana.secret, &bia.secret, &alone.secret, &strange];
    let request = json!({"type": "seats", "secrets": asked.map(Secret::reveal)});
    let seats = held(&mut anybody, &request).await;
    let [Some(host), Some(guest), Some(waiting), None] = &seats[..] else {
        panic!("{seats:?}")
    };
    assert_eq!((host.room, host.seat), (ana.room.unwrap(), Seat::Host));
    assert_eq!((guest.room, guest.seat), (host.room, Seat::Guest));
    assert_eq!(host.turn, ana.view.running().unwrap().turn);
    let name = |seat: &Option<protocol::Player>| seat.as_ref().and_then(|it| it.name.clone());
    assert_eq!(name(&host.players.guest).as_deref(), Some("Bia"));
    assert_eq!((waiting.turn, &waiting.players.guest), (None, &None));

    ana.act(plain("resign")).await;
    ana.act(plain("leave")).await;
    let seats = held(&mut anybody, &request).await;
    assert_eq!(seats[0], None, "it was given up");
    let between = seats[1].as_ref().unwrap();
    assert_eq!((between.turn, between.score.guest), (None, 1));
}

async fn held(client: &mut Client, request: &Value) -> Vec<Option<HeldSeat>> {
    let Accepted::Seats { seats } = client.done(request.clone()).await else {
        panic!("something else")
    };
    seats
}

#[tokio::test]
async fn a_seats_request_takes_one_to_twenty_secrets() {
    let server = patient().await;
    let mut client = server.client("").await;
    let secret = client.secret.reveal().to_owned();
    for (count, refused) in [(0, true), (1, false), (20, false), (21, true)] {
        let request = json!({"type": "seats", "secrets": vec![secret.clone(); count]});
        let answer = client.ask(request).await;
        assert_eq!(matches!(answer, Answer::Error(_)), refused, "{count}");
    }
}
