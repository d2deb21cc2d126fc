//! Notifications of a turn: each turn of a game over days finds its player, whoever is connected, and whatever happens to the
//! server in between.

use std::time::Duration;

use serde_json::{Value, json};
use tests::{
    Client, Process,
    client::{SeatCredentials, seat_two},
    process::operate,
};
use tokio::time::timeout;

use crate::kept::receiver::{Host, PushService, leave, moves};

const HOUR_MS: u64 = 3_600_000;
const DAY_MS: u64 = 24 * HOUR_MS;
/// Time from the beginning of a turn to its notification.
const AFTER_MS: u64 = 30_000;

/// Ana, who begins, and Bia: both have subscribed, and gone.
async fn two_who_subscribed(server: &Process, service: &PushService) -> [SeatCredentials; 2] {
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let settings = json!({"first": "host", "clock": {"type": "correspondence", "move_days": 3}});
    seat_two(&mut ana, &mut bia, settings).await;
    let mut absent = Vec::new();
    for (client, name) in [(ana, "ana"), (bia, "bia")] {
        absent.push(subscribed(client, &service.subscriptions[name]).await);
    }
    absent.try_into().ok().unwrap()
}

async fn subscribed(mut client: Client, subscription: &Value) -> SeatCredentials {
    let request = json!({"type": "subscribe", "subscription": subscription});
    client.done(request).await;
    leave(client).await
}

#[tokio::test]
async fn each_turn_of_a_game_over_ten_days_finds_its_player() {
    let mut host = Host::new();
    let mut service = PushService::start(host.folder.path()).await;
    let mut server = host.start("data").await;
    let [ana, bia] = two_who_subscribed(&server, &service).await;
    host.advance(&mut server, AFTER_MS).await;
    let notification = service.notification("ana").await;
    let origin = service.subscriptions["ana"]["endpoint"].as_str().unwrap();
    let origin = origin.strip_suffix("/ana").unwrap();
    assert_eq!(
        notification["payload"],
        json!({"room": ana.room, "opponent": {"name": "Bia"}})
    );
    assert_eq!(notification["claims"]["aud"], origin);
    assert_eq!(notification["claims"]["sub"], "mailto:ana@oxo.example");
    assert_eq!(notification["ttl"], (3 * DAY_MS - AFTER_MS) / 1_000);
    assert_eq!(
        (&notification["encoding"], &notification["urgency"]),
        (&json!("aes128gcm"), &json!("normal"))
    );

    // Two days for each move, and the server is another one after the second and the third.
    let players = [(&ana, "ana"), (&bia, "bia")];
    for (number, cell) in [4, 0, 2, 6, 8].into_iter().enumerate() {
        let (mover, _) = players[number % 2];
        let (_, next) = players[(number + 1) % 2];
        host.advance(&mut server, 2 * DAY_MS).await;
        moves(mover, &server, cell).await;
        if number == 1 || number == 2 {
            server.terminate().await;
            server = host.start("data").await;
        }
        host.advance(&mut server, AFTER_MS).await;
        let mut notification = service.next().await;
        // The backup may be older than the note that Bia has been notified.
        if number == 3 && notification["to"] != next {
            notification = service.next().await;
        }
        assert_eq!(notification["to"], next, "{notification}");
        assert_eq!(notification["payload"]["room"], json!(ana.room));
        if number == 2 {
            server = restored(&host, server).await;
        }
    }
    server.terminate().await;
}

/// The server on a backup that was taken of it.
async fn restored(host: &Host, server: Process) -> Process {
    let file = host.folder.path().join("monday.db");
    let data = host.folder.path().join("data");
    let taken = operate(&data, &["backup", file.to_str().unwrap()]).await;
    assert_eq!(taken.0, Some(0), "{taken:?}");
    server.terminate().await;
    let put_back = operate(
        &host.folder.path().join("other"),
        &["restore", file.to_str().unwrap()],
    )
    .await;
    assert_eq!(put_back.0, Some(0), "{put_back:?}");
    host.start("other").await
}

