//! Notifications of a turn: to whom, when, how often, and to which devices.

use protocol::{PushSubscription, Refusal, Seat, settings::DAY_MS};

use super::room::Room;
use crate::{
    NOTIFY_AFTER_MS, PendingNotification, PrivateChange, pending_notification, subscribe,
    unsubscribe,
};

fn device(number: u32) -> PushSubscription {
    PushSubscription {
        endpoint: format!("https://push.example/{number}"),
        p256dh: String::new(),
        auth: String::new(),
        key: String::new(),
    }
}

/// A room in which both have a device.
fn subscribed(script: &str) -> Room {
    let mut room = Room::of(script);
    for seat in Seat::BOTH {
        room.private.apply(&PrivateChange::Subscribed {
            seat,
            device: device(1),
        });
    }
    room
}

impl Room {
    fn pending(&self) -> Option<PendingNotification> {
        pending_notification(self.view(), &self.private)
    }

    /// The next notification was sent at that time after the turn began.
    fn send(&mut self, after_ms: u64) {
        let pending = self.pending().unwrap();
        self.private
            .apply(&pending.sent(pending.turn.since_ms + after_ms));
    }
}

#[test]
fn a_turn_is_notified_soon_and_again_when_a_quarter_of_the_time_is_left() {
    let mut room = subscribed("3 days | 4");
    let since_ms = room.view().at_ms;
    let first = room.pending().unwrap();
    assert_eq!((first.seat, first.is_reminder), (Seat::Guest, false));
    assert_eq!(first.due_ms, since_ms + NOTIFY_AFTER_MS);
    room.send(NOTIFY_AFTER_MS);
    let second = room.pending().unwrap();
    assert_eq!((second.seat, second.is_reminder), (Seat::Guest, true));
    assert_eq!(second.due_ms, since_ms + 3 * DAY_MS / 4 * 3);
    room.send(3 * DAY_MS / 4 * 3);
    assert_eq!(room.pending(), None);
    room.step("0");
    assert_eq!(room.pending().map(|pending| pending.seat), Some(Seat::Host));
}

#[test]
fn a_notification_sent_late_is_the_last_of_its_turn() {
    let mut room = subscribed("3 days | 4");
    room.send(3 * DAY_MS - 1);
    assert_eq!(room.pending(), None);
}

#[test]
fn a_turn_restored_by_a_takeback_is_notified_again() {
    let mut room = subscribed("3 days | 4 0");
    room.send(NOTIFY_AFTER_MS);
    for step in ["+1000", "8", "host takeback 2", "guest accept 1"] {
        room.step(step);
    }
    let pending = room.pending().unwrap();
    assert_eq!((pending.seat, pending.is_reminder), (Seat::Host, false));
}

#[test]
fn a_postponed_turn_is_not_notified_twice() {
    let mut room = subscribed("3 days | 4");
    room.send(NOTIFY_AFTER_MS);
    let before = room.pending().unwrap();
    let ms = 2 * 3_600_000;
    let postponed = room.private.postponed(ms).unwrap();
    room.step("outage 7200000");
    assert_eq!(
        room.pending().map(|pending| pending.is_reminder),
        Some(false)
    );
    room.private.apply(&postponed);
    let after = room.pending().unwrap();
    assert!(after.is_reminder && after.due_ms == before.due_ms + ms);
    assert_eq!(Room::of("3 days | 4").private.postponed(ms), None);
}

#[test]
fn after_twenty_notifications_in_a_day_the_next_comes_the_day_after() {
    let mut room = subscribed("14 days | 4");
    let pending = room.pending().unwrap();
    let noon_ms = (pending.turn.since_ms / DAY_MS + 1) * DAY_MS + DAY_MS / 2;
    let send = |room: &mut Room, turn_since_ms| {
        room.private.apply(&PrivateChange::Notified {
            seat: Seat::Guest,
            turn_since_ms,
            is_last: true,
            at_ms: noon_ms,
        });
    };
    (0..19).for_each(|turn| send(&mut room, turn));
    assert_eq!(room.pending().unwrap().due_ms, pending.due_ms);
    send(&mut room, 19);
    assert_eq!(room.pending().unwrap().due_ms, noon_ms + DAY_MS / 2);
}

#[test]
fn no_notification_is_pending_without_a_turn_a_subscription_or_a_clock_of_days() {
    for script in ["3 days, alone |", "3 days | 4 0 2 1 6", "| 4"] {
        assert_eq!(subscribed(script).pending(), None, "{script}");
    }
    assert_eq!(Room::of("3 days | 4").pending(), None);
}

#[test]
fn a_seat_has_its_last_four_devices_and_a_bounded_number_of_changes() {
    let mut room = Room::of("3 days | 4");
    let add = |room: &mut Room, number| {
        let change = subscribe(room.view(), &room.private, Seat::Host, device(number))?;
        if let Some(change) = &change {
            room.private.apply(change);
        }
        Ok::<_, Refusal>(change.is_some())
    };
    for number in 1..=5 {
        assert_eq!(add(&mut room, number), Ok(true));
    }
    assert_eq!(add(&mut room, 5), Ok(false));
    let of = |room: &Room| {
        let key = room.private.seats[Seat::Host].as_ref().unwrap();
        key.devices().to_vec()
    };
    assert_eq!(of(&room), [2, 3, 4, 5].map(device));
    let remove = |room: &Room, number| {
        let endpoint = device(number).endpoint;
        unsubscribe(room.view(), &room.private, Seat::Host, endpoint)
    };
    assert_eq!(remove(&room, 1), Ok(None));
    let removed = remove(&room, 3).unwrap().unwrap();
    room.private.apply(&removed);
    assert_eq!(of(&room), [2, 4, 5].map(device));
    for number in 7..=101 {
        assert_eq!(add(&mut room, number), Ok(true), "{number}");
    }
    assert_eq!(add(&mut room, 102), Err(Refusal::NoNotifications));
    assert!(remove(&room, 101).unwrap().is_some());
}

#[test]
fn devices_go_with_the_seat_and_only_days_have_notifications() {
    let mut room = subscribed("3 days | 4 0 2 1 6");
    room.step("guest leave");
    room.step("join Cid");
    let changes = room.private.device_changes[Seat::Guest];
    assert_eq!(changes, 1, "they count whoever sits there");
    let key = room.private.seats[Seat::Guest].as_ref().unwrap();
    assert_eq!(key.devices(), []);
    let live = Room::of("| 4");
    let refused = subscribe(live.view(), &live.private, Seat::Host, device(1));
    assert_eq!(refused, Err(Refusal::NoNotifications));
}
