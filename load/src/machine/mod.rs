//! The machine: its cores, how fast they are, and what a process uses of them.

pub mod cores;
pub mod links;
pub mod meter;
pub mod probe;
pub mod procfs;
