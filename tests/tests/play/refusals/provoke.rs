//! For each refusal the shortest way to it.

use std::sync::Arc;

use config::{JournalKind, ServerOptions};
use protocol::{Answer, Command, Frame, Refusal, Secret, Settings, request::SeatRequest};
use referee::Newcomer;
use rooms::handle::ConnectionHandle;
use serde_json::{Value, json};
use tests::{Client, TestServer, client::play_out};

use crate::play::common::{
    accept, claim, decline, draw_offer, lost, offer, patient, patient_limits, plain, subscription,
    sync, takeback, two,
};

/// Ana and Bia, in whose game these cells have been played; Ana plays X.
async fn table(cells: &[u16]) -> (TestServer, Client, Client) {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, cells).await;
    (server, ana, bia)
}

async fn alone() -> (TestServer, Client) {
    let server = patient().await;
    let ana = server.client("Ana").await;
    (server, ana)
}

async fn ask(request: Value) -> Refusal {
    let (_server, mut ana) = alone().await;
    ana.refused(request).await
}

/// The host's refusal after these cells.
async fn host(cells: &[u16], command: Value) -> Refusal {
    let (_server, mut ana, _bia) = table(cells).await;
    ana.act_refused(command).await
}

/// The guest's refusal after these cells.
async fn guest(cells: &[u16], command: Value) -> Refusal {
    let (_server, _ana, mut bia) = table(cells).await;
    bia.act_refused(command).await
}

fn secret() -> Value {
    json!(Secret::draw().unwrap().reveal())
}

fn create() -> Value {
    json!({"type": "create_room", "secret": secret()})
}

fn join(room: &Value) -> Value {
    json!({"type": "join_room", "room": room, "secret": secret()})
}

fn hello(version: u32) -> Value {
    json!({"type": "hello", "versions": [version]})
}

pub async fn what_is_no_request_is_a_bad_message() -> Refusal {
    let (_server, mut ana) = alone().await;
    ana.send_text("anybody there?").await;
    ana.until("an error", |frame| match frame {
        Frame::Error(why) => Some(why.clone()),
        _ => None,
    })
    .await
}

pub async fn a_type_that_is_not_there() -> Refusal {
    ask(plain("teleport")).await
}

pub async fn a_field_that_is_not_there() -> Refusal {
    ask(json!({"type": "cancel", "please": true})).await
}

pub async fn a_value_that_cannot_be() -> Refusal {
    ask(json!({"type": "join_room", "room": "0O1I", "secret": secret()})).await
}

pub async fn anything_before_hello() -> Refusal {
    let server = patient().await;
    let mut ana = Client::connect(&server.url()).await;
    ana.refused(plain("rooms")).await
}

pub async fn hello_twice() -> Refusal {
    ask(hello(1)).await
}

pub async fn no_version_in_common() -> Refusal {
    let server = patient().await;
    let mut ana = Client::connect(&server.url()).await;
    ana.refused(hello(99)).await
}

pub async fn more_requests_than_allowed() -> Refusal {
    let limits = protocol::Limits {
        commands_burst: 2,
        commands_per_s: 1,
        ..patient_limits()
    };
    let server = TestServer::with_limits(limits).await;
    let mut ana = server.client("Ana").await;
    ana.done(plain("rooms")).await;
    ana.refused(plain("rooms")).await
}

pub async fn a_name_that_nobody_can_have() -> Refusal {
    ask(json!({"type": "set_name", "name": "\u{1b}[2J"})).await
}

pub async fn a_new_name_during_a_game() -> Refusal {
    let (_server, mut ana, _bia) = table(&[]).await;
    ana.refused(json!({"type": "set_name", "name": "Anna"}))
        .await
}

pub async fn a_code_that_leads_nowhere() -> Refusal {
    ask(join(&json!("K7QX-4MTR"))).await
}

pub async fn a_third_player() -> Refusal {
    let (server, ana, _bia) = table(&[]).await;
    let mut cai = server.client("Cai").await;
    let refused = cai.refused(join(&json!(ana.room))).await;
    assert_eq!(refused, Refusal::RoomFull { may_watch: true });
    refused
}

pub async fn one_spectator_too_many() -> Refusal {
    let limits = protocol::Limits {
        spectators: 1,
        ..patient_limits()
    };
    let server = TestServer::with_limits(limits).await;
    let (mut ana, mut eve) = (server.client("Ana").await, server.client("Eve").await);
    let room = ana.create(json!({})).await;
    eve.watch(room).await;
    let mut leo = server.client("Leo").await;
    leo.refused(json!({"type": "watch_room", "room": room}))
        .await
}

