//! Notifier of players about their turns, by Web Push.

use std::sync::Arc;

use config::ServerOptions;
use futures::{
    FutureExt,
    future::{BoxFuture, join_all},
};
use protocol::{Player, PushSubscription, RoomCode};
use push::{PushMessage, PushSender, Subscription, Urgency};
use rooms::notifications::{Delivery, Notifier, TurnNotification};
use serde::Serialize;

use crate::message_sender::{DeliveryCounters, MessageSender, delivery};

/// Sends notifications to the push services of players' browsers.
pub struct PushNotifier {
    sender: MessageSender,
    /// Number of notifications since the start, by their outcomes.
    pub counters: Arc<DeliveryCounters>,
}

/// Payload that the page's service worker reads: web/worker.js.
#[derive(Serialize)]
struct Payload<'a> {
    room: RoomCode,
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent: Option<&'a Player>,
    /// Whether little time is left.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reminder: bool,
}

impl PushNotifier {
    /// One as the options say; none where the host wants none.
    pub fn of(options: &ServerOptions, sender: &MessageSender) -> Option<PushNotifier> {
        (!options.no_push).then(|| PushNotifier {
            sender: sender.clone(),
            counters: Arc::default(),
        })
    }
}

impl Notifier for PushNotifier {
    fn send(
        &self,
        notification: TurnNotification,
        devices: Vec<PushSubscription>,
    ) -> BoxFuture<'static, Vec<Delivery>> {
        let (sender, counters) = (self.sender.clone(), Arc::clone(&self.counters));
        async move {
            let Some(sender) = sender.get().await else {
                return vec![Delivery::Later(None); devices.len()];
            };
            let message = message(&notification);
            let sent = devices
                .iter()
                .map(|to| to_device(sender, to, &message, notification.now_ms));
            let deliveries = join_all(sent).await;
            deliveries.iter().for_each(|it| counters.note(*it));
            deliveries
        }
        .boxed()
    }
}

async fn to_device(
    sender: &PushSender,
    to: &PushSubscription,
    message: &PushMessage,
    now_ms: u64,
) -> Delivery {
    let PushSubscription {
        endpoint,
        p256dh,
        auth,
        key,
    } = to;
    let Some(to) = Subscription::new(endpoint, p256dh, auth, key) else {
        tracing::debug!("a device gave what no notification can be sent to");
        return Delivery::Gone;
    };
    let outcome = sender.send(&to, message, now_ms).await;
    delivery(to.host(), outcome)
}

/// A later notification of the same seat takes the place of one that was not delivered yet.
fn message(notification: &TurnNotification) -> PushMessage {
    let payload = Payload {
        room: notification.room,
        opponent: notification.opponent.as_ref(),
        reminder: notification.is_reminder,
    };
    let left_s = notification.due_ms.saturating_sub(notification.now_ms) / 1_000;
    PushMessage {
        // Names of players are bounded, so it is never too long.
        payload: serde_json::to_vec(&payload).unwrap_or_default(),
        topic: format!("{:016x}{}", notification.id, notification.seat),
        ttl_s: u32::try_from(left_s).unwrap_or(u32::MAX),
        urgency: match notification.is_reminder {
            true => Urgency::High,
            false => Urgency::Normal,
        },
    }
}
