//! Servers with a fault, one fault each: the harness must find it. With the
//! same settings and no fault it finds nothing.

use tests::process::faulty_server_binary;

use crate::{
    breach::{Breach, Broken},
    cycle::{End, Harness, Settings},
    seeded_random::SeededRandom,
};

/// Number of destroyed servers after which a fault should have been found.
const TRIES: u64 = 30;
/// Number of tries without a fault.
const SOUND: u64 = 5;

/// Settings under which a fault shows.
fn settings(fault: &'static str) -> Settings {
    let plain = Settings {
        fault: Some(fault),
        ..Settings::plain(faulty_server_binary())
    };
    match fault {
        // Synced late, so that there is time between a promise and its keeping.
        "ack_before_commit" => Settings {
            power: true,
            slow_ms: 20,
            steady: true,
            ..plain
        },
        "normal_sync" => Settings {
            power: true,
            ..plain
        },
        // Nothing but a kill is needed where nothing was even written.
        _ => Settings {
            slow_ms: 20,
            steady: true,
            ..plain
        },
    }
}

/// Destroys servers until something is found.
async fn hunt(settings: Settings, tries: u64, chance: &mut SeededRandom) -> Option<(u64, Breach)> {
    let mut harness = Harness::new(settings, chance.fork());
    for cycle in 1..=tries {
        if let Err(finding) = harness.round(End::Load(chance.within_ms(400))).await {
            return Some((cycle, finding));
        }
    }
    assert!(harness.total.acknowledged > 0, "nothing was acknowledged");
    None
}

/// Expects the harness to find a fault in one of these ways, and nothing when
/// the fault is switched off.
async fn is_found(fault: &'static str, ways: &[Broken]) {
    let mut chance = SeededRandom::of_test(fault);
    let found = hunt(settings(fault), TRIES, &mut chance).await;
    let Some((cycle, finding)) = found else {
        panic!("{fault} was not found in {TRIES} destroyed servers")
    };
    println!("{fault}: found at server {cycle}: {finding}");
    assert!(ways.contains(&finding.broken), "{finding}");
    let sound = Settings {
        fault: None,
        ..settings(fault)
    };
    if let Some((cycle, finding)) = hunt(sound, SOUND, &mut chance).await {
        panic!("without {fault}, at server {cycle}: {finding}");
    }
}

#[tokio::test]
async fn an_answer_before_the_commit_is_found() {
    let ways = [Broken::Lost, Broken::Undone, Broken::Seat];
    is_found("ack_before_commit", &ways).await;
}

#[tokio::test]
async fn a_commit_without_a_sync_is_found() {
    let ways = [Broken::Lost, Broken::Undone, Broken::Seat];
    is_found("normal_sync", &ways).await;
}

#[tokio::test]
async fn an_event_before_the_commit_is_found() {
    is_found("fold_before_commit", &[Broken::Undone]).await;
}
