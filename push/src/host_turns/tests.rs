//! Tests of the turns at hosts.

use std::{
    pin::pin,
    task::{Context, Poll, Waker},
};

use super::*;

/// Polls once, without being woken later.
fn poll<F: Future>(future: std::pin::Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

#[test]
fn a_host_has_one_turn_at_a_time_and_each_host_its_own() {
    let turns = HostTurns::default();
    let mut first = pin!(turns.enter("one"));
    let Poll::Ready(turn) = poll(first.as_mut()) else {
        panic!("nobody else is there")
    };
    let mut second = pin!(turns.enter("one"));
    assert!(poll(second.as_mut()).is_pending());
    assert!(poll(pin!(turns.enter("other"))).is_ready());
    drop(turn);
    assert!(poll(second.as_mut()).is_ready());
}

#[test]
fn the_number_that_wait_for_a_host_is_bounded() {
    let turns = HostTurns::default();
    let enter = || Box::pin(turns.enter("one"));
    let mut entered: Vec<_> = (0..MOST_AT_HOST).map(|_| enter()).collect();
    let Poll::Ready(Some(turn)) = poll(entered[0].as_mut()) else {
        panic!("nobody else is there")
    };
    for waiting in &mut entered[1..] {
        assert!(poll(waiting.as_mut()).is_pending());
    }
    assert!(matches!(poll(enter().as_mut()), Poll::Ready(None)));
    assert!(matches!(
        poll(pin!(turns.enter("other"))),
        Poll::Ready(Some(_))
    ));
    drop((turn, entered));
    assert!(matches!(poll(enter().as_mut()), Poll::Ready(Some(_))));
}

#[test]
fn a_host_is_forgotten_with_the_last_one_there_also_when_they_give_up() {
    let turns = HostTurns::default();
    {
        let mut first = pin!(turns.enter("one"));
        let turn = poll(first.as_mut());
        let mut second = Box::pin(turns.enter("one"));
        assert!(poll(second.as_mut()).is_pending());
        assert_eq!(turns.hosts(), 1);
        drop(turn);
        assert_eq!(turns.hosts(), 1, "one still waits");
        drop(second);
        assert_eq!(turns.hosts(), 0, "which has given up");
        assert!(poll(pin!(turns.enter("other"))).is_ready());
    }
    assert_eq!(turns.hosts(), 0);
}
