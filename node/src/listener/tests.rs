//! Tests of `listener`: what each address of a list takes.

use std::net::TcpStream as StdTcpStream;

use super::*;

fn tcp(text: &str) -> ListenAddress {
    ListenAddress::Tcp(text.parse().unwrap())
}

/// The families of each address of a list.
fn families(list: &[&str]) -> Vec<Families> {
    let list: Vec<_> = list.iter().copied().map(tcp).collect();
    let bound = BoundAddress::all(&list).into_iter();
    bound.map(|bound| bound.families).collect()
}

#[test]
fn every_address_of_ipv6_is_alone_where_ipv4_has_the_port() {
    use Families::{Both, Ipv6};
    for (list, expected) in [
        (&["[::]:1952"][..], &[Both][..]),
        (&["0.0.0.0:1952", "[::]:1952"], &[Ipv6, Ipv6]),
        (&["[::]:1952", "127.0.0.1:1952"], &[Ipv6, Ipv6]),
        (&["[::]:1952", "[::ffff:127.0.0.1]:1952"], &[Ipv6, Ipv6]),
        (&["[::]:1952", "0.0.0.0:1953"], &[Both, Ipv6]),
        (&["[::]:0", "0.0.0.0:0"], &[Both, Both]),
        (&["[::]:443", "[::]:80"], &[Both, Both]),
    ] {
        assert_eq!(families(list), expected, "{list:?}");
    }
}

#[test]
fn each_bound_address_takes_its_families_and_is_named_by_them() {
    let bound = |list: &[&str]| {
        let list: Vec<_> = list.iter().copied().map(tcp).collect();
        BoundAddress::all(&list)[0]
    };
    let (v4, v6): (IpAddr, IpAddr) = (Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into());
    for (bound, takes, name) in [
        (bound(&["[::]:7"]), [true, true], "[::]:7 (IPv6 and IPv4)"),
        (
            bound(&["[::]:7", "0.0.0.0:7"]),
            [false, true],
            "[::]:7 (IPv6 alone)",
        ),
        (bound(&["0.0.0.0:7"]), [true, false], "0.0.0.0:7"),
        (bound(&["127.0.0.1:7"]), [true, false], "127.0.0.1:7"),
        (bound(&["[::1]:7"]), [false, true], "[::1]:7"),
    ] {
        assert_eq!([bound.takes(v4), bound.takes(v6)], takes, "{name}");
        assert_eq!(bound.name(), name);
    }
}

#[tokio::test]
async fn ipv4_and_ipv6_are_bound_in_either_order() {
    for list in [
        ["0.0.0.0", "[::]"],
        ["[::]", "0.0.0.0"],
        ["[::]", "127.0.0.1"],
    ] {
        // A port that is free in both families.
        let probe = listen(BoundAddress::all(&[tcp("[::]:0")])[0]).unwrap();
        let port = probe.local_addr().unwrap().port();
        drop(probe);
        let list = list.map(|ip| tcp(&format!("{ip}:{port}")));
        let listeners = Listeners::open(&list, SocketMode::default());
        let mut listeners = listeners.unwrap_or_else(|why| panic!("{list:?}: {why:?}"));
        for ip in [IpAddr::V4(Ipv4Addr::LOCALHOST), Ipv6Addr::LOCALHOST.into()] {
            if listeners.bound().iter().any(|bound| bound.takes(ip)) {
                let stream = StdTcpStream::connect((ip, port)).unwrap();
                let (_, from) = listeners.accept().await.unwrap();
                assert_eq!(from, stream.local_addr().unwrap().ip(), "{list:?}");
            }
        }
        let takes_ipv4 = |bound: &BoundAddress| bound.takes(Ipv4Addr::LOCALHOST.into());
        assert!(listeners.bound().iter().any(takes_ipv4), "{list:?}");
    }
}
