//! The client of OXO as a library: addresses, the link, the session that mends
//! itself, this machine's seats, and the sentences. Faces stand on top.
//!
//! [`session::Session`] is the typed client; a face asks it things and tells
//! its updates to a person ([`faces::plain`]) or a program ([`faces::json`]).

pub mod address;
pub mod app;
pub mod backoff;
pub mod cli;
pub mod config;
pub mod faces;
mod files;
pub mod games;
pub mod http;
pub mod keeper;
mod key;
pub mod link;
pub mod local;
pub mod locale;
pub mod seats;
pub mod session;
pub mod speech;
#[cfg(test)]
mod testing;
pub mod time;
