//! Asking who writes a room, and answering.

use std::time::Duration;

use async_nats::{Client, Message, StatusCode};
use bytes::Bytes;
use cluster::{NodeId, RoomKey, Term, WriterClaim};
use futures::StreamExt;
use tokio::time::{Instant, timeout_at};

use crate::{
    connect::{SubscribeError, subscribe},
    subject,
};

/// A node that is stopped stays subscribed for seconds.
const ASK_TIMEOUT: Duration = Duration::from_secs(1);

/// After the first answer: another node may know of a later term.
const OTHERS: Duration = Duration::from_millis(20);

/// The highest claim among those that come in time.
pub(crate) async fn claims(client: &Client, room: RoomKey) -> Option<WriterClaim> {
    let mut until = Instant::now() + ASK_TIMEOUT;
    let inbox = client.new_inbox();
    let asked = async {
        let answers = subscribe(client, inbox.clone()).await.ok()?;
        let (subject, empty) = (subject::ask(room), Bytes::new());
        let sent = client.publish_with_reply(subject, inbox, empty);
        sent.await.ok()?;
        Some(answers)
    };
    // A connection that is gone keeps what is sent until its buffer is full.
    let mut answers = timeout_at(until, asked).await.ok()??;
    let mut highest: Option<WriterClaim> = None;
    while let Ok(Some(answer)) = timeout_at(until, answers.next()).await {
        if answer.status == Some(StatusCode::NO_RESPONDERS) {
            break;
        }
        let claim = parse(&answer.payload);
        highest = claim
            .into_iter()
            .chain(highest)
            .max_by_key(|claim| claim.term);
        until = until.min(Instant::now() + OTHERS);
    }
    highest
}

/// Answers nodes that ask for a room's writer.
pub(crate) async fn answer(
    client: &Client,
    room: RoomKey,
    claim: impl Fn() -> Option<WriterClaim> + Send,
) -> Result<(), SubscribeError> {
    let mut questions = subscribe(client, subject::ask(room)).await?;
    while let Some(Message { reply, .. }) = questions.next().await {
        let Some(reply) = reply else { continue };
        // Also "not me": it ends the waiting.
        let claim = claim().map(render).unwrap_or_default();
        // Who asks tries again.
        let _ = client.publish(reply, claim.into()).await;
    }
    Ok(())
}

fn render(claim: WriterClaim) -> String {
    format!("{} {}", claim.node.0, claim.term.0)
}

fn parse(payload: &[u8]) -> Option<WriterClaim> {
    let (node, term) = std::str::from_utf8(payload).ok()?.split_once(' ')?;
    Some(WriterClaim {
        node: NodeId(node.parse().ok()?),
        term: Term(term.parse().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_read_as_it_was_written_and_nothing_else_is_one() {
        let claim = WriterClaim {
            node: NodeId(7),
            term: Term(u64::MAX),
        };
        assert_eq!(parse(render(claim).as_bytes()), Some(claim));
        for other in [
            "",
            "7",
            "7 ",
            " 7",
            "x 7",
            "7 7 7",
            "4294967296 1",
            "\u{ff}",
        ] {
            assert_eq!(parse(other.as_bytes()), None, "{other:?}");
        }
    }
}
