//! Tells players of their turns by Web Push.

use std::sync::{Arc, OnceLock};

use futures::{
    FutureExt,
    future::{BoxFuture, join_all},
};
use protocol::{Player, PushSubscription, RoomCode};
use push::{Message, Outcome, PushSender, Rules, Subscription, Urgency};
use rooms::notices::{Delivery, Notifier, TurnNotice};
use serde::Serialize;

use crate::config::ServerOptions;

/// Sends notices to the push services of players' browsers.
pub struct PushNotifier {
    rules: Rules,
    /// Made for the first notice: it reads the authorities that this system trusts.
    sender: OnceLock<PushSender>,
}

/// What the page's service worker reads: web/worker.js.
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
    #[must_use]
    pub fn of(options: &ServerOptions) -> Option<Arc<dyn Notifier>> {
        if options.no_push {
            return None;
        }
        // Some push services take nothing from a server that names nobody to write to.
        let own = options.public_url.as_ref();
        let own = own.filter(|url| url.scheme() == "https");
        let contact = options.push_contact.as_ref().or(own);
        let rules = Rules {
            contact: contact.map(ToString::to_string),
            networks: options.push_network.clone(),
        };
        let sender = OnceLock::new();
        Some(Arc::new(PushNotifier { rules, sender }))
    }
}

impl Notifier for PushNotifier {
    fn send(
        &self,
        notice: TurnNotice,
        devices: Vec<PushSubscription>,
    ) -> BoxFuture<'static, Vec<Delivery>> {
        let made = || PushSender::new(self.rules.clone());
        let sender = self.sender.get_or_init(made).clone();
        async move {
            let message = message(&notice);
            let sent = devices
                .iter()
                .map(|to| to_device(&sender, to, &message, notice.now_ms));
            join_all(sent).await
        }
        .boxed()
    }
}

async fn to_device(
    sender: &PushSender,
    to: &PushSubscription,
    message: &Message,
    now_ms: u64,
) -> Delivery {
    let PushSubscription {
        endpoint,
        p256dh,
        auth,
        key,
    } = to;
    let to = match Subscription::new(endpoint, p256dh, auth, key) {
        Ok(to) => to,
        Err(why) => {
            tracing::debug!(%why, "a device gave what no notice can be sent to");
            return Delivery::Gone;
        }
    };
    let outcome = sender.send(&to, message, now_ms).await;
    let host = to.host();
    match outcome {
        Outcome::Accepted => Delivery::Accepted,
        Outcome::Gone => Delivery::Gone,
        Outcome::Refused(status) => {
            tracing::warn!(host, status, "a push service refuses a notice");
            Delivery::Refused
        }
        Outcome::Later { after_s } => Delivery::Later(after_s.map(|s| s.saturating_mul(1_000))),
        Outcome::Unreachable(why) => {
            tracing::info!(host, why, "a push service cannot be reached");
            Delivery::Later(None)
        }
    }
}

/// A later notice of the same seat takes the place of one that was not delivered yet.
fn message(notice: &TurnNotice) -> Message {
    let payload = Payload {
        room: notice.room,
        opponent: notice.opponent.as_ref(),
        reminder: notice.is_reminder,
    };
    let left_s = notice.due_ms.saturating_sub(notice.now_ms) / 1_000;
    Message {
        // Names of players are bounded, so it is never too long.
        payload: serde_json::to_vec(&payload).unwrap_or_default(),
        topic: format!("{:016x}{}", notice.id, notice.seat),
        ttl_s: u32::try_from(left_s).unwrap_or(u32::MAX),
        urgency: match notice.is_reminder {
            true => Urgency::High,
            false => Urgency::Normal,
        },
    }
}
