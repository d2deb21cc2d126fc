//! Notifications of a service manager (sd_notify(3)): that the server is ready or stopping, a line
//! of status, and, for its watchdog, that every thread still takes work and every shared map can be
//! had. Outside of one, nothing is sent.

use std::{env, sync::Arc, time::Duration};

use node::Node;
use sd_notify::NotifyState;
use sentences::in_words;
use tokio::{runtime::Handle, task::spawn_blocking, time::timeout};

/// Longest time between two sendings of the status.
const STATUS_EVERY: Duration = Duration::from_secs(30);
/// In how many parts the watchdog's time is divided: two reports may come late.
const REPORTS: u32 = 3;

/// Says that the server is ready, and then that it is alive, for as long as it is. A slow disk does
/// not count against it: games wait for that, and to be killed would not make it faster.
pub async fn report(node: Arc<Node>, threads: Vec<Handle>) {
    if env::var_os("NOTIFY_SOCKET").is_none() {
        return;
    }
    let limit = sd_notify::watchdog_enabled();
    let every = limit.map_or(STATUS_EVERY, |limit| (limit / REPORTS).min(STATUS_EVERY));
    let mut news = "READY=1";
    loop {
        let said = decider(&node);
        // A map whose lock is never given back holds this thread here.
        notify_manager(format!("{news}\nSTATUS={}", status(&node))).await;
        news = "WATCHDOG=1";
        // Whom it follows is news at once.
        let _ = timeout(every, node.changes_until(|| decider(&node) != said)).await;
        all_answer(&threads).await;
    }
}

/// Says that the server begins to stop.
pub async fn stopping() {
    notify_manager("STOPPING=1".into()).await;
}

/// Tells it, beside the connections: a manager that does not read keeps the sender waiting.
async fn notify_manager(news: String) {
    let sent = spawn_blocking(move || sd_notify::notify(&[NotifyState::Custom(&news)]));
    if let Ok(Err(why)) = sent.await {
        tracing::warn!(why = %in_words(&why), "the service manager could not be told");
    }
}

/// The node that decides, as far as this one knows: this one, or the one to which it has a link.
fn decider(node: &Node) -> Option<String> {
    match node.service() {
        Some(_) => Some(node.name()),
        None => node.link().map(|link| link.node.clone()),
    }
}

fn status(node: &Node) -> String {
    let Some(service) = node.service() else {
        return match (node.link(), node.options.has_cluster()) {
            (Some(link), _) => {
                let (decider, carried) = (&link.node, node.carried());
                format!("Following node {decider}; connections carried there: {carried}")
            }
            (None, true) => "Following; taking no connections".into(),
            (None, false) => "Serving no games".into(),
        };
    };
    let (connections, rooms) = (service.connections.len(), service.rooms.gauges().rooms);
    format!("Serving; connections: {connections}, rooms: {rooms}")
}

/// Waits until each of these threads has done something.
async fn all_answer(threads: &[Handle]) {
    for thread in threads {
        // A runtime that ends drops the task: the server is stopping.
        let _ = thread.spawn(async {}).await;
    }
}

#[cfg(test)]
mod tests;
