//! Links that break, stall and lie, and a server that stops, crashes and
//! comes back, as both ends of a socket see it.
//!
//! Nothing here sleeps: a test moves the clock and waits for what follows.

mod bounds;
mod carried;
mod closing;
mod common;
mod doctor;
mod floods;
mod frames;
mod gauges;
mod guesses;
mod halfopen;
mod handshake;
mod http;
mod logs;
mod metrics;
pub mod page;
mod process;
mod restart;
mod resume;
mod saving;
mod service;
mod shutdown;
mod silence;
mod sockets;
mod tls;
