//! The wire, held against its document, its schema and its transcripts.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that gets something else than it expects has to stop"
)]

mod connections;
mod document;
#[cfg(feature = "schema")]
mod schema;
mod strict;
mod support;
mod transcripts;
