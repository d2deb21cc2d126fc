//! Unit tests of `lost_link`.

use super::*;

#[test]
fn a_lost_link_is_reported_again_every_half_minute() {
    let text = Catalogue::for_language("en");
    let start = Instant::now();
    let mut lost = LostLink::new(LossKind::Silent, start, start);
    for seconds in [30, 60] {
        let at = start + Duration::from_secs(seconds);
        assert_eq!(lost.deadline(), at);
        assert_eq!(lost.tick(&text, at - Duration::from_millis(1)), None);
        let line = lost.tick(&text, at).unwrap();
        assert!(line.starts_with("Still no connection."), "{line}");
    }
}

#[test]
fn the_reason_that_the_server_gave_is_kept() {
    let start = Instant::now();
    let mut lost = LostLink::new(LossKind::Cut, start, start);
    assert!(lost.again(LossKind::Silent, start));
    assert!(!lost.again(LossKind::Silent, start));
    assert!(lost.again(LossKind::Down, start));
    assert!(!lost.again(LossKind::Silent, start));
    assert_eq!(lost.kind, LossKind::Down);
}
