//! The check at start-up: whether the servers keep what they acknowledge.

use std::time::Duration;

use futures::future::join_all;

use crate::{
    monitor::{ExaminedServer, status},
    names::name,
    refusal::StartRefusal,
    store::NatsStore,
    stream::{LogId, ReplicaPlace, StreamOptions, find_stream, keepers, verify},
};

/// The first version with the fixes that followed Jepsen's report: votes after a write error, disjoint majorities, and
/// proposals of former leaders.
const OLDEST: [u64; 3] = [2, 14, 5];

/// How far clocks may be apart.
const CLOCKS_APART: Duration = Duration::from_secs(2);

/// The log that was looked at, and everything that is wrong with it.
#[derive(Debug, Default)]
pub struct LogExamination {
    /// The servers whose monitors answer.
    pub servers: Vec<ExaminedServer>,
    /// Those that are down, so that nobody knows whether they sync always: fewer than half of those that keep the log.
    pub unreached: Vec<String>,
    /// The log, if it is as it has to be.
    pub log: Option<LogId>,
    /// The reasons why a node does not start, in the order in which they are found.
    pub refusals: Vec<StartRefusal>,
}

/// Refuses servers or a stream that would break the promise, and reads which log it keeps. `monitors` are `host:port`,
/// one for each server that keeps the stream.
pub async fn check(
    store: &NatsStore,
    options: &StreamOptions,
    monitors: &[String],
) -> Result<LogId, StartRefusal> {
    let examined = examine(store, options, monitors).await;
    for server in &examined.unreached {
        tracing::warn!("the NATS server {server} is down; whether it syncs always is not known");
    }
    match (examined.refusals.into_iter().next(), examined.log) {
        (None, Some(log)) => Ok(log),
        (Some(refusal), _) => Err(refusal),
        // Where there is no log, that was refused.
        (None, None) => Err(StartRefusal::MissingStream(name(&store.cluster))),
    }
}

/// The same with everything that is wrong, instead of the first of it.
pub async fn examine(
    store: &NatsStore,
    options: &StreamOptions,
    monitors: &[String],
) -> LogExamination {
    let mut found = LogExamination::default();
    let connected = store.client.server_info();
    found.note(check_version(&connected.server_name, &connected.version));
    for asked in join_all(monitors.iter().map(|address| status(address))).await {
        if let Some(server) = found.note(asked) {
            found.take(server);
        }
    }
    let Some(info) = found.note(find_stream(store).await) else {
        return found;
    };
    found.log = found.note(verify(&info.config, &store.cluster, options));
    let keepers = keepers(&info, &connected.server_name);
    found.pass_over(&keepers);
    for keeper in keepers {
        found.check_sync(keeper.name);
    }
    found
}

impl LogExamination {
    /// The finding, or the refusal, once however often it comes.
    fn note<T>(&mut self, found: Result<T, StartRefusal>) -> Option<T> {
        found
            .map_err(|refusal| {
                if !self.refusals.contains(&refusal) {
                    self.refusals.push(refusal);
                }
            })
            .ok()
    }

    fn take(&mut self, server: ExaminedServer) {
        self.note(check_version(&server.name, &server.version));
        if server.apart > CLOCKS_APART {
            let refusal = StartRefusal::Clock(server.name.clone(), server.apart.as_millis());
            self.refusals.push(refusal);
        }
        self.servers.push(server);
    }

    /// Where most of the keepers were asked and the log's leader misses the others, theirs are the monitors that do not
    /// answer: a node has to start while a machine is down.
    fn pass_over(&mut self, keepers: &[ReplicaPlace<'_>]) {
        let is_asked =
            |keeper: &&ReplicaPlace| self.servers.iter().any(|it| it.name == keeper.name);
        let (asked, others): (Vec<_>, Vec<_>) = keepers.iter().partition(is_asked);
        let silent = self.refusals.iter().filter(|it| is_silent(it)).count();
        let are_down = others.iter().all(|keeper| !keeper.is_current);
        if are_down && silent <= others.len() && asked.len() > others.len() {
            self.unreached = others.iter().map(|keeper| keeper.name.to_owned()).collect();
            self.refusals.retain(|refusal| !is_silent(refusal));
        }
    }

    fn check_sync(&mut self, keeper: &str) {
        if self.unreached.iter().any(|server| server == keeper) {
            return;
        }
        let server = self.servers.iter().find(|server| server.name == keeper);
        let refusal = match server.map(|server| server.syncs_always) {
            Some(true) => return,
            Some(false) => StartRefusal::NotSynced(keeper.to_owned()),
            // It may be the one whose monitor does not answer.
            None if self.refusals.iter().any(is_silent) => return,
            None => StartRefusal::Unmonitored(keeper.to_owned()),
        };
        self.refusals.push(refusal);
    }
}

fn is_silent(refusal: &StartRefusal) -> bool {
    matches!(refusal, StartRefusal::Monitor(..))
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
