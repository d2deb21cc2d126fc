//! Sends the notice of a turn that a room owes, and keeps what came of it.

use std::sync::Arc;

use protocol::{PushSubscription, Refusal, View};
use referee::{OwedNotice, Private, PrivateChange, owed_notice};

use super::{
    directory::{RoomDirectory, UNAVAILABLE_RETRY_MS},
    notices::{Delivery, TurnNotice},
    room::Room,
    transaction::RoomTransaction,
};

/// When it is tried again where as many are on their way.
const BUSY_RETRY_MS: u64 = 5_000;

/// A notice that is on its way.
struct Sending {
    owed: OwedNotice,
    devices: Vec<PushSubscription>,
}

impl RoomDirectory {
    /// Whether players can be told of their turns.
    #[must_use]
    pub fn sends_notices(&self) -> bool {
        self.notifier.is_some()
    }

    /// When the next notice of a room is due.
    pub(super) fn notice_due_ms(&self, view: &View, private: &Private) -> Option<u64> {
        let owed = owed_notice(view, private).filter(|_| self.sends_notices());
        owed.map(|owed| owed.due_ms)
    }

    /// Sends the notice that is due in a room, if one is.
    pub(super) fn send_notice(
        self: &Arc<Self>,
        room: &Arc<Room>,
        view: &View,
        private: &Private,
        now_ms: u64,
    ) {
        let Some(owed) = owed_notice(view, private).filter(|owed| owed.due_ms <= now_ms) else {
            return;
        };
        let (Some(notifier), Some(code)) = (&self.notifier, private.code) else {
            return;
        };
        let mut live = room.live.lock();
        let progress = &mut live.notice;
        if progress.wakes_ms().is_none_or(|ms| ms > now_ms) {
            return;
        }
        let Ok(permit) = Arc::clone(&self.notices).try_acquire_owned() else {
            progress.retry_ms = now_ms + BUSY_RETRY_MS;
            return;
        };
        progress.is_sending = true;
        drop(live);
        let key = private.seats[owed.seat].as_ref();
        let devices = key.map_or_else(Vec::new, |key| key.devices().to_vec());
        let opponent = view.seats[owed.seat.other()].as_ref();
        let notice = TurnNotice {
            room: code,
            id: room.id,
            seat: owed.seat,
            opponent: opponent.map(|seated| seated.player.clone()),
            is_reminder: owed.is_reminder,
            due_ms: owed.turn.due_ms,
            now_ms,
        };
        let sent = notifier.send(notice, devices.clone());
        let (rooms, room) = (Arc::clone(self), Arc::clone(room));
        tokio::spawn(async move {
            let deliveries = sent.await;
            drop(permit);
            let sending = Sending { owed, devices };
            rooms.note_deliveries(&room, sending, &deliveries).await;
        });
    }

    /// Keeps what came of a notice, and sets when the next one is due.
    async fn note_deliveries(&self, room: &Arc<Room>, sending: Sending, deliveries: &[Delivery]) {
        let now_ms = self.clock.now_ms();
        let later = deliveries.iter().find_map(|delivery| match delivery {
            Delivery::Later(after_ms) => Some(*after_ms),
            _ => None,
        });
        let is_taken = deliveries.contains(&Delivery::Accepted);
        let failed = later.filter(|_| !is_taken);
        let mut transaction = RoomTransaction::begin(self, room).await;
        let kept = transaction.transact(now_ms, |draft, _, private| {
            let Sending { owed, devices } = &sending;
            if owed_notice(draft.view(), private).as_ref() != Some(owed) {
                return;
            }
            let gone = devices.iter().zip(deliveries);
            let gone = gone.filter(|(_, delivery)| **delivery == Delivery::Gone);
            draft.private.extend(gone.map(|(device, _)| {
                let (seat, endpoint) = (owed.seat, device.endpoint.clone());
                PrivateChange::Unsubscribed { seat, endpoint }
            }));
            if failed.is_none() {
                draft.private.push(owed.sent(now_ms));
            }
        });
        let kept = kept.await;
        drop(transaction);
        {
            let progress = &mut room.live.lock().notice;
            progress.is_sending = false;
            match (failed, kept) {
                (Some(after_ms), _) => progress.failed(now_ms, after_ms),
                (None, Err(Refusal::Unavailable { .. })) => {
                    progress.retry_ms = now_ms + UNAVAILABLE_RETRY_MS;
                }
                (None, _) => progress.failures = 0,
            }
        }
        self.schedule(room, room.table().view());
        self.note_now(room);
    }
}
