//! Who visits, and what an accepted stream has to hand on to its upgrade.

use std::{net::IpAddr, sync::Mutex};

use hyper::HeaderMap;

use crate::{admission::Admission, config::ServerOptions};

/// An accepted stream, as far as its upgrade has to know it.
pub(super) struct Visit<'a> {
    pub from: IpAddr,
    /// When it was accepted, or had its last answer.
    pub since_ms: u64,
    /// Its place among the connections of its address; nothing for a proxy.
    pub admission: &'a Mutex<Option<Admission>>,
}

/// Who connects: the socket's other end, or, behind a trusted proxy, the last
/// hop that is not one of those.
pub(super) fn visitor(headers: &HeaderMap, from: IpAddr, options: &ServerOptions) -> IpAddr {
    let trusted = |ip: IpAddr| options.trusted_proxy.iter().any(|net| net.contains(&ip));
    if !trusted(from) {
        return from;
    }
    let hops = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = hops
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .collect();
    let mut visitor = from;
    for hop in hops.iter().rev() {
        // What stands left of something unreadable was not written by a proxy of ours.
        let Ok(ip) = hop.parse() else { return visitor };
        let ip: IpAddr = ip;
        let ip = ip.to_canonical();
        visitor = ip;
        if !trusted(ip) {
            return visitor;
        }
    }
    visitor
}

#[cfg(test)]
mod tests;
