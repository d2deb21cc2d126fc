//! Following the log: the records that the stream has stored, as it republishes them.

use async_nats::{Message, Subscriber};
use cluster::{LogRecord, LogSeq};
use futures::StreamExt;
use tokio::sync::watch;

use crate::{
    connect::{SubscribeError, subscribe},
    names,
    record::decode,
    store::NatsStore,
};

/// Item of a follower's stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Followed {
    /// Records may have been missed: the subscription is new, overflowed or reconnected. Read the log.
    Missed,
    /// The store has taken a record.
    Record(LogSeq, LogRecord<Vec<u8>>),
}

/// The republished records. Dropping it ends the subscription.
pub struct Follower {
    messages: Subscriber,
    missed: watch::Receiver<u64>,
}

impl NatsStore {
    /// Follows the log.
    ///
    /// # Errors
    /// When the connection is closed for good.
    pub async fn follow(&self) -> Result<Follower, SubscribeError> {
        let mut missed = self.missed.clone();
        let messages = subscribe(&self.client, names::republished(&self.cluster)).await?;
        // What was republished before is missed.
        missed.mark_changed();
        Ok(Follower { messages, missed })
    }
}

impl Follower {
    /// The next item; the first says that records may have been missed. `None` when the connection is closed for good.
    /// Nothing is lost if it is dropped while it waits.
    pub async fn next(&mut self) -> Option<Followed> {
        tokio::select! {
            biased;
            changed = self.missed.changed() => changed.ok().map(|()| Followed::Missed),
            message = self.messages.next() => Some(read(&message?).unwrap_or(Followed::Missed)),
        }
    }
}

/// A record that cannot be read counts as missed; reading the log shows whether it is in there.
fn read(message: &Message) -> Option<Followed> {
    let headers = message.headers.as_ref()?;
    let seq = headers.get("Nats-Sequence")?.as_str().parse().ok()?;
    match decode(headers, &message.payload) {
        Ok(record) => Some(Followed::Record(LogSeq(seq), record)),
        Err(error) => {
            tracing::warn!("{}: {error}", message.subject);
            None
        }
    }
}
