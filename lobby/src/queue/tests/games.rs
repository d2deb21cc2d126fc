//! Tickets that name several boards and clocks, or any.

use super::*;

#[test]
fn tickets_without_a_common_game_are_never_paired() {
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
fn the_longer_waiting_ticket_chooses_among_several_common_games() {
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
fn a_ticket_for_several_games_is_paired_with_the_longest_waiting_for_one_of_them() {
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
fn of_tickets_that_come_back_the_longest_waiting_chooses_first() {
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
    // Ticket 3 was notified of its place before.
    assert_eq!(queue.due(2_000), expected);
}
