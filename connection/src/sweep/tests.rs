//! Times at which a seat in a running game is pinged.

use super::*;

const NOW_MS: u64 = 1_000_000;

/// Whether a seat is woken to ping that was heard, asked for something, and was pinged so long ago.
fn is_pinged(silent_ms: u64, requested_ms: u64, pinged_ms: u64) -> bool {
    let handle = ConnectionHandle::new(1, NOW_MS - 600_000);
    handle.greeted.store(true, Relaxed);
    handle.in_game.store(true, Relaxed);
    handle.heard_ms.store(NOW_MS - silent_ms, Relaxed);
    handle.requested_ms.store(NOW_MS - requested_ms, Relaxed);
    handle.pinged_ms.store(NOW_MS - pinged_ms, Relaxed);
    look_after(&handle, &Limits::default(), NOW_MS, 0)
}

#[test]
fn a_seat_that_plays_is_pinged_after_a_second_of_silence_and_measured_every_five() {
    assert!(!is_pinged(999, 14_999, 999));
    assert!(is_pinged(1_000, 14_999, 1_000));
    assert!(!is_pinged(0, 14_999, 4_999));
    assert!(is_pinged(0, 14_999, 5_000));
}

#[test]
fn a_seat_that_has_asked_for_nothing_for_15_s_is_pinged_after_three_and_measured_seldom() {
    assert!(!is_pinged(2_999, 15_000, 5_000));
    assert!(is_pinged(3_000, 15_000, 5_000));
    assert!(!is_pinged(0, 15_000, 19_999));
    assert!(is_pinged(0, 15_000, 20_000));
}

#[test]
fn a_calm_seat_is_asked_well_before_it_counts_as_dead_and_never_sooner_than_another() {
    let of = |seat_ping_ms, seat_dead_ms| {
        calm_ping_ms(&Limits {
            seat_ping_ms,
            seat_dead_ms,
            ..Limits::default()
        })
    };
    assert_eq!(
        [of(1_000, 12_000), of(1_000, 8_000), of(1_000, 2_000)],
        [3_000, 2_000, 1_000]
    );
}
