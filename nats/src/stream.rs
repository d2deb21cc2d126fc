//! The stream that keeps the log.

use std::{collections::HashMap, time::Duration};

use async_nats::jetstream::{
    context::{GetStreamError, GetStreamErrorKind},
    stream::{Config, DiscardPolicy, Info, Republish, RetentionPolicy, StorageType},
};

use tokio::time::{Instant, sleep};

use crate::{
    names::{name, republished, subject},
    refusal::StartRefusal,
    store::NatsStore,
};

/// Where a stream says which log it keeps.
const MARK: &str = "oxo-log";

/// The code of JetStream's error "stream not found".
const NOT_FOUND: u64 = 10_059;

/// How long a stream is tried to be made, and how long after a try the next one is.
const CREATE_WITHIN: Duration = Duration::from_secs(10);
const CREATE_AGAIN: Duration = Duration::from_millis(500);

/// Names a log for ever: drawn at random when its stream is made. A copy of one log is none of another, though both
/// have the cluster's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LogId(pub u64);

/// The options that the stream must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamOptions {
    /// How many servers keep a copy: 3, but in tests.
    pub replicas: usize,
}

/// Makes the stream with a new, empty log. One that is there stays as it is; [`check`](crate::check) says what is wrong
/// with it.
///
/// # Errors
/// When the servers do not make it.
pub async fn create_stream(
    store: &NatsStore,
    options: &StreamOptions,
    log: LogId,
) -> Result<(), StartRefusal> {
    match stream(store).await {
        Err(StartRefusal::MissingStream(_)) => {}
        Err(refusal) => return Err(refusal),
        Ok(_) => return Ok(()),
    }
    let config = config(&store.cluster, options, log);
    // Servers that have just begun do not know each other yet, so it is tried again for a while.
    let until = Instant::now() + CREATE_WITHIN;
    loop {
        let Err(error) = store.jetstream.create_stream(&config).await else {
            return Ok(());
        };
        if Instant::now() >= until {
            return Err(StartRefusal::JetStream(config.name, error.to_string()));
        }
        sleep(CREATE_AGAIN).await;
    }
}

/// The servers' information on the stream.
pub(crate) async fn stream(store: &NatsStore) -> Result<Info, StartRefusal> {
    let name = name(&store.cluster);
    let found = store.jetstream.get_stream(&name).await;
    let found = found.map_err(|error| match is_missing(&error) {
        true => StartRefusal::MissingStream(name),
        false => StartRefusal::JetStream(name, error.to_string()),
    });
    Ok(found?.cached_info().clone())
}

fn is_missing(error: &GetStreamError) -> bool {
    match error.kind() {
        GetStreamErrorKind::JetStream(error) => error.error_code().0 == NOT_FOUND,
        _ => false,
    }
}

fn config(cluster: &str, options: &StreamOptions, log: LogId) -> Config {
    Config {
        name: name(cluster),
        subjects: vec![subject(cluster)],
        storage: StorageType::File,
        num_replicas: options.replicas,
        retention: RetentionPolicy::Limits,
        // A full stream says so, instead of forgetting its beginning.
        discard: DiscardPolicy::New,
        // A copy that is behind would answer for the leader.
        allow_direct: false,
        republish: Some(Republish {
            source: subject(cluster),
            destination: republished(cluster),
            headers_only: false,
        }),
        metadata: HashMap::from([(MARK.to_owned(), format!("{:016x}", log.0))]),
        ..Config::default()
    }
}

/// Holds a stream against what it has to be, and reads which log it keeps.
pub(crate) fn verify(
    found: &Config,
    cluster: &str,
    options: &StreamOptions,
) -> Result<LogId, StartRefusal> {
    let stream = found.name.clone();
    let mark = found.metadata.get(MARK);
    let log = mark.and_then(|mark| u64::from_str_radix(mark, 16).ok());
    let log = LogId(log.ok_or(StartRefusal::Foreign(stream.clone()))?);
    let expected = config(cluster, options, log);
    if found.storage != StorageType::File {
        return Err(StartRefusal::NotOnFile(stream));
    }
    let (copies, needed) = (found.num_replicas, options.replicas);
    if copies < needed {
        return Err(StartRefusal::TooFewReplicas(stream, copies, needed));
    }
    let is_unlimited = found.max_messages <= 0
        && found.max_messages_per_subject <= 0
        && found.max_age.is_zero()
        && found.retention == RetentionPolicy::Limits
        && found.discard == DiscardPolicy::New;
    let settings = [
        ("`subjects`", found.subjects == expected.subjects),
        ("`republish`", found.republish == expected.republish),
        ("`allow_direct`", !found.allow_direct),
        ("`no_ack`", !found.no_ack),
        ("limit or `discard`", is_unlimited),
    ];
    match settings.into_iter().find(|(_, is_right)| !is_right) {
        Some((setting, _)) => Err(StartRefusal::Setting(stream, setting)),
        None => Ok(log),
    }
}
