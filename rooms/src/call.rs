//! Calls the webhook of a room with what it owes, and keeps what came of it.

use std::sync::Arc;

use journal::RoomId;
use protocol::{Refusal, View, Webhook, ids::BySeat, settings::Watching, view::GameView};
use referee::{CallMark, OwedCall, Private, called, owed_call};

use super::{
    directory::{RoomDirectory, UNAVAILABLE_RETRY_MS},
    notifications::Delivery,
    room::Room,
    transaction::RoomTransaction,
    webhooks::{CallUnderWay, WebhookCall},
};

/// When it is tried again where as many messages are on their way as may; later by up to as much, so that not all come at once.
const BUSY_RETRY_MS: u64 = 5_000;

/// A call that was made.
struct Made {
    webhook: Webhook,
    mark: CallMark,
    at_ms: u64,
    is_accepted: bool,
}

impl RoomDirectory {
    /// Whether chats can be told of games.
    #[must_use]
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

    /// Calls the webhook of a room if that is due.
    pub(super) fn call_webhook(
        self: &Arc<Self>,
        room: &Room,
        view: &View,
        private: &Private,
        now_ms: u64,
    ) {
        let Some(owed) = self.owed_call(view, private) else {
            return;
        };
        let wakes_ms = self.call_wakes_ms(room.id, &owed);
        if wakes_ms.is_none_or(|ms| ms > now_ms) {
            return;
        }
        let (Some(webhook), Some(caller), Some(game)) =
            (&private.webhook, &self.messengers.caller, &view.game)
        else {
            return;
        };
        let id = room.id;
        let mut made = Made {
            webhook: webhook.webhook.clone(),
            mark: owed.mark,
            at_ms: now_ms,
            is_accepted: false,
        };
        let before = self.calls.insert(id, CallUnderWay::Calling);
        let rooms = Arc::clone(self);
        if let Some(CallUnderWay::Unkept {
            mark,
            at_ms,
            is_accepted,
            ..
        }) = before
            && mark == owed.mark
        {
            (made.at_ms, made.is_accepted) = (at_ms, is_accepted);
            tokio::spawn(async move { rooms.keep_call(id, made).await });
            return;
        }
        let Ok(permit) = Arc::clone(&self.notifications).try_acquire_owned() else {
            let retry_ms = now_ms + BUSY_RETRY_MS + id % BUSY_RETRY_MS;
            self.calls.insert(id, CallUnderWay::Busy { retry_ms });
            return;
        };
        let sent = caller.call(call(room.id, view, game, private, &made, &owed));
        tokio::spawn(async move {
            // Whatever becomes of it, the room goes on.
            let delivery = tokio::spawn(sent).await;
            made.is_accepted = matches!(delivery, Ok(Delivery::Accepted));
            drop(permit);
            rooms.keep_call(id, made).await;
        });
    }

    /// Keeps what came of a call, and sets when the next one is due.
    async fn keep_call(&self, id: RoomId, made: Made) {
        let Some(room) = self.find(id) else {
            self.calls.remove(&id);
            return;
        };
        let now_ms = self.clock.now_ms();
        let mut transaction = RoomTransaction::begin(self, &room).await;
        let kept = transaction.transact(now_ms, |draft, _, private| {
            let present = private.webhook.as_deref();
            if let Some(present) = present.filter(|present| present.webhook == made.webhook) {
                let changes = called(present, made.mark, made.at_ms, made.is_accepted);
                draft.private.extend(changes);
            }
        });
        let is_kept = match kept.await {
            Ok(()) => true,
            Err(why) => matches!(why, Refusal::NoSuchRoom | Refusal::RoomDamaged),
        };
        drop(transaction);
        if is_kept {
            self.calls.remove(&id);
        } else {
            let unkept = CallUnderWay::Unkept {
                mark: made.mark,
                at_ms: made.at_ms,
                is_accepted: made.is_accepted,
                retry_ms: now_ms + UNAVAILABLE_RETRY_MS,
            };
            self.calls.insert(id, unkept);
        }
        self.schedule(&room, room.table().view());
        self.note_now(&room);
    }
}

fn call(
    id: RoomId,
    view: &View,
    game: &GameView,
    private: &Private,
    made: &Made,
    owed: &OwedCall,
) -> WebhookCall {
    WebhookCall {
        webhook: made.webhook.clone(),
        news: owed.news,
        id,
        mark: owed.mark,
        room: private
            .code
            .filter(|_| view.settings.watching == Watching::Open),
        settings: view.settings,
        players: BySeat::from_fn(|seat| {
            let seated = view.seats[seat].as_ref();
            seated.map(|seated| seated.player.clone())
        }),
        game: game.clone(),
        score: view.score,
        now_ms: made.at_ms,
    }
}
