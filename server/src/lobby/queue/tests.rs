//! The queue held to its promises, by example.

mod random;

use game::Rules;
use protocol::settings::ClockSetting;

use super::*;

const ANSWER_MS: u64 = 2_000;

const CLASSIC: Wish = Wish {
    rules: Rules::CLASSIC,
    clock: ClockSetting::None,
};
const GOMOKU: Wish = Wish {
    rules: Rules::GOMOKU,
    clock: ClockSetting::None,
};
const BLITZ: Wish = Wish {
    rules: Rules::CLASSIC,
    clock: ClockSetting::PerMove { move_ms: 5_000 },
};

fn queue() -> Queue {
    Queue::new(ANSWER_MS)
}

fn ticket(id: TicketId, key: &str, wish: Wish) -> Ticket {
    Ticket {
        id,
        key: key.into(),
        wish,
        company: Company::default(),
    }
}

/// Somebody's ticket, with whom a program will do if `bots`.
fn person(id: TicketId, bots: bool) -> Ticket {
    let company = Company { bot: false, bots };
    Ticket { company, ..of(id) }
}

/// A program's.
fn program(id: TicketId, bots: bool) -> Ticket {
    let company = Company { bot: true, bots };
    Ticket { company, ..of(id) }
}

fn of(id: TicketId) -> Ticket {
    ticket(id, &format!("key {id}"), CLASSIC)
}

fn place(ticket: TicketId, wait_ms: Option<u64>) -> Effect {
    Effect::Place {
        ticket,
        place: QueuePlace {
            position: 1,
            wait_ms,
        },
    }
}

fn probes(pair: u64, host: TicketId, guest: TicketId) -> Vec<Effect> {
    let pair = PairId(pair);
    [host, guest]
        .map(|ticket| Effect::Probe { pair, ticket })
        .into()
}

fn dropped(ticket: TicketId, why: Unqueued) -> Effect {
    Effect::Drop { ticket, why }
}

fn holds_nothing(queue: &Queue) -> bool {
    let Queue {
        tickets,
        keys,
        lines,
        pairs,
        ..
    } = queue;
    let maps = [tickets.capacity(), keys.capacity(), lines.capacity()];
    maps == [0; 3] && pairs.is_empty()
}

#[test]
fn two_who_want_the_same_are_matched_when_both_have_answered() {
    let mut queue = queue();
    assert_eq!(queue.enter(of(1), 0), [place(1, None)]);
    assert_eq!(queue.next_deadline_ms(), None);
    assert_eq!(queue.enter(of(2), 500), probes(1, 1, 2));
    assert_eq!((queue.position(1), queue.position(2)), (Some(1), Some(2)));
    assert_eq!(queue.next_deadline_ms(), Some(2_500));
    assert_eq!(queue.answered(PairId(1), 2, 600), []);
    assert_eq!(queue.waiting(), 2);
    let matched = Effect::Match { host: 1, guest: 2 };
    assert_eq!(queue.answered(PairId(1), 1, 700), [matched]);
    assert_eq!((queue.position(1), queue.next_deadline_ms()), (None, None));
    assert!(holds_nothing(&queue));
}

#[test]
fn one_of_three_waits_on_at_the_front() {
    let mut queue = queue();
    for id in 1..=2 {
        queue.enter(of(id), 0);
    }
    assert_eq!(queue.enter(of(3), 10), [place(3, None)]);
    queue.answered(PairId(1), 1, 20);
    // What the match taught about the wait is told.
    assert_eq!(
        queue.answered(PairId(1), 2, 20),
        [Effect::Match { host: 1, guest: 2 }, place(3, Some(1_000))]
    );
    assert_eq!((queue.waiting(), queue.position(3)), (1, Some(1)));
    assert_eq!(queue.enter(of(4), 30), probes(2, 3, 4));
}

#[test]
fn a_hundred_become_fifty_games_in_the_order_of_arrival() {
    let mut queue = queue();
    let mut pairs = Vec::new();
    for id in 0..100 {
        for effect in queue.enter(of(id), id) {
            if let Effect::Probe { pair, ticket } = effect {
                pairs.push((pair, ticket));
            }
        }
    }
    let matches: Vec<_> = pairs
        .into_iter()
        .flat_map(|(pair, ticket)| queue.answered(pair, ticket, 200))
        .collect();
    let expected: Vec<_> = (0..50)
        .map(|i| Effect::Match {
            host: 2 * i,
            guest: 2 * i + 1,
        })
        .collect();
    assert_eq!(matches, expected);
    assert!(holds_nothing(&queue));
}

