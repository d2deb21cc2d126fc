//! A seat on several devices: it is shared and taken once, whatever happens to the server in between,
//! and none but the holder's devices gets it.

use std::path::Path;

use protocol::{Accepted, Answer, Frame, Refusal, RoomCode, Seat, Secret, reply::Entered};
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    Client, Process, TestServer,
    client::{play_out, seat_two},
    process::server_binary,
    server::BEGIN_MS,
};

use crate::kept::{ask, on};

const TOKEN: &str = "EBESExQVFhcYGRobHB0eHw";
const TWO_MINUTES_MS: u64 = 120_000;

fn share(token: &str) -> Value {
    json!({"type": "share_seat", "token": token})
}

fn take(room: RoomCode, token: &str, secret: &Secret) -> Value {
    json!({"type": "take_seat", "room": room, "token": token, "secret": secret.reveal()})
}

/// Takes a seat by a token, and reads the room.
async fn taken(client: &mut Client, room: RoomCode, token: &str) -> Entered {
    let request = take(room, token, &client.secret);
    let Accepted::SeatTaken(entered) = client.done(request).await else {
        panic!("not taken")
    };
    client.snapshot().await;
    (client.room, client.seat) = (Some(entered.room), Some(entered.seat));
    client.n = entered.n;
    entered
}

async fn superseded(client: &mut Client) {
    let found = |frame: &Frame| matches!(frame, Frame::Superseded { .. }).then_some(());
    client.until("superseded", found).await;
}

/// Number of devices that hold the seat, as its holder learns.
async fn devices(holder: &mut Client) -> u32 {
    let token = Secret::draw().unwrap();
    match holder.done(share(token.reveal())).await {
        Accepted::SeatShared { devices, .. } => devices,
        done => panic!("{done:?}"),
    }
}

#[tokio::test]
async fn a_game_goes_on_at_another_device_and_back() {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({"first": "host"})).await;
    ana.play(4).await;
    bia.up_to(ana.view.seq).await;
    let now_ms = server.service.clock.now_ms();
    let (until_ms, devices) = (now_ms + TWO_MINUTES_MS, 1);
    let shared = Accepted::SeatShared { until_ms, devices };
    assert_eq!(ana.done(share(TOKEN)).await, shared);

    let mut phone = server.client("").await;
    let entered = taken(&mut phone, room, TOKEN).await;
    assert_eq!((entered.seat, entered.n), (Seat::Host, 1));
    assert!(matches!(
        entered.last.as_deref(),
        Some(Answer::Ok(Accepted::Moved { .. }))
    ));
    superseded(&mut ana).await;
    assert_eq!(
        ana.refused(share("ICEiIyQlJicoKSorLC0uLw")).await,
        Refusal::Superseded
    );
    bia.play(0).await;
    phone.up_to(bia.view.seq).await;
    phone.play(2).await;

    // The opponent has seen a move, and nothing of the devices.
    bia.up_to(phone.view.seq).await;
    let player = bia.view.seats[Seat::Host].as_ref().unwrap().player.clone();
    assert_eq!(player.name.as_deref(), Some("Ana"));

    let secret = ana.secret.clone();
    let back = ana.resume(room, &secret, ana.view.seq).await;
    assert_eq!((back.seat, back.n), (Seat::Host, 2));
    ana.up_to(phone.view.seq).await;
    superseded(&mut phone).await;
    assert_eq!(
        phone
            .act_refused(json!({"type": "resign", "game": 1}))
            .await,
        Refusal::Superseded
    );
    server.stop().await;
}

/// Each answer is as certain as the rest: the server is killed after every one of them.
#[tokio::test]
async fn a_token_leads_to_a_seat_once_however_often_the_server_is_killed() {
    let folder = TempDir::new().unwrap();
    let start = async |folder: &Path| Process::start(&server_binary(), folder, &[]).await;
    let server = start(folder.path()).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({"first": "host"})).await;
    ana.done(share(TOKEN)).await;
    server.kill().await;

    let server = start(folder.path()).await;
    let mut phone = server.client("").await;
    let secret = phone.secret.clone();
    taken(&mut phone, room, TOKEN).await;
    server.kill().await;

    let server = start(folder.path()).await;
    let mut thief = server.client("").await;
    let stolen = take(room, TOKEN, &thief.secret);
    assert_eq!(thief.refused(stolen).await, Refusal::NoSharedSeat);
    // The same request again, whose answer may have been lost.
    let mut phone = server.client("").await;
    phone.secret = secret.clone();
    assert_eq!(taken(&mut phone, room, TOKEN).await.seat, Seat::Host);
    let mut back = server.client("").await;
    assert_eq!(back.resume(room, &ana.secret, 0).await.seat, Seat::Host);
    back.snapshot().await;
    assert_eq!(devices(&mut back).await, 2);
    let unshared = back.done(json!({"type": "unshare_seat"})).await;
    assert_eq!(unshared, Accepted::SeatUnshared { devices: 1 });
    server.kill().await;

    let server = start(folder.path()).await;
    let mut phone = server.client("").await;
    let gone = phone.try_resume(room, &secret, 0).await;
    assert_eq!(gone.unwrap_err(), Refusal::NoSuchRoom);
    let mut back = server.client("").await;
    back.return_to(room, &ana.secret).await;
    assert_eq!(devices(&mut back).await, 1);
    server.kill().await;
}

