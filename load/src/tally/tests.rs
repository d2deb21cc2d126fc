use super::*;

fn command(ms: u64, is_move: bool) -> PlayedCommand {
    PlayedCommand {
        is_move,
        received: 500,
        took: Duration::from_millis(ms),
    }
}

#[test]
fn a_second_is_reported_once_and_failures_outlast_the_warm_up() {
    let tally = LoadTally::new().unwrap();
    tally.played(&command(4, true), true);
    tally.failed(&"first".into());
    tally.failed(&"second".into());
    tally.reset().unwrap();
    tally.played(&command(2, true), false);
    let sample = tally.second(1);
    assert_eq!((sample.moves_per_s, sample.errors), (1.0, 2));
    assert_eq!(tally.second(2).moves_per_s, 0.0);
    let counts = tally.counts();
    assert_eq!(
        (counts.commands(), counts.late, counts.received),
        (1, 1, 500)
    );
    assert_eq!(counts.first_error.as_deref(), Some("first"));
    assert!(counts.latency_us.max() < 3_000);
}

#[test]
fn every_reader_counts_and_only_commands_of_the_window_are_timed() {
    let tally = LoadTally::new().unwrap();
    let begin = Instant::now();
    let at = |ms| begin + Duration::from_millis(ms);
    tally.counts().watched.send(9, at(0));
    tally.counts().watched.read(9, at(50));
    tally.reset().unwrap();
    let watched = &mut tally.counts().watched;
    watched.send(10, at(100));
    for (seq, ms) in [(9, 101), (10, 101), (10, 102), (10, 107), (11, 110)] {
        watched.read(seq, at(ms));
    }
    assert_eq!((watched.to_spectators, watched.latency_us.len()), (3, 3));
    assert!(
        watched
            .latency_us
            .equivalent(watched.latency_us.max(), 7_000)
    );
}

#[test]
fn an_offer_is_a_command_and_no_move() {
    let tally = LoadTally::new().unwrap();
    tally.played(&command(1, true), true);
    tally.played(&command(3, false), true);
    assert_eq!(tally.second(1).moves_per_s, 1.0);
    let counts = tally.counts();
    assert_eq!((counts.commands(), counts.moves), (2, 1));
    assert_eq!(counts.latency_us.value_at_quantile(0.5), 1_000);
    assert_eq!(rate(counts.commands(), Duration::from_secs(4)), 0.5);
}
