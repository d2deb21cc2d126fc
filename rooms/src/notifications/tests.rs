//! Tests of the attempts at a notification.

use protocol::event::{Turn, TurnLimit};

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

fn attempts() -> Attempts {
    Attempts::new(OwedNotification {
        seat: Seat::Host,
        turn: Turn {
            seat: Seat::Host,
            since_ms: 0,
            due_ms: 1,
            limit: TurnLimit::Clock,
            moves_ms: None,
        },
        is_reminder: false,
        due_ms: 0,
    })
}

#[test]
fn who_could_not_be_reached_is_tried_twice_as_late_each_time() {
    let (mut attempts, phone) = (attempts(), [device("phone")]);
    let mut waits = Vec::new();
    for _ in 0..8 {
        attempts.note(&phone, &[Delivery::Later(None)], 0);
        waits.push(attempts.retry_ms / MINUTE_MS);
        assert!(!attempts.are_over());
    }
    assert_eq!(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
    attempts.note(&phone, &[Delivery::Later(Some(90 * MINUTE_MS))], 0);
    assert_eq!(attempts.retry_ms, 90 * MINUTE_MS);
}

#[test]
fn only_the_rest_is_tried_again_and_not_for_ever() {
    let mut attempts = attempts();
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
    let (mut attempts, phone) = (attempts(), [device("phone")]);
    attempts.note(&phone, &[Delivery::Later(None)], 0);
    attempts.note(&phone, &[Delivery::Refused], 0);
    assert!(attempts.are_over() && attempts.left(&phone).is_empty());
}
