use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    task::{Context, Poll},
};

use futures::{
    FutureExt,
    executor::block_on,
    future::BoxFuture,
    task::{ArcWake, waker_ref},
};

use super::*;

/// A task that counts how often it is woken.
#[derive(Default)]
struct Task(AtomicUsize);

impl ArcWake for Task {
    fn wake_by_ref(task: &Arc<Self>) {
        task.0.fetch_add(1, Relaxed);
    }
}

impl Task {
    fn poll(self: &Arc<Self>, wait: &mut Wait) -> Poll<Option<Outcome>> {
        wait.poll_unpin(&mut Context::from_waker(&waker_ref(self)))
    }
}

type Wait = BoxFuture<'static, Option<Outcome>>;

/// Tasks that wait for the reply to a step each, and where those are sent.
fn waiting<const N: usize>() -> ([Arc<Task>; N], Vec<Wait>, Vec<StepReply>) {
    let tasks = std::array::from_fn(|_| Arc::new(Task::default()));
    let pairs = tasks.each_ref().map(|task| {
        let (reply, pending) = step_reply();
        let mut wait = pending.wait().boxed();
        assert!(task.poll(&mut wait).is_pending());
        (reply, wait)
    });
    let (replies, waits) = pairs.into_iter().unzip();
    (tasks, waits, replies)
}

fn settle(replies: Vec<StepReply>) {
    send_all(replies.into_iter().map(|reply| (step(), reply, Ok(()))));
}

fn step() -> LogStep {
    LogStep {
        room: 1,
        expected_seq: 0,
        count: 0,
        deadline_ms: None,
        events: String::new(),
        private: String::new(),
        changes: Vec::new(),
        game: None,
    }
}

fn woken(tasks: &[Arc<Task>]) -> Vec<usize> {
    tasks.iter().map(|task| task.0.load(Relaxed)).collect()
}

#[test]
fn one_task_is_woken_and_hands_the_others_their_replies() {
    let (tasks, mut waits, replies) = waiting::<3>();
    settle(replies);
    assert_eq!(woken(&tasks), [0, 0, 1]);
    assert_eq!(tasks[2].poll(&mut waits[2]), Poll::Ready(Some(Ok(()))));
    assert_eq!(woken(&tasks), [1, 1, 1]);
    for (task, wait) in tasks.iter().zip(&mut waits).take(2) {
        assert_eq!(task.poll(wait), Poll::Ready(Some(Ok(()))));
    }
}

#[test]
fn a_task_that_ends_before_it_runs_hands_the_others_their_replies() {
    let (tasks, mut waits, replies) = waiting::<3>();
    settle(replies);
    drop(waits.pop());
    assert_eq!(woken(&tasks), [1, 1, 1]);
}

#[test]
fn a_task_that_stopped_waiting_is_not_the_one_woken() {
    let (tasks, mut waits, replies) = waiting::<3>();
    drop(waits.pop());
    settle(replies);
    assert_eq!(woken(&tasks), [0, 1, 0]);
}

#[test]
fn a_wait_is_closed_before_its_drop_empties_the_mailbox() {
    let (tasks, _waits, mut replies) = waiting::<1>();
    let (mut reply, pending) = step_reply();
    let mailbox = Arc::clone(&pending.mailbox);
    let full = mailbox.0.lock();
    let dropped = std::thread::spawn(move || drop(pending));
    // The other way round this would never come, and the reply go to who does not look for others' any more.
    block_on(reply.sender.closed());
    drop(full);
    dropped.join().unwrap();
    replies.push(reply);
    settle(replies);
    assert_eq!(woken(&tasks), [1]);
}

#[test]
fn a_task_with_several_waits_has_them_all_whichever_it_polls() {
    let (tasks, mut waits, replies) = waiting::<3>();
    settle(replies);
    for wait in &mut waits {
        assert_eq!(tasks[0].poll(wait), Poll::Ready(Some(Ok(()))));
    }
}

#[test]
fn a_task_is_woken_for_a_wait_that_another_thread_began() {
    let (tasks, _waits, mut replies) = waiting::<1>();
    let (reply, mut pending) = std::thread::spawn(step_reply).join().unwrap();
    replies.push(reply);
    settle(replies);
    assert_eq!(woken(&tasks), [1]);
    assert_eq!(pending.receiver.try_recv(), Ok(Ok(())));
}

#[test]
fn a_wait_ends_without_a_reply_once_the_writer_is_gone() {
    let (tasks, mut waits, replies) = waiting::<1>();
    drop(replies);
    assert_eq!(tasks[0].poll(&mut waits[0]), Poll::Ready(None));
}
