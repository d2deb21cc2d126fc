//! The server of OXO: brings two players together in a room, arbitrates every move, makes it durable,
//! and sends it to everyone who may see it.
//!
//! The program is [`program::run`]; tests run a [`serve::Server`] in their own process, with a clock
//! that they move. The way of a command:
//!
//! | module | does |
//! |---|---|
//! | [`listener`], `accept` | listens; accepts streams, no more than there are files for |
//! | [`http`] | serves the page and finished games, and upgrades to WebSocket |
//! | [`admission`] | the budget of each network address: connections, work, rooms |
//! | [`connection`] | reads frames and answers them; one task per socket, one sweep for all heartbeats |
//! | [`lobby`] | quick match: pairs tickets |
//! | [`rooms`] | locks a room, asks the referee, commits, publishes, notifies; deadlines |
//! | [`journal`] | makes events durable: memory or SQLite |
//! | [`disk`] | what an error of the disk means: what passes, what ends the server |
//! | `compute` | searches moves for computers, on threads of low priority |
//! | [`handle`], `wake_slots` | a connection as others see it, and how they wake its task |
//! | [`state`], [`serve`], [`workers`] | what connections share; start and stop; threads |
//! | [`stream`], [`tls`] | a socket, plain or encrypted; the certificate |
//! | [`metrics`] | counts what happens, for `/metrics` |
//! | [`backups`], [`progress`] | backups that the server takes by itself; how far something is |
//! | `service`, `signals` | what a service manager is told; signals of the system |
//! | [`operator`], [`supervise`], [`admin`] | what the operator changes while it runs; doing so; the socket for that |
//! | [`config`], [`doctor`] | options; whether all is there that they need |
//! | `output`, `logging` | what the programs print, and what they log, made harmless |
//! | `upkeep`, `health` | backup, check and restore; a health check |
//! | `system_error`, `short_time`, `terminal_size` | what the system refuses, in words; times in words; the operator's terminal |
//!
//! `docs/decisions/` has the reasons for this shape.

mod accept;
mod addresses;
pub mod admin;
pub mod admission;
pub mod backups;
mod cache;
pub mod clock;
mod compute;
pub mod config;
pub mod connection;
pub mod disk;
pub mod doctor;
#[cfg(feature = "faults")]
pub mod faults;
mod few;
pub mod handle;
mod health;
pub mod http;
pub mod ids;
pub mod journal;
pub mod listener;
pub mod lobby;
mod logging;
pub mod metrics;
pub mod operator;
mod output;
mod picture;
pub mod program;
pub mod progress;
mod random;
pub mod render;
pub mod rooms;
pub mod serve;
#[cfg(unix)]
mod service;
mod short_time;
mod signals;
#[cfg(unix)]
mod socket_file;
pub mod state;
pub mod stream;
pub mod supervise;
mod sync;
mod system_error;
mod terminal_size;
pub mod tls;
mod upkeep;
mod wake_slots;
pub mod workers;
