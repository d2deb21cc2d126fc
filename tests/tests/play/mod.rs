//! Play as people at connections see it: a server in this process with a clock
//! that stands still, and model clients at real sockets.
//!
//! Nothing here sleeps: a test moves the clock and waits for what follows.

mod analysis;
mod clocks;
mod common;
mod computers;
mod endings;
mod listing;
mod matching;
mod names;
mod offers;
mod openings;
mod order;
mod people;
mod properties;
mod races;
mod rebuilds;
mod record;
mod refusals;
mod repeats;
mod scene;
mod seats;
mod steps;
mod table;
mod thinking;
mod waiting;
mod watching;
mod world;
