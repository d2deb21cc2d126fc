//! Calls of a room's webhook: which one is pending, when, how often, and until when.

use protocol::{Refusal, Seat, Secret, Webhook, settings::DAY_MS};

use super::room::Room;
use crate::{
    ChatNews, PendingCall, PrivateChange, called, notifications::NOTIFY_AFTER_MS, pending_call,
    private::MOST_DEVICE_CHANGES, set_webhook,
};

const MINUTE_MS: u64 = 60_000;

fn webhook(number: u32) -> Webhook {
    Webhook {
        url: format!("https://chat.example/{number}"),
        key: Secret::new("A".repeat(32)).unwrap(),
        language: String::new(),
    }
}

impl Room {
    fn set_webhook(&mut self, by: Seat, number: u32) -> Result<(), Refusal> {
        let change = set_webhook(self.view(), &self.private, by, &webhook(number))?;
        if let Some(change) = change {
            self.private.apply(&change);
        }
        Ok(())
    }

    fn pending_call(&self) -> Option<PendingCall> {
        pending_call(self.view(), &self.private)
    }

    fn news(&self) -> Option<ChatNews> {
        self.pending_call().map(|pending| pending.news)
    }

    /// The pending call is made at that time.
    fn call(&mut self, at_ms: u64, is_accepted: bool) {
        let pending = self.pending_call().unwrap();
        let webhook = self.private.webhook.as_deref().unwrap().clone();
        for change in called(&webhook, pending.mark, at_ms, is_accepted) {
            self.private.apply(&change);
        }
    }
}

/// A room whose webhook was set before its guest came.
fn with_a_webhook_from_the_beginning(script: &str) -> Room {
    let mut room = Room::of(script);
    room.set_webhook(Seat::Host, 1).unwrap();
    room.private.webhook.as_mut().unwrap().delivered = None;
    room
}

#[test]
fn a_game_begins_goes_on_and_ends() {
    let mut room = with_a_webhook_from_the_beginning("3 days | 4");
    assert_eq!(room.news(), Some(ChatNews::Begun));
    room.call(room.now_ms, true);
    assert_eq!(room.news(), None, "the beginning says who is to move");
    room.step("0");
    let pending = room.pending_call().unwrap();
    let since_ms = room.view().running().unwrap().turn.unwrap().since_ms;
    assert_eq!(
        (pending.news, pending.due_ms),
        (ChatNews::Turn, since_ms + NOTIFY_AFTER_MS)
    );
    room.call(pending.due_ms, true);
    assert_eq!(room.news(), None);
    room.step("3");
    room.step("resign");
    assert_eq!(
        room.news(),
        Some(ChatNews::Over),
        "of a turn that is over nobody hears"
    );
    room.call(room.now_ms, true);
    assert_eq!(room.news(), None);
}

#[test]
fn a_webhook_set_during_a_game_is_called_from_the_next_turn_on() {
    let mut room = Room::of("3 days | 4");
    room.set_webhook(Seat::Host, 1).unwrap();
    assert_eq!(room.news(), None);
    room.step("0");
    assert_eq!(room.news(), Some(ChatNews::Turn));
    assert_eq!(room.set_webhook(Seat::Guest, 1), Ok(()));
    assert_eq!(
        room.news(),
        Some(ChatNews::Turn),
        "the same again changes nothing"
    );
    assert_eq!(room.set_webhook(Seat::Guest, 2), Ok(()));
    assert_eq!(room.private.webhook.as_ref().unwrap().by, Seat::Guest);
    assert_eq!(room.news(), None);
}

#[test]
fn a_call_is_tried_four_times_and_then_given_up() {
    let mut room = with_a_webhook_from_the_beginning("3 days | 4");
    let mut at_ms = room.now_ms;
    for again_ms in [1, 5, 25].map(|minutes| minutes * MINUTE_MS) {
        room.call(at_ms, false);
        assert_eq!(room.pending_call().unwrap().due_ms, at_ms + again_ms);
        at_ms += again_ms;
    }
    room.call(at_ms, false);
    assert_eq!(room.news(), None);
    room.step("0");
    assert_eq!(room.news(), Some(ChatNews::Turn));
}

