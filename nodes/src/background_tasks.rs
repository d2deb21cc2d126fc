//! Background tasks of a cluster's node.

use std::sync::Arc;

use link::LinkDoor;
use node::Node;
use tokio::{runtime::Handle, task::JoinSet};

use super::{
    carry, give, level, link_setup,
    peers::{Carrier, Peers},
    purge,
    receive::receive,
    report,
    store::SharedStore,
};

/// Begins them. The links of those whom others carry here come back, to last until they have read the goodbye.
pub fn begin(
    node: &Arc<Node>,
    shared: &SharedStore,
    (peers, door): (Arc<Peers>, LinkDoor<Carrier>),
    workers: Vec<Handle>,
    background: &mut JoinSet<()>,
) -> JoinSet<()> {
    let both = || (Arc::clone(node), Arc::clone(&shared.store));
    let (this, store) = both();
    background.spawn(report::answer(this, store, Arc::clone(&peers)));
    let (this, store) = both();
    background.spawn(give::answer(this, store, Arc::clone(&peers)));
    let (this, store) = both();
    background.spawn(purge::purge_old(this, store));
    let (this, store) = both();
    background.spawn(level::raise(this, store));
    let (this, store) = both();
    background.spawn(link_setup::answer(this, store, Arc::clone(&peers)));
    let (this, store) = both();
    background.spawn(carry::keep_link(this, store, peers));
    background.spawn(keep_clock_read(Arc::clone(node)));
    let mut links = JoinSet::new();
    links.spawn(receive(Arc::clone(node), door, workers));
    links
}

/// Keeps the clock read, as a service does, so that the time of a node that follows is no gap.
async fn keep_clock_read(node: Arc<Node>) {
    loop {
        node.clock.keep_reading().await;
    }
}
