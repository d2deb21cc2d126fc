//! Replies to the tasks of one thread: a transaction wakes the thread once, however many of them it settles.
//!
//! To wake a task of another thread is a system call, and on a busy core a change of threads each time: the thread takes one
//! reply and sleeps again before the next is there. So one task is woken, and hands the others their replies on its own
//! thread, where to wake is to add to a list.

use std::{future::poll_fn, sync::Arc};

use futures::FutureExt;
use journal::CommitError;
use journal_files::LogStep;
use parking_lot::Mutex;
use tokio::{sync::oneshot, task::unconstrained};

thread_local! {
    static HERE: Arc<Mailbox> = Arc::default();
}

type Outcome = Result<(), CommitError>;

/// Replies to tasks of one thread that have not been handed out.
#[derive(Debug, Default)]
struct Mailbox(Mutex<Vec<SettledStep>>);

/// A step that is kept or refused, on its way back: all but the one whose task is woken are freed on the thread that made them.
#[derive(Debug)]
struct SettledStep {
    _step: LogStep,
    outcome: Outcome,
    sender: oneshot::Sender<Outcome>,
}

/// Where the reply to a step is sent. Dropped, it says that there will be none.
#[derive(Debug)]
pub(super) struct StepReply {
    sender: oneshot::Sender<Outcome>,
    mailbox: Arc<Mailbox>,
}

/// Where the reply to a step is waited for. Polling it, and dropping it, hands out the replies in the mailbox.
#[derive(Debug)]
pub(super) struct PendingReply {
    receiver: oneshot::Receiver<Outcome>,
    mailbox: Arc<Mailbox>,
}

/// A reply to a task of this thread.
pub(super) fn step_reply() -> (StepReply, PendingReply) {
    let (sender, receiver) = oneshot::channel();
    let mailbox = HERE.with(Arc::clone);
    let reply = StepReply {
        sender,
        mailbox: Arc::clone(&mailbox),
    };
    (reply, PendingReply { receiver, mailbox })
}

/// Sends replies, and wakes each thread that has some once.
pub(super) fn send_all(replies: impl ExactSizeIterator<Item = (LogStep, StepReply, Outcome)>) {
    // As in most transactions of a server with little to do: it need not pass through a mailbox.
    if replies.len() == 1 {
        return replies.for_each(|(_step, reply, outcome)| reply.send(outcome));
    }
    let mut mailboxes: Vec<Arc<Mailbox>> = Vec::new();
    for (step, reply, outcome) in replies {
        let StepReply { sender, mailbox } = reply;
        mailbox.0.lock().push(SettledStep {
            _step: step,
            outcome,
            sender,
        });
        if !mailboxes.iter().any(|known| Arc::ptr_eq(known, &mailbox)) {
            mailboxes.push(mailbox);
        }
    }
    for mailbox in mailboxes {
        mailbox.wake_one();
    }
}

impl StepReply {
    /// Sends the reply past the mailbox.
    pub fn send(self, outcome: Outcome) {
        let _ = self.sender.send(outcome);
    }
}

impl PendingReply {
    /// Waits for the reply; nothing if there will be none. A task that is woken for it polls it or drops it: others may wait
    /// for that.
    pub async fn wait(mut self) -> Option<Outcome> {
        let reply = poll_fn(|cx| {
            self.mailbox.hand_out();
            self.receiver.poll_unpin(cx)
        });
        // A task whose turn is up is not known to the sender, and would not be woken by it.
        unconstrained(reply).await.ok()
    }
}

impl Drop for PendingReply {
    fn drop(&mut self) {
        // First, lest this be the task that is woken once the others' replies are no longer looked for.
        self.receiver.close();
        self.mailbox.hand_out();
    }
}

impl Mailbox {
    /// Wakes one task that still waits, which hands out the rest.
    fn wake_one(&self) {
        let pop = || self.0.lock().pop();
        while let Some(settled) = pop() {
            if settled.sender.send(settled.outcome).is_ok() {
                return;
            }
        }
    }

    /// Sends all that is there.
    fn hand_out(&self) {
        let settled = std::mem::take(&mut *self.0.lock());
        for SettledStep {
            sender, outcome, ..
        } in settled
        {
            let _ = sender.send(outcome);
        }
    }
}

#[cfg(test)]
mod tests;
