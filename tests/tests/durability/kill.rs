//! kill -9 at random instants of everything that a server does.

use std::time::Duration;

use tests::process::server_binary;

use crate::{
    cycle::{End, Harness, Settings},
    cycles, report,
    seeded_random::SeededRandom,
};

/// Activity of a server when it is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Startup,
    Return,
    Load,
    Checkpoint,
    Idle,
    Shutdown,
}

/// As often as they stand here.
const PHASES: [Phase; 12] = [
    Phase::Startup,
    Phase::Return,
    Phase::Load,
    Phase::Load,
    Phase::Load,
    Phase::Checkpoint,
    Phase::Checkpoint,
    Phase::Checkpoint,
    Phase::Idle,
    Phase::Idle,
    Phase::Shutdown,
    Phase::Shutdown,
];

/// Kills on one data directory before another is begun, so that a long
/// run does not spend its time copying old rooms.
const LIFE: u64 = 250;

#[tokio::test]
async fn no_kill_takes_back_what_was_acknowledged() {
    let mut chance = SeededRandom::of_test("kills");
    let wanted = cycles(100, 1_000);
    let mut total = report::Total::default();
    while total.ends() < wanted {
        let mut harness = Harness::new(Settings::plain(server_binary()), chance.fork());
        let life = LIFE.min(wanted - total.ends());
        total.begin_life();
        while total.ends_of_life() < life {
            let phase = *chance.pick(&PHASES).expect("a phase");
            let kills = match phase {
                // Several in a row, and then one a little later.
                Phase::Startup => 2 + chance.below(3),
                _ => 0,
            };
            for _ in 0..kills {
                let name = harness.kill_at_start().await;
                total.count(name);
            }
            let (name, end) = end(phase, &mut chance);
            harness.judged_round(end).await;
            total.count(name);
        }
        harness.judged_round(End::Stop).await;
        total.add(&harness);
    }
    total.print("kill -9");
}

fn end(phase: Phase, chance: &mut SeededRandom) -> (&'static str, End) {
    match phase {
        Phase::Startup | Phase::Return => ("return", End::Return(chance.within_ms(150))),
        Phase::Load => ("load", End::Load(chance.within_ms(600))),
        Phase::Checkpoint => ("checkpoint", End::Checkpoint(chance.within_ms(30))),
        Phase::Idle if chance.once_in(2) => ("idle", End::Idle(chance.within_ms(300))),
        // The journal tidies up after two seconds in which nothing happened.
        Phase::Idle => {
            let after = Duration::from_millis(1_980) + chance.within_ms(60);
            ("idle", End::Idle(after))
        }
        Phase::Shutdown => ("shutdown", End::Shutdown(chance.within_ms(80))),
    }
}
