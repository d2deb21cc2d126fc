use super::*;

fn from(address: &str) -> AddressGroup {
    let address: IpAddr = address.parse().unwrap();
    address.into()
}

fn shut_out(network: &str, until_ms: Option<u64>) -> BlockList {
    let list = BlockList::default();
    assert!(list.add(network.parse().unwrap(), until_ms, 0));
    list
}

#[test]
fn a_network_is_shut_out_with_all_its_addresses_and_no_others() {
    for (network, inside, outside) in [
        ("203.0.113.0/24", "203.0.113.9", "203.0.114.9"),
        ("203.0.113.7/32", "::ffff:203.0.113.7", "203.0.113.8"),
        ("2001:db8::/32", "2001:db8:1::1", "2001:db9::1"),
        // One subscriber has a whole /64.
        ("2001:db8:0:1::7/128", "2001:db8:0:1::8", "2001:db8:0:2::7"),
        ("::ffff:203.0.113.7/128", "203.0.113.7", "203.0.113.8"),
        ("::ffff:203.0.113.0/120", "203.0.113.7", "203.0.114.8"),
    ] {
        let list = shut_out(network, None);
        assert!(list.has(from(inside), || 0), "{network}");
        assert!(!list.has(from(outside), || 0), "{network}");
        assert!(list.remove(network.parse().unwrap()));
        assert!(!list.has(from(inside), || 0), "{network}");
    }
}

#[test]
fn a_block_ends_at_its_time_and_is_listed_once() {
    let list = shut_out("10.0.0.0/8", Some(60));
    assert!(list.has(from("10.1.2.3"), || 59));
    assert!(!list.has(from("10.1.2.3"), || 60));
    assert!(list.all(60).is_empty());
    assert!(list.add("10.0.0.0/8".parse().unwrap(), Some(90), 50));
    assert_eq!(list.all(50).len(), 1);
    assert!(list.has(from("10.1.2.3"), || 89));
}

#[test]
fn the_list_is_bounded() {
    let list = BlockList::default();
    for number in 0..=MOST as u32 {
        let address = std::net::Ipv4Addr::from(number);
        let added = list.add(IpAddr::V4(address).into(), None, 0);
        assert_eq!(added, number < MOST as u32);
    }
    assert_eq!(list.all(0).len(), MOST);
}
