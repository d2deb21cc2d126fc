//! The server of OXO: brings two players together in a room, arbitrates every move, makes it durable,
//! and sends it to everyone who may see it.
//!
//! The program is [`program::run`]; tests run a [`serve::Server`] in their own process, with a clock
//! that they move. Rooms, journal, admission and connections are crates of their own. A [`node::Node`]
//! lives as long as the process; the service in it (`connection::service::Service`) is built from what
//! the journal opened with, and dropped whole. What is here:
//!
//! | module | does |
//! |---|---|
//! | [`listener`], `accept` | listens; accepts streams, no more than there are files for |
//! | [`http`] | serves the page and finished games, and upgrades to WebSocket |
//! | [`tls`] | the certificate |
//! | [`node`], [`facts`] | the parts that live as long as the process; its public facts |
//! | [`serve`], [`workers`] | start and stop; threads |
//! | [`backups`], [`progress`] | backups that the server takes by itself; how far something is |
//! | `service`, `signals` | notifications of a service manager; signals of the system |
//! | [`supervise`], [`admin`] | what the operator does to a running server; the socket for that |
//! | [`config`], [`doctor`] | options; whether all is there that they need |
//! | `output`, `logging` | what the programs print, and what they log, made harmless |
//! | `upkeep`, `health` | backup, check and restore; a health check |
//! | `picture`, `terminal_size`, `wrap` | pictures of boards; the operator's terminal; lines that fit it |
//!
//! `docs/decisions/` has the reasons for this shape.

mod accept;
mod addresses;
pub mod admin;
pub mod backups;
pub mod config;
pub mod doctor;
pub mod facts;
mod few;
mod health;
pub mod http;
pub mod listener;
mod logging;
mod message_sender;
pub mod node;
pub mod nodes;
mod notifier;
mod operator_state;
mod output;
mod picture;
pub mod program;
pub mod progress;
pub mod serve;
mod serve_error;
#[cfg(unix)]
mod service;
mod signals;
#[cfg(unix)]
mod socket_file;
pub mod supervise;
mod terminal_size;
pub mod tls;
mod upkeep;
mod webhook_caller;
pub mod workers;
mod wrap;
