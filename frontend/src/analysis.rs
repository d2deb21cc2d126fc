//! The computer's analysis of a position, on a thread of its own, and the newest that it knows.

use std::time::{Duration, Instant};

use archive::search_thread::SearchThread;
use engine::{
    Budget,
    analyse::{Analysis, analyse},
};
use game::{Board, Mark};
use protocol::settings::Opens;
use tokio::sync::watch;

/// A position to look at, and the mark that began.
#[derive(Clone, Debug)]
pub struct AnalysedPosition {
    pub board: Board,
    pub opens: Opens,
}

impl AnalysedPosition {
    /// The mark of the side that the board calls `by`.
    pub fn mark(&self, by: Mark) -> Mark {
        self.opens.mark(by)
    }
}

/// How far an analysis goes.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisLimits {
    /// Number of the best moves that are wanted.
    pub best: usize,
    pub nodes: u64,
    pub time: Option<Duration>,
}

/// An analysis under way. It stops when this is dropped.
pub struct AnalysisThread {
    thread: SearchThread<Analysis>,
    news: watch::Receiver<Option<Analysis>>,
    known: Option<Analysis>,
    over: bool,
    begun: Instant,
    /// Time it took, once it is over.
    took: Option<Duration>,
}

impl AnalysisThread {
    /// Begins to look at a position.
    pub fn start(board: Board, limits: AnalysisLimits) -> AnalysisThread {
        let begun = Instant::now();
        let (sender, news) = watch::channel(None);
        let end = limits.time.and_then(|time| begun.checked_add(time));
        let thread = SearchThread::start(move |stopped| {
            let is_over = || stopped() || end.is_some_and(|end| Instant::now() >= end);
            let budget = Budget::nodes(limits.nodes).until(&is_over);
            Some(analyse(&board, limits.best, budget, &mut |known| {
                // The whole is the result.
                if !known.complete {
                    sender.send_replace(Some(known.clone()));
                }
            }))
        });
        AnalysisThread {
            thread,
            news,
            known: None,
            over: false,
            begun,
            took: None,
        }
    }

    /// The newest that is known; nothing before the first, or if no thread could be started.
    pub fn known(&self) -> Option<&Analysis> {
        self.known.as_ref()
    }

    /// Time it has thought.
    pub fn elapsed(&self) -> Duration {
        self.took.unwrap_or_else(|| self.begun.elapsed())
    }

    /// Waits until more is known; false once that is all.
    pub async fn more(&mut self) -> bool {
        if self.over {
            return false;
        }
        if self.news.changed().await.is_ok() {
            self.known = self.news.borrow_and_update().clone();
            return true;
        }
        if let Some(found) = self.thread.result().await {
            self.known = Some(found);
        }
        self.over = true;
        self.took = Some(self.begun.elapsed());
        false
    }

    /// Waits until that is all.
    pub async fn all(&mut self) {
        while self.more().await {}
    }

    /// Ends it with its result so far.
    pub async fn end(&mut self) {
        self.thread.hurry();
        self.all().await;
    }
}
