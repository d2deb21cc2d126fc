//! The promise of durability, tried by destroying servers: when a player's
//! move has been acknowledged, no crash, power cut or restart takes it back,
//! and no one ever saw a move that a crash undid.
//!
//! Takes minutes, and hours in its long form (`OXO_DURABILITY=long`), so that
//! it is called by name: `cargo test -p tests --test durability`. `OXO_SEED`
//! repeats the random choices of a run, `OXO_CYCLES` sets how often something
//! is destroyed.

#![cfg(target_os = "linux")]

mod breach;
mod copy;
mod cycle;
mod damage;
mod disk;
mod effect;
mod faults;
mod game;
mod kill;
mod ledger;
mod limit;
mod node;
mod obstacles;
mod others;
mod pair;
mod player;
mod players;
mod power;
mod record;
mod report;
mod restart;
mod serve;
mod shim;
mod slow;
mod startup;
mod style;
mod verdict;

use tests::seeded_random;

/// A number from the environment.
fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Number of repetitions: in the short form, in the long one, or as
/// `OXO_CYCLES` says.
fn cycles(short: u64, long: u64) -> u64 {
    number("OXO_CYCLES").unwrap_or(if is_long() { long } else { short })
}

/// Whether the long form is wanted.
fn is_long() -> bool {
    std::env::var("OXO_DURABILITY").is_ok_and(|form| form == "long")
}

/// The time in Unix milliseconds.
fn now_ms() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.expect("a clock").as_millis() as u64
}
