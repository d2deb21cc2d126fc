//! The full screen: the client for people at a terminal that can be drawn on.
//!
//! Knows nothing of sockets.

pub mod effect;
pub mod look;
pub mod pen;
pub mod theme;
pub mod ui;
