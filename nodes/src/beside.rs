//! Background tasks of a cluster's node.

use std::sync::Arc;

use link::LinkDoor;
use node::Node;
use tokio::{runtime::Handle, task::JoinSet};

use super::{
    carry, give, level, meet,
    peers::{Carrier, Peers},
    purge,
    receive::receive,
    report,
    store::SharedStore,
};

/// Begins it. The links of those whom others carry here come back, to last until they have read the goodbye.
pub fn begin(
    node: &Arc<Node>,
    shared: &SharedStore,
    (peers, door): (Arc<Peers>, LinkDoor<Carrier>),
    workers: Vec<Handle>,
    beside: &mut JoinSet<()>,
) -> JoinSet<()> {
    let both = || (Arc::clone(node), Arc::clone(&shared.store));
    let (this, store) = both();
    beside.spawn(report::answer(this, store, Arc::clone(&peers)));
    let (this, store) = both();
    beside.spawn(give::answer(this, store, Arc::clone(&peers)));
    let (this, store) = both();
    beside.spawn(purge::purge_old(this, store));
    let (this, store) = both();
    beside.spawn(level::raise(this, store));
    let (this, store) = both();
    beside.spawn(meet::answer(this, store, Arc::clone(&peers)));
    let (this, store) = both();
    beside.spawn(carry::keep_link(this, store, peers));
    beside.spawn(keep_clock_read(Arc::clone(node)));
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
