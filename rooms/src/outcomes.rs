//! Record of the outcomes of a room's messages to devices and chats.

use journal::RoomId;
use protocol::Refusal;
use referee::{Draft, Private};

use super::{
    directory::{RoomDirectory, UNAVAILABLE_RETRY_MS},
    outgoing::OutgoingMessages,
    room_runtime::RoomRuntime,
    transaction::RoomTransaction,
};

impl RoomDirectory {
    /// Keeps what came of a room's message, which is tried again at `retry_ms`, if at all.
    pub(super) async fn keep_outcome<M: PartialEq, P: Clone + Default>(
        &self,
        messages: &OutgoingMessages<M, P>,
        id: RoomId,
        retry_ms: Option<u64>,
        mut decide: impl FnMut(&mut Draft, &Private),
    ) {
        let Some(room) = self.lookup.find(id) else {
            return messages.end(id, None);
        };
        let now_ms = self.clock.now_ms();
        let unavailable_ms = now_ms + UNAVAILABLE_RETRY_MS;
        let mut transaction = RoomTransaction::begin(self, &room).await;
        let kept = transaction.transact(now_ms, |draft, _, private| decide(draft, private));
        let kept = kept.await;
        drop(transaction);
        match kept {
            Ok(()) => messages.end(id, retry_ms),
            Err(Refusal::NoSuchRoom | Refusal::RoomDamaged) => return messages.end(id, None),
            // Nobody is told twice meanwhile: it is known here who has it.
            Err(_) => messages.end(id, Some(unavailable_ms)),
        }
        self.schedule_again(&room, unavailable_ms);
        self.note_now(&room);
    }

    /// Forgets the attempts at messages that are not pending any more.
    pub(super) fn forget_settled(&self, id: RoomId, live: &RoomRuntime) {
        self.notifications
            .forget_but(id, live.pending_notification.as_deref());
        let pending_call = live.pending_call.as_ref().map(|_| &());
        self.calls.forget_but(id, pending_call);
    }

    /// Forgets the attempts at the messages of a room that is gone, or cannot be read.
    pub(super) fn forget_attempts(&self, id: RoomId) {
        self.notifications.forget_but(id, None);
        self.calls.forget_but(id, None);
    }
}
