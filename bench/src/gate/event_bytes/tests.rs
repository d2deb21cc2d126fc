use super::*;

#[test]
fn every_kind_of_event_has_its_bytes() {
    let counts = of_transcripts().unwrap();
    assert!(counts.len() >= 15, "{counts:?}");
    assert!(counts["bytes of `moved`"] > 100.0);
}
