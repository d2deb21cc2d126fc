//! The faces of the client: plain lines for people, JSON lines for programs,
//! finished games for both, and what they need of a terminal.

pub mod board;
pub mod bot;
mod grace;
pub mod input;
pub mod json;
pub mod plain;
pub mod replay;
pub mod screen;
