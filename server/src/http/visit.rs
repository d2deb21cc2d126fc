//! Who visits, and what an accepted stream has to hand on to its upgrade.

use std::{net::IpAddr, sync::Mutex};

use hyper::HeaderMap;

use super::forwarded::hops;
use crate::{admission::Admission, config::ServerOptions};

/// An accepted stream, as far as its upgrade has to know it.
pub(super) struct Visit<'a> {
    pub from: IpAddr,
    /// When it was accepted, or had its last answer.
    pub since_ms: u64,
    /// Its place among the connections of its address; nothing for a proxy.
    pub admission: &'a Mutex<Option<Admission>>,
}

/// Whether an address is a trusted proxy's.
pub(super) fn is_trusted(ip: IpAddr, options: &ServerOptions) -> bool {
    options.trusted_proxy.iter().any(|net| net.contains(&ip))
}

/// Who connects: the socket's other end, or, behind a trusted proxy, the last
/// hop that is not one of those. What stands left of a hop that cannot be read
/// was not written by a proxy of ours.
#[must_use]
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
