//! Order of frames: answers in the order of the requests, each
//! after every event up to its own.

use protocol::{Answer, Frame, reply::Reply};
use serde_json::{Value, json};
use tests::Client;

use crate::play::common::{accept, draw_offer, offer, patient, plain, two};

/// Sends them all at once and reads on to the last answer. Every answer comes
/// in its turn, behind the events it tells of.
async fn at_once(client: &mut Client, requests: Vec<Value>) -> Vec<Answer> {
    let mut wanted = Vec::new();
    let numbers: Vec<_> = requests.iter().map(|it| it["n"].as_u64()).collect();
    client.n -= numbers.iter().flatten().count() as u64;
    for request in requests {
        wanted.push(client.send(request).await);
    }
    let mut answers = Vec::new();
    while answers.len() < wanted.len() {
        if let Frame::Reply(Reply { id, answer }) = client.frame().await {
            assert_eq!(id, wanted[answers.len()]);
            assert!(
                seq(&answer) <= client.view.seq,
                "{answer:?} before its event"
            );
            // Only accepted commands are counted.
            if let (Answer::Ok(_), Some(n)) = (&answer, numbers[answers.len()]) {
                client.n = n;
            }
            answers.push(answer);
        }
    }
    answers
}

/// The last event that an answer tells of.
fn seq(answer: &Answer) -> u64 {
    let json = json!(answer);
    let said = json.as_object().and_then(|answer| answer.values().next());
    said.and_then(|said| said["seq"].as_u64()).unwrap_or(0)
}

#[tokio::test]
async fn answers_come_in_order_and_each_behind_its_events() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    let commands = [
        ana.move_to(4),
        ana.move_to(4),
        draw_offer(),
        offer("restart"),
        plain("resign"),
        offer("rematch"),
    ];
    let mut requests: Vec<Value> = commands.map(|command| ana.numbered(command)).into();
    // Refused, and so not counted.
    for (request, n) in requests.iter_mut().zip([1, 2, 2, 3, 3, 4]) {
        request["n"] = n.into();
    }
    requests.insert(2, plain("rooms"));
    let answers = at_once(&mut ana, requests).await;
    let done = answers.iter().map(|answer| matches!(answer, Answer::Ok(_)));
    let wanted = [true, false, true, true, false, true, true];
    assert!(done.eq(wanted), "{answers:?}");
    bia.up_to(ana.view.seq).await;
    let command = bia.numbered(accept(bia.view.offers));
    at_once(&mut bia, vec![command]).await;
    assert_eq!(bia.view.running().unwrap().number, 2);
}

#[tokio::test]
async fn commands_of_both_at_once_are_decided_one_after_the_other() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    for _ in 0..20 {
        let (here, there) = (ana.numbered(draw_offer()), bia.numbered(plain("resign")));
        tokio::join!(
            at_once(&mut ana, vec![here]),
            at_once(&mut bia, vec![there])
        );
        crate::play::common::sync(&mut ana, &mut bia).await;
        let again = ana.numbered(offer("rematch"));
        let crossing = bia.numbered(offer("rematch"));
        tokio::join!(
            at_once(&mut ana, vec![again]),
            at_once(&mut bia, vec![crossing])
        );
        crate::play::common::sync(&mut ana, &mut bia).await;
        assert!(ana.view.running().is_some());
    }
}
