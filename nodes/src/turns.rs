//! The turns of a node: it has a service whenever it decides, and none while another one does.

use std::time::Duration;

use journal::{Health, Opening};
use journal_files::OpenError;
use journal_sqlite::Openings;
use node::Node;
use tokio::time::timeout;

/// Longest time for connections to see the goodbye.
pub const DRAIN: Duration = Duration::from_secs(7);

/// Runs a service whenever the journal opens for one, until another node decides. Returns when it never will again.
pub async fn take_turns(node: &Node, mut openings: Openings) -> OpenError {
    let mut health = node.journal.health();
    loop {
        let has_service = node.service().is_some();
        let opening = tokio::select! {
            opening = openings.next() => Some(opening),
            Ok(_) = health.wait_for(|it| *it == Health::Following), if has_service => None,
        };
        // What was decided since is not in it, even when this node decides again.
        end_service(node).await;
        match opening {
            Some(Ok(opening)) => begin_turn(node, &opening),
            Some(Err(why)) => return why,
            None => {}
        }
    }
}

fn begin_turn(node: &Node, opening: &Opening) {
    node.clock.go_on_from(opening.opened_ms);
    node.begin_service(node.build_service(opening));
    let rooms = opening.rooms.len();
    tracing::info!(rooms, "this node decides from now on; rooms: {rooms}");
}

/// Ends the service, if there is one, with its connections.
async fn end_service(node: &Node) {
    let Some(mut running) = node.take_service() else {
        return;
    };
    running.stop();
    if timeout(DRAIN, running.emptied()).await.is_err() {
        let left = running.left();
        tracing::warn!(
            left,
            "connections did not close when another node took over"
        );
    }
}
