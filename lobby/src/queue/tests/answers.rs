//! Tickets that answer another's.

use super::*;

fn any_game() -> AcceptedGames {
    AcceptedGames::new(ANY_BOARD, ANY_CLOCK)
}

/// Answers ticket `wanted` as `number`, in a queue where that waits.
fn answered(number: u64, wanted: u64) -> Ticket {
    answering(number, &format!("key {number}"), any_game(), wanted)
}

#[test]
fn an_answered_ticket_is_paired_at_once_and_is_the_host() {
    let mut queue = queue();
    queue.enter(wanting(1, gomoku()), 0);
    assert_eq!(queue.play(answered(2, 1), None, 5), Ok(probes(1, 1, 2)));
    assert_eq!(queue.seen().count(), 0);
    let late = queue.play(answered(3, 1), None, 5);
    assert_eq!(late, Err(CannotPlay::Gone));
    assert_eq!(queue.answered(PairId(1), id(1), 6), []);
    let matched = queue.answered(PairId(1), id(2), 7);
    let [QueueEffect::Match { host, guest, game }] = matched[..] else {
        panic!("{matched:?}")
    };
    assert_eq!((host, guest, game.rules), (id(1), id(2), Rules::GOMOKU));
    assert!(queue.is_empty() && holds_nothing(&queue));
}

#[test]
fn after_a_failed_answer_only_the_answered_ticket_waits_on() {
    let mut queue = queue();
    queue.enter(wanting(1, gomoku()), 0);
    queue.play(answered(2, 1), None, 5).unwrap();
    queue.answered(PairId(1), id(2), 6);
    assert_eq!(
        queue.due(5 + ANSWER_MS),
        [dropped(1, Unqueued::Unanswered), dropped(2, Unqueued::Gone)]
    );
    queue.enter(wanting(1, gomoku()), 0);
    queue.play(answered(2, 1), None, 5).unwrap();
    queue.answered(PairId(2), id(1), 6);
    assert_eq!(queue.due(5 + ANSWER_MS), [dropped(2, Unqueued::Unanswered)]);
    assert_eq!(queue.seen().count(), 1);
    queue.play(answered(3, 1), None, 9_000).unwrap();
    assert_eq!(queue.leave(id(1), 9_001), [dropped(3, Unqueued::Gone)]);
    assert!(queue.is_empty() && holds_nothing(&queue));
}

#[test]
fn an_answer_replaces_the_owners_ticket() {
    let mut queue = queue();
    queue.enter(wanting(1, gomoku()), 0);
    queue.enter(of(2), 0);
    // The same connection under another key, and the same key elsewhere.
    assert_eq!(
        queue.play(answered(3, 1), Some(id(2)), 5),
        Ok(probes(1, 1, 3))
    );
    assert_eq!(queue.waiting(), 2);
    let again = Ticket {
        key: "key 3".into(),
        ..answered(4, 1)
    };
    let mut effects = vec![dropped(3, Unqueued::Replaced)];
    effects.extend(probes(2, 1, 4));
    assert_eq!(queue.play(again, None, 6), Ok(effects));
}

#[test]
fn a_refused_answer_changes_nothing() {
    let mut queue = queue();
    queue.enter(wanting(1, gomoku()), 0);
    queue.enter(of(2), 0);
    let before = format!("{queue:?}");
    let unlike = answering(3, "key 3", classic(), 1);
    let own = answering(3, "key 1", any_game(), 1);
    for (ticket, mine, why) in [
        (answered(3, 9), Some(id(2)), CannotPlay::Gone),
        (own, Some(id(2)), CannotPlay::Own),
        (answered(3, 2), Some(id(2)), CannotPlay::Own),
        (unlike, Some(id(2)), CannotPlay::OtherGames),
        (
            Ticket {
                bot: true,
                ..answered(3, 1)
            },
            Some(id(2)),
            CannotPlay::PeopleOnly,
        ),
    ] {
        assert_eq!(queue.play(ticket, mine, 5), Err(why));
        assert_eq!(format!("{queue:?}"), before);
    }
}
