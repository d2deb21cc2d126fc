//! The share of one address, and of fifty, in everything that is shared: who is admitted, who is
//! refused, who has to give way, and when it comes back. The rows are those of
//! `tests/src/shared.rs`. What can be taken one by one is in [`table`]; everything else has a
//! walk of its own, here or beside its code.

mod computers;
mod disk;
mod lists;
mod notifications;
mod operator;
mod rooms;
mod searches;
mod stage;
mod streams;
mod table;
mod take;

use std::net::Ipv4Addr;

use tests::shared::{self, SharedThing};

/// The address that takes all it gets.
const GREEDY: Ipv4Addr = Ipv4Addr::new(127, 0, 5, 1);
/// A newcomer who comes when it has.
const NEWCOMER: Ipv4Addr = Ipv4Addr::new(127, 0, 6, 1);
/// Number of other addresses.
const FIFTY: u8 = 50;

/// One of fifty.
fn one_of(number: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 7, number + 1)
}

/// All of them.
fn fifty() -> impl Iterator<Item = Ipv4Addr> {
    (0..FIFTY).map(one_of)
}

/// The row that a test walks.
fn row(name: &str) -> &'static SharedThing {
    shared::row(name).expect("a row of that name")
}
