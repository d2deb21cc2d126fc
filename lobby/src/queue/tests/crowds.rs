//! Very many that wait.

use super::*;

#[test]
fn a_hundred_become_fifty_games_in_the_order_of_arrival() {
    let mut queue = queue();
    let mut pairs = Vec::new();
    for n in 0..100 {
        for effect in queue.enter(of(n), n) {
            if let QueueEffect::Probe { pair, ticket } = effect {
                pairs.push((pair, ticket));
            }
        }
    }
    let matches: Vec<_> = pairs
        .into_iter()
        .flat_map(|(pair, ticket)| queue.answered(pair, ticket, 200))
        .collect();
    let expected: Vec<_> = (0..50).map(|i| matched(2 * i, 2 * i + 1)).collect();
    assert_eq!(matches, expected);
    assert!(holds_nothing(&queue));
}

#[test]
fn pairs_that_fail_by_the_hundred_do_so_in_several_calls() {
    let mut queue = queue();
    for n in 0..300 {
        queue.enter(of(n), 0);
    }
    let mut dropped = 0;
    while queue.next_deadline_ms() == Some(2_000) {
        dropped += queue.due(2_000).len();
    }
    assert_eq!(dropped, 300);
    assert!(holds_nothing(&queue));
}

#[test]
fn each_of_ten_thousand_enters_and_leaves_at_the_cost_of_two() {
    let mut queue = queue();
    let mut notified = 0;
    for n in 0..10_000 {
        notified += queue.enter(of(n), 0).len();
    }
    assert_eq!(notified, 5_000 + 10_000);
    let started = std::time::Instant::now();
    for n in 0..10_000 {
        assert!(queue.leave(id(n), 1).len() <= 3);
    }
    // Milliseconds; quadratic work would take minutes in this profile.
    assert!(started.elapsed().as_secs() < 30);
    assert!(holds_nothing(&queue));
}

/// The cost of one more arrival when as many wait as may be connected, each with as many choices as
/// it may name, and no two of them suit. For the figure: `cargo test --release -p lobby
/// cost_of_an_arrival -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn cost_of_an_arrival_among_ten_thousand_tickets_that_match_nobody() {
    const WAITING: u64 = 10_000;
    let all: Vec<_> = (4..=19)
        .map(|side| Rules::new(side, side, 4).unwrap())
        .collect();
    let games = |n: u64| {
        let clock = |i| ClockSetting::per_move(1_000 + i);
        let own = (0..16).map(|i| clock(i * 20_000 + n));
        AcceptedGames::new(Choice::OneOf(all.clone()), Choice::OneOf(own.collect()))
    };
    let mut queue = queue();
    for n in 0..WAITING {
        queue.enter(wanting(n, games(n)), 0);
    }
    assert_eq!(queue.unpaired.len(), 10_000);
    let started = std::time::Instant::now();
    for n in WAITING..WAITING + 100 {
        queue.enter(wanting(n, games(n)), 1);
        queue.leave(id(n), 1);
    }
    println!("an arrival and a departure: {:?}", started.elapsed() / 100);
}
