//! What the servers of NATS say of the log and of each other, for the operator.

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
    /// Which log it is.
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
    /// Whether what it has is synced, if its monitor answers.
    pub syncs_always: Option<bool>,
}

/// Asks the servers for the log, and the monitors for the servers.
///
/// # Errors
/// When the log is missing or nobody answers for it.
pub async fn overview(store: &NatsStore, monitors: &[String]) -> Result<LogOverview, StartRefusal> {
    let info = stream(store).await?;
    let mut statuses = Vec::new();
    for address in monitors {
        // One that does not answer is not told apart from one that is down.
        if let Ok((status, _)) = status(address).await {
            statuses.push(status);
        }
    }
    let alone = store.client.server_info().server_name;
    let keepers = keepers(&info, &alone).into_iter().map(|place| {
        let status = statuses.iter().find(|it| it.server == place.name);
        LogKeeper {
            name: place.name.to_owned(),
            leads: place.leads,
            is_current: place.is_current,
            version: status.map(|status| status.version.clone()),
            syncs_always: status.map(|status| status.syncs_always()),
        }
    });
    Ok(LogOverview {
        log: mark(&info.config),
        span: LogSpan::of(&info.state),
        keepers: keepers.collect(),
    })
}
