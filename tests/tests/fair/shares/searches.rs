//! Reviews, which take of the processor what nobody knows beforehand.

use std::net::IpAddr;

use admission::AddressGroup;
use futures::future::join_all;
use protocol::{Accepted, Answer, Limits, Refusal};
use serde_json::{Value, json};
use tests::{TestServer, client::lineless_moves};

use super::{GREEDY, NEWCOMER, row};

/// Answer to a client whose search had no turn in time, whatever it has spent.
const BUSY_MS: u64 = 5_000;

/// A game of 120 moves that nobody wins.
fn long_game() -> Value {
    let moves: Vec<u16> = lineless_moves().take(120).collect();
    json!({"type": "review", "rules": {"width": 19, "height": 19, "line": 5}, "moves": moves})
}

/// After how long a review that was refused may be asked for again; nothing of one that was made.
fn refusal(answer: &Answer) -> Option<u64> {
    match answer {
        Answer::Ok(Accepted::Review(_)) => None,
        Answer::Error(refused) => match refused.why {
            Refusal::TooFast { retry_in_ms } => Some(retry_in_ms),
            _ => panic!("{refused:?}"),
        },
        Answer::Ok(_) => panic!("{answer:?}"),
    }
}

#[tokio::test]
async fn reviews_of_thirty_connections_are_paid_by_their_address() {
    let row = row("reviews");
    // Connections and requests take a tenth of this, and a few reviews half of it, wherever they run.
    let server = TestServer::with_limits(Limits {
        work_us_per_s: 1_000,
        work_burst_us: 200_000,
        ..Limits::default()
    })
    .await;
    let mut strangers = Vec::new();
    for _ in 0..30 {
        strangers.push(server.client_from(GREEDY, "").await);
    }
    let greedy = AddressGroup::from(IpAddr::from(GREEDY));
    let may_search = || {
        let share = server.node.budgets.search_share(greedy, server.now_ms());
        share.is_ok()
    };
    // All at once; again where the machine was too busy to begin with any in time.
    let mut reviews = 0;
    while may_search() {
        let asked = strangers.iter_mut().map(|it| it.ask(long_game()));
        let answers = join_all(asked).await;
        let refusals = answers.iter().filter_map(refusal);
        reviews += answers.len() - refusals.count();
        assert!(
            reviews < strangers.len(),
            "{}: {reviews} were made",
            row.name
        );
    }
    for stranger in &mut strangers {
        let answer = stranger.ask(long_game()).await;
        assert!(refusal(&answer).is_some(), "{}: {answer:?}", row.name);
    }
    // Another address is not asked to wait for a budget. On a busy machine it may have no turn in time.
    let mut other = server.client_from(NEWCOMER, "").await;
    let answer = other.ask(long_game()).await;
    let is_let_in = matches!(refusal(&answer), None | Some(BUSY_MS));
    assert!(is_let_in, "{}: a newcomer: {answer:?}", row.name);
    server.stop().await;
}
