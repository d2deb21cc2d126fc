//! Random requests of random people, random cuts, waits and restarts: whatever
//! they lead to, the invariants of a room hold after every step.
//!
//! Rooms in this process without sockets, over a journal in memory.

use std::{collections::BTreeSet, sync::Mutex};

use proptest::{
    prelude::*,
    test_runner::{Config, TestCaseError, TestRunner},
};
use protocol::{
    Settings,
    settings::{Alternate, ClockSetting},
};

use crate::play::{
    record::Record,
    steps::{Step, step},
    world::World,
};

fn settings() -> impl Strategy<Value = Settings> {
    let clock = prop_oneof![
        Just(ClockSetting::None),
        Just(ClockSetting::per_move(10_000)),
        Just(ClockSetting::total(20_000, 2_000)),
        Just(ClockSetting::correspondence(1)),
    ];
    let rules = prop_oneof![
        3 => Just(game::Rules::CLASSIC),
        1 => (3_u8..6, 1_u8..5).prop_filter_map("a board", |(w, h)| {
            game::Rules::new(w, h, 3).ok()
        }),
    ];
    let alternate = prop_oneof![Just(Alternate::Yes), Just(Alternate::Fixed)];
    (clock, rules, alternate).prop_map(|(clock, rules, alternate)| Settings {
        rules,
        clock,
        alternate,
        ..Settings::default()
    })
}

fn walk(settings: Settings, steps: &[Step]) -> Result<Record, TestCaseError> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(async {
        let mut world = World::open(settings).await;
        world.check().await?;
        for step in steps {
            world.take(step).await?;
            world.check().await?;
        }
        Ok(world.record)
    })
}

#[test]
fn no_random_walk_breaks_an_invariant_of_a_room() {
    let config = Config {
        cases: 1_000,
        failure_persistence: None,
        ..Config::default()
    };
    let seen = Mutex::new(BTreeSet::new());
    let walks = (settings(), prop::collection::vec(step(), 1..200));
    let outcome = TestRunner::new(config).run(&walks, |(settings, steps)| {
        let record = walk(settings, &steps)?;
        seen.lock().unwrap().extend(record.seen);
        Ok(())
    });
    if let Err(why) = outcome {
        panic!("{why}");
    }
    // The walks are no proof if they never leave the house.
    let seen = seen.into_inner().unwrap();
    let missed: Vec<_> = PLACES
        .iter()
        .filter(|place| !seen.contains(**place))
        .collect();
    assert!(missed.is_empty(), "no walk came to {missed:?}");
}

/// Events and endings that enough walks come to.
#[rustfmt::skip]
const PLACES: [&str; 25] = [
    "joined", "started", "moved", "finished", "taken_back", "offered", "offer_closed", "lost",
    "returned", "left", "removed", "renamed", "away", "ended", "line", "resigned", "agreed", "flag",
    "called_off", "no_first_move", "restarted", "full", "claimed_win",
    "claimed_draw", "replaced",
];
