//! Model of the protocol: every order of what may happen, with a bounded number of mishaps, against the
//! replica that is shipped. See docs/decisions/13-one-log.md.
//!
//! `cargo test -p cluster -- --ignored --nocapture` is the long form.

mod mishap;
mod node;
mod properties;
mod settle;
mod store;
mod transitions;
mod world;

use std::{collections::HashMap, time::Instant};

use properties::{ACKNOWLEDGED, COPIES, OCCURRENCES, ONCE, ONE_WRITER, SETTLES};
use stateright::{Checker, HasDiscoveries, Model, Path};
use transitions::{Action, Bounds, Fault};
use world::World;

/// Two nodes, and one command that is sent twice, to either.
const LEAST: Bounds = Bounds {
    nodes: 2,
    seats: 1,
    commands: 1,
    sends: 2,
    mishaps: 2,
    fences: 2,
    takes_over: false,
    settles: false,
    fault: None,
};

type Discoveries = HashMap<&'static str, Path<World, Action>>;

/// Looks at every state, or until so much was found.
fn check(name: &str, bounds: Bounds, until: HasDiscoveries) -> Discoveries {
    let begin = Instant::now();
    let checker = bounds.checker().finish_when(until);
    // Depth first keeps few states in memory; breadth first finds the shortest way to a fault.
    match bounds.fault {
        None => report(name, begin, &checker.spawn_dfs().join()),
        Some(_) => report(name, begin, &checker.spawn_bfs().join()),
    }
}

fn report(name: &str, begin: Instant, checker: &impl Checker<Bounds>) -> Discoveries {
    println!(
        "{name}: {} states, up to {} steps, {:.1} s",
        checker.unique_state_count(),
        checker.max_depth(),
        begin.elapsed().as_secs_f64()
    );
    checker.discoveries()
}

fn print(name: &str, path: &Path<World, Action>) {
    println!("{name}:");
    for (step, action) in path.clone().into_actions().iter().enumerate() {
        println!("{:3} {action:?}", step + 1);
    }
}

/// Expects no violation, and says what has occurred.
fn holds(name: &str, bounds: Bounds) -> Vec<&'static str> {
    let discoveries = check(name, bounds, HasDiscoveries::AnyFailures);
    let occurred: Vec<_> = discoveries.keys().copied().collect();
    let is_violation = |name: &&&'static str| !OCCURRENCES.contains(name);
    if let Some(name) = occurred.iter().find(is_violation) {
        print(name, &discoveries[name]);
        println!("{:#?}", discoveries[name].last_state());
        panic!("not so, after what is printed above: {name}");
    }
    occurred
}

/// Expects that the fault breaks this.
fn finds(fault: Fault, property: &'static str, bounds: Bounds) {
    let bounds = Bounds {
        fault: Some(fault),
        ..bounds
    };
    let until = HasDiscoveries::AllOf([property].into());
    let discoveries = check(&format!("{fault:?}"), bounds, until);
    let path = discoveries.get(property);
    print(
        property,
        path.unwrap_or_else(|| panic!("{fault:?} is not found")),
    );
}

#[test]
fn the_properties_hold_through_two_mishaps() {
    let occurred = holds("two mishaps", LEAST);
    for name in OCCURRENCES {
        assert!(occurred.contains(&name), "never so: {name}");
    }
}

#[test]
fn the_properties_hold_for_two_commands() {
    let bounds = Bounds {
        commands: 2,
        sends: 1,
        ..LEAST
    };
    holds("two commands", bounds);
}

#[test]
fn the_properties_hold_for_two_seats() {
    let bounds = Bounds {
        seats: 2,
        sends: 1,
        mishaps: 1,
        ..LEAST
    };
    holds("two seats", bounds);
}

#[test]
fn the_properties_hold_for_three_nodes() {
    let bounds = Bounds {
        nodes: 3,
        mishaps: 1,
        ..LEAST
    };
    holds("three nodes", bounds);
}

/// Nodes that take over from one that was silent fence only on the end that they know.
#[test]
fn the_properties_hold_through_takeovers() {
    let bounds = Bounds {
        takes_over: true,
        settles: true,
        ..LEAST
    };
    holds("takeovers", bounds);
}

#[test]
fn every_state_settles() {
    let bounds = Bounds {
        settles: true,
        ..LEAST
    };
    holds("settles", bounds);
}

#[test]
#[ignore = "the long form"]
fn the_properties_hold_within_larger_bounds() {
    let two_commands = Bounds {
        commands: 2,
        sends: 1,
        ..LEAST
    };
    let all = [
        (
            "three mishaps, three fences",
            Bounds {
                mishaps: 3,
                fences: 3,
                ..two_commands
            },
        ),
        (
            "two mishaps, two seats",
            Bounds {
                seats: 2,
                ..two_commands
            },
        ),
        ("two mishaps, three nodes", Bounds { nodes: 3, ..LEAST }),
        (
            "three mishaps, settles",
            Bounds {
                mishaps: 3,
                settles: true,
                ..LEAST
            },
        ),
    ];
    for (name, bounds) in all {
        holds(name, bounds);
    }
}

#[test]
fn every_fault_is_found() {
    let bounds = LEAST;
    finds(Fault::AcknowledgesEarly, ACKNOWLEDGED, bounds);
    finds(Fault::ShowsRefused, COPIES, bounds);
    finds(Fault::RetriesOnAnotherEnd, ONCE, bounds);
    finds(Fault::ComparesNothing, ONE_WRITER, bounds);
    let bounds = Bounds {
        settles: true,
        ..bounds
    };
    finds(Fault::NeverCatchesUp, SETTLES, bounds);
}
