//! Unit tests of `watchdog`.

use super::*;

#[test]
fn silence_is_asked_about_and_then_final() {
    let start = Instant::now();
    let at = |s| start + Duration::from_secs(s);
    let mut dog = Watchdog::new(start);
    assert_eq!(dog.look(at(19)), WatchdogAction::Wait);
    assert_eq!(dog.look(at(20)), WatchdogAction::Ask);
    assert_eq!(dog.look(at(34)), WatchdogAction::Wait);
    let mut saved = dog;
    assert_eq!(dog.look(at(35)), WatchdogAction::Dead);
    saved.heard(at(34));
    assert_eq!(saved.look(at(53)), WatchdogAction::Wait);
    assert_eq!(saved.look(at(54)), WatchdogAction::Ask);
}

#[test]
fn a_machine_that_slept_asks_before_it_gives_up() {
    let start = Instant::now();
    let mut dog = Watchdog::new(start);
    assert_eq!(
        dog.look(start + Duration::from_secs(9_000)),
        WatchdogAction::Ask
    );
}
