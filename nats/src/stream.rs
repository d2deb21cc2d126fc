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

/// Longest wait of a start for servers that have just begun and do not know each other yet, or elect; and the time between
/// two tries.
const START_WITHIN: Duration = Duration::from_secs(20);
const START_AGAIN: Duration = Duration::from_millis(500);

/// Names a log for ever: drawn at random when its stream is made. A copy of one log is none of another, though both
/// have the cluster's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LogId(pub u64);

/// The options that the stream must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamOptions {
    /// Number of servers that keep a copy: 3, but in tests.
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
    let config = config(&store.cluster, options, log);
    let patience = StartPatience::new();
    loop {
        // Another node may make it at the same time.
        let made = match stream(store).await {
            Err(StartRefusal::MissingStream(_)) => {
                let made = store.jetstream.create_stream(&config).await;
                let name = config.name.clone();
                made.map(drop)
                    .map_err(|error| StartRefusal::JetStream(name, error.to_string()))
            }
            found => found.map(drop),
        };
        match made {
            Err(StartRefusal::JetStream(..)) if patience.again().await => {}
            made => return made,
        }
    }
}

/// Patience of a start with what nobody answers.
pub struct StartPatience {
    until: Instant,
}

impl StartPatience {
    /// It begins now.
    #[expect(clippy::new_without_default, reason = "it begins at an instant")]
    pub fn new() -> StartPatience {
        StartPatience {
            until: Instant::now() + START_WITHIN,
        }
    }

    /// Waits for the next try; false when there is none.
    pub async fn again(&self) -> bool {
        sleep(START_AGAIN).await;
        Instant::now() < self.until
    }
}

/// The servers' information on the stream, which they may not know yet.
pub(crate) async fn find_stream(store: &NatsStore) -> Result<Info, StartRefusal> {
    let patience = StartPatience::new();
    loop {
        match stream(store).await {
            Err(StartRefusal::JetStream(..)) if patience.again().await => {}
            found => return found,
        }
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
        // Nodes read the stream and need it no longer; those of earlier versions do.
        republish: Some(Republish {
            source: subject(cluster),
            destination: republished(cluster),
            headers_only: false,
        }),
        metadata: HashMap::from([(MARK.to_owned(), format!("{:016x}", log.0))]),
        ..Config::default()
    }
}

/// A server among those that have a copy.
pub(crate) struct ReplicaPlace<'a> {
    pub(crate) name: &'a str,
    pub(crate) leads: bool,
    /// Whether it is there and has everything.
    pub(crate) is_current: bool,
}

/// Servers with a copy, the one that leads first. One that is alone says nothing of a cluster.
pub(crate) fn keepers<'a>(info: &'a Info, alone: &'a str) -> Vec<ReplicaPlace<'a>> {
    let leader = |name| ReplicaPlace {
        name,
        leads: true,
        is_current: true,
    };
    let Some(cluster) = &info.cluster else {
        return vec![leader(alone)];
    };
    let others = cluster.replicas.iter().map(|peer| ReplicaPlace {
        name: &peer.name,
        leads: false,
        is_current: peer.current && !peer.offline,
    });
    cluster
        .leader
        .as_deref()
        .map(leader)
        .into_iter()
        .chain(others)
        .collect()
}

/// Identity of the log that a stream says it keeps.
pub(crate) fn mark(found: &Config) -> Option<LogId> {
    let mark = found.metadata.get(MARK);
    let log = mark.and_then(|mark| u64::from_str_radix(mark, 16).ok());
    log.map(LogId)
}

/// Checks the configuration of a stream, and reads which log it keeps.
pub(crate) fn verify(
    found: &Config,
    cluster: &str,
    options: &StreamOptions,
) -> Result<LogId, StartRefusal> {
    let stream = found.name.clone();
    let log = mark(found).ok_or(StartRefusal::Foreign(stream.clone()))?;
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
