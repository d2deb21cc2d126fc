//! The queue held to its promises, by example.

mod answers;
mod crowds;
mod games;
mod programs;
mod random;

use game::Rules;
use protocol::{frame::QueuePlace, request::Choice, settings::ClockSetting};

use super::*;

const ANSWER_MS: u64 = 2_000;

const BLITZ: ClockSetting = ClockSetting::per_move(5_000);
const SLOW: ClockSetting = ClockSetting::per_move(60_000);

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
        unseen: false,
        answers: None,
    }
}

/// A ticket that answers another's.
fn answering(number: u64, key: &str, games: AcceptedGames, wanted: u64) -> Ticket {
    Ticket {
        meets_bots: true,
        unseen: true,
        answers: Some(id(wanted)),
        ..ticket(number, key, games)
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

fn place(number: u64, wait_ms: Option<u64>) -> QueueEffect {
    QueueEffect::Place {
        ticket: id(number),
        place: QueuePlace {
            position: 1,
            wait_ms,
        },
    }
}

fn probes(pair: u64, host: u64, guest: u64) -> Vec<QueueEffect> {
    let pair = PairId(pair);
    [host, guest]
        .map(|number| QueueEffect::Probe {
            pair,
            ticket: id(number),
        })
        .into()
}

fn dropped(number: u64, reason: Unqueued) -> QueueEffect {
    QueueEffect::Drop {
        ticket: id(number),
        reason,
    }
}

/// A match for the classic game.
fn matched(host: u64, guest: u64) -> QueueEffect {
    matched_for(host, guest, Rules::CLASSIC, ClockSetting::None)
}

fn matched_for(host: u64, guest: u64, rules: Rules, clock: ClockSetting) -> QueueEffect {
    QueueEffect::Match {
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
        [QueueEffect::Match { game, .. }] => Some((game.rules, game.clock)),
        _ => None,
    }
}

fn holds_nothing(queue: &Queue) -> bool {
    let Queue {
        unpaired,
        fresh,
        seen,
        pairs,
        tickets,
        keys,
        ..
    } = queue;
    let maps = [tickets.capacity(), keys.capacity()];
    maps == [0; 2] && unpaired.is_empty() && fresh.is_empty() && seen.is_empty() && pairs.is_empty()
}

#[test]
fn two_tickets_for_the_same_game_are_matched_when_both_have_answered() {
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
fn the_third_ticket_is_next_once_two_are_matched() {
    let mut queue = queue();
    for n in 1..=2 {
        queue.enter(of(n), 0);
    }
    assert_eq!(queue.enter(of(3), 10), [place(3, None)]);
    queue.answered(PairId(1), id(1), 20);
    // The usual wait, learned from the match, is sent.
    assert_eq!(
        queue.answered(PairId(1), id(2), 20),
        [matched(1, 2), place(3, Some(1_000))]
    );
    assert_eq!((queue.waiting(), queue.position(id(3))), (1, Some(1)));
    assert_eq!(queue.enter(of(4), 30), probes(2, 3, 4));
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
    // Also when it asks for something else.
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
fn a_connection_that_enters_again_gets_no_notice_of_its_dropped_ticket() {
    let mut queue = queue();
    queue.enter(ticket(1, "a", classic()), 0);
    queue.enter(ticket(2, "b", classic()), 0);
    let effects = queue.enter(ticket(1, "a", gomoku()), 1);
    assert_eq!(effects, [place(2, None), place(1, None)]);
    assert_eq!(queue.waiting(), 2);
}

#[test]
fn a_silent_ticket_of_a_pair_is_dropped_and_its_partner_goes_first() {
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
fn a_pair_of_which_neither_answers_is_dropped() {
    let mut queue = queue();
    queue.enter(of(1), 0);
    queue.enter(of(2), 0);
    let both = [1, 2].map(|n| dropped(n, Unqueued::Unanswered));
    assert_eq!(queue.due(2_000), both);
    assert!(holds_nothing(&queue));
}

#[test]
fn of_tickets_that_come_back_together_the_longest_waiting_are_paired_first() {
    let mut queue = queue();
    for n in 1..=5 {
        queue.enter(of(n), 0);
    }
    queue.answered(PairId(1), id(1), 1);
    queue.answered(PairId(2), id(3), 1);
    let mut expected: Vec<_> = [2, 4].map(|n| dropped(n, Unqueued::Unanswered)).into();
    expected.extend(probes(3, 1, 3));
    // Ticket 5 was notified of its place before.
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
    // Notified once already, and nothing has changed.
    queue.enter(of(4), 8);
    assert_eq!(queue.leave(id(4), 9), []);
    queue.leave(id(2), 10);
    assert!(holds_nothing(&queue));
}

#[test]
fn answers_of_other_tickets_and_late_answers_are_ignored() {
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
fn the_expected_wait_follows_recent_matches_and_is_forgotten_with_the_last_ticket() {
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