#[test]
fn moves_do_not_hasten_the_retry_of_a_failed_call() {
    let mut room = with_a_webhook_from_the_beginning("3 days | 4");
    let at_ms = room.now_ms;
    room.call(at_ms, false);
    room.step("0");
    let pending = room.pending_call().unwrap();
    assert_eq!(
        (pending.news, pending.due_ms),
        (ChatNews::Begun, at_ms + MINUTE_MS)
    );
    room.call(pending.due_ms, false);
    room.step("3");
    let pending_later = room.pending_call().unwrap();
    assert_eq!(pending_later.due_ms, pending.due_ms + 5 * MINUTE_MS);
    assert_eq!(
        pending_later.number, pending.number,
        "they are the same news"
    );
    room.step("resign");
    let over = room.pending_call().unwrap();
    assert_eq!(
        (over.news, over.due_ms),
        (ChatNews::Over, pending.due_ms + MINUTE_MS)
    );
}

#[test]
fn a_turn_after_a_takeback_is_another_one() {
    let mut room = Room::of("3 days | 4 0");
    room.set_webhook(Seat::Host, 1).unwrap();
    let before = room.private.webhook.as_ref().unwrap().delivered.unwrap();
    room.step("host takeback 1");
    room.step("+5");
    room.step("guest accept 1");
    room.step("+5");
    room.step("3");
    let pending = room.pending_call().unwrap();
    assert_eq!(
        (pending.news, pending.mark.ply),
        (ChatNews::Turn, before.ply)
    );
}

#[test]
fn a_refund_of_time_makes_no_new_turn() {
    let mut room = Room::of("3 days | 4");
    room.set_webhook(Seat::Host, 1).unwrap();
    let delivered = room.private.webhook.as_ref().unwrap().delivered.unwrap();
    let postponed = room.private.postponed(5_000).unwrap();
    room.private.apply(&postponed);
    let later = room.private.webhook.as_ref().unwrap().delivered.unwrap();
    assert_eq!(later.since_ms, delivered.since_ms + 5_000);
}

#[test]
fn another_webhook_does_not_renew_the_calls_of_the_day() {
    let mut room = with_a_webhook_from_the_beginning("3 days | 4");
    room.call(room.now_ms, false);
    room.set_webhook(Seat::Host, 2).unwrap();
    let today = room.now_ms / DAY_MS;
    assert_eq!(room.private.called_that_day, (today, 1));
}

#[test]
fn a_webhook_that_failed_twenty_times_in_a_row_is_removed() {
    let mut room = with_a_webhook_from_the_beginning("3 days | 4");
    room.private.webhook.as_mut().unwrap().failures = 18;
    room.call(room.now_ms, false);
    let pending = room.pending_call().unwrap();
    let mut healed = Room::of("3 days | 4");
    healed.private.clone_from(&room.private);
    healed.call(pending.due_ms, true);
    assert_eq!(healed.private.webhook.as_ref().unwrap().failures, 0);
    room.call(pending.due_ms, false);
    assert_eq!(room.private.webhook, None);
    assert_eq!(room.news(), None);
}

#[test]
fn a_room_calls_two_hundred_times_a_day_at_most() {
    let mut room = with_a_webhook_from_the_beginning("3 days | 4");
    let today = room.now_ms / DAY_MS;
    room.private.called_that_day = (today, 200);
    assert_eq!(room.pending_call().unwrap().due_ms, (today + 1) * DAY_MS);
}

#[test]
fn a_webhook_goes_with_the_seat_that_set_it() {
    let mut room = Room::of("3 days | 4");
    room.set_webhook(Seat::Guest, 1).unwrap();
    room.private
        .apply(&PrivateChange::Freed { seat: Seat::Host });
    assert!(room.private.webhook.is_some());
    room.private
        .apply(&PrivateChange::Freed { seat: Seat::Guest });
    assert_eq!(room.private.webhook, None);
}

#[test]
fn a_computers_turn_calls_no_webhook() {
    let mut room = Room::of("computer 1 | 4");
    room.set_webhook(Seat::Host, 1).unwrap();
    assert_eq!(room.news(), None);
}

#[test]
fn a_room_changes_its_webhook_a_bounded_number_of_times() {
    let mut room = Room::of("3 days | 4");
    for number in 0..MOST_DEVICE_CHANGES {
        room.set_webhook(Seat::Host, number).unwrap();
    }
    assert_eq!(
        room.set_webhook(Seat::Host, 9_999),
        Err(Refusal::NoWebhooks)
    );
}
