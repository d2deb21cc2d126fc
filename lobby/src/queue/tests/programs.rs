//! Programs in the queue, and people who would meet them.

use super::*;

#[test]
fn a_program_queues_behind_programs_that_share_one_of_its_games() {
    let mut queue = queue();
    let both = AcceptedGames::new(boards([Rules::CLASSIC, Rules::GOMOKU]), Choice::default());
    let wants = |n, games: &AcceptedGames| Ticket {
        games: games.clone(),
        ..program(n, false)
    };
    for (n, games, position) in [
        (1, &classic(), 1),
        (2, &gomoku(), 1),
        (3, &both, 3),
        (4, &classic(), 3),
    ] {
        queue.enter(wants(n, games), 0);
        assert_eq!(queue.position(id(n)), Some(position));
    }
    let second = QueuePlace {
        position: 2,
        wait_ms: None,
    };
    // The next in the line is notified.
    let moved_up = QueueEffect::Place {
        ticket: id(3),
        place: second,
    };
    assert_eq!(queue.leave(id(1), 1), [moved_up]);
    assert_eq!(queue.position(id(4)), Some(2));
    assert_eq!(queue.leave(id(2), 1), [place(3, None)]);
}

#[test]
fn a_program_is_paired_only_with_tickets_that_accept_programs() {
    for (one, other, met) in [
        (person(1, false), program(2, true), false),
        (person(1, true), program(2, false), true),
        (program(1, true), person(2, true), true),
        (program(1, true), program(2, false), false),
        (program(1, true), program(2, true), true),
        (person(1, true), person(2, false), true),
    ] {
        let mut queue = queue();
        queue.enter(one.clone(), 0);
        let effects = queue.enter(other.clone(), 0);
        assert_eq!(effects == probes(1, 1, 2), met, "{one:?} {other:?}");
        assert_eq!(queue.next_deadline_ms().is_some(), met);
    }
}

#[test]
fn people_meet_people_before_programs_that_wait_longer() {
    let mut queue = queue();
    for n in 1..=3 {
        queue.enter(program(n, false), 0);
    }
    assert_eq!(queue.position(id(3)), Some(3));
    queue.enter(person(4, false), 0);
    assert_eq!(queue.enter(person(5, true), 1), probes(1, 4, 5));
    // The other left: a program will do, the one that has waited longest.
    assert_eq!(
        queue.leave(id(4), 2),
        [probes(2, 1, 5), vec![place(2, None)]].concat()
    );
    assert_eq!(queue.position(id(3)), Some(2));
}

#[test]
fn programs_do_not_change_the_usual_wait_of_people() {
    let mut queue = queue();
    queue.enter(program(9, false), 0);
    for (n, at) in [(1, 0), (2, 8_000)] {
        queue.enter(program(n, true), at);
    }
    queue.answered(PairId(1), id(1), 8_000);
    queue.answered(PairId(1), id(2), 8_000);
    assert_eq!(queue.enter(person(3, false), 0), [place(3, None)]);
    queue.leave(id(9), 0);
    assert_eq!(queue.enter(program(4, false), 0), [place(4, Some(8_000))]);
}
