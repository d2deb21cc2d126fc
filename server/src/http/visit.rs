//! Who visits.

use std::net::IpAddr;

use hyper::HeaderMap;

use crate::config::ServerOptions;

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
