//! Tests of `places`.

use std::net::Ipv4Addr;

use super::*;

fn address(host: u8) -> Payer {
    let address: AddressGroup = std::net::IpAddr::from(Ipv4Addr::new(192, 0, 2, host)).into();
    Payer::Address(address)
}

/// Takes places until there is none.
fn drain(places: &Arc<Places>, payer: Payer) -> Vec<Place> {
    std::iter::from_fn(|| places.take(payer).ok()).collect()
}

#[test]
fn an_address_holds_half_of_the_places_while_they_are_free_and_others_a_tenth_afterwards() {
    let places = Places::new(PlaceLimits::shared(100));
    let school = drain(&places, address(1));
    assert_eq!(school.len(), 50);
    assert_eq!(places.take(address(1)).unwrap_err(), LimitOf::Address);
    let others: Vec<_> = (2..=6).map(|host| drain(&places, address(host))).collect();
    assert!(others.iter().all(|held| held.len() == 10));
    assert_eq!(places.taken(), 100);
    // Who has none gets one, and who has one gets no second.
    let first = places.take(address(7)).unwrap();
    assert_eq!(places.take(address(7)).unwrap_err(), LimitOf::Server);
    drop((school, others, first));
    assert_eq!((places.taken(), places.holders()), (0, 0));
}

#[test]
fn without_capacity_no_place_is_given_and_first_places_are_bounded() {
    let none = Places::new(PlaceLimits::shared(0));
    assert_eq!(none.take(address(1)).unwrap_err(), LimitOf::Server);
    assert_eq!(none.ask(address(1)), Err(LimitOf::Server));
    let places = Places::new(PlaceLimits::shared(10));
    let held: Vec<_> = (0..=255)
        .filter_map(|host| places.take(address(host)).ok())
        .collect();
    assert_eq!(held.len(), 20);
}

#[test]
fn a_returning_client_has_a_place_and_takes_none_from_others() {
    let places = Places::new(PlaceLimits::shared(20));
    let own = drain(&places, address(1));
    assert_eq!(own.len(), 10);
    let back: Vec<_> = (0..100).map(|_| places.take_again(address(1))).collect();
    assert_eq!((places.taken(), places.held(address(1))), (10, 110));
    assert_eq!(drain(&places, address(2)).len(), 10);
    drop((own, back));
    assert_eq!((places.taken(), places.holders()), (0, 0));
}

#[test]
fn a_share_is_kept_without_a_limit_on_the_total() {
    let places = Places::new(PlaceLimits::each(3));
    assert_eq!(drain(&places, address(1)).len(), 3);
    let held: Vec<_> = (0..=255)
        .flat_map(|host| drain(&places, address(host)))
        .collect();
    assert_eq!(held.len(), 256 * 3);
}
