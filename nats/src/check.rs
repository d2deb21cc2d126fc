//! The check at start-up: whether the servers keep what they acknowledge.

use std::{collections::BTreeMap, time::Duration};

use async_nats::jetstream::stream::Info;

use crate::{
    monitor::{ServerStatus, status},
    refusal::StartRefusal,
    store::NatsStore,
    stream::{LogId, StreamOptions, stream, verify},
};

/// The first version with the fixes that followed Jepsen's report: votes after a write error, disjoint majorities, and
/// proposals of former leaders.
const OLDEST: [u64; 3] = [2, 14, 5];

/// How far clocks may be apart.
const CLOCKS_APART: Duration = Duration::from_secs(2);

/// The promise of an acknowledgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AckPromise {
    /// It is on a majority of disks.
    Synced,
    /// A majority has it, but a power cut of those may lose it: the operator accepts that.
    Unsynced,
}

/// Refuses servers or a stream that would break the promise, and reads which log it keeps. `monitors` are `host:port`,
/// one for each server that keeps the stream; without the promise of disks, those that are given.
///
/// # Errors
/// With the sentence for the operator.
pub async fn check(
    store: &NatsStore,
    options: &StreamOptions,
    monitors: &[String],
    promise: AckPromise,
) -> Result<LogId, StartRefusal> {
    let connected = store.client.server_info();
    check_version(&connected.server_name, &connected.version)?;
    let mut statuses = BTreeMap::new();
    for address in monitors {
        let (status, apart) = status(address).await?;
        check_version(&status.server, &status.version)?;
        if apart > CLOCKS_APART {
            return Err(StartRefusal::Clock(status.server, apart.as_millis()));
        }
        statuses.insert(status.server.clone(), status);
    }
    let info = stream(store).await?;
    let log = verify(&info.config, &store.cluster, options)?;
    if promise == AckPromise::Synced {
        let mut servers = keepers(&info, &connected.server_name).into_iter();
        servers.try_for_each(|server| check_sync(&statuses, server))?;
    }
    Ok(log)
}

/// Which servers have a copy. One that is alone says nothing of a cluster.
fn keepers<'a>(info: &'a Info, alone: &'a str) -> Vec<&'a str> {
    let Some(cluster) = &info.cluster else {
        return vec![alone];
    };
    let replicas = cluster.replicas.iter().map(|peer| peer.name.as_str());
    cluster
        .leader
        .as_deref()
        .into_iter()
        .chain(replicas)
        .collect()
}

fn check_sync(statuses: &BTreeMap<String, ServerStatus>, server: &str) -> Result<(), StartRefusal> {
    let server = server.to_owned();
    match statuses.get(&server) {
        None => Err(StartRefusal::Unmonitored(server)),
        Some(status) if !status.syncs_always() => Err(StartRefusal::NotSynced(server)),
        Some(_) => Ok(()),
    }
}

fn check_version(server: &str, version: &str) -> Result<(), StartRefusal> {
    let refusal = || StartRefusal::TooOld(server.to_owned(), version.to_owned());
    match parse_version(version).ok_or_else(refusal)? >= OLDEST {
        true => Ok(()),
        false => Err(refusal()),
    }
}

/// A pre-release counts as the release.
fn parse_version(version: &str) -> Option<[u64; 3]> {
    let numbers = version.split(['-', '+']).next()?;
    let mut numbers = numbers.split('.').map(|number| number.parse().ok());
    let parsed = [numbers.next()??, numbers.next()??, numbers.next()??];
    numbers.next().is_none().then_some(parsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        for good in ["2.14.5", "2.14.10", "2.15.1", "3.0.0", "2.15.0-RC.1"] {
            assert_eq!(check_version("n1", good), Ok(()), "{good}");
        }
        for bad in ["2.9.10", "2.14.4", "1.99.99", "", "2.15", "2.15.2.1", "two"] {
            assert!(check_version("n1", bad).is_err(), "{bad}");
        }
    }
}
