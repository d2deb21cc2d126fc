//! Test of an IP address for the public internet, by the registries of special-purpose addresses (RFC 6890).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

/// Blocks of IPv4 that lead nowhere, or into networks that are not the internet.
const SPECIAL_V4: [Ipv4Net; 15] = [
    v4([0, 0, 0, 0], 8),       // "this" network, RFC 791
    v4([10, 0, 0, 0], 8),      // private, RFC 1918
    v4([100, 64, 0, 0], 10),   // carrier-grade NAT, RFC 6598
    v4([127, 0, 0, 0], 8),     // loopback, RFC 1122
    v4([169, 254, 0, 0], 16),  // link-local, RFC 3927
    v4([172, 16, 0, 0], 12),   // private
    v4([192, 0, 0, 0], 24),    // protocol assignments, RFC 6890
    v4([192, 0, 2, 0], 24),    // documentation, RFC 5737
    v4([192, 88, 99, 0], 24),  // 6to4 relays, RFC 7526
    v4([192, 168, 0, 0], 16),  // private
    v4([198, 18, 0, 0], 15),   // benchmarks, RFC 2544
    v4([198, 51, 100, 0], 24), // documentation
    v4([203, 0, 113, 0], 24),  // documentation
    v4([224, 0, 0, 0], 4),     // multicast, RFC 5771
    v4([240, 0, 0, 0], 4),     // reserved, RFC 1112, with the broadcast address
];

/// Global unicast of IPv6 (RFC 4291).
const GLOBAL_V6: Ipv6Net = v6([0x2000, 0], 3);

/// Blocks of [`GLOBAL_V6`] that are not of the public internet.
const SPECIAL_V6: [Ipv6Net; 3] = [
    v6([0x2001, 0], 23), // protocol assignments, RFC 2928: with Teredo and both ORCHIDs
    v6([0x2001, 0xdb8], 32), // documentation, RFC 3849
    v6([0x3fff, 0], 20), // documentation, RFC 9637
];

const fn v4([a, b, c, d]: [u8; 4], length: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), length)
}

const fn v6([a, b]: [u16; 2], length: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0), length)
}

/// Whether an address belongs to the public internet.
///
/// An IPv6 address that carries an IPv4 address within (mapped, NAT64 of RFC 6052, 6to4 of RFC 3056) is judged by that one.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match embedded(address) {
            Some(within) => is_public_v4(within),
            None => {
                let special = |block: &Ipv6Net| block.contains(&address);
                GLOBAL_V6.contains(&address) && !SPECIAL_V6.iter().any(special)
            }
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    !SPECIAL_V4.iter().any(|block| block.contains(&address))
}

/// The IPv4 address to which packets for this one go in the end.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [_, _, a, b, c, d, .., w, x, y, z] = address.octets();
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => {
            Some(Ipv4Addr::new(w, x, y, z))
        }
        [0x2002, ..] => Some(Ipv4Addr::new(a, b, c, d)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
