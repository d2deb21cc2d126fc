//! Tests of the messages of rooms to devices and chats.

use super::*;

/// Messages that are words, with the number of attempts; one at once.
fn messages() -> OutgoingMessages<&'static str, u32> {
    OutgoingMessages::new(1)
}

/// The same once a room's message has been tried, which is to be tried again then.
fn tried(retry_ms: u64) -> OutgoingMessages<&'static str, u32> {
    let messages = messages();
    drop(messages.begin(1, "turn", 0, 0));
    messages.edit(1, |attempts| *attempts = 1);
    messages.end(1, Some(retry_ms));
    messages
}

#[test]
fn a_message_in_flight_is_not_sent_twice_and_retried_once_it_ended() {
    let messages = messages();
    let (permit, attempts) = messages.begin(1, "turn", 0, 10).unwrap();
    assert_eq!(attempts, 0);
    assert!(messages.begin(1, "turn", 0, 10).is_none());
    assert_eq!(messages.wakes_ms(1, &"turn", 0), None);
    messages.edit(1, |attempts| *attempts = 1);
    drop(permit);
    messages.end(1, Some(50));
    assert_eq!(messages.wakes_ms(1, &"turn", 0), Some(50));
    assert!(messages.begin(1, "turn", 0, 49).is_none());
    let (_, attempts) = messages.begin(1, "turn", 0, 50).unwrap();
    assert_eq!(attempts, 1);
    messages.end(1, None);
    assert_eq!(messages.wakes_ms(1, &"turn", 3), Some(3));
}

#[test]
fn another_message_does_not_wait_for_the_retry_of_the_one_before() {
    let messages = tried(50);
    assert_eq!(messages.wakes_ms(1, &"reminder", 20), Some(20));
    let (_, attempts) = messages.begin(1, "reminder", 20, 20).unwrap();
    assert_eq!(attempts, 0);
}

#[test]
fn a_message_waits_for_a_free_permit_and_keeps_its_attempts() {
    let messages = tried(5);
    let (permit, _) = messages.begin(2, "turn", 0, 5).unwrap();
    assert!(messages.begin(1, "turn", 0, 5).is_none());
    let again_ms = messages.wakes_ms(1, &"turn", 0).unwrap();
    assert!(again_ms >= 5 + BUSY_RETRY_MS);
    drop(permit);
    let (_, attempts) = messages.begin(1, "turn", 0, again_ms).unwrap();
    assert_eq!(attempts, 1);
}

#[test]
fn a_message_no_longer_pending_is_forgotten_unless_it_is_in_flight() {
    let messages = messages();
    drop(messages.begin(1, "turn", 0, 0));
    messages.forget_but(1, None);
    assert_eq!(messages.wakes_ms(1, &"turn", 0), None);
    messages.end(1, Some(50));
    messages.forget_but(1, Some(&"turn"));
    assert_eq!(messages.wakes_ms(1, &"turn", 0), Some(50));
    messages.forget_but(1, None);
    assert_eq!(messages.wakes_ms(1, &"turn", 0), Some(0));
}
