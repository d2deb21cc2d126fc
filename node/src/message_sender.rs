//! The one sender of messages to addresses that strangers gave, shared by notifications and webhooks.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use config::ServerOptions;
use push::{PushOutcome, PushRules, PushSender};
use rooms::notifications::Delivery;
use tokio::{sync::OnceCell, task::spawn_blocking};

/// Clones share the sender, and with it the turns at hosts.
#[derive(Clone)]
pub struct MessageSender {
    rules: PushRules,
    /// Made for the first message: it reads the authorities that this system trusts.
    sender: Arc<OnceCell<PushSender>>,
}

impl MessageSender {
    /// One as the options say.
    pub fn of(options: &ServerOptions) -> MessageSender {
        // Some push services take nothing from a server that names nobody to write to.
        let own = options.public_url.as_ref();
        let own = own.filter(|url| url.scheme() == "https");
        let contact = options.push_contact.as_ref().or(own);
        let rules = PushRules {
            contact: contact.map(ToString::to_string),
            networks: options.push_network.clone(),
        };
        MessageSender {
            rules,
            sender: Arc::default(),
        }
    }

    /// The sender; nothing where no thread could make it.
    pub async fn get(&self) -> Option<&PushSender> {
        let rules = self.rules.clone();
        let made = || spawn_blocking(|| PushSender::new(rules));
        self.sender.get_or_try_init(made).await.ok()
    }
}

/// Number of messages by their outcomes.
#[derive(Default)]
pub struct DeliveryCounters {
    accepted: AtomicU64,
    gone: AtomicU64,
    refused: AtomicU64,
    later: AtomicU64,
}

impl DeliveryCounters {
    /// Counts one.
    pub fn note(&self, delivery: Delivery) {
        let counter = match delivery {
            Delivery::Accepted => &self.accepted,
            Delivery::Gone => &self.gone,
            Delivery::Refused => &self.refused,
            Delivery::Busy | Delivery::Later(_) => &self.later,
        };
        counter.fetch_add(1, Relaxed);
    }

    /// Number of messages since the start, by the name of the outcome.
    pub fn figures(&self) -> [(&'static str, u64); 4] {
        [
            ("accepted", &self.accepted),
            ("gone", &self.gone),
            ("refused", &self.refused),
            ("later", &self.later),
        ]
        .map(|(name, counter)| (name, counter.load(Relaxed)))
    }
}

/// Result of a message to that host, as rooms take it.
pub fn delivery(host: &str, outcome: PushOutcome) -> Delivery {
    match outcome {
        PushOutcome::Accepted => Delivery::Accepted,
        PushOutcome::Gone => Delivery::Gone,
        PushOutcome::Refused(status) => {
            tracing::debug!(host, status, "a message is refused");
            Delivery::Refused
        }
        PushOutcome::Busy => Delivery::Busy,
        PushOutcome::Later { after_s } => Delivery::Later(after_s.map(|s| s.saturating_mul(1_000))),
        PushOutcome::Unreachable(why) => {
            tracing::debug!(host, why, "a host cannot be reached");
            Delivery::Later(None)
        }
    }
}
