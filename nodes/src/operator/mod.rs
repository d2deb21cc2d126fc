//! The operator's requests to a running server, at any node of a cluster.

pub mod answer;
pub mod message;
pub mod operate;
pub mod overview;
pub mod state;
pub mod supervise;
