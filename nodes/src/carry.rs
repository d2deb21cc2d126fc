//! Task of a following node that keeps a link to the deciding one, and carries its visitors' WebSockets there.

use std::{future::poll_fn, io, sync::Arc, time::Duration};

use carrying::{
    decider_link::{CarriedSocket, DeciderLink},
    downstream::{Downstream, Reviewer},
};
use cluster::WriterId;
use cluster_nats::NatsStore;
use connection::stream::{Stream, StreamReader};
use futures::future::select_ok;
use link::{CarriedWriter, LinkWork, PeerLink, PeerLinkEnd};
use node::Node;
use tokio::time::{sleep, timeout};

use super::{
    link_setup::{Meeting, meet},
    peers::Peers,
};

/// Time between two checks of which node decides.
const LOOK: Duration = Duration::from_millis(100);
/// Time for a node that does not decide any more to hear of it.
const LAST_WORD: Duration = Duration::from_millis(200);
/// The bytes of one read from a socket: what the link takes at once.
const PIECE: usize = 1 << 10;
/// Longest time for the last bytes written to reach the visitor.
const LAST_BYTES: Duration = Duration::from_secs(2);
/// Time for the goodbye of those who are carried when this node stops.
const GOODBYE: Duration = Duration::from_secs(7);

/// Keeps a link to the node that decides, whenever that is another one.
pub async fn keep_link(node: Arc<Node>, store: Arc<NatsStore>, peers: Arc<Peers>) {
    let mut said = None;
    loop {
        node.changes_until(|| node.service().is_none()).await;
        if let Some((meeting, writer)) = meet(&node, &store, &peers).await {
            let name = meeting.node.clone();
            match dial(&peers, &meeting).await {
                Ok((link, end)) => {
                    said = None;
                    tracing::info!("carries its visitors' connections to node {name}");
                    let link = DeciderLink::new(name, writer, link);
                    hold(&node, link, end).await;
                }
                Err(why) => {
                    let trouble = format!(
                        "node {name} decides and is not reached at {}: {why}",
                        in_a_row(&meeting)
                    );
                    if said.as_ref() != Some(&trouble) {
                        tracing::warn!("{trouble}; this node takes no connections meanwhile");
                        said = Some(trouble.clone());
                    }
                    node.note_link_trouble(trouble);
                }
            }
        }
        sleep(LOOK).await;
    }
}

fn in_a_row(meeting: &Meeting) -> String {
    let addresses: Vec<String> = meeting.addresses.iter().map(ToString::to_string).collect();
    addresses.join(", ")
}

/// Dials everywhere at once: the node that answers has to show the key.
async fn dial(peers: &Peers, meeting: &Meeting) -> io::Result<(PeerLink, LinkWork)> {
    let them = meeting.fingerprint.parse().map_err(io::Error::other)?;
    if meeting.addresses.is_empty() {
        return Err(io::ErrorKind::AddrNotAvailable.into());
    }
    let dialled = meeting
        .addresses
        .iter()
        .map(|to| Box::pin(PeerLink::dial(*to, &peers.identity, them)));
    Ok(select_ok(dialled).await?.0)
}

/// Visitors are carried until the link ends or the log names another node, whatever the old one still says.
async fn hold(node: &Node, link: DeciderLink, end: LinkWork) {
    let link = Arc::new(link);
    node.set_link(Some(Arc::clone(&link)));
    node.journal.writer_gone(None);
    let superseded = async {
        let record = another_decides(node, link.writer).await;
        tracing::info!("another node decides");
        node.set_link(None);
        // Its own visitors are to come back, too, although it may be cut off from the log.
        let _ = timeout(LAST_WORD, link.supersede(record)).await;
    };
    tokio::select! {
        end = end.run() => {
            tracing::info!("the link to the node that decides has ended");
            if end == PeerLinkEnd::Closed {
                node.journal.writer_gone(Some(link.writer));
            }
        }
        () = superseded => {}
    }
    node.set_link(None);
}

/// Waits until the log names another node than that one, or none; gives a record from which on it does.
async fn another_decides(node: &Node, writer: WriterId) -> u64 {
    loop {
        match node.journal.copy() {
            Some(copy) if copy.writer == Some(writer) => sleep(LOOK).await,
            copy => return copy.map_or(0, |copy| copy.seq),
        }
    }
}

/// Carries a visitor's WebSocket to its end. `already_read` came with the handshake.
pub async fn carry(
    stream: Stream,
    already_read: Vec<u8>,
    link: Arc<DeciderLink>,
    CarriedSocket { number, from, to }: CarriedSocket,
    reviewer: Reviewer<'_>,
) {
    let (mut reader, writer) = stream.into_split();
    let mut down = Downstream::new(&link, number, from, &writer, reviewer);
    let up = async {
        // Whatever ends it, the other end hears no more, and ends the rest.
        let _ = carry_up(&mut reader, already_read, &to).await;
        to.finish();
        sleep(LAST_BYTES).await;
    };
    let ended_there = async {
        if poll_fn(|cx| to.poll_ended(cx)).await.is_ok() {
            sleep(LAST_BYTES).await;
        }
    };
    // A visitor who takes nothing is not waited for once one of both has ended.
    let too_late = || Err(io::ErrorKind::TimedOut.into());
    let ended: io::Result<()> = tokio::select! {
        ended = down.run() => ended,
        () = up => too_late(),
        () = ended_there => too_late(),
    };
    if ended.is_ok() {
        writer.finish();
        reader.discard(&mut [0; PIECE]);
    }
}

/// From the visitor to the node that decides; no more is read than the link takes.
async fn carry_up(
    reader: &mut StreamReader,
    already_read: Vec<u8>,
    to: &CarriedWriter,
) -> io::Result<()> {
    let mut first = already_read.as_slice();
    while !first.is_empty() {
        poll_fn(|cx| to.poll_reserve(cx, first.len())).await?;
        first = &first[to.try_write(first)?..];
    }
    loop {
        let room = poll_fn(|cx| to.poll_reserve(cx, PIECE)).await?;
        // On the stack only while it is read: ten thousand that wait keep no buffer.
        let read = poll_fn(|cx| {
            let mut buffer = [0; PIECE];
            let read = std::task::ready!(reader.poll_read(cx, &mut buffer[..room]))?;
            std::task::Poll::Ready(to.try_write(&buffer[..read]))
        });
        if read.await? == 0 {
            return Ok(());
        }
    }
}

/// Has the node that decides say goodbye to everybody whom this one carries, and waits until they have gone.
pub async fn drain_carried(node: &Node) {
    let Some(link) = node.link() else {
        return;
    };
    // Whoever comes now is not carried any more.
    node.set_link(None);
    let gone = async {
        if link.leave().await {
            while node.carried() > 0 {
                sleep(Duration::from_millis(10)).await;
            }
        }
    };
    if timeout(GOODBYE, gone).await.is_err() {
        let left = node.carried();
        tracing::warn!(
            left,
            "carried connections that did not close in time were cut"
        );
    }
}
