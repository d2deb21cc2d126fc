//! Stopwatch of the log's silence behind the server that this node is connected to, which may be cut off from the others.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// After so long another server is tried, and after twice as long each time that this did not help: NATS may elect, which
/// takes as long with every server, and the third one is again the first.
const MOVE_ON: Duration = Duration::from_secs(4);

/// Most doublings of the wait.
const DOUBLED: u32 = 3;

/// Failures that are farther apart have nothing to do with each other: a node may append once in hours.
const APART: Duration = Duration::from_secs(10);

/// Request to the log. A server that leads and is cut off still answers reads for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogCall {
    /// A read.
    Read,
    /// An append.
    Append,
}

/// When the log fell silent.
#[derive(Debug, Default)]
pub struct LogSilence(Mutex<Since>);

#[derive(Debug, Default)]
struct Since {
    read: Option<Failing>,
    append: Option<Failing>,
    /// The last time that another server was tried.
    moved_on: Option<Instant>,
    /// Number of times that that did not help.
    in_vain: u32,
}

impl Since {
    fn failing(&mut self, what: LogCall) -> &mut Option<Failing> {
        match what {
            LogCall::Read => &mut self.read,
            LogCall::Append => &mut self.append,
        }
    }
}

/// Requests that were not answered, one after the other.
#[derive(Clone, Copy, Debug)]
struct Failing {
    /// When the first was asked.
    since: Instant,
    /// When the last was given up.
    last: Instant,
}

impl LogSilence {
    /// Whether the last such call, shortly before, was not answered.
    pub fn fails(&self, what: LogCall) -> bool {
        let mut since = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        since
            .failing(what)
            .is_some_and(|it| it.last.elapsed() <= APART)
    }

    /// Notes whether the request of that instant was answered. Says whether it is time to try another server.
    pub fn after(&self, what: LogCall, asked: Instant, is_answered: bool) -> bool {
        let mut since = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let failing = since.failing(what);
        if is_answered {
            *failing = None;
            since.in_vain = 0;
            return false;
        }
        let before = failing.filter(|it| it.last.elapsed() <= APART);
        let began = before.map_or(asked, |it| it.since);
        *failing = Some(Failing {
            since: began,
            last: Instant::now(),
        });
        let began = since.moved_on.map_or(began, |moved_on| began.max(moved_on));
        let has_lasted = began.elapsed() >= MOVE_ON * 2_u32.pow(since.in_vain);
        if has_lasted {
            since.moved_on = Some(Instant::now());
            since.in_vain = DOUBLED.min(since.in_vain + 1);
        }
        has_lasted
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn another_server_is_tried_after_a_silence_and_later_if_that_is_in_vain() {
        let silence = LogSilence::default();
        let begun = Instant::now();
        let read = |is_answered| silence.after(LogCall::Read, Instant::now(), is_answered);
        assert!(!read(false));
        advance(MOVE_ON / 2).await;
        assert!(!read(true));
        assert!(!read(false));
        advance(MOVE_ON / 2).await;
        // Reads were answered in between, and the append was not.
        assert!(silence.after(LogCall::Append, begun, false));
        assert!(!silence.after(LogCall::Append, begun, false) && !read(false));
        assert!(silence.fails(LogCall::Read) && silence.fails(LogCall::Append));
        advance(MOVE_ON).await;
        assert!(!silence.after(LogCall::Append, Instant::now(), false) && !read(false));
        advance(MOVE_ON).await;
        assert!(read(false));
        assert!(!read(true));
        assert!(!silence.fails(LogCall::Read));
        assert!(!read(false));
        advance(MOVE_ON).await;
        assert!(read(false));
        advance(APART * 2).await;
        assert!(!silence.fails(LogCall::Read));
    }
}
