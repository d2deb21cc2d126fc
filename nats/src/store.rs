//! The store: conditional appends, reads from the leader, and questions to other nodes.

use std::time::Duration;

use async_nats::{
    Client,
    jetstream::{
        Context, ContextBuilder,
        message::PublishMessage,
        stream::{RawMessageError, RawMessageErrorKind},
    },
};
use cluster::{LogRecord, LogSeq, LogSlice, LogStore, RecordBody, RoomKey, WriterClaim};
use futures::future::{BoxFuture, FutureExt};
use tokio::{sync::watch, time::timeout};

use crate::{
    ask,
    connect::{ConnectOptions, SubscribeError, connect},
    record::{DecodeError, decode, encode},
    refusal::StartRefusal,
    subject,
};

/// An election of NATS takes 4 to 9 s; a caller that waits for all of it keeps a room locked.
const APPEND_TIMEOUT: Duration = Duration::from_secs(5);

/// With the wait before the next, and a notice, a follower that missed something stays below 3 s.
const READ_TIMEOUT: Duration = Duration::from_secs(1);

/// The most that is read at once; a snapshot every 32 records keeps logs far below.
const READ_RECORDS: usize = 256;
const READ_BYTES: usize = 4 << 20;

/// Appends that wait for their answer. More are not accepted.
const APPENDS: usize = 10_000;

/// The rooms' logs on NATS, as one node reaches them.
pub struct NatsStore {
    pub(crate) client: Client,
    pub(crate) jetstream: Context,
    pub(crate) streams: u64,
    pub(crate) missed: watch::Receiver<u64>,
}

impl NatsStore {
    /// Connects to one of the servers, and from then on to another whenever that one is gone. The logs are spread over
    /// `streams` streams.
    pub async fn connect(options: ConnectOptions, streams: u64) -> Result<NatsStore, StartRefusal> {
        let (client, missed) = connect(options).await?;
        let jetstream = ContextBuilder::new()
            .timeout(APPEND_TIMEOUT)
            .ack_timeout(APPEND_TIMEOUT)
            .max_ack_inflight(APPENDS)
            .backpressure_on_inflight(false)
            .build(client.clone());
        Ok(NatsStore {
            client,
            jetstream,
            streams: streams.max(1),
            missed,
        })
    }

    /// Answers nodes that ask for a room's writer, until it is dropped: run it while the room is written here. Where
    /// nobody answers for a room, those nodes know at once. It ends when the connection is closed for good.
    pub async fn answer(
        &self,
        room: RoomKey,
        claim: impl Fn() -> Option<WriterClaim> + Send,
    ) -> Result<(), SubscribeError> {
        ask::answer(&self.client, room, claim).await
    }

    fn stream_of(&self, room: RoomKey) -> String {
        subject::stream_name(subject::stream(room, self.streams))
    }

    async fn try_append(
        &self,
        room: RoomKey,
        record: LogRecord<Vec<u8>>,
    ) -> Result<LogSeq, AppendError> {
        let (stream, previous) = (self.stream_of(room), record.previous);
        let replaces_all = matches!(record.body, RecordBody::Snapshot(_) | RecordBody::End(_));
        let (headers, payload) = encode(record);
        let mut message = PublishMessage::build()
            .headers(headers)
            .payload(payload)
            .expected_stream(&stream)
            .expected_last_subject_sequence(previous.0);
        if replaces_all {
            message = message.header("Nats-Rollup", "sub");
        }
        let ack = self.jetstream.send_publish(subject::log(room), message);
        let ack = ack.await?.await?;
        match ack.stream == stream && !ack.duplicate && ack.sequence > previous.0 {
            true => Ok(LogSeq(ack.sequence)),
            false => Err(AppendError::OtherAck(ack.stream, ack.sequence)),
        }
    }

    /// Message by message, because the leader answers these requests itself. A consumer of one's own is
    /// faster for long logs, but is served by any of the servers, whose copy may be behind.
    async fn try_read(&self, room: RoomKey, after: LogSeq) -> Result<LogSlice<Vec<u8>>, ReadError> {
        let stream = self.stream_of(room);
        let stream = self.jetstream.get_stream_no_info(stream).await?;
        let mut run: LogSlice<Vec<u8>> = Vec::new();
        let (mut next, mut bytes) = (after.0.saturating_add(1), 0);
        while run.len() < READ_RECORDS && bytes < READ_BYTES {
            let request = stream.raw_message_builder().sequence(next);
            let message = match request.next_by_subject(subject::log(room)).send().await {
                Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => break,
                message => message?,
            };
            let record = decode(&message.headers, &message.payload)?;
            if run.last().is_some_and(|(last, _)| record.previous != *last) {
                // A snapshot replaced what was between while this was read, or else this copy lacks something.
                match record.body.stands_alone() {
                    true => run.clear(),
                    false => break,
                }
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
    fn append(&self, room: RoomKey, record: LogRecord<Vec<u8>>) -> BoxFuture<'_, Option<LogSeq>> {
        async move {
            let appended = timeout(APPEND_TIMEOUT, self.try_append(room, record)).await;
            let room = room.0;
            match appended {
                Ok(Ok(seq)) => return Some(seq),
                Ok(Err(error)) => tracing::debug!("room {room:016x}: not appended: {error}"),
                Err(_) => tracing::warn!("room {room:016x}: an append was not answered"),
            }
            None
        }
        .boxed()
    }

    fn read(&self, room: RoomKey, after: LogSeq) -> BoxFuture<'_, Option<LogSlice<Vec<u8>>>> {
        async move {
            let read = timeout(READ_TIMEOUT, self.try_read(room, after)).await;
            let room = room.0;
            match read {
                Ok(Ok(run)) => return Some(run),
                Ok(Err(error)) => tracing::warn!("room {room:016x}: cannot read: {error}"),
                Err(_) => tracing::warn!("room {room:016x}: a read was not answered"),
            }
            None
        }
        .boxed()
    }

    fn ask(&self, room: RoomKey) -> BoxFuture<'_, Option<WriterClaim>> {
        ask::claims(&self.client, room).boxed()
    }
}
