//! What the operator asks of a running server, at whichever node of a cluster he asks it.

pub mod answer;
pub mod message;
pub mod operate;
pub mod overview;
pub mod state;
pub mod supervise;
