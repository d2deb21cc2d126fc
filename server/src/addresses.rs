//! The addresses of a machine, as they stand in links: those at which others
//! reach its server.

mod interfaces;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use self::interfaces::Interfaces;
use crate::config::ServerOptions;

/// Somewhere on the internet: addresses for documentation (RFC 5737, RFC 3849).
const OUTSIDE: [IpAddr; 2] = [
    IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)),
    IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)),
];

/// Where others reach a server, best first, without a slash at the end: where
/// it says it is, or else at the machine's own addresses.
pub fn bases(options: &ServerOptions, bound: Option<SocketAddr>) -> Vec<String> {
    if let Some(url) = &options.public_url {
        return vec![url.as_str().trim_end_matches('/').to_owned()];
    }
    let Some(bound) = bound else {
        return Vec::new();
    };
    let mut ips: Vec<IpAddr> = match bound.ip() {
        ip if ip.is_loopback() => Vec::new(),
        ip if ip.is_unspecified() => own_addresses()
            .filter(|ip| ip.is_ipv4() || bound.is_ipv6())
            .collect(),
        ip => vec![ip],
    };
    // The first one goes into links: that by which packets leave for the internet.
    let outward: Vec<IpAddr> = OUTSIDE.into_iter().filter_map(source_towards).collect();
    ips.sort_by_key(|ip| (!outward.contains(ip), ip.is_ipv6()));
    ips.iter()
        .map(|ip| base(options, &host(*ip), bound.port()))
        .collect()
}

/// The same for somebody on this machine.
pub fn local_base(options: &ServerOptions, bound: SocketAddr) -> String {
    let host = match bound.ip() {
        ip if ip.is_unspecified() => Ipv4Addr::LOCALHOST.to_string(),
        ip => host(ip),
    };
    base(options, &host, bound.port())
}

fn base(options: &ServerOptions, host: &str, port: u16) -> String {
    format!("{}://{host}:{port}{}", options.scheme(), options.base_path)
}

/// Those that other machines may reach.
fn own_addresses() -> impl Iterator<Item = IpAddr> {
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

/// An address as it stands in a URL.
fn host(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => format!("[{v6}]"),
    }
}
