//! The rules as tables: a room, a step, and what it leads to.

mod calls;
mod clocks;
mod commands;
mod computers;
mod correspondence;
mod deadlines;
mod lifecycle;
mod matrix;
mod moves;
mod notifications;
mod numbering;
mod offers;
mod opening;
mod room;
mod script;
mod seats;
mod sharing;
