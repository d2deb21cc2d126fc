//! Nodes before a server in this process, which carry their visitors' sockets to it by links as those of a cluster do. With
//! `OXO_CARRIED` in the environment every test server has two, and clients come to each in turn.

use std::{
    env,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use carrying::decider_link::DeciderLink;
use cluster::{NodeId, WriterId};
use config::ServerOptions;
use link::{Guests, LinkDoor, PeerIdentity, PeerLink};
use node::Node;
use nodes::{peers::Carrier, receive::receive};
use server::serve::Server;
use tokio::{net::TcpListener, task::JoinSet};

use crate::soon;

/// Whether each test server is to have them.
pub fn are_wanted() -> bool {
    env::var_os("OXO_CARRIED").is_some()
}

/// The nodes that carry, until dropped.
pub struct Carriers {
    addresses: Vec<SocketAddr>,
    next: AtomicUsize,
    _tasks: JoinSet<()>,
}

impl Carriers {
    /// Two before that server, if that is asked for and it speaks without TLS.
    ///
    /// # Panics
    /// When they cannot listen or dial.
    pub async fn before(node: &Arc<Node>, options: &ServerOptions) -> Option<Carriers> {
        if !are_wanted() || options.has_tls() {
            return None;
        }
        let mut tasks = JoinSet::new();
        let mut addresses = Vec::new();
        for name in ["b", "c"] {
            let link = link_to(node, name, &mut tasks).await;
            addresses.push(carry(node, options, link, &mut tasks).await);
        }
        Some(Carriers {
            addresses,
            next: AtomicUsize::new(0),
            _tasks: tasks,
        })
    }

    /// The node that the next client comes to; nothing: the server itself.
    pub fn next(&self) -> Option<SocketAddr> {
        let turn = self.next.fetch_add(1, Relaxed) % (self.addresses.len() + 1);
        self.addresses.get(turn).copied()
    }
}

/// A link to that server by which a node of that name may carry sockets there, as long as these tasks run.
///
/// # Panics
/// When there is none.
pub async fn link_to(node: &Arc<Node>, name: &str, tasks: &mut JoinSet<()>) -> PeerLink {
    let (host, guest) = (identity(), identity());
    let guests = Arc::new(Guests::default());
    let carrier = Carrier {
        name: name.to_owned(),
        connections: node.capacity.connections,
        doorway: node.capacity.doorway,
    };
    guests.expect(guest.fingerprint(), carrier);
    let listener = listener().await;
    let to = listener.local_addr().expect("an address");
    let door = LinkDoor::new(listener, &host, guests).expect("a door");
    tasks.spawn(receive(Arc::clone(node), door, Vec::new()));
    let dialled = soon("a link", PeerLink::dial(to, &guest, host.fingerprint())).await;
    let (link, end) = dialled.expect("a link");
    tasks.spawn(async {
        let _ = end.run().await;
    });
    link
}

/// A node that carries by that link, at a port of its own; with the server's time, and what it keeps as its copy.
async fn carry(
    node: &Node,
    options: &ServerOptions,
    link: PeerLink,
    tasks: &mut JoinSet<()>,
) -> SocketAddr {
    let (clock, journal) = (node.clock.clone(), Arc::clone(&node.journal));
    let server = Server::without_service(options.clone(), listener().await, clock, journal);
    let server = server.expect("a node that starts");
    let writer = WriterId {
        node: NodeId(0),
        life: 0,
    };
    let link = DeciderLink::new("a".to_owned(), writer, link);
    server.node.set_link(Some(Arc::new(link)));
    let address = server.node.facts.bound();
    tasks.spawn(async move {
        let _ = server.run(std::future::pending()).await;
    });
    address
}

fn identity() -> PeerIdentity {
    PeerIdentity::new().expect("a key")
}

async fn listener() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.expect("a free port")
}
