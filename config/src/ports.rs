//! Addresses to listen on that cannot be had together.

use std::net::SocketAddr;

use super::{
    options::ServerOptions,
    parse::ListenAddress::{self, Tcp, Unix},
};

/// Refuses addresses of a server that cannot be had together, in words; each place says where an
/// option was set.
pub(super) fn check(
    options: &ServerOptions,
    place: impl Fn(&'static str) -> String,
) -> Result<(), String> {
    let listen = &options.listen;
    let mut pairs = (0..listen.len()).flat_map(|at| (0..at).map(move |before| (before, at)));
    let collision = pairs.find_map(|(one, other)| overlap(&listen[one], &listen[other]));
    if let Some(collision) = collision {
        return Err(format!("{}: {collision}", place("listen")));
    }
    let ports = listen.iter().filter_map(ListenAddress::tcp);
    let mut ports: Vec<_> = ports.map(|address| (address, "listen")).collect();
    let others = [
        ("metrics_listen", options.metrics_listen, "the figures"),
        (
            "peer_listen",
            options.has_cluster().then_some(options.peer_listen),
            "the other nodes",
        ),
    ];
    for (option, address, whom) in others {
        let Some(address) = address else {
            continue;
        };
        let mut before = ports.iter();
        if let Some((taken, by)) = before.find(|(taken, _)| collide(*taken, address)) {
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
    has_same_port(one, other) && (everywhere || same_ip(one, other))
}

/// Reason why two addresses cannot both be listened on. `[::]` beside an address of IPv4 is no reason: it is
/// every address of IPv6 then.
fn overlap(one: &ListenAddress, other: &ListenAddress) -> Option<String> {
    let (one, other) = match (one, other) {
        (Tcp(one), Tcp(other)) => (*one, *other),
        (Unix(one), Unix(other)) if one == other => {
            return Some(format!(
                "unix:{} stands there twice; write it once",
                one.display()
            ));
        }
        _ => return None,
    };
    if !has_same_port(one, other) {
        return None;
    }
    if same_ip(one, other) {
        return Some(format!("{one} stands there twice; write it once"));
    }
    let (wide, narrow) = match (one.ip().is_unspecified(), other.ip().is_unspecified()) {
        (true, false) => (one, other),
        (false, true) => (other, one),
        _ => return None,
    };
    let every = match (wide.is_ipv4(), is_ipv4(narrow)) {
        (true, true) => "0.0.0.0 is every address of IPv4",
        (false, false) => "[::] is every address of IPv6",
        _ => return None,
    };
    Some(format!(
        "{narrow} and {wide} collide, because {every}; leave one of them out"
    ))
}

/// A free port is another for each.
fn has_same_port(one: SocketAddr, other: SocketAddr) -> bool {
    one.port() == other.port() && one.port() != 0
}

fn same_ip(one: SocketAddr, other: SocketAddr) -> bool {
    one.ip().to_canonical() == other.ip().to_canonical()
}

fn is_ipv4(address: SocketAddr) -> bool {
    address.ip().to_canonical().is_ipv4()
}
