//! Unit tests of `countdown`.

use super::*;

#[test]
fn the_count_is_calm_then_closer_then_patient() {
    let text = Catalogue::for_wish("en");
    let start = Instant::now();
    let mut countdown = Countdown::new(start, start, Some(40_000));
    let mut said = vec![countdown.first(&text)];
    for _ in 0..8 {
        let at = countdown.deadline();
        assert_eq!(countdown.tick(&text, at - Duration::from_millis(1)), None);
        let line = countdown.tick(&text, at).unwrap();
        said.push(format!("{} {line}", (at - start).as_secs()));
    }
    assert_eq!(
        said[0],
        "Connection lost. Your seat is kept; your opponent can claim the game in 40 s."
    );
    assert_eq!(said[1], "10 Connection lost, 30 s of 40 left.");
    assert_eq!(said[2], "20 Connection lost, 20 s of 40 left.");
    assert_eq!(said[3], "25 Connection lost, 15 s of 40 left.");
    assert!(
        said[6].starts_with("40 Still no connection."),
        "{}",
        said[6]
    );
    assert!(
        said[7].starts_with("70 Still no connection."),
        "{}",
        said[7]
    );
}
