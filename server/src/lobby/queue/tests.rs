//! The queue held to its promises, by example.

mod random;

use game::Rules;
use protocol::{request::Choice, settings::ClockSetting};

use super::*;

const ANSWER_MS: u64 = 2_000;

const BLITZ: ClockSetting = ClockSetting::PerMove { move_ms: 5_000 };
const SLOW: ClockSetting = ClockSetting::PerMove { move_ms: 60_000 };

const ANY_BOARD: Choice<Rules> = Choice::ANY;
const ANY_CLOCK: Choice<ClockSetting> = Choice::ANY;

fn queue() -> Queue {
    Queue::new(ANSWER_MS)
}

fn id(number: u64) -> TicketId {
    TicketId::from_bits(number)
}

fn boards<const N: usize>(these: [Rules; N]) -> Choice<Rules> {
    Choice::OneOf(these.into())
}

fn clocks<const N: usize>(these: [ClockSetting; N]) -> Choice<ClockSetting> {
    Choice::OneOf(these.into())
}

fn classic() -> AcceptedGames {
    AcceptedGames::new(Choice::default(), Choice::default())
}

fn gomoku() -> AcceptedGames {
    AcceptedGames::new(boards([Rules::GOMOKU]), Choice::default())
}

fn blitz() -> AcceptedGames {
    AcceptedGames::new(Choice::default(), clocks([BLITZ]))
}

fn ticket(number: u64, key: &str, games: AcceptedGames) -> Ticket {
    Ticket {
        id: id(number),
        key: key.into(),
        games,
        bot: false,
        meets_bots: false,
    }
}

/// Somebody's ticket, with whom a program will do if `meets_bots`.
fn person(number: u64, meets_bots: bool) -> Ticket {
    Ticket {
        meets_bots,
        ..of(number)
    }
}

/// A program's.
fn program(number: u64, meets_bots: bool) -> Ticket {
    Ticket {
        bot: true,
        ..person(number, meets_bots)
    }
}

fn of(number: u64) -> Ticket {
    wanting(number, classic())
}

fn wanting(number: u64, games: AcceptedGames) -> Ticket {
    ticket(number, &format!("key {number}"), games)
}

fn place(number: u64, wait_ms: Option<u64>) -> Effect {
    Effect::Place {
        ticket: id(number),
        place: QueuePlace {
            position: 1,
            wait_ms,
        },
    }
}

fn probes(pair: u64, host: u64, guest: u64) -> Vec<Effect> {
    let pair = PairId(pair);
    [host, guest]
        .map(|number| Effect::Probe {
            pair,
            ticket: id(number),
        })
        .into()
}

fn dropped(number: u64, reason: Unqueued) -> Effect {
    Effect::Drop {
        ticket: id(number),
        reason,
    }
}

/// A match for the classic game.
fn matched(host: u64, guest: u64) -> Effect {
    matched_for(host, guest, Rules::CLASSIC, ClockSetting::None)
}

fn matched_for(host: u64, guest: u64, rules: Rules, clock: ClockSetting) -> Effect {
    Effect::Match {
        host: id(host),
        guest: id(guest),
        game: AgreedGame { rules, clock },
    }
}

/// The game of a pair of which both answer.
fn game_of(one: AcceptedGames, other: AcceptedGames) -> Option<(Rules, ClockSetting)> {
    let mut queue = queue();
    queue.enter(wanting(1, one), 0);
    queue.enter(wanting(2, other), 1);
    queue.answered(PairId(1), id(1), 2);
    let effects = queue.answered(PairId(1), id(2), 2);
    match effects[..] {
        [Effect::Match { game, .. }] => Some((game.rules, game.clock)),
        _ => None,
    }
}

fn holds_nothing(queue: &Queue) -> bool {
    let Queue {
        unpaired,
        fresh,
        pairs,
        tickets,
        keys,
        ..
    } = queue;
    let maps = [tickets.capacity(), keys.capacity()];
    maps == [0; 2] && unpaired.is_empty() && fresh.is_empty() && pairs.is_empty()
}

