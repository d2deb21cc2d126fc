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
