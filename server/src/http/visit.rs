//! The visitor behind a request: its address, past trusted proxies.

use std::net::IpAddr;

use admission::{AddressGroup, Guesser, VisitGuard};
use config::ServerOptions;
use hyper::HeaderMap;
use node::{Node, listener::UNIX_PEER};

use super::forwarded::hops;

/// Whether an address is a trusted proxy's.
pub(super) fn is_trusted(ip: IpAddr, options: &ServerOptions) -> bool {
    ip == UNIX_PEER || options.trusted_proxy.iter().any(|net| net.contains(&ip))
}

/// Arrival of a request: peer, encryption and visit.
pub(super) struct Arrival<'a> {
    /// The other end of its socket.
    pub from: IpAddr,
    /// The same as one that may try codes.
    pub guesser: Guesser,
    /// Whether that socket is encrypted.
    pub is_encrypted: bool,
    pub visit: &'a VisitGuard,
}

/// The address that a stream counts for. A trusted proxy is not one visitor;
/// whom it speaks for is known once the headers are read.
pub(super) fn source(node: &Node, from: IpAddr) -> Option<AddressGroup> {
    (!is_trusted(from, &node.options)).then(|| AddressGroup::from(from))
}

/// The address of the visitor: the socket's other end, or, behind a trusted
/// proxy, the last hop that is not one of those. Hops left of one that cannot
/// be read were not written by a proxy of ours.
pub fn visitor(headers: &HeaderMap, from: IpAddr, options: &ServerOptions) -> IpAddr {
    let mut visitor = from;
    if is_trusted(from, options) {
        for hop in hops(headers).into_iter().rev() {
            let Some(ip) = hop else { break };
            visitor = ip.to_canonical();
            if !is_trusted(visitor, options) {
                break;
            }
        }
    }
    visitor
}

#[cfg(test)]
mod tests;