#[test]
fn different_rules_or_clocks_are_never_paired() {
    let mut queue = queue();
    for (id, wish) in [CLASSIC, GOMOKU, BLITZ].into_iter().enumerate() {
        let id = id as u64;
        let effects = queue.enter(ticket(id, &id.to_string(), wish), 0);
        assert_eq!(effects, [place(id, None)]);
    }
}

#[test]
fn a_program_meets_only_who_would_meet_programs() {
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
    for id in 1..=3 {
        queue.enter(program(id, false), 0);
    }
    assert_eq!(queue.position(3), Some(3));
    queue.enter(person(4, false), 0);
    assert_eq!(queue.enter(person(5, true), 1), probes(1, 4, 5));
    // The other left: a program will do, the one that has waited longest.
    assert_eq!(
        queue.leave(4, 2),
        [probes(2, 1, 5), vec![place(2, None)]].concat()
    );
    assert_eq!(queue.position(3), Some(2));
}

#[test]
fn how_long_people_wait_is_not_learned_from_programs() {
    let mut queue = queue();
    queue.enter(program(9, false), 0);
    for (id, at) in [(1, 0), (2, 8_000)] {
        queue.enter(program(id, true), at);
    }
    queue.answered(PairId(1), 1, 8_000);
    queue.answered(PairId(1), 2, 8_000);
    assert_eq!(queue.enter(person(3, false), 0), [place(3, None)]);
    queue.leave(9, 0);
    assert_eq!(queue.enter(program(4, false), 0), [place(4, Some(8_000))]);
}

#[test]
fn a_newer_ticket_of_a_key_replaces_the_older_and_never_meets_it() {
    let mut queue = queue();
    queue.enter(ticket(1, "me", CLASSIC), 0);
    assert_eq!(
        queue.enter(ticket(2, "me", CLASSIC), 1),
        [dropped(1, Unqueued::Replaced), place(2, None)]
    );
    assert_eq!(queue.waiting(), 1);
    // Also when it wishes for something else.
    assert_eq!(
        queue.enter(ticket(3, "me", GOMOKU), 2),
        [dropped(2, Unqueued::Replaced), place(3, None)]
    );
    assert_eq!(queue.leave(1, 3), []);
    queue.leave(3, 3);
    assert!(holds_nothing(&queue));
}

#[test]
fn a_ticket_replaced_while_paired_frees_its_partner() {
    let mut queue = queue();
    queue.enter(ticket(1, "a", CLASSIC), 0);
    queue.enter(ticket(2, "b", CLASSIC), 0);
    queue.answered(PairId(1), 1, 1);
    let mut expected = vec![dropped(2, Unqueued::Replaced)];
    expected.extend(probes(2, 1, 3));
    assert_eq!(queue.enter(ticket(3, "b", CLASSIC), 5), expected);
    // The answer to the first ping says nothing about the second.
    assert_eq!(queue.answered(PairId(1), 1, 6), []);
    assert_eq!(queue.answered(PairId(2), 3, 6), []);
    assert_eq!(
        queue.answered(PairId(2), 1, 6),
        [Effect::Match { host: 1, guest: 3 }]
    );
}

#[test]
fn a_connection_that_enters_again_is_not_told_that_it_was_dropped() {
    let mut queue = queue();
    queue.enter(ticket(1, "a", CLASSIC), 0);
    queue.enter(ticket(2, "b", CLASSIC), 0);
    let effects = queue.enter(ticket(1, "a", GOMOKU), 1);
    assert_eq!(effects, [place(2, None), place(1, None)]);
    assert_eq!(queue.waiting(), 2);
}

#[test]
fn a_silent_half_is_dropped_and_the_live_one_goes_first() {
    let mut queue = queue();
    for id in 1..=3 {
        queue.enter(of(id), 0);
    }
    queue.answered(PairId(1), 2, 10);
    assert_eq!(queue.due(1_999), []);
    let mut expected = vec![dropped(1, Unqueued::Unanswered)];
    expected.extend(probes(2, 2, 3));
    assert_eq!(queue.due(2_000), expected);
    assert_eq!(queue.position(1), None);
}

