//! Questions of a node, or of the operator, to another node.

use std::time::Duration;

use cluster_nats::{Called, NatsStore};
use serde::{Deserialize, Serialize};

/// The first byte of an answer: the requested content follows, or a sentence why not.
const ANSWER_OK: u8 = b'+';
const ANSWER_REFUSED: u8 = b'-';

/// A question to the node of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeQuestion {
    /// A report of itself: answered by a [`NodeReport`](super::report::NodeReport).
    Report,
    /// To let another node decide.
    HandOver,
    /// For a copy of everything that it has: answered by an [`OfferedCopy`].
    Copy,
    /// For a piece of that copy: answered by its bytes.
    Piece {
        /// Number of the copy.
        copy: u64,
        /// Where the piece begins.
        at: u64,
    },
    /// That copy is not needed any more.
    Done {
        /// Which.
        copy: u64,
    },
}

/// A copy that a node has made for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedCopy {
    /// Its number.
    pub copy: u64,
    /// Its size.
    pub bytes: u64,
}

/// Puts an answer into the form in which it is sent.
pub fn encode(answer: Result<Vec<u8>, String>) -> Vec<u8> {
    match answer {
        Ok(mut content) => {
            content.insert(0, ANSWER_OK);
            content
        }
        Err(why) => [&[ANSWER_REFUSED], why.as_bytes()].concat(),
    }
}

/// Why a node did not do as it was asked.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// Nobody of that name is there, or it takes too long.
    #[error("node {0} does not answer")]
    Unanswered(String),
    /// Its own sentence.
    #[error("{0}")]
    Refused(String),
}

/// Asks the node of that name, and waits so long for its answer.
///
/// # Errors
/// When it refuses or does not answer.
pub async fn ask(
    store: &NatsStore,
    node: &str,
    question: NodeQuestion,
    within: Duration,
) -> Result<Vec<u8>, AskError> {
    let unanswered = || AskError::Unanswered(node.to_owned());
    let question = serde_json::to_vec(&question).map_err(|_| unanswered())?;
    let answer = store.ask(Called::Node(node), question, within).await;
    let mut answer = answer.ok_or_else(unanswered)?;
    let refused = match answer.first() {
        Some(&ANSWER_OK) => return Ok(answer.split_off(1)),
        Some(&ANSWER_REFUSED) => String::from_utf8_lossy(&answer[1..]).into_owned(),
        _ => format!("node {node} does not know the question"),
    };
    Err(AskError::Refused(refused))
}
