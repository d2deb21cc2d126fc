//! A small thread pool of low priority for the computer's searches. The more
//! jobs wait, the smaller the budget of each, so that people's moves never wait
//! for a computer's.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use engine::Budget;
use tokio::sync::oneshot;

use crate::sync::lock;

/// The least that a job may cost, in positions: some hundred microseconds,
/// and enough for the strongest level to be unbeaten on 3×3 all the same, in
/// misère too (`game/tests/unbeaten.rs`).
const LEAST_NODES: u64 = 1_000;

/// What a job is for. Moves go before reviews, and a review never has the
/// last thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Somebody waits for a move at the table.
    Move,
    /// Somebody looks at a game that is over, or a picture is drawn.
    Review,
}

/// A search within a budget.
type SearchTask = Box<dyn FnOnce(Budget<'_>) + Send>;

/// Set once the answer is no longer wanted.
pub type StopFlag = Arc<AtomicBool>;

/// RAII guard that sets the flag when dropped.
pub struct StopOnDrop(pub StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The pool. Its threads start with the first job, and end with this.
#[derive(Default)]
pub struct ComputePool {
    shared: Arc<PoolShared>,
    started: Mutex<bool>,
}

#[derive(Default)]
struct PoolShared {
    waiting: Mutex<JobQueues>,
    changed: Condvar,
}

#[derive(Default)]
struct JobQueues {
    /// At most one a room that a computer plays in, and one a connection.
    moves: VecDeque<SearchJob>,
    /// At most one a connection, and one picture.
    reviews: VecDeque<SearchJob>,
    /// How many threads are busy with reviews.
    reviewing: usize,
    closed: bool,
}

struct SearchJob {
    priority: Priority,
    nodes: u64,
    stop: StopFlag,
    search: SearchTask,
}

/// How many jobs run at the same time: half as many as the processor has cores.
fn count() -> usize {
    thread::available_parallelism().map_or(2, |cores| cores.get().div_ceil(2).max(2))
}

impl ComputePool {
    /// Queues a job that may cost `nodes` positions when nobody else waits.
    /// No answer comes once `stop` is set.
    pub fn submit<T: Send + 'static>(
        &self,
        priority: Priority,
        nodes: u64,
        stop: StopFlag,
        search: impl FnOnce(Budget<'_>) -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (answer, answered) = oneshot::channel();
        let search: SearchTask = Box::new(move |budget| {
            // The receiver may be gone.
            let _ = answer.send(search(budget));
        });
        if !self.start() {
            return answered;
        }
        let job = SearchJob {
            priority,
            nodes,
            stop,
            search,
        };
        lock(&self.shared.waiting).queue(priority).push_back(job);
        self.shared.changed.notify_one();
        answered
    }

    /// How many jobs of each priority wait for a thread.
    pub fn waiting(&self) -> [(&'static str, usize); 2] {
        let waiting = lock(&self.shared.waiting);
        [
            ("move", waiting.moves.len()),
            ("review", waiting.reviews.len()),
        ]
    }

    /// Whether there are threads; tried again with the next job if there are none.
    fn start(&self) -> bool {
        let mut started = lock(&self.started);
        if *started {
            return true;
        }
        for _ in 0..count() {
            let shared = Arc::clone(&self.shared);
            let thread = thread::Builder::new().name("thinker".into());
            match thread.spawn(move || shared.run()) {
                Ok(_) => *started = true,
                Err(why) => tracing::error!(%why, "no thread for the computer to think on"),
            }
        }
        *started
    }
}

impl Drop for ComputePool {
    fn drop(&mut self) {
        let mut waiting = lock(&self.shared.waiting);
        waiting.closed = true;
        waiting.moves.clear();
        waiting.reviews.clear();
        self.shared.changed.notify_all();
    }
}

impl PoolShared {
    fn run(&self) {
        step_back();
        while let Some((job, nodes)) = self.next() {
            let SearchJob {
                priority,
                stop,
                search,
                ..
            } = job;
            let stopped = || stop.load(Relaxed);
            if !stopped() {
                let run = AssertUnwindSafe(|| search(Budget::nodes(nodes).until(&stopped)));
                // The one who asked hears of it by getting no answer.
                if catch_unwind(run).is_err() {
                    tracing::error!("the computer lost its thread");
                }
            }
            if priority == Priority::Review {
                lock(&self.waiting).reviewing -= 1;
                self.changed.notify_one();
            }
        }
    }

    /// The next job and what it may cost; nothing at the end.
    fn next(&self) -> Option<(SearchJob, u64)> {
        let mut waiting = lock(&self.waiting);
        loop {
            if waiting.closed {
                return None;
            }
            if let Some(job) = waiting.take() {
                let others = waiting.queue(job.priority).len();
                let nodes = share(job.nodes, others);
                return Some((job, nodes));
            }
            waiting = self
                .changed
                .wait(waiting)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl JobQueues {
    fn queue(&mut self, priority: Priority) -> &mut VecDeque<SearchJob> {
        match priority {
            Priority::Move => &mut self.moves,
            Priority::Review => &mut self.reviews,
        }
    }

    fn take(&mut self) -> Option<SearchJob> {
        if let Some(job) = self.moves.pop_front() {
            return Some(job);
        }
        if self.reviewing + 1 >= count() {
            return None;
        }
        let review = self.reviews.pop_front()?;
        self.reviewing += 1;
        Some(review)
    }
}

/// What one of several may cost, so that the last of them does not wait for long.
fn share(nodes: u64, waiting: usize) -> u64 {
    let each = waiting / count() + 1;
    (nodes / each as u64).max(LEAST_NODES).min(nodes)
}

/// Lets every other thread go first.
#[cfg(target_os = "linux")]
pub(crate) fn step_back() {
    // Without it the thread runs as it is; setting it needs no privilege.
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 19);
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn step_back() {}

#[cfg(test)]
mod tests;
