//! Senders of messages out of the server: to devices of players, and to chats.

use std::sync::Arc;

use super::{notifications::Notifier, webhooks::WebhookCaller};

/// Nobody, by default.
#[derive(Clone, Default)]
pub struct Messengers {
    /// Tells players of their turns.
    pub notifier: Option<Arc<dyn Notifier>>,
    /// Calls the webhooks of rooms.
    pub caller: Option<Arc<dyn WebhookCaller>>,
}
