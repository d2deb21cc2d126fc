//! The store: conditional appends, and reads from the leader.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use async_nats::{
    Client,
    jetstream::{
        Context, ContextBuilder,
        message::{PublishMessage, StreamMessage},
        stream::{RawMessageError, RawMessageErrorKind, Stream},
    },
};
use cluster::{LogRecord, LogSeq, LogSlice, LogStore};
use futures::future::{BoxFuture, FutureExt, join_all};
use tokio::time::{Instant, timeout, timeout_at};

use crate::{
    connect::{ConnectOptions, connect},
    names,
    record::{DecodeError, decode, encode},
    refusal::StartRefusal,
    silence::{LogCall, LogSilence},
};

/// The same record is sent again after that. A new leader answers reads before the servers send appends to it, so that one may
/// be lost although NATS has elected.
const APPEND_TIMEOUT: Duration = Duration::from_secs(2);

/// Longest time for NATS to make a stream, or to tell of it: an election takes 4 to 9 s.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);

/// With the wait before the next, a follower that missed something stays below 3 s.
const READ_TIMEOUT: Duration = Duration::from_secs(1);

/// The most that is read at once.
const READ_RECORDS: usize = 256;
const READ_BYTES: usize = 4 << 20;
/// Messages that are asked for together, of half a MiB at most.
const READ_AT_ONCE: usize = 32;

/// The log on NATS, as one node reaches it.
pub struct NatsStore {
    pub(crate) client: Client,
    pub(crate) jetstream: Context,
    /// The cluster's name, which its stream and its subjects have.
    pub(crate) cluster: String,
    silence: LogSilence,
    /// Why the log could not be read the last time.
    unread: Mutex<String>,
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
        let client = connect(options).await?;
        let jetstream = ContextBuilder::new()
            .timeout(REQUEST_TIMEOUT)
            .ack_timeout(APPEND_TIMEOUT)
            .build(client.clone());
        Ok(NatsStore {
            client,
            jetstream,
            cluster,
            silence: LogSilence::default(),
            unread: Mutex::default(),
        })
    }

    /// Tries another server when the log is silent for long: the one that this node is connected to may be cut off from the
    /// others.
    async fn heard(&self, what: LogCall, asked: Instant, is_answered: bool) {
        if self.silence.after(what, asked, is_answered) {
            tracing::warn!("NATS: the log does not answer; trying another server");
            // Without a connection the next one is under way already.
            let _ = self.client.force_reconnect().await;
        }
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

    /// By the numbers of messages, because the leader answers these requests itself. A consumer of one's own is served by
    /// any of the servers, whose copy may be behind. Twice as many are asked for at once each time, so that little is asked
    /// for in vain behind the end, and a long log is read fast. What was read is given when the time is up.
    async fn try_read(&self, after: LogSeq) -> Result<LogSlice<Vec<u8>>, ReadError> {
        let name = names::name(&self.cluster);
        let stream = self.jetstream.get_stream_no_info(name).await?;
        let mut run = ReadRun::behind(after);
        let mut at_once = 1;
        let until = Instant::now() + READ_TIMEOUT;
        while run.records.len() < READ_RECORDS && run.bytes < READ_BYTES {
            let asked = (run.next..).take(at_once);
            let asked = join_all(asked.map(|seq| self.message(&stream, seq)));
            let Ok(messages) = timeout_at(until, asked).await else {
                return run.or(ReadError::Unanswered);
            };
            for message in messages {
                match message {
                    Ok(Some(message)) => match run.take(&message) {
                        Ok(true) => {}
                        Ok(false) => return Ok(run.records),
                        Err(error) => return run.or(error.into()),
                    },
                    Ok(None) => return Ok(run.records),
                    Err(error) => return run.or(error),
                }
            }
            at_once = (2 * at_once).min(READ_AT_ONCE);
        }
        Ok(run.records)
    }

    /// The message of that number, or the next one behind it.
    async fn message(
        &self,
        stream: &Stream<()>,
        seq: u64,
    ) -> Result<Option<StreamMessage>, ReadError> {
        let request = stream.raw_message_builder().sequence(seq);
        let request = request.next_by_subject(names::subject(&self.cluster));
        match request.send().await {
            Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Ok(None),
            message => Ok(Some(message?)),
        }
    }
}

/// Records that were read one behind the other.
struct ReadRun {
    records: LogSlice<Vec<u8>>,
    bytes: usize,
    /// The number of the message to be read next.
    next: u64,
    last: LogSeq,
}

impl ReadRun {
    fn behind(after: LogSeq) -> ReadRun {
        ReadRun {
            records: Vec::new(),
            bytes: 0,
            next: after.0.saturating_add(1),
            last: after,
        }
    }

    /// Takes what comes next; false where something is missing before it.
    fn take(&mut self, message: &StreamMessage) -> Result<bool, DecodeError> {
        // Asked for twice, by the number of one that is not there.
        if message.sequence < self.next {
            return Ok(true);
        }
        let record = decode(&message.headers, &message.payload)?;
        if !self.records.is_empty() && record.previous != self.last {
            return Ok(false);
        }
        self.bytes += message.payload.len();
        self.next = message.sequence.saturating_add(1);
        self.last = LogSeq(message.sequence);
        self.records.push((self.last, record));
        Ok(true)
    }

    /// Records that were read before an error, which is met again by the next read.
    fn or(self, error: ReadError) -> Result<LogSlice<Vec<u8>>, ReadError> {
        match self.records.is_empty() {
            true => Err(error),
            false => Ok(self.records),
        }
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
    #[error("nobody answered in time")]
    Unanswered,
}

impl NatsStore {
    /// Says why the log cannot be read, once: that is tried four times a second. `fails` if it could not be read before either.
    fn say_unread(&self, error: &str, fails: bool) {
        let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
        if fails && *unread == error {
            return tracing::debug!("the log: not read: {error}");
        }
        tracing::warn!("the log cannot be read: {error}");
        error.clone_into(&mut unread);
    }
}

impl LogStore<Vec<u8>> for NatsStore {
    fn append(&self, record: LogRecord<Vec<u8>>) -> BoxFuture<'_, Option<LogSeq>> {
        async move {
            let asked = Instant::now();
            let appended = timeout(APPEND_TIMEOUT, self.try_append(record)).await;
            match &appended {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => tracing::debug!("the log: not appended: {error}"),
                Err(_) => tracing::warn!("the log: an append was not answered"),
            }
            let seq = appended.ok().and_then(Result::ok);
            // A refusal is no answer: a leader that is cut off refuses a record because it has it, and cannot store it.
            self.heard(LogCall::Append, asked, seq.is_some()).await;
            seq
        }
        .boxed()
    }

    fn read(&self, after: LogSeq) -> BoxFuture<'_, Option<LogSlice<Vec<u8>>>> {
        async move {
            let asked = Instant::now();
            let fails = self.silence.fails(LogCall::Read);
            let read = self.try_read(after).await;
            self.heard(LogCall::Read, asked, read.is_ok()).await;
            read.inspect_err(|error| self.say_unread(&error.to_string(), fails))
                .ok()
        }
        .boxed()
    }
}