#[test]
fn both_halves_may_be_silent() {
    let mut queue = queue();
    queue.enter(of(1), 0);
    queue.enter(of(2), 0);
    let both = [1, 2].map(|id| dropped(id, Unqueued::Unanswered));
    assert_eq!(queue.due(2_000), both);
    assert!(holds_nothing(&queue));
}

#[test]
fn of_those_who_come_back_together_the_longest_waiting_are_paired_first() {
    let mut queue = queue();
    for id in 1..=5 {
        queue.enter(of(id), 0);
    }
    queue.answered(PairId(1), 1, 1);
    queue.answered(PairId(2), 3, 1);
    let mut expected: Vec<_> = [2, 4].map(|id| dropped(id, Unqueued::Unanswered)).into();
    expected.extend(probes(3, 1, 3));
    // Ticket 5 has been told its place before.
    assert_eq!(queue.due(2_000), expected);
    assert_eq!(queue.position(5), Some(1));
}

#[test]
fn leaving_a_pair_sends_the_partner_back_with_its_seniority() {
    let mut queue = queue();
    for id in 1..=3 {
        queue.enter(of(id), 0);
    }
    assert_eq!(queue.leave(1, 5), probes(2, 2, 3));
    assert_eq!(queue.leave(1, 6), []);
    assert_eq!(queue.leave(3, 7), [place(2, None)]);
    assert_eq!(queue.next_deadline_ms(), None);
    // Told once already, and nothing has changed.
    queue.enter(of(4), 8);
    assert_eq!(queue.leave(4, 9), []);
    queue.leave(2, 10);
    assert!(holds_nothing(&queue));
}

#[test]
fn answers_of_strangers_or_after_the_time_count_for_nothing() {
    let mut queue = queue();
    for id in 1..=4 {
        queue.enter(of(id), 0);
    }
    queue.answered(PairId(1), 1, 1);
    assert_eq!(queue.answered(PairId(1), 3, 1), []);
    assert_eq!(queue.answered(PairId(1), 99, 1), []);
    assert_eq!(queue.answered(PairId(9), 2, 1), []);
    assert_eq!(queue.answered(PairId(1), 2, 2_000), []);
    queue.due(2_000);
    assert_eq!(queue.answered(PairId(1), 2, 2_001), []);
    assert_eq!((queue.waiting(), queue.position(1)), (1, Some(1)));
}

#[test]
fn the_guess_follows_recent_matches_and_goes_with_the_last_who_wished() {
    let mut queue = queue();
    let meet = |queue: &mut Queue, pair, (host, from), (guest, to)| {
        queue.enter(of(host), from);
        queue.enter(of(guest), to);
        queue.answered(PairId(pair), host, to);
        queue.answered(PairId(pair), guest, to)
    };
    // One open pair keeps the line alive meanwhile.
    queue.enter(of(1), 0);
    queue.enter(of(2), 0);
    meet(&mut queue, 2, (3, 0), (4, 8_000));
    assert_eq!(queue.enter(of(5), 0), [place(5, Some(8_000))]);
    queue.leave(5, 0);
    meet(&mut queue, 3, (6, 0), (7, 1_000));
    assert_eq!(queue.enter(of(8), 0), [place(8, Some(7_000))]);
    for id in [1, 2, 8] {
        queue.leave(id, 0);
    }
    assert!(holds_nothing(&queue));
    assert_eq!(queue.enter(of(9), 0), [place(9, None)]);
}

#[test]
fn ten_thousand_who_come_and_go_cost_no_more_each_than_two() {
    let mut queue = queue();
    let mut told = 0;
    for id in 0..10_000 {
        told += queue.enter(of(id), 0).len();
    }
    assert_eq!(told, 5_000 + 10_000);
    let started = std::time::Instant::now();
    for id in 0..10_000 {
        assert!(queue.leave(id, 1).len() <= 3);
    }
    // Milliseconds; quadratic work would take minutes in this profile.
    assert!(started.elapsed().as_secs() < 30);
    assert!(holds_nothing(&queue));
}
