use std::collections::BTreeMap;

use super::*;

#[test]
fn connections_on_loopback_are_spread_evenly_and_others_are_not_bound() {
    let loopback = IpAddr::from([127, 0, 0, 1]);
    let mut used = BTreeMap::new();
    for number in 0..SOURCE_ADDRESSES * 10 {
        *used.entry(source(loopback, number).unwrap()).or_insert(0) += 1;
    }
    assert_eq!(used.len() as u64, SOURCE_ADDRESSES);
    assert!(used.values().all(|count| *count == 10));
    assert!(used.contains_key(&IpAddr::from([127, 0, 0, 20])));
    assert_eq!(source(IpAddr::from([192, 168, 1, 20]), 1), None);
}

#[test]
fn a_refusal_is_known_by_its_code() {
    let text = r#"{"type":"reply","id":3,"error":{"code":"watching_full"}}"#;
    let why = unexpected(text).downcast::<RefusedByServer>().unwrap();
    assert_eq!(*why, RefusedByServer(Refusal::WatchingFull));
}
