//! The addresses of a machine, as they stand in links: those at which others
//! reach its server.

mod interfaces;

use std::{
    collections::HashSet,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket},
};

use config::ServerOptions;

use self::interfaces::Interfaces;
use crate::listener::BoundAddress;

/// Somewhere on the internet: addresses for documentation (RFC 5737, RFC 3849).
const OUTSIDE: [IpAddr; 2] = [
    IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)),
    IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)),
];

/// Where others reach a server, best first, without a slash at the end: where
/// it says it is, or else at the machine's own addresses.
pub fn bases(options: &ServerOptions, bound: &[BoundAddress]) -> Vec<String> {
    if let Some(url) = &options.public_url {
        return vec![url.as_str().trim_end_matches('/').to_owned()];
    }
    let mut ips: Vec<IpAddr> = Vec::new();
    for one in same_port(bound) {
        match one.address.ip() {
            ip if ip.is_loopback() => {}
            ip if ip.is_unspecified() => ips.extend(own_addresses().filter(|ip| one.takes(*ip))),
            ip => ips.push(ip),
        }
    }
    // The first one goes into links: that by which packets leave for the internet.
    let outward: Vec<IpAddr> = OUTSIDE.into_iter().filter_map(source_towards).collect();
    ips.sort_by_key(|ip| (!outward.contains(ip), ip.is_ipv6()));
    let mut seen = HashSet::new();
    ips.retain(|ip| seen.insert(*ip));
    let port = bound.first().map_or(0, |first| first.address.port());
    let bases = ips.into_iter().map(|ip| base(options, (ip, port).into()));
    bases.collect()
}

/// The same for somebody on this machine.
pub fn local_base(options: &ServerOptions, bound: &[BoundAddress]) -> String {
    base(options, local_address(bound))
}

/// Where a server is reached from this machine; port 0 if at no port.
pub fn local_address(bound: &[BoundAddress]) -> SocketAddr {
    let Some(first) = bound.first() else {
        return (Ipv4Addr::LOCALHOST, 0).into();
    };
    let loopback: [IpAddr; 2] = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
    let taken = |ip: &IpAddr| same_port(bound).any(|one| one.takes(*ip));
    let ip = loopback.into_iter().find(taken);
    (ip.unwrap_or(first.address.ip()), first.address.port()).into()
}

/// Those with the port of the first, which is the one that links have.
fn same_port(bound: &[BoundAddress]) -> impl Iterator<Item = &BoundAddress> {
    let port = bound.first().map(|first| first.address.port());
    let one = move |one: &&BoundAddress| Some(one.address.port()) == port;
    bound.iter().filter(one)
}

fn base(options: &ServerOptions, address: SocketAddr) -> String {
    format!("{}://{address}{}", options.scheme(), options.base_path)
}

/// Those that other machines may reach.
pub fn own_addresses() -> impl Iterator<Item = IpAddr> {
    let interfaces = Interfaces::here();
    let all = if_addrs::get_if_addrs().unwrap_or_default().into_iter();
    let outward = all.filter(move |found| interfaces.leads_out(&found.name));
    let ips = outward.map(|interface| interface.ip());
    ips.filter(|ip| !ip.is_loopback() && !is_link_local(*ip))
}

/// The address from which packets to another leave. None is sent.
fn source_towards(other: IpAddr) -> Option<IpAddr> {
    let any: IpAddr = match other {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect((other, 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

fn is_link_local(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(v4) => v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_unicast_link_local(),
    }
}
