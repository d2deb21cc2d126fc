//! A client of the load: its connection, its script, and two of them in a room.

pub mod connection;
pub mod pair;
pub mod scan;
pub mod script;
pub mod target;
