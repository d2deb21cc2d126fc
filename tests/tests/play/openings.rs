//! Openings over sockets: who places and chooses, against people and the server's computer. The rules
//! are tested in `referee/src/tests/opening.rs`.

use protocol::{Event, Mark, OpeningStage, Refusal, Seat};
use serde_json::{Value, json};
use tests::Client;

use crate::play::common::{patient, two};

fn choose(choice: &str, ply: u32) -> Value {
    json!({"type": "choose", "ply": ply, "choice": choice})
}

fn settings(opening: &str) -> Value {
    json!({"first": "host", "rules": {"width": 5, "height": 5, "line": 4}, "opening": opening})
}

fn stage(client: &Client) -> Option<OpeningStage> {
    client.view.running().unwrap().opening
}

#[tokio::test]
async fn two_exchange_marks_after_the_first_and_both_see_it() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, settings("pie")).await;
    assert_eq!(stage(&ana), Some(OpeningStage::Place));
    ana.play(12).await;
    bia.up_to(ana.view.seq).await;
    assert_eq!(stage(&bia), Some(OpeningStage::PlaceOrChoose));
    let refused = ana.act_refused(choose("X", 1)).await;
    assert_eq!(refused, Refusal::NotYourTurn);
    bia.act(choose("X", 1)).await;
    ana.up_to(bia.view.seq).await;
    assert_eq!(ana.view.mark_of(Seat::Host), Some(Mark::O));
    assert!(ana.my_turn() && stage(&ana).is_none());
    ana.play(6).await;
    bia.up_to(ana.view.seq).await;
    assert!(bia.my_turn());
    let marks = bia.view.game.as_ref().unwrap().moves.iter();
    let marks: Vec<Mark> = marks.map(|played| played.mark).collect();
    assert_eq!(marks, [Mark::X, Mark::O]);
}

/// The computer's next act, once its time has come.
async fn act_of_computer(server: &tests::TestServer, ana: &mut Client) -> Event {
    server.advance(server.node.limits.computer_move_ms);
    ana.until("the computer's act", |frame| match frame {
        protocol::Frame::Event(frame) => match &frame.event {
            event @ (Event::Moved { .. } | Event::Chosen { .. }) => Some(event.clone()),
            _ => None,
        },
        _ => None,
    })
    .await
}

#[tokio::test]
async fn a_computer_places_three_marks_and_leaves_the_choice() {
    let server = patient().await;
    let mut ana = server.client("Ana").await;
    let rules = json!({"width": 15, "height": 15, "line": 5});
    let asked =
        json!({"first": "guest", "rules": rules, "opening": "swap2", "computer": {"level": 4}});
    ana.create(asked).await;
    for _ in 0..3 {
        let act = act_of_computer(&server, &mut ana).await;
        assert!(matches!(act, Event::Moved { .. }), "{act:?}");
    }
    assert_eq!(stage(&ana), Some(OpeningStage::ChooseOrPlaceTwo));
    ana.act(choose("place_two", 3)).await;
    for cell in [0, 224] {
        ana.play(cell).await;
    }
    let act = act_of_computer(&server, &mut ana).await;
    assert!(
        matches!(act, Event::Chosen { opening: None, .. }),
        "{act:?}"
    );
}
