//! Tests of the attempts at a notification.

use super::*;

const MINUTE_MS: u64 = 60_000;

fn device(name: &str) -> PushSubscription {
    PushSubscription {
        endpoint: name.into(),
        p256dh: String::new(),
        auth: String::new(),
        key: String::new(),
    }
}

#[test]
fn who_could_not_be_reached_is_tried_twice_as_late_each_time() {
    let (mut attempts, phone) = (Attempts::default(), [device("phone")]);
    let mut waits = Vec::new();
    for _ in 0..8 {
        let retry_ms = attempts.note(&phone, &[Delivery::Later(None)], 0);
        waits.push(retry_ms.unwrap() / MINUTE_MS);
        assert!(!attempts.are_over());
    }
    assert_eq!(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
    let retry_ms = attempts.note(&phone, &[Delivery::Later(Some(90 * MINUTE_MS))], 0);
    assert_eq!(retry_ms, Some(90 * MINUTE_MS));
}

#[test]
fn only_the_rest_is_tried_again_and_not_for_ever() {
    let mut attempts = Attempts::default();
    let all = ["phone", "laptop", "old", "odd"].map(device);
    let results = [
        Delivery::Later(None),
        Delivery::Accepted,
        Delivery::Gone,
        Delivery::Refused,
    ];
    attempts.note(&all, &results, 0);
    let left = attempts.left(&all);
    assert_eq!(left, [device("phone")]);
    assert_eq!(attempts.gone, ["old"]);
    for _ in 0..2 {
        attempts.note(&left, &[Delivery::Later(None)], 0);
        assert!(!attempts.are_over());
    }
    attempts.note(&left, &[Delivery::Later(None)], 0);
    assert!(attempts.are_over());
}

#[test]
fn attempts_are_over_once_nobody_is_left() {
    let (mut attempts, phone) = (Attempts::default(), [device("phone")]);
    attempts.note(&phone, &[Delivery::Later(None)], 0);
    attempts.note(&phone, &[Delivery::Refused], 0);
    assert!(attempts.are_over() && attempts.left(&phone).is_empty());
}
