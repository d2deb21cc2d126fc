//! The server of OXO, which brings two players together in a room, arbitrates every move, makes it durable, and sends
//! it to everyone who may see it.
//!
//! The program is [`program::run`]; tests run a [`serve::Server`] in their own process, with a clock
//! that they move. A `node::Node` lives as long as the process; the service in it
//! (`connection::service::Service`) is built from what the journal opened with, and dropped whole.
//! Both, what several nodes do together (`nodes`) and the options (`config`) are crates of their own. What is here:
//!
//! | module | does |
//! |---|---|
//! | `accept` | accepts streams, no more than there are files for |
//! | [`http`] | serves the page and finished games, and upgrades to WebSocket |
//! | [`serve`], [`workers`] | start and stop; threads |
//! | [`backups`], [`progress`] | backups that the server takes by itself; how far something is |
//! | `service`, `signals` | notifications of a service manager; signals of the system |
//! | [`admin`] | the operator's socket, and the commands that speak to it |
//! | [`doctor`] | whether all is there that the options need |
//! | `output`, `logging` | what the programs print, and what they log, made harmless |
//! | `upkeep`, `health` | backup, check and restore; a health check |
//! | `terminal_size`, `wrap` | the operator's terminal; lines that fit it |
//!
//! `docs/decisions/` has the reasons for this shape.

mod accept;
pub mod admin;
pub mod backups;
pub mod doctor;
mod few;
mod health;
pub mod http;
mod logging;
mod output;
pub mod program;
pub mod progress;
pub mod serve;
#[cfg(unix)]
mod service;
mod signals;
mod terminal_size;
mod upkeep;
pub mod workers;
mod wrap;
