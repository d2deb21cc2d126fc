//! Notifications of one's turn at correspondence: where a seat's devices take them, and which one is pending.
//!
//! The pending notification follows from the view and from those sent, so it outlives every restart, and none
//! is pending for a turn that is over.

use protocol::{PushSubscription, Refusal, Seat, View, event::Turn, settings::DAY_MS};

use crate::{
    private::{MOST_DEVICE_CHANGES, Private, PrivateChange},
    seat_key::SeatKey,
    seat_notifications::{SeatNotifications, Sent, day},
};

/// A move that comes at once needs no notification.
pub const NOTIFY_AFTER_MS: u64 = 30_000;
/// The part of a turn that is left when the second notification comes.
const REMINDER_PART: u64 = 4;
/// The most notifications of a seat in a day.
const MOST_A_DAY: u32 = 20;

/// A pending notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingNotification {
    /// To whom.
    pub seat: Seat,
    pub turn: Turn,
    /// Whether little time is left.
    pub is_reminder: bool,
    /// When it is due.
    pub due_ms: u64,
}

impl PendingNotification {
    /// The change that notes it as sent at `at_ms`. One that came so late is the turn's last.
    pub fn sent(&self, at_ms: u64) -> PrivateChange {
        let whole_ms = self.turn.due_ms.saturating_sub(self.turn.since_ms);
        let is_late = at_ms >= self.turn.due_ms - whole_ms / REMINDER_PART;
        PrivateChange::Notified {
            seat: self.seat,
            turn_since_ms: self.turn.since_ms,
            is_last: self.is_reminder || is_late,
            at_ms,
        }
    }
}

/// The next notification, if one is pending.
pub fn pending_notification(view: &View, private: &Private) -> Option<PendingNotification> {
    if !view.settings.clock.is_correspondence() || view.ended.is_some() {
        return None;
    }
    let turn = view.running()?.turn?;
    private.seats[turn.seat]
        .as_ref()?
        .notifications
        .as_ref()
        .and_then(|notifications| pending(notifications, turn))
}

/// Adds a device of a seat; nothing changes where it is known already.
///
/// # Errors
/// When the seat's devices have changed too often, or it is no correspondence.
pub fn subscribe(
    view: &View,
    private: &Private,
    seat: Seat,
    device: PushSubscription,
) -> Result<Option<PrivateChange>, Refusal> {
    let key = key_at_correspondence(view, private, seat)?;
    let is_known = key.devices().contains(&device);
    if !is_known && private.device_changes[seat] >= MOST_DEVICE_CHANGES {
        return Err(Refusal::NoNotifications);
    }
    Ok((!is_known).then_some(PrivateChange::Subscribed { seat, device }))
}

/// Removes a device of a seat; nothing changes where it is not known.
///
/// # Errors
/// When it is no correspondence.
pub fn unsubscribe(
    view: &View,
    private: &Private,
    seat: Seat,
    endpoint: String,
) -> Result<Option<PrivateChange>, Refusal> {
    let key = key_at_correspondence(view, private, seat)?;
    let is_known = key.devices().iter().any(|it| it.endpoint == endpoint);
    Ok(is_known.then_some(PrivateChange::Unsubscribed { seat, endpoint }))
}

fn key_at_correspondence<'a>(
    view: &View,
    private: &'a Private,
    seat: Seat,
) -> Result<&'a SeatKey, Refusal> {
    let key = private.seats[seat].as_ref().ok_or(Refusal::NotInRoom)?;
    let is_correspondence = view.settings.clock.is_correspondence();
    is_correspondence
        .then_some(key)
        .ok_or(Refusal::NoNotifications)
}

/// The pending notification of this turn, and when it is due.
fn pending(notifications: &SeatNotifications, turn: Turn) -> Option<PendingNotification> {
    if notifications.devices.is_empty() {
        return None;
    }
    let whole_ms = turn.due_ms.saturating_sub(turn.since_ms);
    let remind_ms = turn.due_ms - whole_ms / REMINDER_PART;
    let of_turn = |sent: &Sent| sent.turn_since_ms == turn.since_ms;
    let (is_reminder, due_ms) = match notifications.last.filter(of_turn) {
        Some(sent) if sent.is_last => return None,
        Some(_) => (true, remind_ms),
        None => (false, turn.since_ms + NOTIFY_AFTER_MS),
    };
    let tomorrow_ms = match notifications.last {
        Some(last) if notifications.sent_that_day >= MOST_A_DAY => (day(last.at_ms) + 1) * DAY_MS,
        _ => 0,
    };
    let due_ms = due_ms.max(tomorrow_ms);
    // One that would come when the turn is over helps nobody.
    (due_ms < turn.due_ms).then_some(PendingNotification {
        seat: turn.seat,
        turn,
        is_reminder,
        due_ms,
    })
}
