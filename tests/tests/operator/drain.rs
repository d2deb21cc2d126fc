//! A draining server, which opens nothing new, lets games end, and ends with the last.

use protocol::{
    Frame, Refusal,
    frame::{Reason, Unqueued},
};
use serde_json::json;
use tests::{
    Client,
    client::{play_out, seat_two},
    soon,
};

use super::OperatorSetup;

fn closing(frame: &Frame) -> Option<bool> {
    match frame {
        Frame::Notice(notice) => Some(notice.closing),
        _ => None,
    }
}

async fn refuses_what_is_new(client: &mut Client) {
    let secret = protocol::Secret::draw().unwrap();
    for request in [
        json!({"type": "create_room", "secret": secret}),
        json!({"type": "quick_match", "secret": secret, "key": "keykeykey"}),
        json!({"type": "exhibit", "computers": {"host": {"level": 3}, "guest": {"level": 3}}}),
    ] {
        let why = client.refused(request.clone()).await;
        assert_eq!(why, Refusal::ShuttingDown, "{request}");
    }
}

#[tokio::test]
async fn a_draining_server_ends_with_its_last_room() {
    let setup = OperatorSetup::open(&[]).await;
    let (mut ana, mut bia) = (
        setup.server.client("Ana").await,
        setup.server.client("Bia").await,
    );
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    let mut cai = setup.server.client("Cai").await;
    cai.quick_match("keykeykey", json!({})).await;
    let said = setup.done(&["drain"]).await;
    assert!(said.contains("Rooms left: 1"), "{said}");
    let unqueued = cai.until("the end of waiting", |frame| match frame {
        Frame::Unqueued { reason } => Some(*reason),
        _ => None,
    });
    assert_eq!(unqueued.await, Unqueued::ShuttingDown);
    refuses_what_is_new(&mut cai).await;
    assert!(ana.until("a notice", closing).await);
    // Running games go on, also for players who come back.
    let secret = bia.secret.clone();
    let mut bia = setup.server.client("Bia").await;
    bia.return_to(room, &secret).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    for player in [&mut ana, &mut bia] {
        player.act(json!({"type": "leave"})).await;
    }
    assert_eq!(cai.bye().await.0.reason, Reason::Restarting);
    let ended = soon("the server's end", setup.server.ended()).await;
    assert!(ended.status.success(), "{}", ended.words);
}

#[tokio::test]
async fn a_drain_can_be_taken_back() {
    let setup = OperatorSetup::open(&["--journal", "memory"]).await;
    let mut ana = setup.server.client("Ana").await;
    ana.create(json!({})).await;
    assert!(
        setup
            .refused(&["drain", "--stop"])
            .await
            .contains("not draining")
    );
    setup.done(&["drain", "--at-most", "1h"]).await;
    assert!(ana.until("a notice", closing).await);
    setup.done(&["drain", "--stop"]).await;
    assert!(!ana.until("a notice", closing).await);
    setup.server.client("Bia").await.create(json!({})).await;
}

#[tokio::test]
async fn a_drain_lasts_no_longer_than_it_may() {
    let setup = OperatorSetup::open(&["--journal", "memory"]).await;
    let mut ana = setup.server.client("Ana").await;
    ana.create(json!({})).await;
    setup.done(&["drain", "--at-most", "1s"]).await;
    assert_eq!(ana.bye().await.0.reason, Reason::Restarting);
    let ended = soon("the server's end", setup.server.ended()).await;
    assert!(ended.status.success(), "{}", ended.words);
}
