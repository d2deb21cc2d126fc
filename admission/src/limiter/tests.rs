//! Tests of `limiter`.

use super::*;

fn source(text: &str) -> AddressGroup {
    text.parse::<IpAddr>().unwrap().into()
}

#[test]
fn ipv6_addresses_are_counted_by_their_network() {
    assert_eq!(source("2001:db8::1"), source("2001:db8::ffff:1"));
    assert_ne!(source("2001:db8::1"), source("2001:db8:0:1::1"));
    assert_eq!(source("::ffff:127.0.0.1"), source("127.0.0.1"));
}

fn limiter(limits: Limits, doorway: u64) -> Arc<AddressLimiter> {
    let capacity = Capacity {
        doorway,
        ..Capacity::fit(limits.connections, None)
    };
    Arc::new(AddressLimiter::new(Arc::new(limits), capacity))
}

#[test]
fn the_connections_of_an_address_are_bounded_and_an_empty_address_is_forgotten() {
    let limits = Limits {
        ungreeted_per_address: 2,
        connections_per_address: 3,
        connections: 4,
        ..Limits::default()
    };
    let addresses = limiter(limits, 0);
    let here = source("127.0.0.1");
    let mut one = addresses.admit(here).unwrap();
    let _two = addresses.admit(here).unwrap();
    assert_eq!(addresses.admit(here).unwrap_err(), LimitOf::Address);
    one.greeted();
    let _three = addresses.admit(here).unwrap();
    assert_eq!(addresses.admit(here).unwrap_err(), LimitOf::Address);
    let _four = addresses.admit(source("127.0.0.2")).unwrap();
    assert_eq!(
        addresses.admit(source("127.0.0.3")).unwrap_err(),
        LimitOf::Server
    );
    drop((one, _two, _three, _four));
    addresses.sweep();
    assert_eq!(addresses.gauges(), (0, 0));
}

#[test]
fn an_address_has_five_times_its_share_while_half_of_the_places_are_free() {
    let limits = Limits {
        connections_per_address: 2,
        connections: 16,
        ..Limits::default()
    };
    let addresses = limiter(limits, 0);
    let (here, there) = (source("127.0.0.1"), source("127.0.0.2"));
    let admitted = |of| -> Vec<_> { std::iter::from_fn(|| addresses.admit(of).ok()).collect() };
    let school = admitted(here);
    assert_eq!(school.len(), 8, "then the server is half full");
    let others = admitted(there);
    assert_eq!(others.len(), 2);
}

#[test]
fn a_connection_without_a_place_waits_in_the_doorway() {
    let limits = Limits {
        connections: 1,
        ..Limits::default()
    };
    let addresses = limiter(limits, 5);
    let (here, there) = (source("127.0.0.1"), source("127.0.0.2"));
    let placed = addresses.admit(here).unwrap();
    let mut at_the_door: Vec<_> = (0..4).map(|_| addresses.admit(here).unwrap()).collect();
    assert!(at_the_door.iter().all(Admission::is_in_doorway));
    assert_eq!(addresses.admit(here).unwrap_err(), LimitOf::Server);
    at_the_door.push(addresses.admit(there).unwrap());
    assert_eq!(addresses.admit(there).unwrap_err(), LimitOf::Server);
    assert_eq!(addresses.gauges().0, 1);

    let mut first = at_the_door.remove(0);
    assert_eq!(first.enter(), Err(LimitOf::Server));
    drop(placed);
    assert_eq!(first.enter(), Ok(()));
    assert!(!first.is_in_doorway());
    let mut second = at_the_door.remove(0);
    second.take_over();
    assert_eq!(addresses.gauges().0, 2);
    drop((first, second, at_the_door));
    addresses.sweep();
    assert_eq!(addresses.gauges(), (0, 0));
}