pub async fn a_second_room() -> Refusal {
    let (_server, mut ana, _bia) = table(&[]).await;
    ana.refused(create()).await
}

pub async fn a_command_without_a_room() -> Refusal {
    let (_server, mut ana) = alone().await;
    ana.act_refused(plain("resign")).await
}

pub async fn a_command_of_a_spectator() -> Refusal {
    let (server, ana, _bia) = table(&[]).await;
    let mut eve = server.client("Eve").await;
    eve.watch(ana.room.unwrap()).await;
    eve.act_refused(plain("resign")).await
}

pub async fn one_room_too_many() -> Refusal {
    let limits = protocol::Limits {
        rooms: 1,
        ..patient_limits()
    };
    let server = TestServer::with_limits(limits).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    ana.create(json!({})).await;
    bia.refused(create()).await
}

pub async fn rooms_one_after_the_other() -> Refusal {
    let limits = protocol::Limits {
        rooms_per_minute: 1,
        ..patient_limits()
    };
    let server = TestServer::with_limits(limits).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    ana.create(json!({})).await;
    let refused = bia.refused(create()).await;
    let Refusal::RoomsTooFast { retry_in_ms } = refused else {
        return refused;
    };
    server.advance(retry_in_ms);
    bia.create(json!({})).await;
    refused
}

pub async fn guessing_codes() -> Refusal {
    let limits = protocol::Limits {
        failed_joins_per_minute: 3,
        ..patient_limits()
    };
    let server = TestServer::with_limits(limits).await;
    let mut ana = server.client("Ana").await;
    for n in 0..3 {
        let code = protocol::RoomCode::from_bits(n);
        let refused = ana.refused(join(&json!(code))).await;
        assert_eq!(refused, Refusal::NoSuchRoom);
    }
    ana.refused(join(&json!("K7QX-4MTR"))).await
}

pub async fn cancelling_nothing() -> Refusal {
    ask(plain("cancel")).await
}

pub async fn playing_somebody_who_is_not_there() -> Refusal {
    ask(json!({"type": "play", "ticket": "2222222222222", "key": "the key 1", "secret": secret()}))
        .await
}

pub async fn a_command_skipped() -> Refusal {
    let (_server, mut ana, _bia) = table(&[]).await;
    ana.n += 1;
    ana.act_refused(plain("resign")).await
}

pub async fn resigning_what_is_over() -> Refusal {
    host(&[4, 0, 2, 1, 6], plain("resign")).await
}

pub async fn a_rematch_during_the_game() -> Refusal {
    host(&[], offer("rematch")).await
}

pub async fn a_move_of_another_ply() -> Refusal {
    let old = json!({"type": "move", "game": 1, "ply": 0, "cell": 5});
    let refused = host(&[4, 0], old).await;
    assert_eq!(refused, Refusal::Stale { game: 1, ply: 2 });
    refused
}

pub async fn a_move_out_of_turn() -> Refusal {
    let early = json!({"type": "move", "game": 1, "ply": 0, "cell": 5});
    guest(&[], early).await
}

pub async fn a_cell_beside_the_board() -> Refusal {
    let beside = json!({"type": "move", "game": 1, "ply": 0, "cell": 9});
    let refused = host(&[], beside).await;
    assert_eq!(refused, Refusal::CellOutside { cell: 9, cells: 9 });
    refused
}

pub async fn a_cell_with_a_mark() -> Refusal {
    let taken = json!({"type": "move", "game": 1, "ply": 1, "cell": 4});
    let refused = guest(&[4], taken).await;
    assert_eq!(refused, Refusal::CellTaken { cell: 4 });
    refused
}

pub async fn an_abort_after_both_have_moved() -> Refusal {
    host(&[4, 0], plain("abort")).await
}

pub async fn a_win_against_somebody_who_is_there() -> Refusal {
    guest(&[4, 0], claim("win")).await
}

/// Bia's link is lost for `ms` after these cells; Ana claims.
async fn against_absence(cells: &[u16], ms: u64) -> Refusal {
    let (server, mut ana, bia) = table(cells).await;
    lost(&server, bia, &mut ana).await;
    server.advance(ms);
    ana.act_refused(claim("win")).await
}

pub async fn a_claim_within_the_grace() -> Refusal {
    against_absence(&[4, 0, 8], 36_999).await
}

pub async fn a_claim_instead_of_a_move() -> Refusal {
    against_absence(&[4, 0], 40_000).await
}

pub async fn a_draw_while_somebody_can_win() -> Refusal {
    host(&[], claim("draw")).await
}

