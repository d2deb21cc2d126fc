//! The operator's notice: everybody who is there or comes reads it, until it is withdrawn.

use protocol::{Accepted, Frame, notice::Notice};
use serde_json::json;
use tests::{Client, client::seat_two};

use super::OperatorSetup;

async fn next_notice(client: &mut Client) -> Notice {
    let notice = |frame: &Frame| match frame {
        Frame::Notice(notice) => Some(notice.clone()),
        _ => None,
    };
    client.until("a notice", notice).await
}

async fn welcomed(setup: &OperatorSetup) -> Notice {
    let mut client = Client::connect(&setup.server.url()).await;
    let hello = json!({"type": "hello", "versions": [1]});
    match client.done(hello).await {
        Accepted::Welcome(welcome) => welcome.notice,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_announcement_reaches_everybody_now_and_later() {
    let setup = OperatorSetup::open(&["--journal", "memory"]).await;
    let (mut ana, mut bia) = (
        setup.server.client("Ana").await,
        setup.server.client("Bia").await,
    );
    assert_eq!(welcomed(&setup).await, Notice::default());
    seat_two(&mut ana, &mut bia, json!({})).await;
    let mut eve = setup.server.client("").await;
    let said = setup
        .done(&["announce", "Back at\n nine\u{1b}[2J", "--for", "2h"])
        .await;
    assert!(said.contains("Back at nine?[2J"), "{said}");
    for client in [&mut ana, &mut bia, &mut eve] {
        let notice = next_notice(client).await;
        assert_eq!(notice.text.as_deref(), Some("Back at nine?[2J"));
        let held_ms = notice.until_ms.unwrap() - notice.at_ms.unwrap();
        assert_eq!((held_ms, notice.closing), (7_200_000, false));
    }
    assert!(welcomed(&setup).await.text.is_some());
    assert!(setup.done(&["announce"]).await.contains("Back at nine"));
    setup.done(&["announce", "--stop"]).await;
    assert_eq!(next_notice(&mut eve).await, Notice::default());
    assert_eq!(welcomed(&setup).await, Notice::default());
}

#[tokio::test]
async fn an_announcement_ends_by_itself() {
    let setup = OperatorSetup::open(&["--journal", "memory"]).await;
    let mut ana = setup.server.client("Ana").await;
    setup.done(&["announce", "Hello", "--for", "1s"]).await;
    assert!(next_notice(&mut ana).await.text.is_some());
    assert_eq!(next_notice(&mut ana).await, Notice::default());
}

#[tokio::test]
async fn a_message_is_one_line_of_bounded_length() {
    let setup = OperatorSetup::open(&["--journal", "memory"]).await;
    for wrong in ["", " ", &"x".repeat(201)] {
        let why = setup.refused(&["announce", wrong]).await;
        assert!(why.contains("1 to 200 characters"), "{why}");
    }
}
