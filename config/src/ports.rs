//! Addresses to listen on that cannot be had together.

use std::net::SocketAddr;

use super::{
    options::ServerOptions,
    parse::ListenAddress::{self, Tcp},
};

/// Refuses addresses of a server that cannot be had together, in words; `place` says where an
/// option was set.
pub(super) fn check<'p>(
    options: &ServerOptions,
    place: impl Fn(&str) -> &'p str,
) -> Result<(), String> {
    let listen = &options.listen;
    let mut pairs = (0..listen.len()).flat_map(|at| (0..at).map(move |before| (before, at)));
    let collision = pairs.find_map(|(one, other)| overlap(&listen[one], &listen[other]));
    if let Some(collision) = collision {
        return Err(format!("{}: {collision}", place("listen")));
    }
    let ports = listen.iter().filter_map(ListenAddress::tcp);
    let mut ports: Vec<_> = ports.map(|address| (address, "listen")).collect();
    let peer_listen = options.has_cluster().then_some(options.peer_listen);
    for (option, address, whom) in [
        ("metrics_listen", options.metrics_listen, "the figures"),
        ("peer_listen", peer_listen, "the other nodes"),
    ] {
        let Some(address) = address else {
            continue;
        };
        if let Some((taken, by)) = ports.iter().find(|(taken, _)| collide(*taken, address)) {
            return Err(format!(
                "{}: {address} has the port of {taken} ({}); choose another port for {whom}",
                place(option),
                place(by)
            ));
        }
        ports.push((address, option));
    }
    Ok(())
}

/// Whether only one of two addresses can be had.
fn collide(one: SocketAddr, other: SocketAddr) -> bool {
    let everywhere = [one, other].iter().any(|it| it.ip().is_unspecified());
    has_same_port(one, other)
        && (everywhere || one.ip().to_canonical() == other.ip().to_canonical())
}

/// A free port is another for each.
fn has_same_port(one: SocketAddr, other: SocketAddr) -> bool {
    one.port() == other.port() && one.port() != 0
}

/// Reason why two addresses cannot both be listened on. `[::]` beside an address of IPv4 is no reason: it is
/// every address of IPv6 then.
fn overlap(one: &ListenAddress, other: &ListenAddress) -> Option<String> {
    let twice = || format!("{one} stands there twice; write it once");
    let (Tcp(one), Tcp(other)) = (one, other) else {
        return (one == other).then(twice);
    };
    if !has_same_port(*one, *other) {
        return None;
    }
    let [ip, other_ip] = [one, other].map(|address| address.ip().to_canonical());
    if ip == other_ip {
        return Some(twice());
    }
    let (wide, narrow) = match ip.is_unspecified() {
        true => (one, other),
        false => (other, one),
    };
    let every = match ip.is_ipv4() && other_ip.is_ipv4() {
        true => "0.0.0.0 is every address of IPv4",
        false => "[::] is every address of IPv6",
    };
    let is_every = ip.is_ipv4() == other_ip.is_ipv4() && wide.ip().is_unspecified();
    is_every.then(|| format!("{narrow} and {wide} collide, because {every}; leave one of them out"))
}
