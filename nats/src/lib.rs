//! The log on NATS JetStream: the store that [`cluster`] needs, on several servers that keep copies.
//!
//! The log is a stream; a record is a message that is stored if the stream's last message is the one that the record
//! names. Nodes read the stream, so nobody sees an append that was refused.
//! [`create_stream`] makes it, and [`check`] refuses servers that would not keep acknowledged records.
#![warn(missing_docs)]

mod calls;
mod check;
mod connect;
mod monitor;
mod names;
mod overview;
mod record;
mod refusal;
mod silence;
mod span;
mod store;
mod stream;

pub use calls::{Calls, Question};
pub use check::{LogExamination, check, examine};
pub use connect::{ConnectOptions, SubscribeError, TlsFiles};
pub use monitor::ExaminedServer;
pub use names::Called;
pub use overview::{LogKeeper, LogOverview, overview};
pub use record::{DecodeError, decode, encode};
pub use refusal::StartRefusal;
pub use span::LogSpan;
pub use store::NatsStore;
pub use stream::{LogId, StartPatience, StreamOptions, create_stream};