#[test]
fn two_who_want_the_same_are_matched_when_both_have_answered() {
    let mut queue = queue();
    assert_eq!(queue.enter(of(1), 0), [place(1, None)]);
    assert_eq!(queue.next_deadline_ms(), None);
    assert_eq!(queue.enter(of(2), 500), probes(1, 1, 2));
    assert_eq!(
        (queue.position(id(1)), queue.position(id(2))),
        (Some(1), Some(2))
    );
    assert_eq!(queue.next_deadline_ms(), Some(2_500));
    assert_eq!(queue.answered(PairId(1), id(2), 600), []);
    assert_eq!(queue.waiting(), 2);
    assert_eq!(queue.answered(PairId(1), id(1), 700), [matched(1, 2)]);
    assert_eq!(
        (queue.position(id(1)), queue.next_deadline_ms()),
        (None, None)
    );
    assert!(holds_nothing(&queue));
}

#[test]
fn one_of_three_waits_on_at_the_front() {
    let mut queue = queue();
    for n in 1..=2 {
        queue.enter(of(n), 0);
    }
    assert_eq!(queue.enter(of(3), 10), [place(3, None)]);
    queue.answered(PairId(1), id(1), 20);
    // What the match taught about the wait is told.
    assert_eq!(
        queue.answered(PairId(1), id(2), 20),
        [matched(1, 2), place(3, Some(1_000))]
    );
    assert_eq!((queue.waiting(), queue.position(id(3))), (1, Some(1)));
    assert_eq!(queue.enter(of(4), 30), probes(2, 3, 4));
}

