//! The operator's actions on a running server that concern it alone: drain, and reload the configuration.

use config::{FilterChange, Reloaded};
use node::Node;
use protocol::notice::Notice;
use rooms::handle::ConnectionHandle;

/// Time between two checks whether the last room has ended.
const DRAIN_EVERY_MS: u64 = 500;

/// The program's part that the operator's actions need: its log.
pub struct OperatorTools {
    /// Makes the log obey the filter of these options.
    pub set_log: FilterChange,
}

/// From now on no rooms are opened and nobody is brought together, and the server stops with the
/// last room's end or when so long has passed.
pub async fn drain(node: &Node, at_most_ms: Option<u64>) {
    let now_ms = node.clock.now_ms();
    let at_most_ms = at_most_ms.map(|ms| now_ms.saturating_add(ms));
    let service = node.service();
    if let Some(service) = &service {
        service.rooms.set_draining(true);
        service.lobby.dismiss_all();
    }
    change_notice(node, |notice| notice.closing = true);
    if let Some(service) = service {
        // They would go on for ever.
        service.rooms.close_exhibitions().await;
    }
    node.operator.begin_drain(at_most_ms);
}

/// The server goes on as if it had never been about to stop.
pub(crate) fn stop_draining(node: &Node) {
    node.operator.end_drain();
    if let Some(service) = node.service() {
        service.rooms.set_draining(false);
    }
    change_notice(node, |notice| notice.closing = false);
}

/// Reads the configuration again and obeys what a running server can. What was done, in words.
///
/// # Errors
/// Reason why nothing was changed.
pub fn reload(node: &Node, tools: &OperatorTools) -> Result<String, String> {
    // Its files may have changed, whatever the configuration says.
    if let Some(tls) = &node.tls {
        tls.reload();
    }
    let read = config::reread()?;
    let Reloaded { changed, restart } = node.options.reload(&read);
    (tools.set_log)(&read);
    let mut said = match changed.is_empty() {
        true => "Nothing that can be changed while the server runs has changed.".to_owned(),
        false => format!("Changed: {}.", changed.join(", ")),
    };
    if !restart.is_empty() {
        said += &format!(" These need a restart: {}.", restart.join(", "));
    }
    tracing::info!(?changed, ?restart, "configuration read again");
    Ok(said)
}

/// Changes what everybody reads.
pub fn change_notice(node: &Node, change: impl FnOnce(&mut Notice)) {
    if node.operator.change_notice(change) {
        each_connection(node, |handle| handle.notify(|slots| slots.notice = true));
    }
}

/// Does something to each connection of the service, if there is one.
pub(crate) fn each_connection(node: &Node, mut act: impl FnMut(&ConnectionHandle)) {
    if let Some(service) = node.service() {
        for handle in &service.connections {
            act(&handle);
        }
    }
}

/// Number of rooms that have not ended, but for those of correspondence, which go on for weeks.
pub(crate) fn rooms_left(node: &Node) -> usize {
    node.service().map_or(0, |it| it.rooms.live_rooms())
}

/// Returns when the server was to drain and has.
pub async fn drained(node: &Node) {
    while !node
        .operator
        .is_drained(rooms_left(node), node.clock.now_ms())
    {
        node.clock.sleep(DRAIN_EVERY_MS).await;
    }
    tracing::info!("drained");
}
