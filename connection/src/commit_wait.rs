//! The wait of a connection whose commit takes long: it says so now and then,
//! answers pings, and keeps the first other frame for later, so that a slow
//! disk never looks like a dead link.
//!
//! A commit is normally over before the sweep looks, and then costs no timer.

use std::{
    future::poll_fn,
    pin::{Pin, pin},
    sync::atomic::Ordering::Relaxed,
    task::Poll,
};

use journal::SavingNotices;
use protocol::{
    Frame,
    frame::{Pong, Saving},
    parse,
    request::{Body, Request},
};

use super::{
    context::ConnectionContext,
    meters::Meters,
    ping::Pings,
    socket::{FrameReader, Incoming},
};

/// The parts of a connection that are served while its request is under way.
pub(super) struct CommitWait<'a> {
    pub context: &'a ConnectionContext,
    pub reader: &'a mut FrameReader,
    pub pings: &'a mut Pings,
    pub meters: &'a mut Meters,
    /// A frame that was read meanwhile and is handled next.
    pub kept: &'a mut Option<Box<Incoming>>,
}

/// The cause of the task's wake-up.
enum CommitWaitEvent<T> {
    Done(T),
    Due,
    Incoming(Incoming),
}

impl CommitWait<'_> {
    /// Sees the work on request `id`, which was read at `read_ms`, to its end.
    pub async fn run<T>(mut self, id: u64, read_ms: u64, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        let handle = &self.context.handle;
        let done = poll_fn(|cx| {
            if let Poll::Ready(done) = work.as_mut().poll(cx) {
                return Poll::Ready(Some(done));
            }
            handle.saving_ms.store(read_ms, Relaxed);
            // Woken by the sweep, or by what can wait until the work is done.
            handle.poll_woken(cx).map(|()| None)
        });
        let done = match done.await {
            Some(done) => done,
            None => {
                let done = Box::pin(self.wait_on(id, read_ms, work)).await;
                // The wake-up that was taken is given back.
                handle.wake();
                done
            }
        };
        if self.kept.is_some() {
            // Nothing behind it was read meanwhile; that is no silence.
            handle.heard_ms.store(self.context.now_ms(), Relaxed);
        }
        handle.saving_ms.store(0, Relaxed);
        done
    }

    async fn wait_on<T>(
        &mut self,
        id: u64,
        since_ms: u64,
        mut work: Pin<&mut impl Future<Output = T>>,
    ) -> T {
        let clock = &self.context.service.clock;
        let mut notices = SavingNotices::new(since_ms);
        let mut due = Box::pin(clock.sleep_until(notices.due_ms()));
        let mut blocked = false;
        loop {
            let event = poll_fn(|cx| {
                if let Poll::Ready(done) = work.as_mut().poll(cx) {
                    return Poll::Ready(CommitWaitEvent::Done(done));
                }
                if due.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(CommitWaitEvent::Due);
                }
                match self.kept.is_some() || blocked {
                    true => Poll::Pending,
                    false => self.reader.poll_next(cx).map(CommitWaitEvent::Incoming),
                }
            });
            match event.await {
                CommitWaitEvent::Done(done) => return done,
                CommitWaitEvent::Due => {
                    let waited_ms = notices.report(self.context.now_ms());
                    if !blocked {
                        self.report(id, waited_ms);
                    }
                    due = Box::pin(clock.sleep_until(notices.due_ms()));
                }
                CommitWaitEvent::Incoming(incoming) => {
                    *self.kept = self.take(incoming).map(Box::new)
                }
            }
            // A socket that takes no more is tried again when the next report is due.
            blocked = !self.context.writer.flush();
        }
    }

    /// Says that the commit takes long, and sends a ping that is due.
    fn report(&mut self, id: u64, waited_ms: u64) {
        self.context.send(&Frame::Saving(Saving { id, waited_ms }));
        if self.context.handle.take_due_ping() {
            self.pings.send(self.context, None);
        }
    }

    /// Answers a ping and takes a pong; gives back anything else.
    fn take(&mut self, incoming: Incoming) -> Option<Incoming> {
        let (context, now_ms) = (self.context, self.context.now_ms());
        let limits = &context.service.limits;
        context.handle.heard_ms.store(now_ms, Relaxed);
        match &incoming {
            Incoming::Ping(payload) if self.meters.control(limits, now_ms) => {
                context.writer.push(|frames| frames.pong(payload));
            }
            Incoming::Pong(payload) if self.meters.control(limits, now_ms) => {
                self.pings.pong(context, payload, now_ms);
            }
            Incoming::Text(text) => match parse::request(text, limits.nesting) {
                Ok(Request {
                    id,
                    body: Body::Ping(ping),
                }) if self.meters.request(limits, now_ms).is_ok() => {
                    context.send(&Frame::Pong(Pong {
                        id,
                        data: ping.data,
                        at_ms: now_ms,
                    }))
                }
                _ => return Some(incoming),
            },
            _ => return Some(incoming),
        }
        None
    }
}
