//! A node's address for the others: its key, and where they dial.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
};

use config::ServerOptions;
use futures::future::join_all;
use link::{Fingerprint, Guests, LinkDoor, PeerIdentity, probe};
use node::{
    addresses::own_addresses,
    listener::{BoundAddress, listen},
    serve_error::ServeError,
};

/// A node that may carry sockets for this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carrier {
    /// Its name.
    pub name: String,
    /// Most WebSockets that it holds.
    pub connections: u64,
    /// Most further ones, without a place.
    pub doorway: u64,
}

/// This node as others meet it.
pub struct Peers {
    /// Its key.
    pub identity: PeerIdentity,
    /// The nodes that have said that they will dial.
    pub guests: Arc<Guests<Carrier>>,
    /// Where they may reach it, best first.
    pub addresses: Vec<SocketAddr>,
}

impl Peers {
    /// Listens for other nodes.
    ///
    /// # Errors
    /// When the address cannot be had.
    pub fn open(options: &ServerOptions) -> Result<(Peers, LinkDoor<Carrier>), ServeError> {
        let address = options.peer_listen;
        let refuse = |why| ServeError::BindPeers { address, why };
        let listener = listen(BoundAddress::alone(address)).map_err(refuse)?;
        let bound = listener.local_addr().map_err(refuse)?;
        let other = |why: &dyn ToString| ServeError::PeerKey(why.to_string());
        let identity = PeerIdentity::new().map_err(|why| other(&why))?;
        let guests = Arc::new(Guests::default());
        let door = LinkDoor::new(listener, &identity, Arc::clone(&guests));
        let peers = Peers {
            identity,
            guests,
            addresses: addresses(bound),
        };
        Ok((peers, door.map_err(|why| other(&why))?))
    }
}

/// Looks at which of these addresses the node with that fingerprint answers.
pub async fn probe_all(
    addresses: &[SocketAddr],
    them: Fingerprint,
) -> Vec<(SocketAddr, io::Result<()>)> {
    let probes = addresses
        .iter()
        .map(async |to| (*to, probe(*to, them).await));
    join_all(probes).await
}

/// Where a socket is reached that is bound to this address: it is tried everywhere at once, and who answers there has to show
/// the right key.
fn addresses(bound: SocketAddr) -> Vec<SocketAddr> {
    if !bound.ip().is_unspecified() {
        return vec![bound];
    }
    let loopback: [IpAddr; 2] = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
    let all = own_addresses().chain(loopback);
    let taken = all.filter(|ip| bound.is_ipv6() || ip.is_ipv4());
    taken.map(|ip| (ip, bound.port()).into()).collect()
}
