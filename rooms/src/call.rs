//! Calls the webhook of a room with what it owes, and keeps what came of it.

use std::sync::Arc;

use journal::RoomId;
use protocol::{Refusal, View, Webhook, settings::Watching};
use referee::{OwedCall, Private, called, owed_call};

use super::{
    directory::{RoomDirectory, UNAVAILABLE_RETRY_MS},
    notifications::{Delivery, busy_retry_ms},
    room::Room,
    transaction::RoomTransaction,
    webhooks::{CallOutcome, CallUnderWay, Players, WebhookCall},
};

impl RoomDirectory {
    /// Whether chats can be told of games.
    pub fn calls_webhooks(&self) -> bool {
        self.messengers.caller.is_some()
    }

    /// The next call of a room's webhook.
    pub(super) fn owed_call(&self, view: &View, private: &Private) -> Option<OwedCall> {
        owed_call(view, private).filter(|_| self.calls_webhooks())
    }

    /// When a room wakes for the call that it owes: not while one is made.
    pub(super) fn call_wakes_ms(&self, id: RoomId, owed: &OwedCall) -> Option<u64> {
        match self.calls.get(&id).as_deref() {
            Some(CallUnderWay::Calling) => None,
            Some(CallUnderWay::Unkept { retry_ms, .. } | CallUnderWay::Busy { retry_ms }) => {
                Some(owed.due_ms.max(*retry_ms))
            }
            None => Some(owed.due_ms),
        }
    }

    /// Forgets the call of a room that owes none.
    pub(super) fn forget_call(&self, id: RoomId) {
        self.calls
            .remove_if(&id, |_, it| *it != CallUnderWay::Calling);
    }

    /// Calls the webhook of a room if that is due.
    pub(super) fn call_webhook(
        self: &Arc<Self>,
        room: &Room,
        view: &View,
        private: &Private,
        now_ms: u64,
    ) {
        let id = room.id;
        let Some(owed) = self.owed_call(view, private) else {
            return;
        };
        let wakes_ms = self.call_wakes_ms(id, &owed);
        if wakes_ms.is_none_or(|ms| ms > now_ms) {
            return;
        }
        let players = room.live.lock().players.as_deref().cloned();
        let call = webhook_call(id, view, private, players, &owed, now_ms);
        let (Some(caller), Some(call)) = (&self.messengers.caller, call) else {
            return;
        };
        let webhook = call.webhook.clone();
        let before = self.calls.get(&id).map(|before| *before);
        // What came of the same call could not be kept.
        if let Some(CallUnderWay::Unkept { outcome, .. }) = before
            && outcome.mark == owed.mark
        {
            let rooms = Arc::clone(self);
            self.calls.insert(id, CallUnderWay::Calling);
            tokio::spawn(async move { rooms.keep_call(id, webhook, outcome).await });
            return;
        }
        let Ok(permit) = Arc::clone(&self.webhooks).try_acquire_owned() else {
            self.put_off_call(id, now_ms);
            return;
        };
        self.calls.insert(id, CallUnderWay::Calling);
        let (sent, rooms) = (caller.call(call), Arc::clone(self));
        tokio::spawn(async move {
            // Whatever becomes of it, the room goes on.
            let delivery = tokio::spawn(sent).await;
            drop(permit);
            if matches!(delivery, Ok(Delivery::Busy)) {
                return rooms.call_later(id);
            }
            let outcome = CallOutcome {
                mark: owed.mark,
                at_ms: now_ms,
                is_accepted: matches!(delivery, Ok(Delivery::Accepted)),
            };
            rooms.keep_call(id, webhook, outcome).await;
        });
    }

    /// Nothing was called, so nothing is noted. Gives when it is tried again.
    fn put_off_call(&self, id: RoomId, now_ms: u64) -> u64 {
        let retry_ms = busy_retry_ms(id, now_ms);
        self.calls.insert(id, CallUnderWay::Busy { retry_ms });
        retry_ms
    }

    fn call_later(&self, id: RoomId) {
        let now_ms = self.clock.now_ms();
        match self.find(id) {
            Some(room) => {
                let retry_ms = self.put_off_call(id, now_ms);
                self.go_on_after_call(&room, retry_ms);
            }
            None => drop(self.calls.remove(&id)),
        }
    }

    /// Keeps what came of a call, and sets when the next one is due.
    async fn keep_call(&self, id: RoomId, webhook: Webhook, outcome: CallOutcome) {
        let Some(room) = self.find(id) else {
            self.calls.remove(&id);
            return;
        };
        let now_ms = self.clock.now_ms();
        let mut transaction = RoomTransaction::begin(self, &room).await;
        let kept = transaction.transact(now_ms, |draft, _, private| {
            let present = private.webhook.as_deref();
            if let Some(present) = present.filter(|present| present.webhook == webhook) {
                let CallOutcome {
                    mark,
                    at_ms,
                    is_accepted,
                } = outcome;
                draft
                    .private
                    .extend(called(present, mark, at_ms, is_accepted));
            }
        });
        let kept = kept.await;
        drop(transaction);
        let retry_ms = now_ms + UNAVAILABLE_RETRY_MS;
        match kept {
            Ok(()) | Err(Refusal::NoSuchRoom | Refusal::RoomDamaged) => {
                self.calls.remove(&id);
            }
            Err(_) => {
                let unkept = CallUnderWay::Unkept { outcome, retry_ms };
                self.calls.insert(id, unkept);
            }
        }
        self.go_on_after_call(&room, retry_ms);
        self.note_now(&room);
    }

    /// Sets when the next call is due. The room may have come to owe none while this one was under way.
    fn go_on_after_call(&self, room: &Room, retry_ms: u64) {
        if room.live.lock().owed_call.is_none() {
            self.forget_call(room.id);
        }
        self.schedule_again(room, retry_ms);
    }
}

fn webhook_call(
    id: RoomId,
    view: &View,
    private: &Private,
    players: Option<Players>,
    owed: &OwedCall,
    now_ms: u64,
) -> Option<WebhookCall> {
    let webhook = private.webhook.as_deref()?.webhook.clone();
    let is_open = view.settings.watching == Watching::Open;
    Some(WebhookCall {
        webhook,
        news: owed.news,
        id,
        number: owed.number,
        room: private.code.filter(|_| is_open),
        settings: view.settings,
        // Who has left since is named all the same.
        players: players.unwrap_or_else(|| view.players()),
        game: view.game.clone()?,
        score: view.score,
        now_ms,
    })
}
