//! Sends the notification of a turn that a room owes, and keeps what came of it.

use std::sync::Arc;

use journal::RoomId;
use protocol::{PushSubscription, Refusal, View};
use referee::{OwedNotification, Private, PrivateChange, owed_notification};

use super::{
    directory::{RoomDirectory, UNAVAILABLE_RETRY_MS},
    notifications::{Attempts, Delivery, TurnNotification, busy_retry_ms},
    room::Room,
    transaction::RoomTransaction,
};

impl RoomDirectory {
    /// Whether players can be told of their turns.
    pub fn sends_notifications(&self) -> bool {
        self.messengers.notifier.is_some()
    }

    /// The next notification of a room.
    pub(super) fn owed_notification(
        &self,
        view: &View,
        private: &Private,
    ) -> Option<OwedNotification> {
        owed_notification(view, private).filter(|_| self.sends_notifications())
    }

    /// When a room wakes for the notification that it owes: not while one is on its way, nor before it is tried again.
    pub(super) fn notification_wakes_ms(&self, id: RoomId, owed: &OwedNotification) -> Option<u64> {
        match self.attempts.get(&id) {
            Some(attempts) if attempts.is_sending => None,
            Some(attempts) if attempts.owed == *owed => Some(owed.due_ms.max(attempts.retry_ms)),
            _ => Some(owed.due_ms),
        }
    }

    /// Forgets the attempts at a notification that is not owed any more.
    pub(super) fn forget_attempts(&self, id: RoomId, owed: Option<&OwedNotification>) {
        self.attempts.remove_if(&id, |_, attempts| {
            !attempts.is_sending && owed != Some(&attempts.owed)
        });
    }

    /// Sends the notification that is due in a room, if one is.
    pub(super) fn send_notification(
        self: &Arc<Self>,
        room: &Room,
        view: &View,
        private: &Private,
        now_ms: u64,
    ) {
        let Some(owed) = self.owed_notification(view, private) else {
            return;
        };
        let wakes_ms = self.notification_wakes_ms(room.id, &owed);
        let (Some(notifier), Some(code)) = (&self.messengers.notifier, private.code) else {
            return;
        };
        let Some(key) = &private.seats[owed.seat] else {
            return;
        };
        if wakes_ms.is_none_or(|ms| ms > now_ms) {
            return;
        }
        let (id, permit) = (room.id, Arc::clone(&self.notifications).try_acquire_owned());
        let devices = {
            let mut attempts = self
                .attempts
                .entry(id)
                .or_insert_with(|| Attempts::new(owed));
            if attempts.owed != owed {
                *attempts = Attempts::new(owed);
            }
            attempts.is_sending = permit.is_ok();
            attempts.retry_ms = busy_retry_ms(id, now_ms);
            attempts.left(key.devices())
        };
        let Ok(permit) = permit else { return };
        let opponent = view.seats[owed.seat.other()].as_ref();
        let notification = TurnNotification {
            room: code,
            id,
            seat: owed.seat,
            opponent: opponent.map(|seated| seated.player.clone()),
            is_reminder: owed.is_reminder,
            due_ms: owed.turn.due_ms,
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
            rooms.note_deliveries(id, owed, now_ms, sent).await;
        });
    }

    /// Keeps what came of a notification that was begun then, by device, and sets when the next one is due.
    async fn note_deliveries(
        &self,
        id: RoomId,
        owed: OwedNotification,
        began_ms: u64,
        (devices, deliveries): (&[PushSubscription], &[Delivery]),
    ) {
        let now_ms = self.clock.now_ms();
        let Some(room) = self.find(id) else {
            self.attempts.remove(&id);
            return;
        };
        let (are_over, gone) = match self.attempts.get_mut(&id) {
            Some(mut attempts) => {
                attempts.note(devices, deliveries, now_ms);
                (attempts.are_over(), attempts.gone.clone())
            }
            None => return,
        };
        let mut transaction = RoomTransaction::begin(self, &room).await;
        let kept = transaction.transact(now_ms, |draft, _, private| {
            draft.private.extend(gone.iter().map(|endpoint| {
                let (seat, endpoint) = (owed.seat, endpoint.clone());
                PrivateChange::Unsubscribed { seat, endpoint }
            }));
            if are_over && owed_notification(draft.view(), private) == Some(owed) {
                draft.private.push(owed.sent(began_ms));
            }
        });
        let kept = kept.await;
        drop(transaction);
        if let Some(mut attempts) = self.attempts.get_mut(&id) {
            attempts.is_sending = false;
            match kept {
                Ok(()) => attempts.gone.clear(),
                // Nobody is told twice meanwhile: it is known here who has it.
                Err(_) => attempts.retry_ms = now_ms + UNAVAILABLE_RETRY_MS,
            }
        }
        if let Err(Refusal::NoSuchRoom | Refusal::RoomDamaged) = kept {
            self.attempts.remove(&id);
            return;
        }
        let owed = room.live.lock().owed.as_deref().copied();
        self.forget_attempts(id, owed.as_ref());
        self.schedule_again(&room, now_ms + UNAVAILABLE_RETRY_MS);
        self.note_now(&room);
    }
}