/// Moves the clock on in small steps until the push service has got something. How far. Each step leaves time to one that is on
/// its way, which a busy machine takes.
async fn until_notified(host: &mut Host, server: &mut Process, service: &mut PushService) -> u64 {
    let begun_ms = host.now_ms;
    for _ in 0..30_000 {
        let line = timeout(Duration::from_millis(2), service.lines.next_line()).await;
        if let Ok(line) = line {
            let line = line.unwrap().expect("a line");
            assert!(line.contains(r#""to":"ana""#), "{line}");
            return host.now_ms - begun_ms;
        }
        host.advance(server, 500).await;
    }
    panic!("no notification");
}

#[tokio::test]
async fn a_push_service_that_is_down_is_asked_ever_less_often_and_holds_nobody_else_up() {
    let mut host = Host::new();
    let mut service = PushService::start(host.folder.path()).await;
    let mut server = host.start("data").await;
    let [ana, _bia] = two_who_subscribed(&server, &service).await;
    service.answer("ana", 503).await;
    host.advance(&mut server, AFTER_MS).await;
    service.notification("ana").await;
    for least_ms in [60_000, 120_000, 240_000] {
        // Whoever looks meanwhile has the room read again, and that changes nothing.
        let seats = json!({"type": "seats", "secrets": [ana.secret]});
        let mut looker = server.client("").await;
        looker.done(seats).await;
        let waited_ms = until_notified(&mut host, &mut server, &mut service).await;
        assert!(waited_ms >= least_ms - 1_000, "{waited_ms} of {least_ms}");
    }
    moves(&ana, &server, 4).await;
    host.advance(&mut server, AFTER_MS).await;
    service.notification("bia").await;
    server.terminate().await;
}

#[tokio::test]
async fn a_second_notification_comes_when_a_quarter_of_the_time_is_left_and_no_third() {
    let mut host = Host::new();
    let mut service = PushService::start(host.folder.path()).await;
    let mut server = host.start("data").await;
    let [ana, _bia] = two_who_subscribed(&server, &service).await;
    host.advance(&mut server, AFTER_MS).await;
    let first = service.notification("ana").await;
    assert_eq!(first["payload"].get("reminder"), None);
    host.advance(&mut server, 3 * DAY_MS / 4 * 3 - AFTER_MS)
        .await;
    let second = service.notification("ana").await;
    assert_eq!(second["payload"]["reminder"], true);
    assert_eq!(
        (&second["urgency"], &second["topic"]),
        (&json!("high"), &first["topic"])
    );
    // The next that comes is the other's.
    host.advance(&mut server, HOUR_MS).await;
    moves(&ana, &server, 4).await;
    host.advance(&mut server, AFTER_MS).await;
    service.notification("bia").await;
    server.terminate().await;
}

#[tokio::test]
async fn a_notification_that_could_not_be_handed_over_comes_later_and_none_to_a_device_that_is_gone()
 {
    let mut host = Host::new();
    let mut service = PushService::start(host.folder.path()).await;
    let mut server = host.start("data").await;
    let [ana, bia] = two_who_subscribed(&server, &service).await;
    service.answer("ana", 503).await;
    host.advance(&mut server, AFTER_MS).await;
    service.notification("ana").await;
    // A restart in between makes it neither lost nor double.
    server.terminate().await;
    service.answer("ana", 410).await;
    server = host.start("data").await;
    service.notification("ana").await;
    moves(&ana, &server, 4).await;
    host.advance(&mut server, AFTER_MS).await;
    service.notification("bia").await;
    moves(&bia, &server, 0).await;
    // Nothing more for Ana, whose device is gone; Bia's next is the next that comes.
    host.advance(&mut server, DAY_MS).await;
    moves(&ana, &server, 8).await;
    host.advance(&mut server, AFTER_MS).await;
    service.notification("bia").await;
    server.terminate().await;
}
