//! Unit tests of `reminder`.

use super::*;

#[test]
fn a_lost_link_is_reported_again_every_half_minute() {
    let text = Catalogue::for_language("en");
    let start = Instant::now();
    let mut reminder = Reminder::new(start);
    for seconds in [30, 60] {
        let at = start + Duration::from_secs(seconds);
        assert_eq!(reminder.deadline(), at);
        let early = at.checked_sub(Duration::from_millis(1)).unwrap();
        assert_eq!(reminder.tick(&text, at, early), None);
        let line = reminder.tick(&text, at, at).unwrap();
        assert!(line.starts_with("Still no connection."), "{line}");
    }
}