pub async fn a_rematch_with_nobody() -> Refusal {
    let (_server, mut ana) = alone().await;
    ana.create(json!({})).await;
    ana.act_refused(offer("rematch")).await
}

pub async fn an_offer_beside_another() -> Refusal {
    let (_server, mut ana, mut bia) = table(&[4]).await;
    ana.act(draw_offer()).await;
    bia.act_refused(takeback(0)).await
}

pub async fn an_answer_to_nothing() -> Refusal {
    host(&[], accept(1)).await
}

pub async fn an_answer_to_oneself() -> Refusal {
    let (_server, mut ana, _bia) = table(&[]).await;
    ana.act(draw_offer()).await;
    ana.act_refused(accept(1)).await
}

pub async fn an_offer_again_at_once() -> Refusal {
    let (_server, mut ana, mut bia) = table(&[]).await;
    ana.act(draw_offer()).await;
    bia.act(decline(1)).await;
    sync(&mut ana, &mut bia).await;
    ana.act_refused(draw_offer()).await
}

pub async fn a_takeback_of_nothing() -> Refusal {
    host(&[], takeback(0)).await
}

pub async fn a_guest_who_removes() -> Refusal {
    guest(&[], plain("remove_guest")).await
}

pub async fn a_removal_too_late() -> Refusal {
    host(&[4, 0], plain("remove_guest")).await
}

/// The connection itself is notified at once and then is in no room; only what it
/// holds of the room can still be asked.
pub async fn a_command_of_the_older_connection() -> Refusal {
    let server = patient().await;
    let rooms = &server.service.rooms;
    let host = Newcomer {
        name: None,
        bot: false,
        hash: Secret::draw().unwrap().hash(),
    };
    let [older, newer] = [1, 2].map(|id| Arc::new(ConnectionHandle::new(id, server.now_ms())));
    let created = rooms.create(Settings::default(), None, &host, &older).await;
    let created = created.expect("a room");
    let (created_code, older) = (created.code, created.membership);
    let newer = rooms.resume(&host.hash, &newer).await;
    assert!(newer.is_ok());
    let leave = SeatRequest {
        room: created_code,
        n: 1,
        command: Command::Leave,
    };
    match older.command(&leave, server.now_ms()).await {
        Answer::Error(refused) => refused.why,
        Answer::Ok(done) => panic!("done: {done:?}"),
    }
}

pub async fn one_computer_too_many() -> Refusal {
    let limits = protocol::Limits {
        computers: 0,
        ..patient_limits()
    };
    let server = TestServer::with_limits(limits).await;
    let mut ana = server.client("Ana").await;
    let mut request = create();
    request["computer"] = json!({"level": 1});
    ana.refused(request).await
}

pub async fn notifications_of_a_game_that_is_played_at_once() -> Refusal {
    let (_server, mut ana, _bia) = table(&[]).await;
    let request = json!({"type": "subscribe", "subscription": subscription()});
    ana.refused(request).await
}

pub async fn a_token_that_nobody_shares() -> Refusal {
    let (_server, ana, mut bia) = table(&[]).await;
    let request =
        json!({"type": "take_seat", "room": ana.room, "token": secret(), "secret": secret()});
    bia.refused(request).await
}

pub async fn a_fifth_device() -> Refusal {
    let (server, mut ana, _bia) = table(&[]).await;
    for _ in 1..4 {
        let token = secret();
        ana.done(json!({"type": "share_seat", "token": token}))
            .await;
        let (room, mut device) = (ana.room, server.client("").await);
        let secret = device.secret.reveal().to_owned();
        device
            .done(json!({"type": "take_seat", "room": room, "token": token, "secret": secret}))
            .await;
        device.snapshot().await;
        (device.room, device.seat) = (ana.room, ana.seat);
        ana = device;
    }
    ana.refused(json!({"type": "share_seat", "token": secret()}))
        .await
}

pub async fn a_webhook_where_none_is_called() -> Refusal {
    let options = ServerOptions {
        journal: JournalKind::Memory,
        limits: patient_limits(),
        no_webhooks: true,
        ..ServerOptions::default()
    };
    let server = TestServer::start(options).await;
    let (mut ana, _bia) = two(&server, json!({})).await;
    let webhook = json!({"url": "https://chat.example/x", "key": secret()});
    ana.refused(json!({"type": "set_webhook", "webhook": webhook}))
        .await
}

pub async fn a_hint_against_a_person() -> Refusal {
    let (_server, mut ana, _bia) = table(&[]).await;
    ana.refused(plain("hint")).await
}
