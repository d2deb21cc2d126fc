//! Sender of the notifications of turns, and the record of their outcomes.

use std::sync::Arc;

use journal::RoomId;
use protocol::{PushSubscription, View};
use referee::{Draft, PendingNotification, Private, pending_notification, unsubscribe};

use super::{
    directory::RoomDirectory,
    notifications::{Delivery, TurnNotification},
    room::Room,
};

impl RoomDirectory {
    /// Whether players can be told of their turns.
    pub fn sends_notifications(&self) -> bool {
        self.messengers.notifier.is_some()
    }

    /// The next notification of a room.
    pub(super) fn pending_notification(
        &self,
        view: &View,
        private: &Private,
    ) -> Option<PendingNotification> {
        pending_notification(view, private).filter(|_| self.sends_notifications())
    }

    /// Sends the notification that is due in a room, if one is.
    pub(super) fn send_notification(
        self: &Arc<Self>,
        room: &Room,
        view: &View,
        private: &Private,
        now_ms: u64,
    ) {
        let Some(pending) = self.pending_notification(view, private) else {
            return;
        };
        let (Some(notifier), Some(code)) = (&self.messengers.notifier, private.code) else {
            return;
        };
        let Some(key) = &private.seats[pending.seat] else {
            return;
        };
        let id = room.id;
        let begun = self
            .notifications
            .begin(id, pending, pending.due_ms, now_ms);
        let Some((permit, attempts)) = begun else {
            return;
        };
        let devices = attempts.left(key.devices());
        let opponent = view.seats[pending.seat.other()].as_ref();
        let notification = TurnNotification {
            room: code,
            id,
            seat: pending.seat,
            opponent: opponent.map(|seated| seated.player.clone()),
            is_reminder: pending.is_reminder,
            due_ms: pending.turn.due_ms,
            now_ms,
        };
        let sent = notifier.send(notification, devices.clone());
        let rooms = Arc::clone(self);
        tokio::spawn(async move {
            // Whatever becomes of it, the room goes on.
            let deliveries = tokio::spawn(sent).await;
            let deliveries =
                deliveries.unwrap_or_else(|_| vec![Delivery::Later(None); devices.len()]);
            drop(permit);
            let sent = (devices.as_slice(), deliveries.as_slice());
            rooms.note_deliveries(id, pending, now_ms, sent).await;
        });
    }

    /// Keeps what came of a notification that was begun then, by device, and sets when the next one is due.
    async fn note_deliveries(
        &self,
        id: RoomId,
        pending: PendingNotification,
        began_ms: u64,
        (devices, deliveries): (&[PushSubscription], &[Delivery]),
    ) {
        let now_ms = self.clock.now_ms();
        let noted = self.notifications.edit(id, |attempts| {
            let retry_ms = attempts.note(devices, deliveries, now_ms);
            (retry_ms, std::mem::take(&mut attempts.gone))
        });
        let Some((retry_ms, gone)) = noted else {
            return;
        };
        let decide = |draft: &mut Draft, private: &Private| {
            let gone = gone.iter().filter_map(|endpoint| {
                unsubscribe(draft.view(), private, pending.seat, endpoint.clone()).ok()?
            });
            let gone: Vec<_> = gone.collect();
            draft.private.extend(gone);
            if retry_ms.is_none() && pending_notification(draft.view(), private) == Some(pending) {
                draft.private.push(pending.sent(began_ms));
            }
        };
        self.keep_outcome(&self.notifications, id, retry_ms, decide)
            .await;
    }
}
