//! What the operator does to a running server: tells everybody something, has it drain, shuts
//! networks out, has it read its configuration again.

use std::sync::Arc;

use ipnet::IpNet;
use protocol::{frame::Reason, notice::Notice};

use crate::{
    config::{Reloaded, Reloader, ServerOptions},
    state::ServerState,
};

/// How often it is looked whether the last room has ended.
const DRAIN_EVERY_MS: u64 = 500;

/// What the program lends the operator: its configuration, and its log.
pub struct OperatorTools {
    /// Reads the configuration again.
    pub reloader: Reloader,
    /// Makes the log obey the filter of these options.
    pub set_log: Box<dyn Fn(&ServerOptions) + Send + Sync>,
}

/// Tells everybody something in place of what was told before, for so long if that is said; without
/// a text, takes it back. The text is clean.
pub fn announce(state: &ServerState, text: Option<String>, for_ms: Option<u64>) {
    let now_ms = state.clock.now_ms();
    let until_ms = for_ms.map(|ms| now_ms.saturating_add(ms));
    let until_ms = until_ms.filter(|_| text.is_some());
    change_notice(state, |notice| {
        notice.at_ms = text.as_ref().map(|_| now_ms);
        (notice.text, notice.until_ms) = (text, until_ms);
    });
    state.operator.message_ends.set(until_ms);
}

/// From now on no rooms are opened and nobody is brought together, and the server stops with the
/// last room's end or when so long has passed.
pub async fn drain(state: &ServerState, at_most_ms: Option<u64>) {
    let now_ms = state.clock.now_ms();
    let at_most_ms = at_most_ms.map(|ms| now_ms.saturating_add(ms));
    state.rooms.set_draining(true);
    state.lobby.dismiss_all();
    change_notice(state, |notice| notice.closing = true);
    // They would go on for ever.
    state.rooms.close_exhibitions().await;
    state.operator.begin_drain(at_most_ms);
}

/// The server goes on as if it had never been about to stop.
pub fn stop_draining(state: &ServerState) {
    state.operator.end_drain();
    state.rooms.set_draining(false);
    change_notice(state, |notice| notice.closing = false);
}

/// Shuts a network out, and ends its connections. How many those were; nothing when too many
/// networks are shut out already.
pub fn block(state: &ServerState, network: IpNet, for_ms: Option<u64>) -> Option<usize> {
    let now_ms = state.clock.now_ms();
    let until_ms = for_ms.map(|ms| now_ms.saturating_add(ms));
    if !state.operator.blocks.add(network, until_ms, now_ms) {
        return None;
    }
    let mut ended = 0;
    for handle in &state.connections {
        if handle.source.is_some_and(|source| state.is_blocked(source)) {
            handle.notify(|slots| slots.close = Some(Reason::Blocked));
            ended += 1;
        }
    }
    Some(ended)
}

/// Reads the configuration again and obeys what a running server can. What was done, in words.
///
/// # Errors
/// Why nothing was changed.
pub fn reload(state: &ServerState, tools: &OperatorTools) -> Result<String, String> {
    // Its files may have changed, whatever the configuration says.
    if let Some(tls) = &state.tls {
        tls.reload();
    }
    let (read, Reloaded { changed, restart }) = tools.reloader.read()?;
    state.options.reload(&read);
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

fn change_notice(state: &ServerState, change: impl FnOnce(&mut Notice)) {
    if state.operator.change_notice(change) {
        for handle in &state.connections {
            handle.notify(|slots| slots.notice = true);
        }
    }
}

/// Takes messages back when their time is over, until dropped.
pub async fn end_messages(state: Arc<ServerState>) {
    loop {
        state.operator.message_ends.reached(&state.clock).await;
        announce(&state, None, None);
    }
}

/// Returns when the server was to drain and has.
pub async fn drained(state: &ServerState) {
    let rooms = || state.rooms.gauges().rooms;
    while !state.operator.is_drained(rooms(), state.clock.now_ms()) {
        state.clock.sleep(DRAIN_EVERY_MS).await;
    }
    tracing::info!("drained");
}