#[test]
fn a_hundred_become_fifty_games_in_the_order_of_arrival() {
    let mut queue = queue();
    let mut pairs = Vec::new();
    for n in 0..100 {
        for effect in queue.enter(of(n), n) {
            if let Effect::Probe { pair, ticket } = effect {
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
fn who_would_play_none_of_the_same_games_is_never_paired() {
    let mut queue = queue();
    let both = boards([Rules::CLASSIC, Rules::GOMOKU]);
    for (n, games) in (0..).zip([
        classic(),
        gomoku(),
        blitz(),
        AcceptedGames::new(both, clocks([SLOW])),
    ]) {
        assert_eq!(queue.enter(wanting(n, games), 0), [place(n, None)]);
        assert_eq!(queue.position(id(n)), Some(1));
    }
}

#[test]
fn of_several_common_games_who_waited_longer_decides() {
    let (quick, long) = (clocks([BLITZ, SLOW]), clocks([SLOW, BLITZ]));
    let (small, large) = (Rules::CLASSIC, Rules::GOMOKU);
    let wants = |boards, clocks: &Choice<_>| AcceptedGames::new(boards, clocks.clone());
    for (one, other, game) in [
        (
            wants(boards([small, large]), &quick),
            wants(boards([large, small]), &long),
            (small, BLITZ),
        ),
        (
            wants(boards([large, small]), &long),
            wants(boards([small, large]), &quick),
            (large, SLOW),
        ),
        // What is dearest of those that the other would play.
        (
            wants(boards([small, large]), &quick),
            wants(boards([large]), &clocks([SLOW])),
            (large, SLOW),
        ),
        // Any of them: what is dearest to the other.
        (
            wants(ANY_BOARD, &quick),
            wants(boards([large, small]), &ANY_CLOCK),
            (large, BLITZ),
        ),
        (
            wants(ANY_BOARD, &ANY_CLOCK),
            wants(ANY_BOARD, &ANY_CLOCK),
            (small, ClockSetting::None),
        ),
    ] {
        assert_eq!(game_of(one, other), Some(game));
    }
}

#[test]
fn who_would_play_several_games_meets_who_waited_longest_for_one_of_them() {
    let mut queue = queue();
    queue.enter(wanting(1, blitz()), 0);
    queue.enter(wanting(2, gomoku()), 0);
    queue.enter(wanting(3, classic()), 0);
    let games = AcceptedGames::new(boards([Rules::CLASSIC, Rules::GOMOKU]), Choice::default());
    assert_eq!(queue.enter(wanting(4, games.clone()), 1), probes(1, 2, 4));
    // The other comes back, and waits for who is still there.
    assert_eq!(queue.leave(id(2), 2), probes(2, 3, 4));
    let any = AcceptedGames::new(ANY_BOARD, ANY_CLOCK);
    assert_eq!(queue.enter(wanting(5, any), 3), probes(3, 1, 5));
    queue.answered(PairId(3), id(1), 4);
    assert_eq!(
        queue.answered(PairId(3), id(5), 4),
        [matched_for(1, 5, Rules::CLASSIC, BLITZ)]
    );
}

#[test]
fn of_those_who_come_back_who_waited_longest_chooses_first() {
    let mut queue = queue();
    let both = AcceptedGames::new(boards([Rules::CLASSIC, Rules::GOMOKU]), Choice::default());
    let wants = [gomoku(), gomoku(), classic(), classic(), both.clone(), both];
    for (n, games) in (1..).zip(wants) {
        queue.enter(wanting(n, games), 0);
    }
    for (pair, alive) in [(1, 1), (2, 3), (3, 5)] {
        queue.answered(PairId(pair), id(alive), 1);
    }
    let mut expected: Vec<_> = [2, 4, 6].map(|n| dropped(n, Unqueued::Unanswered)).into();
    expected.extend(probes(4, 1, 5));
    // Ticket 3 has been told its place before.
    assert_eq!(queue.due(2_000), expected);
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
fn programs_stand_behind_those_that_would_play_one_of_the_same_games() {
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
    // The next in the line is told.
    let told = Effect::Place {
        ticket: id(3),
        place: second,
    };
    assert_eq!(queue.leave(id(1), 1), [told]);
    assert_eq!(queue.position(id(4)), Some(2));
    assert_eq!(queue.leave(id(2), 1), [place(3, None)]);
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
fn how_long_people_wait_is_not_learned_from_programs() {
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

#[test]
fn a_newer_ticket_of_a_key_replaces_the_older_and_never_meets_it() {
    let mut queue = queue();
    queue.enter(ticket(1, "me", classic()), 0);
    assert_eq!(
        queue.enter(ticket(2, "me", classic()), 1),
        [dropped(1, Unqueued::Replaced), place(2, None)]
    );
    assert_eq!(queue.waiting(), 1);
    // Also when it wishes for something else.
    assert_eq!(
        queue.enter(ticket(3, "me", gomoku()), 2),
        [dropped(2, Unqueued::Replaced), place(3, None)]
    );
    assert_eq!(queue.leave(id(1), 3), []);
    queue.leave(id(3), 3);
    assert!(holds_nothing(&queue));
}

#[test]
fn a_ticket_replaced_while_paired_frees_its_partner() {
    let mut queue = queue();
    queue.enter(ticket(1, "a", classic()), 0);
    queue.enter(ticket(2, "b", classic()), 0);
    queue.answered(PairId(1), id(1), 1);
    let mut expected = vec![dropped(2, Unqueued::Replaced)];
    expected.extend(probes(2, 1, 3));
    assert_eq!(queue.enter(ticket(3, "b", classic()), 5), expected);
    // The answer to the first ping says nothing about the second.
    assert_eq!(queue.answered(PairId(1), id(1), 6), []);
    assert_eq!(queue.answered(PairId(2), id(3), 6), []);
    assert_eq!(queue.answered(PairId(2), id(1), 6), [matched(1, 3)]);
}

#[test]
fn a_connection_that_enters_again_is_not_told_that_it_was_dropped() {
    let mut queue = queue();
    queue.enter(ticket(1, "a", classic()), 0);
    queue.enter(ticket(2, "b", classic()), 0);
    let effects = queue.enter(ticket(1, "a", gomoku()), 1);
    assert_eq!(effects, [place(2, None), place(1, None)]);
    assert_eq!(queue.waiting(), 2);
}

#[test]
fn a_silent_half_is_dropped_and_the_live_one_goes_first() {
    let mut queue = queue();
    for n in 1..=3 {
        queue.enter(of(n), 0);
    }
    queue.answered(PairId(1), id(2), 10);
    assert_eq!(queue.due(1_999), []);
    let mut expected = vec![dropped(1, Unqueued::Unanswered)];
    expected.extend(probes(2, 2, 3));
    assert_eq!(queue.due(2_000), expected);
    assert_eq!(queue.position(id(1)), None);
}

#[test]
fn both_halves_may_be_silent() {
    let mut queue = queue();
    queue.enter(of(1), 0);
    queue.enter(of(2), 0);
    let both = [1, 2].map(|n| dropped(n, Unqueued::Unanswered));
    assert_eq!(queue.due(2_000), both);
    assert!(holds_nothing(&queue));
}

#[test]
fn of_those_who_come_back_together_the_longest_waiting_are_paired_first() {
    let mut queue = queue();
    for n in 1..=5 {
        queue.enter(of(n), 0);
    }
    queue.answered(PairId(1), id(1), 1);
    queue.answered(PairId(2), id(3), 1);
    let mut expected: Vec<_> = [2, 4].map(|n| dropped(n, Unqueued::Unanswered)).into();
    expected.extend(probes(3, 1, 3));
    // Ticket 5 has been told its place before.
    assert_eq!(queue.due(2_000), expected);
    assert_eq!(queue.position(id(5)), Some(1));
}

#[test]
fn leaving_a_pair_sends_the_partner_back_with_its_seniority() {
    let mut queue = queue();
    for n in 1..=3 {
        queue.enter(of(n), 0);
    }
    assert_eq!(queue.leave(id(1), 5), probes(2, 2, 3));
    assert_eq!(queue.leave(id(1), 6), []);
    assert_eq!(queue.leave(id(3), 7), [place(2, None)]);
    assert_eq!(queue.next_deadline_ms(), None);
    // Told once already, and nothing has changed.
    queue.enter(of(4), 8);
    assert_eq!(queue.leave(id(4), 9), []);
    queue.leave(id(2), 10);
    assert!(holds_nothing(&queue));
}

#[test]
fn answers_of_strangers_or_after_the_time_count_for_nothing() {
    let mut queue = queue();
    for n in 1..=4 {
        queue.enter(of(n), 0);
    }
    queue.answered(PairId(1), id(1), 1);
    assert_eq!(queue.answered(PairId(1), id(3), 1), []);
    assert_eq!(queue.answered(PairId(1), id(99), 1), []);
    assert_eq!(queue.answered(PairId(9), id(2), 1), []);
    assert_eq!(queue.answered(PairId(1), id(2), 2_000), []);
    queue.due(2_000);
    assert_eq!(queue.answered(PairId(1), id(2), 2_001), []);
    assert_eq!((queue.waiting(), queue.position(id(1))), (1, Some(1)));
}

#[test]
fn the_guess_follows_recent_matches_and_goes_with_the_last_who_wished() {
    let mut queue = queue();
    let meet = |queue: &mut Queue, pair, (host, from), (guest, to)| {
        queue.enter(of(host), from);
        queue.enter(of(guest), to);
        queue.answered(PairId(pair), id(host), to);
        queue.answered(PairId(pair), id(guest), to)
    };
    // One open pair keeps the line alive meanwhile.
    queue.enter(of(1), 0);
    queue.enter(of(2), 0);
    meet(&mut queue, 2, (3, 0), (4, 8_000));
    assert_eq!(queue.enter(of(5), 0), [place(5, Some(8_000))]);
    queue.leave(id(5), 0);
    meet(&mut queue, 3, (6, 0), (7, 1_000));
    assert_eq!(queue.enter(of(8), 0), [place(8, Some(7_000))]);
    for n in [1, 2, 8] {
        queue.leave(id(n), 0);
    }
    assert!(holds_nothing(&queue));
    assert_eq!(queue.enter(of(9), 0), [place(9, None)]);
}

#[test]
fn ten_thousand_who_come_and_go_cost_no_more_each_than_two() {
    let mut queue = queue();
    let mut told = 0;
    for n in 0..10_000 {
        told += queue.enter(of(n), 0).len();
    }
    assert_eq!(told, 5_000 + 10_000);
    let started = std::time::Instant::now();
    for n in 0..10_000 {
        assert!(queue.leave(id(n), 1).len() <= 3);
    }
    // Milliseconds; quadratic work would take minutes in this profile.
    assert!(started.elapsed().as_secs() < 30);
    assert!(holds_nothing(&queue));
}

/// What one more arrival costs when as many wait as may be connected, each
/// with as many choices as it may name, and no two of them suit. For the figure:
/// `cargo test --release -p server what_an_arrival -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn what_an_arrival_costs_among_ten_thousand_that_suit_nobody() {
    const WAITING: u64 = 10_000;
    let all: Vec<_> = (4..=19)
        .map(|side| Rules::new(side, side, 4).unwrap())
        .collect();
    let games = |n: u64| {
        let clock = |i| ClockSetting::PerMove { move_ms: 1_000 + i };
        let n = u32::try_from(n).unwrap();
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
