//! Calls of a room's webhook, and the record of their outcomes.

use std::sync::Arc;

use journal::RoomId;
use protocol::{View, Webhook, settings::Watching};
use referee::{Draft, PendingCall, Private, called, pending_call};

use super::{
    directory::RoomDirectory,
    notifications::Delivery,
    outgoing::busy_retry_ms,
    room::Room,
    webhooks::{CallOutcome, WebhookCall},
};

impl RoomDirectory {
    /// Whether chats can be told of games.
    pub fn calls_webhooks(&self) -> bool {
        self.messengers.caller.is_some()
    }

    /// The next call of a room's webhook.
    pub(super) fn pending_call(&self, view: &View, private: &Private) -> Option<PendingCall> {
        pending_call(view, private).filter(|_| self.calls_webhooks())
    }

    /// Calls the webhook of a room if that is due.
    pub(super) fn call_webhook(
        self: &Arc<Self>,
        room: &Room,
        view: &View,
        private: &Private,
        now_ms: u64,
    ) {
        let Some(pending) = self.pending_call(view, private) else {
            return;
        };
        let caller = self.messengers.caller.as_ref();
        let webhook = private.webhook.as_deref();
        let (Some(caller), Some(webhook), Some(game)) = (caller, webhook, &view.game) else {
            return;
        };
        let id = room.id;
        let Some((permit, before)) = self.calls.begin(id, (), pending.due_ms, now_ms) else {
            return;
        };
        let is_open = view.settings.watching == Watching::Open;
        // Who has left since is named all the same.
        let players = room.live.lock().players.as_deref().cloned();
        let call = WebhookCall {
            webhook: webhook.webhook.clone(),
            news: pending.news,
            id,
            number: pending.number,
            room: private.code.filter(|_| is_open),
            settings: view.settings,
            players: players.unwrap_or_else(|| view.players()),
            game: game.clone(),
            score: view.score,
            now_ms,
        };
        let webhook = call.webhook.clone();
        // What came of the same call could not be kept: there is not another one. The permit bounds how many try to keep it.
        let unkept = before.filter(|before| before.mark == pending.mark);
        let sent = unkept.is_none().then(|| caller.call(call));
        let rooms = Arc::clone(self);
        tokio::spawn(async move {
            let outcome = match sent {
                // Whatever becomes of it, the room goes on.
                Some(sent) => match tokio::spawn(sent).await {
                    Ok(Delivery::Busy) => None,
                    delivery => Some(CallOutcome {
                        mark: pending.mark,
                        at_ms: now_ms,
                        is_accepted: matches!(delivery, Ok(Delivery::Accepted)),
                    }),
                },
                None => unkept,
            };
            drop(permit);
            rooms.keep_call(id, &webhook, outcome).await;
        });
    }

    /// Keeps what came of a call, unless the room has another webhook by now. Without an outcome it was not made, and is later.
    async fn keep_call(&self, id: RoomId, webhook: &Webhook, outcome: Option<CallOutcome>) {
        let again = outcome.is_none();
        let retry_ms = again.then(|| busy_retry_ms(id, self.clock.now_ms()));
        self.calls.edit(id, |before| *before = outcome);
        let decide = |draft: &mut Draft, private: &Private| {
            let present = private.webhook.as_deref();
            let present = present.filter(|present| present.webhook == *webhook);
            if let (Some(it), Some(present)) = (outcome, present) {
                let changes = called(present, it.mark, it.at_ms, it.is_accepted);
                draft.private.extend(changes);
            }
        };
        self.keep_outcome(&self.calls, id, retry_ms, decide).await;
    }
}
