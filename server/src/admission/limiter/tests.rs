//! Tests of `limiter`.

use super::*;

fn source(text: &str) -> AddressGroup {
    text.parse::<IpAddr>().unwrap().into()
}

#[test]
fn version_six_is_counted_by_its_network() {
    assert_eq!(source("2001:db8::1"), source("2001:db8::ffff:1"));
    assert_ne!(source("2001:db8::1"), source("2001:db8:0:1::1"));
    assert_eq!(source("::ffff:127.0.0.1"), source("127.0.0.1"));
}

#[test]
fn an_address_is_bounded_and_forgotten() {
    let limits = Limits {
        ungreeted_per_address: 2,
        connections_per_address: 3,
        connections: 4,
        ..Limits::default()
    };
    let addresses = Arc::new(AddressLimiter::new(Arc::new(limits)));
    let here = source("127.0.0.1");
    let mut one = addresses.admit(here).unwrap();
    let _two = addresses.admit(here).unwrap();
    assert_eq!(addresses.admit(here).unwrap_err(), Crowded::Address);
    one.greeted();
    let _three = addresses.admit(here).unwrap();
    assert_eq!(addresses.admit(here).unwrap_err(), Crowded::Address);
    let _four = addresses.admit(source("127.0.0.2")).unwrap();
    assert_eq!(
        addresses.admit(source("127.0.0.3")).unwrap_err(),
        Crowded::Server
    );
    drop((one, _two, _three, _four));
    addresses.sweep();
    assert_eq!(addresses.gauges(), (0, 0));
}
