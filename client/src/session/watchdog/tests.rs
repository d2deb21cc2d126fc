//! Unit tests of `watchdog`.

use super::{
    HeartbeatPace::{CalmGame, Elsewhere, Game},
    WatchdogAction::{Ask, Dead, Wait},
    *,
};

/// Seconds after the beginning.
fn at(start: Instant, tenths: u64) -> Instant {
    start + Duration::from_millis(100 * tenths)
}

#[test]
fn outside_a_game_a_silence_is_pinged_and_then_final() {
    let start = Instant::now();
    let mut dog = Watchdog::new(Heartbeat::default(), start);
    assert_eq!(dog.look(Elsewhere, at(start, 249)), Wait);
    assert_eq!(dog.look(Elsewhere, at(start, 250)), Ask);
    assert_eq!(dog.look(Elsewhere, at(start, 279)), Wait);
    let mut saved = dog;
    assert_eq!(dog.look(Elsewhere, at(start, 280)), Dead);
    saved.heard(at(start, 279));
    assert_eq!(saved.look(Elsewhere, at(start, 528)), Wait);
    assert_eq!(saved.look(Elsewhere, at(start, 529)), Ask);
}

#[test]
fn in_a_game_three_seconds_without_a_frame_are_final() {
    let start = Instant::now();
    let mut dog = Watchdog::new(Heartbeat::default(), start);
    let looks = [9, 10, 19, 20, 29, 30].map(|tenths| dog.look(Game, at(start, tenths)));
    assert_eq!(looks, [Wait, Ask, Wait, Ask, Wait, Dead]);
}

#[test]
fn in_a_calm_game_four_seconds_without_a_frame_are_final() {
    let start = Instant::now();
    let mut dog = Watchdog::new(Heartbeat::default(), start);
    let looks = [19, 20, 39, 40].map(|tenths| dog.look(CalmGame, at(start, tenths)));
    assert_eq!(looks, [Wait, Ask, Wait, Dead]);
}

#[test]
fn a_move_in_a_calm_game_is_asked_about_at_once() {
    let start = Instant::now();
    let mut dog = Watchdog::new(Heartbeat::default(), start);
    assert_eq!(dog.look(CalmGame, at(start, 20)), Ask);
    dog.heard(at(start, 21));
    assert_eq!(dog.look(CalmGame, at(start, 35)), Wait);
    assert_eq!(dog.look(Game, at(start, 35)), Ask);
}

#[test]
fn a_slow_link_is_not_taken_for_dead() {
    let start = Instant::now();
    let mut dog = Watchdog::new(Heartbeat::default(), start);
    // The first answer was on its way before the link was watched.
    for tenths in (10..600).step_by(10) {
        assert_eq!(dog.look(Game, at(start, tenths)), Ask);
        if tenths >= 20 {
            dog.heard(at(start, tenths + 8));
        }
    }
}

#[test]
fn a_sign_of_life_answers_no_ping() {
    let start = Instant::now();
    let mut dog = Watchdog::new(Heartbeat::default(), start);
    dog.alive(at(start, 200));
    assert_eq!(dog.look(Elsewhere, at(start, 250)), Wait);
    assert_eq!(dog.look(Elsewhere, at(start, 450)), Ask);
    dog.alive(at(start, 460));
    assert_eq!(dog.look(Elsewhere, at(start, 480)), Dead);
}

#[test]
fn a_machine_that_slept_asks_before_it_gives_up() {
    let start = Instant::now();
    let mut dog = Watchdog::new(Heartbeat::default(), start);
    assert_eq!(dog.look(Game, at(start, 10)), Ask);
    assert_eq!(dog.look(Game, at(start, 90_000)), Ask);
    assert_eq!(dog.look(Game, at(start, 90_010)), Ask);
    assert_eq!(dog.look(Game, at(start, 90_020)), Dead);
}
