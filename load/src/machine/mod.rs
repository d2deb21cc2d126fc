//! The machine: its cores, their speed, and a process's use of them.

pub mod cores;
pub mod links;
pub mod meter;
pub mod probe;
pub mod procfs;
