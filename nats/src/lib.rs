//! The logs of rooms on NATS JetStream: what [`cluster`] needs of a store, on several servers that keep copies.
//!
//! A room's log is a subject; a record is a message that is stored if the subject's last message is the one that the record
//! names. The streams [republish](NatsStore::follow) what they have stored, so nobody sees an append that was refused.
//! [`create_streams`] makes the streams, and [`check`] refuses servers that would not keep what was acknowledged.
#![warn(missing_docs)]

mod ask;
mod check;
mod connect;
mod follow;
mod monitor;
mod record;
mod refusal;
mod store;
mod streams;
mod subject;

pub use check::{AckPromise, check};
pub use connect::{ConnectOptions, SubscribeError, TlsFiles};
pub use follow::{Followed, Follower};
pub use record::{DecodeError, decode, encode};
pub use refusal::StartRefusal;
pub use store::NatsStore;
pub use streams::{StreamOptions, create_streams};
