use super::*;
use crate::compare::figures::{FIGURES, Figure};

#[test]
fn the_address_is_found_in_a_plain_and_in_a_json_log_line() {
    let expected = Some(SocketAddr::from(([127, 0, 0, 1], 4321)));
    assert_eq!(address_in("listening on 127.0.0.1:4321"), expected);
    let json = r#"{"fields":{"message":"listening on 127.0.0.1:4321"},"target":"server"}"#;
    assert_eq!(address_in(json), expected);
    assert_eq!(address_in("journal open"), None);
}

#[test]
fn every_raised_limit_is_one_of_the_server() {
    let measurements = FIGURES.iter().flat_map(Figure::measurements);
    let further = measurements.flat_map(|it| it.subject.raised);
    for (name, _) in RAISED.iter().chain(further) {
        let field = name.replace('-', "_");
        let known = protocol::Limits::default().get(&field);
        assert!(known.is_some(), "{name}");
    }
}
