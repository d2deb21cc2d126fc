//! The faces of the client: plain lines for people, JSON lines for programs,
//! and what both need of a terminal.

pub mod board;
pub mod input;
pub mod json;
pub mod plain;
