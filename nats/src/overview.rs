//! Overview of NATS for the operator: its servers, and the log.

use futures::future::join_all;
use serde::Serialize;

use crate::{
    monitor::status,
    refusal::StartRefusal,
    span::LogSpan,
    store::NatsStore,
    stream::{LogId, keepers, mark, stream},
};

/// The log and the servers that keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogOverview {
    /// The log's identity.
    pub log: Option<LogId>,
    /// The records that it has.
    pub span: LogSpan,
    /// The servers that keep a copy, the one that leads first.
    pub keepers: Vec<LogKeeper>,
}

/// A server of NATS that keeps a copy of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogKeeper {
    /// Its name.
    pub name: String,
    /// Whether it leads the others.
    pub leads: bool,
    /// Whether it is there and has everything.
    pub is_current: bool,
    /// Its version, if its monitor answers.
    pub version: Option<String>,
    /// Whether its records are synced, if its monitor answers.
    pub syncs_always: Option<bool>,
}

/// Asks the servers for the log, and the monitors for the servers.
///
/// # Errors
/// When the log is missing or nobody answers for it.
pub async fn overview(store: &NatsStore, monitors: &[String]) -> Result<LogOverview, StartRefusal> {
    let info = stream(store).await?;
    // A monitor that does not answer is not told apart from a server that is down.
    let servers = join_all(monitors.iter().map(|address| status(address))).await;
    let alone = store.client.server_info().server_name;
    let keepers = keepers(&info, &alone).into_iter().map(|place| {
        let server = servers.iter().flatten().find(|it| it.name == place.name);
        LogKeeper {
            name: place.name.to_owned(),
            leads: place.leads,
            is_current: place.is_current,
            version: server.map(|server| server.version.clone()),
            syncs_always: server.map(|server| server.syncs_always),
        }
    });
    Ok(LogOverview {
        log: mark(&info.config),
        span: LogSpan::of(&info.state),
        keepers: keepers.collect(),
    })
}
