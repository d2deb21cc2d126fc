//! The streams that keep the rooms' logs.

use std::{collections::HashMap, time::Duration};

use async_nats::jetstream::{
    context::{GetStreamError, GetStreamErrorKind},
    stream::{Config, DiscardPolicy, Info, Republish, RetentionPolicy, StorageType},
};

use tokio::time::{Instant, sleep};

use crate::{refusal::StartRefusal, store::NatsStore, subject};

/// Where a stream says whose it is.
const MARK: &str = "oxo-cluster";

/// The code of JetStream's error "stream not found".
const NOT_FOUND: u64 = 10_059;

/// How long a stream is tried to be made, and how long after a try the next one is.
const CREATE_WITHIN: Duration = Duration::from_secs(10);
const CREATE_AGAIN: Duration = Duration::from_millis(500);

/// The options that the streams must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamOptions {
    /// The cluster's name, which marks its streams.
    pub cluster: String,
    /// How many servers keep a copy: 3, but in tests.
    pub replicas: usize,
}

/// Makes the streams that are missing. Those that are there stay as they are; [`check`](crate::check) says what is wrong with them.
pub async fn create_streams(
    store: &NatsStore,
    options: &StreamOptions,
) -> Result<(), StartRefusal> {
    for number in 0..store.streams {
        match stream(store, number).await {
            Err(StartRefusal::MissingStream(_)) => {}
            Err(refusal) => return Err(refusal),
            Ok(_) => continue,
        }
        create(store, config(number, store.streams, options)).await?;
    }
    Ok(())
}

/// Servers that have just begun do not know each other yet, so it is tried again for a while.
async fn create(store: &NatsStore, config: Config) -> Result<(), StartRefusal> {
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

/// The servers' information on a stream.
pub(crate) async fn stream(store: &NatsStore, number: u64) -> Result<Info, StartRefusal> {
    let name = subject::stream_name(number);
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

fn config(number: u64, streams: u64, options: &StreamOptions) -> Config {
    Config {
        name: subject::stream_name(number),
        subjects: subject::kept_by(number, streams),
        storage: StorageType::File,
        num_replicas: options.replicas,
        retention: RetentionPolicy::Limits,
        // A full stream says so, instead of forgetting the oldest rooms.
        discard: DiscardPolicy::New,
        allow_rollup: true,
        allow_message_ttl: true,
        // A copy that is behind would answer for the leader.
        allow_direct: false,
        republish: Some(Republish {
            source: subject::KEPT.to_owned(),
            destination: subject::REPUBLISHED.to_owned(),
            headers_only: false,
        }),
        metadata: HashMap::from([(MARK.to_owned(), options.cluster.clone())]),
        ..Config::default()
    }
}

/// Holds a stream against what it has to be.
pub(crate) fn verify(
    found: &Config,
    number: u64,
    streams: u64,
    options: &StreamOptions,
) -> Result<(), StartRefusal> {
    let stream = found.name.clone();
    let expected = config(number, streams, options);
    let owner = found.metadata.get(MARK);
    if owner != Some(&options.cluster) {
        let other = |owner: &String| format!("the cluster {owner}");
        let owner = owner.map_or("somebody else".to_owned(), other);
        return Err(StartRefusal::Foreign(
            stream,
            owner,
            options.cluster.clone(),
        ));
    }
    if found.storage != StorageType::File {
        return Err(StartRefusal::NotOnFile(stream));
    }
    let (copies, needed) = (found.num_replicas, options.replicas);
    if copies < needed {
        return Err(StartRefusal::TooFewReplicas(stream, copies, needed));
    }
    let sorted = |config: &Config| {
        let mut subjects = config.subjects.clone();
        subjects.sort();
        subjects
    };
    let is_unlimited = found.max_messages <= 0
        && found.max_messages_per_subject <= 0
        && found.max_age.is_zero()
        && found.retention == RetentionPolicy::Limits
        && found.discard == DiscardPolicy::New;
    let settings = [
        ("`subjects`", sorted(found) == sorted(&expected)),
        ("`republish`", found.republish == expected.republish),
        ("`allow_rollup_hdrs`", found.allow_rollup),
        ("`allow_msg_ttl`", found.allow_message_ttl),
        ("`allow_direct`", !found.allow_direct),
        ("`no_ack`", !found.no_ack),
        ("limit or `discard`", is_unlimited),
    ];
    match settings.into_iter().find(|(_, is_right)| !is_right) {
        Some((setting, _)) => Err(StartRefusal::Setting(stream, setting)),
        None => Ok(()),
    }
}
