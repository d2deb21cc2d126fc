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
fn retries_for_an_unreachable_device_double_their_delay() {
    let (mut attempts, phone) = (Attempts::default(), [device("phone")]);
    let mut again_ms = |after_ms| {
        let retry_ms = attempts.note(&phone, &[Delivery::Later(after_ms)], 0);
        retry_ms.unwrap() / MINUTE_MS
    };
    let waits: Vec<_> = (0..8).map(|_| again_ms(None)).collect();
    assert_eq!(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
    assert_eq!(again_ms(Some(90 * MINUTE_MS)), 90);
}

#[test]
fn only_unreached_devices_are_retried_and_not_for_ever() {
    let mut attempts = Attempts::default();
    let all = ["phone", "laptop", "old", "odd"].map(device);
    let results = [
        Delivery::Later(None),
        Delivery::Accepted,
        Delivery::Gone,
        Delivery::Refused,
    ];
    assert!(attempts.note(&all, &results, 0).is_some());
    let left = attempts.left(&all);
    assert_eq!(left, [device("phone")]);
    assert_eq!(attempts.gone, ["old"]);
    let mut again = || attempts.note(&left, &[Delivery::Later(None)], 0);
    assert!(again().is_some() && again().is_some());
    assert_eq!(again(), None);
}

#[test]
fn attempts_end_once_no_device_is_left() {
    let (mut attempts, phone) = (Attempts::default(), [device("phone")]);
    assert!(attempts.note(&phone, &[Delivery::Later(None)], 0).is_some());
    assert_eq!(attempts.note(&phone, &[Delivery::Refused], 0), None);
    assert!(attempts.left(&phone).is_empty());
}
