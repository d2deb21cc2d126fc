//! Addresses that a TCP socket takes: one address, every address of IPv4, or with `[::]` every one of IPv6 and, unless
//! an address of IPv4 is listened on beside it, of IPv4 too.

use std::net::{IpAddr, SocketAddr};

use config::ListenAddress;

/// The families that a socket on `[::]` takes; without meaning for other addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Families {
    /// IPv6 and IPv4.
    Both,
    /// IPv6 alone.
    Ipv6,
}

/// A TCP address that is listened on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundAddress {
    /// The address.
    pub address: SocketAddr,
    /// The families that it takes if it is `[::]`.
    pub families: Families,
}

impl BoundAddress {
    /// The TCP addresses of a list, as they are listened on together.
    pub fn all(listen: &[ListenAddress]) -> Vec<BoundAddress> {
        let all: Vec<_> = listen.iter().filter_map(ListenAddress::tcp).collect();
        let beside = |address: &SocketAddr| {
            let mut others = all.iter().filter(|other| other.port() == address.port());
            // A free port is another for each.
            let shared = address.port() != 0;
            match shared && others.any(|other| other.ip().to_canonical().is_ipv4()) {
                true => Families::Ipv6,
                false => Families::Both,
            }
        };
        let bound = all.iter().map(|address| BoundAddress {
            address: *address,
            families: beside(address),
        });
        bound.collect()
    }

    /// An address that none of its port is listened on beside.
    pub fn alone(address: SocketAddr) -> BoundAddress {
        let families = Families::Both;
        BoundAddress { address, families }
    }

    /// Whether it takes every address of the machine.
    pub fn is_everywhere(&self) -> bool {
        self.address.ip().is_unspecified()
    }

    /// Whether it is `[::]` and takes IPv6 alone.
    pub fn is_ipv6_alone(&self) -> bool {
        self.address.is_ipv6() && self.is_everywhere() && self.families == Families::Ipv6
    }

    /// Whether it takes this address of the machine.
    pub fn takes(&self, ip: IpAddr) -> bool {
        let own = self.address.ip();
        match own.is_unspecified() {
            false => own == ip,
            true => {
                own.is_ipv4() == ip.is_ipv4() || (own.is_ipv6() && self.families == Families::Both)
            }
        }
    }

    /// As the log says it.
    pub fn name(&self) -> String {
        let address = self.address;
        match (address.is_ipv6() && self.is_everywhere(), self.families) {
            (false, _) => address.to_string(),
            (true, Families::Both) => format!("{address} (IPv6 and IPv4)"),
            (true, Families::Ipv6) => format!("{address} (IPv6 alone)"),
        }
    }
}
