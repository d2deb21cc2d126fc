//! Web Push: delivery of a short encrypted message to a browser by way of its vendor's push service (RFC 8030, RFC 8291, RFC
//! 8292). And webhooks: delivery of signed JSON to a chat.
//!
//! A stranger chooses the URL that this server connects to. So a connection goes to public addresses only
//! ([`is_public`], [`GuardedConnector`]), one attempt at a time for each host, and nothing of an answer is read but its head.
#![warn(missing_docs)]

mod address;
mod connect;
mod encryption;
mod host_turns;
mod message;
mod outcome;
mod sender;
mod subscription;
mod target;
mod vapid;
mod webhook;

pub use address::is_public;
pub use connect::{ConnectError, GuardedConnector};
pub use message::{PushMessage, Urgency};
pub use outcome::PushOutcome;
pub use sender::{PushRules, PushSender};
pub use subscription::Subscription;
pub use target::Target;
pub use webhook::WebhookMessage;

#[cfg(test)]
mod tests;
