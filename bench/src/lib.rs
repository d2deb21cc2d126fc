//! What the server costs, as a ratio to a relay that only forwards frames.
//!
//! Knows nothing of how the server works inside: what is measured is the real
//! process, over real sockets, by what the system says that it used.
//!
//! | module | what for |
//! |---|---|
//! | [`floor`] | the relay everything is compared with |
//! | [`script`] | the conversation of a room, as frames |
//! | [`scan`], [`mod@line`], [`pair`] | a client: what came, one connection, two that play |
//! | [`load`], [`idle`] | the two measurements |
//! | [`subject`], [`cores`], [`procfs`] | the measured process, where it runs, and what it used |
//! | [`run`], [`stats`], [`report`] | rounds, their median, the table |

pub mod cores;
pub mod floor;
pub mod idle;
pub mod line;
pub mod load;
pub mod pair;
pub mod procfs;
pub mod report;
pub mod run;
pub mod scan;
pub mod script;
pub mod stats;
pub mod subject;

/// Whatever went wrong, in words: a measurement either succeeds or is
/// explained to the person who started it.
pub type Fault = Box<dyn std::error::Error + Send + Sync>;