#[tokio::test]
async fn a_token_expires_after_two_minutes_and_is_valid_for_its_own_room_only() {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let other = ana.create(json!({})).await;
    ana.act(json!({"type": "leave"})).await;
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    ana.done(share(TOKEN)).await;
    let mut phone = server.client("").await;
    for elsewhere in [other, "K7QX-4MTR".parse().unwrap()] {
        let request = take(elsewhere, TOKEN, &phone.secret);
        assert_eq!(phone.refused(request).await, Refusal::NoSharedSeat);
    }
    // By then every link that has not answered is closed.
    server.advance(TWO_MINUTES_MS);
    let mut phone = server.client("").await;
    let late = take(room, TOKEN, &phone.secret);
    assert_eq!(phone.refused(late).await, Refusal::NoSharedSeat);
    server.stop().await;
}

#[tokio::test]
async fn a_removed_guest_is_out_on_every_device() {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({"first": "host"})).await;
    let secret = bia.secret.clone();
    bia.done(share(TOKEN)).await;
    let mut phone = server.client("").await;
    taken(&mut phone, room, TOKEN).await;
    ana.act(json!({"type": "remove_guest"})).await;
    let new = ana.room.unwrap();
    for device in [secret, phone.secret.clone()] {
        let mut again = server.client("").await;
        for code in [room, new] {
            let gone = again.try_resume(code, &device, 0).await;
            assert_eq!(gone.unwrap_err(), Refusal::NoSuchRoom);
        }
    }
    assert_eq!(server.service.rooms.gauges().secrets, 1);
    server.stop().await;
}

#[tokio::test]
async fn any_device_of_a_seat_may_have_its_game_forgotten() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({"first": "host"})).await;
    ana.done(share(TOKEN)).await;
    let mut phone = server.client("").await;
    taken(&mut phone, room, TOKEN).await;
    play_out(&mut phone, &mut bia, &[4, 0, 2, 1, 6]).await;
    let id = phone.view.game.as_ref().unwrap().over.unwrap().id.unwrap();
    let lines = format!("authorization: Bearer {}\r\n", phone.secret.reveal());
    let (status, text) = ask(&server, "DELETE", &format!("/games/{id}"), &lines).await;
    assert_eq!((status, text.trim()), (200, r#"{"removed":"name"}"#));
    server.stop().await;
}

#[tokio::test]
async fn a_device_that_comes_back_by_itself_leaves_the_seat_to_another_that_is_there() {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({"first": "host"})).await;
    ana.done(share(TOKEN)).await;
    let yielding =
        |secret: &Secret| json!({"type": "resume", "room": room, "secret": secret, "yields": true});
    // Its own connection, of which the server does not know yet that it is dead.
    let mut again = server.client("").await;
    again.done(yielding(&ana.secret)).await;
    let mut phone = server.client("").await;
    taken(&mut phone, room, TOKEN).await;
    let mut laptop = server.client("").await;
    let refused = laptop.refused(yielding(&ana.secret)).await;
    assert_eq!(refused, Refusal::Superseded);
    phone.play(4).await;
    phone.close().await;
    server.until_connections(4).await;
    laptop.done(yielding(&ana.secret)).await;
    server.stop().await;
}

#[tokio::test]
async fn a_secret_that_holds_a_seat_takes_no_other() {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    ana.done(share(TOKEN)).await;
    let mut cid = server.client("Cid").await;
    let own = cid.create(json!({})).await;
    for secret in [cid.secret.clone(), bia.secret.clone()] {
        let mut other = server.client("").await;
        let refused = other.refused(take(room, TOKEN, &secret)).await;
        assert_eq!(refused, Refusal::NoSharedSeat);
        // It holds what it held.
        let held = other
            .return_to(if secret == cid.secret { own } else { room }, &secret)
            .await;
        assert_eq!(held.seat == Seat::Host, secret == cid.secret);
    }
    let mut phone = server.client("").await;
    taken(&mut phone, room, TOKEN).await;
    server.stop().await;
}

#[tokio::test]
async fn trying_one_token_on_many_rooms_counts_as_guessing() {
    let server = TestServer::limited(|it| it.failed_joins_per_minute = 3).await;
    let mut eve = server.client("Eve").await;
    for number in 0..3 {
        let room = RoomCode::from_bits(number);
        let request = take(room, TOKEN, &eve.secret);
        assert_eq!(eve.refused(request).await, Refusal::NoSharedSeat);
    }
    let request = take(RoomCode::from_bits(3), TOKEN, &eve.secret);
    let refused = eve.refused(request).await;
    assert!(
        matches!(refused, Refusal::JoinsTooFast { .. }),
        "{refused:?}"
    );
    server.stop().await;
}
