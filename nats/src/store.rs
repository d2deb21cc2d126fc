//! The store: conditional appends, and reads from the leader.

use std::time::Duration;

use async_nats::{
    Client,
    jetstream::{
        Context, ContextBuilder,
        message::PublishMessage,
        stream::{RawMessageError, RawMessageErrorKind},
    },
};
use cluster::{LogRecord, LogSeq, LogSlice, LogStore};
use futures::future::{BoxFuture, FutureExt};
use tokio::{sync::watch, time::timeout};

use crate::{
    connect::{ConnectOptions, connect},
    names,
    record::{DecodeError, decode, encode},
    refusal::StartRefusal,
};

/// An election of NATS takes 4 to 9 s; the record is sent again after that.
const APPEND_TIMEOUT: Duration = Duration::from_secs(5);

/// With the wait before the next, a follower that missed something stays below 3 s.
const READ_TIMEOUT: Duration = Duration::from_secs(1);

/// The most that is read at once.
const READ_RECORDS: usize = 256;
const READ_BYTES: usize = 4 << 20;

/// The log on NATS, as one node reaches it.
pub struct NatsStore {
    pub(crate) client: Client,
    pub(crate) jetstream: Context,
    /// The cluster's name, which its stream and its subjects have.
    pub(crate) cluster: String,
    pub(crate) missed: watch::Receiver<u64>,
}

impl NatsStore {
    /// Connects to one of the servers, and from then on to another whenever that one is gone.
    ///
    /// # Errors
    /// When none of them answers, or lets this node in.
    pub async fn connect(
        options: ConnectOptions,
        cluster: String,
    ) -> Result<NatsStore, StartRefusal> {
        let (client, missed) = connect(options).await?;
        let jetstream = ContextBuilder::new()
            .timeout(APPEND_TIMEOUT)
            .ack_timeout(APPEND_TIMEOUT)
            .build(client.clone());
        Ok(NatsStore {
            client,
            jetstream,
            cluster,
            missed,
        })
    }

    async fn try_append(&self, record: LogRecord<Vec<u8>>) -> Result<LogSeq, AppendError> {
        let (stream, previous) = (names::name(&self.cluster), record.previous);
        let (headers, payload) = encode(record);
        // The stream's own number, which a purge of its beginning leaves as it is.
        let message = PublishMessage::build()
            .headers(headers)
            .payload(payload)
            .expected_stream(&stream)
            .expected_last_sequence(previous.0);
        let subject = names::subject(&self.cluster);
        let ack = self.jetstream.send_publish(subject, message);
        let ack = ack.await?.await?;
        match ack.stream == stream && !ack.duplicate && ack.sequence > previous.0 {
            true => Ok(LogSeq(ack.sequence)),
            false => Err(AppendError::OtherAck(ack.stream, ack.sequence)),
        }
    }

    /// Message by message, because the leader answers these requests itself. A consumer of one's own is
    /// faster for long logs, but is served by any of the servers, whose copy may be behind.
    async fn try_read(&self, after: LogSeq) -> Result<LogSlice<Vec<u8>>, ReadError> {
        let name = names::name(&self.cluster);
        let stream = self.jetstream.get_stream_no_info(name).await?;
        let mut run: LogSlice<Vec<u8>> = Vec::new();
        let (mut next, mut bytes) = (after.0.saturating_add(1), 0);
        while run.len() < READ_RECORDS && bytes < READ_BYTES {
            let request = stream.raw_message_builder().sequence(next);
            let request = request.next_by_subject(names::subject(&self.cluster));
            let message = match request.send().await {
                Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => break,
                message => message?,
            };
            let record = decode(&message.headers, &message.payload)?;
            let last = run.last().map_or(after, |(last, _)| *last);
            if !run.is_empty() && record.previous != last {
                // This copy lacks something.
                break;
            }
            bytes += message.payload.len();
            next = message.sequence.saturating_add(1);
            run.push((LogSeq(message.sequence), record));
        }
        Ok(run)
    }
}

#[derive(Debug, thiserror::Error)]
enum AppendError {
    #[error(transparent)]
    Refused(#[from] async_nats::jetstream::context::PublishError),
    #[error("acknowledged by {0} at {1}, which is not what was asked for")]
    OtherAck(String, u64),
}

#[derive(Debug, thiserror::Error)]
enum ReadError {
    #[error(transparent)]
    Stream(#[from] async_nats::jetstream::context::GetStreamError),
    #[error(transparent)]
    Message(#[from] RawMessageError),
    #[error(transparent)]
    Record(#[from] DecodeError),
}

impl LogStore<Vec<u8>> for NatsStore {
    fn append(&self, record: LogRecord<Vec<u8>>) -> BoxFuture<'_, Option<LogSeq>> {
        async move {
            match timeout(APPEND_TIMEOUT, self.try_append(record)).await {
                Ok(Ok(seq)) => return Some(seq),
                Ok(Err(error)) => tracing::debug!("the log: not appended: {error}"),
                Err(_) => tracing::warn!("the log: an append was not answered"),
            }
            None
        }
        .boxed()
    }

    fn read(&self, after: LogSeq) -> BoxFuture<'_, Option<LogSlice<Vec<u8>>>> {
        async move {
            match timeout(READ_TIMEOUT, self.try_read(after)).await {
                Ok(Ok(run)) => return Some(run),
                Ok(Err(error)) => tracing::warn!("the log cannot be read: {error}"),
                Err(_) => tracing::warn!("the log: a read was not answered"),
            }
            None
        }
        .boxed()
    }
}
