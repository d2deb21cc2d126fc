//! Following a room: the records that the stream has stored, as it republishes them.

use async_nats::{Message, Subscriber};
use cluster::{LogRecord, LogSeq, RoomKey};
use futures::StreamExt;
use tokio::sync::watch;

use crate::{
    connect::{SubscribeError, subscribe},
    record::decode,
    store::NatsStore,
    subject,
};

/// Item of a follower's stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Followed {
    /// Records may have been missed: the subscription is new, overflowed or reconnected. Read the log.
    Missed(RoomKey),
    /// The store has taken a record.
    Record(RoomKey, LogSeq, LogRecord<Vec<u8>>),
}

/// One room's republished records. Dropping it ends the subscription.
pub struct Follower {
    room: RoomKey,
    messages: Subscriber,
    missed: watch::Receiver<u64>,
}

impl NatsStore {
    /// Follows a room. A subscription a room, so that a node hears only of those that it serves.
    pub async fn follow(&self, room: RoomKey) -> Result<Follower, SubscribeError> {
        let mut missed = self.missed.clone();
        let messages = subscribe(&self.client, subject::republished(room)).await?;
        // What was republished before is missed.
        missed.mark_changed();
        Ok(Follower {
            room,
            messages,
            missed,
        })
    }
}

impl Follower {
    /// The next item; the first says that records may have been missed. `None` when the connection is closed for good.
    /// Nothing is lost if it is dropped while it waits.
    pub async fn next(&mut self) -> Option<Followed> {
        let missed = Followed::Missed(self.room);
        tokio::select! {
            biased;
            changed = self.missed.changed() => changed.ok().map(|()| missed),
            message = self.messages.next() => Some(self.read(&message?).unwrap_or(missed)),
        }
    }

    /// A record that cannot be read counts as missed; reading the log shows whether it is in there.
    fn read(&self, message: &Message) -> Option<Followed> {
        let headers = message.headers.as_ref()?;
        let seq = headers.get("Nats-Sequence")?.as_str().parse().ok()?;
        match decode(headers, &message.payload) {
            Ok(record) => Some(Followed::Record(self.room, LogSeq(seq), record)),
            Err(error) => {
                tracing::warn!("{}: {error}", message.subject);
                None
            }
        }
    }
}
