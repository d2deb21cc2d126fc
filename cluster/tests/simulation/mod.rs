//! Simulation of the protocol: histories drawn from seeds, on a store that conflicts, forgets to answer,
//! is late and stale, with nodes that are cut off and end. What is shipped runs; only store and network are made up.
//!
//! `OXO_SEED=n` repeats one. `cargo test -p cluster --release -- --ignored --nocapture` is the long form.

mod history;
mod judge;
mod network;
mod node;
mod random;

use history::{Figures, run};

/// A fault of a driver. The judge has to find each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A command is acknowledged before its append is accepted.
    AcknowledgesEarly,
    /// A follower is given appends that the store has refused.
    ShowsRefused,
    /// An append that may have been stored is sent again, but on another end of the log.
    RetriesOnAnotherEnd,
}

/// Runs one history for each seed.
fn histories(seeds: std::ops::Range<u64>) -> Figures {
    let mut sum = Figures::default();
    for seed in seeds {
        let figures = run(seed, None).unwrap_or_else(|why| panic!("OXO_SEED={seed}: {why}"));
        sum.acknowledged += figures.acknowledged;
        sum.records += figures.records;
        sum.fences += figures.fences;
    }
    sum
}

fn seed() -> Option<u64> {
    std::env::var("OXO_SEED").ok()?.parse().ok()
}

#[test]
fn histories_are_linearizable_and_all_copies_are_the_same() {
    let seeds = seed().map_or(0..300, |seed| seed..seed + 1);
    println!("{:?}", histories(seeds));
}

#[test]
#[ignore = "the long form"]
fn a_hundred_thousand_histories_are_linearizable() {
    println!("{:?}", histories(1_000_000..1_100_000));
}

#[test]
fn a_seed_repeats_its_history() {
    for seed in 0..5 {
        assert_eq!(run(seed, None), run(seed, None), "seed {seed}");
    }
}

#[test]
fn every_seeded_fault_is_found() {
    let signs = [
        (Fault::AcknowledgesEarly, "acknowledged and not in the log"),
        (Fault::ShowsRefused, "applied and not in the log"),
        (Fault::RetriesOnAnotherEnd, "done twice"),
    ];
    for (fault, sign) in signs {
        let find = |seed| {
            let why = run(seed, Some(fault)).err()?;
            why.starts_with(sign).then_some((seed, why))
        };
        let (seed, why) = (0..600)
            .find_map(find)
            .unwrap_or_else(|| panic!("{fault:?} is not found"));
        println!("{fault:?}: seed {seed}: {why}");
    }
}
