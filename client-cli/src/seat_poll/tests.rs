//! The times at which one asks.

use super::*;

#[test]
fn it_asks_at_once_then_after_the_usual_time_and_never_twice_together() {
    let now = Instant::now();
    let mut poll = SeatPoll::default();
    assert_eq!(poll.due(now), Some(now));
    poll.sent(7);
    assert!(poll.is_asked(7) && !poll.is_asked(8));
    assert_eq!(poll.due(now), None);
    poll.hurry();
    assert_eq!(poll.due(now), None, "an answer is awaited");
    for _ in 0..20 {
        poll.rest(now, USUAL);
        let wait = poll.due(now).unwrap() - now;
        assert!((25..=30).contains(&wait.as_secs()), "{wait:?}");
    }
    poll.hurry();
    assert_eq!(poll.due(now), Some(now));
}

#[test]
fn a_request_whose_connection_is_gone_is_not_waited_for() {
    let now = Instant::now();
    let mut poll = SeatPoll::default();
    poll.sent(7);
    poll.forget();
    assert!(!poll.is_asked(7));
    assert_eq!(poll.due(now), Some(now));
}
