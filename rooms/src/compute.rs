//! A small thread pool of low priority for the computer's searches. Addresses take turns in it and
//! pay for what their jobs took. The more jobs wait, the smaller the budget of each, so that
//! people's moves never wait for a computer's.

mod cpu_time;
mod fair_queue;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use admission::{Budgets, Cost, Payer};
use engine::Budget;
use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;

use self::{cpu_time::CpuTime, fair_queue::FairQueue};
use crate::clock::Clock;

/// The least that a job may cost, in positions: some hundred microseconds,
/// and enough for the strongest level to be unbeaten on 3×3 all the same, in
/// misère too (`game/tests/unbeaten.rs`).
const LEAST_NODES: u64 = 1_000;

/// Hints, reviews and pictures of one address that wait at most. Of its computers one waits a room.
const WAITING_PER_ADDRESS: usize = 32;
/// When to ask again for what was not done.
pub const BUSY_RETRY_MS: u64 = 5_000;

/// The purpose of a job. Moves and hints go before reviews and pictures, and these never have the
/// last thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// Somebody waits for a computer's move. It comes, whatever its address has spent.
    Move,
    /// Somebody asks what to play.
    Hint,
    /// Somebody looks at a game that is over.
    Review,
    /// A picture is drawn, which was paid for.
    Picture,
}

/// The cost limit of a job, and its payer.
#[derive(Clone, Debug)]
pub struct JobTerms {
    /// The purpose of the job.
    pub kind: JobKind,
    /// The payer: its turn and budget are used.
    pub payer: Payer,
    /// Positions that it may look at when nobody else waits.
    pub nodes: u64,
    /// The cost paid in advance.
    pub paid: Cost,
    /// No answer is wanted any more once this is set.
    pub stop: StopFlag,
}

/// A job was not done: its address has too many, or has spent its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobRefused {
    /// When it may be asked for again.
    pub retry_in_ms: u64,
}

/// A search within a budget, or what becomes of it without one.
type SearchTask = Box<dyn FnOnce(Result<Budget<'_>, JobRefused>) -> Delivery + Send>;
/// Answers, once the search is paid for.
type Delivery = Box<dyn FnOnce() + Send>;

/// A job's answer. The channel ends without one when the job was stopped, or has failed.
pub type JobAnswer<T> = oneshot::Receiver<Result<T, JobRefused>>;

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
pub struct ComputePool {
    shared: Arc<PoolShared>,
    started: Mutex<bool>,
}

struct PoolShared {
    waiting: Mutex<JobQueues>,
    changed: Condvar,
    budgets: Arc<Budgets>,
    clock: Clock,
}

#[derive(Default)]
struct JobQueues {
    /// At most one move a room that a computer plays in, and one hint a connection.
    moves: FairQueue<Payer, SearchJob>,
    /// At most one a connection, and one picture a stream.
    reviews: FairQueue<Payer, SearchJob>,
    /// How many threads are busy with reviews.
    reviewing: usize,
    closed: bool,
}

struct SearchJob {
    terms: JobTerms,
    search: SearchTask,
}

/// How many jobs run at the same time: half as many as the processor has cores.
fn count() -> usize {
    thread::available_parallelism().map_or(2, |cores| cores.get().div_ceil(2).max(2))
}

impl ComputePool {
    /// An idle pool whose jobs are paid from these budgets.
    #[must_use]
    pub fn new(budgets: Arc<Budgets>, clock: Clock) -> ComputePool {
        ComputePool {
            shared: Arc::new(PoolShared {
                waiting: Mutex::default(),
                changed: Condvar::new(),
                budgets,
                clock,
            }),
            started: Mutex::default(),
        }
    }

    /// Queues a job.
    pub fn submit<T: Send + 'static>(
        &self,
        terms: JobTerms,
        search: impl FnOnce(Budget<'_>) -> T + Send + 'static,
    ) -> JobAnswer<T> {
        let (answer, answered) = oneshot::channel();
        let search: SearchTask = Box::new(move |budget| {
            let found = budget.map(search);
            // The receiver may be gone.
            Box::new(move || drop(answer.send(found)))
        });
        if !self.start() {
            return answered;
        }
        match self.shared.enqueue(terms, search) {
            Ok(()) => {
                self.shared.changed.notify_one();
            }
            Err((search, refused)) => search(Err(refused))(),
        }
        answered
    }

    /// Has a picture drawn where searches run, behind everybody's moves, unless
    /// nobody waits for it any more. `None`: drawing it failed.
    pub async fn draw<T: Send + 'static>(
        &self,
        payer: Payer,
        draw: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let stop = StopFlag::default();
        let _stopped = StopOnDrop(Arc::clone(&stop));
        let terms = JobTerms {
            kind: JobKind::Picture,
            payer,
            nodes: 0,
            paid: Cost::PICTURE,
            stop,
        };
        let drawn = self.submit(terms, |_| draw());
        drawn.await.ok()?.ok()
    }

    /// How many jobs of each priority wait for a thread.
    #[must_use]
    pub fn waiting(&self) -> [(&'static str, usize); 2] {
        let waiting = self.shared.waiting.lock();
        [
            ("move", waiting.moves.len()),
            ("review", waiting.reviews.len()),
        ]
    }

    /// Whether there are threads; tried again with the next job if there are none.
    fn start(&self) -> bool {
        let mut started = self.started.lock();
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
        let mut waiting = self.shared.waiting.lock();
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
            let is_review = job.terms.kind.is_review();
            if !job.terms.stop.load(Relaxed) {
                self.run_job(job, nodes);
            }
            if is_review {
                self.waiting.lock().reviewing -= 1;
                self.changed.notify_one();
            }
        }
    }

    /// Queues a job, unless its address cannot pay for it or has too many.
    fn enqueue(&self, terms: JobTerms, search: SearchTask) -> Result<(), (SearchTask, JobRefused)> {
        let JobTerms { kind, payer, .. } = terms;
        if let Err(refused) = self.payable_nodes(&terms, terms.nodes) {
            return Err((search, refused));
        }
        let mut waiting = self.waiting.lock();
        let queue = waiting.queue(kind);
        let is_full = |queue: &FairQueue<_, _>| queue.len_of(payer) >= WAITING_PER_ADDRESS;
        if kind != JobKind::Move && is_full(queue) {
            // Jobs whose callers have given up leave their places to others of their address.
            queue.drop_of(payer, |job| job.terms.stop.load(Relaxed));
        }
        if kind != JobKind::Move && is_full(queue) {
            let retry_in_ms = BUSY_RETRY_MS;
            return Err((search, JobRefused { retry_in_ms }));
        }
        queue.push(payer, SearchJob { terms, search });
        Ok(())
    }

    fn run_job(&self, SearchJob { terms, search }: SearchJob, nodes: u64) {
        let nodes = match self.payable_nodes(&terms, nodes) {
            Ok(nodes) => nodes,
            Err(refused) => return search(Err(refused))(),
        };
        let stopped = || terms.stop.load(Relaxed);
        let begun = CpuTime::now();
        let run = AssertUnwindSafe(|| search(Ok(Budget::nodes(nodes).until(&stopped))));
        let found = catch_unwind(run);
        if let Payer::Address(source) = terms.payer {
            let took = Cost(begun.elapsed_us().saturating_sub(terms.paid.0));
            let now_ms = self.clock.now_ms();
            self.budgets.pay_search(source, took, now_ms);
        }
        match found {
            Ok(deliver) => deliver(),
            // The one who asked hears of it by getting no answer.
            Err(_) => tracing::error!("the computer lost its thread"),
        }
    }

    /// How many of `nodes` positions the payer can pay for. A move gets the least there is.
    fn payable_nodes(&self, terms: &JobTerms, nodes: u64) -> Result<u64, JobRefused> {
        let Payer::Address(source) = terms.payer else {
            return Ok(nodes);
        };
        let least = LEAST_NODES.min(nodes);
        match self.budgets.search_share(source, self.clock.now_ms()) {
            Ok(share) => Ok(((nodes as f64 * share) as u64).max(least)),
            Err(_) if matches!(terms.kind, JobKind::Move | JobKind::Picture) => Ok(least),
            Err(retry_in_ms) => Err(JobRefused { retry_in_ms }),
        }
    }

    /// The next job and what it may cost; nothing at the end.
    fn next(&self) -> Option<(SearchJob, u64)> {
        let mut waiting = self.waiting.lock();
        loop {
            if waiting.closed {
                return None;
            }
            if let Some(job) = waiting.take() {
                let JobTerms { kind, payer, .. } = job.terms;
                let behind = waiting.queue(kind).behind(payer);
                let nodes = share(job.terms.nodes, behind);
                return Some((job, nodes));
            }
            self.changed.wait(&mut waiting);
        }
    }
}

impl JobKind {
    fn is_review(self) -> bool {
        matches!(self, JobKind::Review | JobKind::Picture)
    }
}

impl JobQueues {
    fn queue(&mut self, kind: JobKind) -> &mut FairQueue<Payer, SearchJob> {
        match kind.is_review() {
            false => &mut self.moves,
            true => &mut self.reviews,
        }
    }

    fn take(&mut self) -> Option<SearchJob> {
        if let Some(job) = self.moves.pop() {
            return Some(job);
        }
        if self.reviewing + 1 >= count() {
            return None;
        }
        let review = self.reviews.pop()?;
        self.reviewing += 1;
        Some(review)
    }
}

/// The share of one of several jobs, so that the last of them does not wait for long.
fn share(nodes: u64, waiting: usize) -> u64 {
    let each = waiting / count() + 1;
    (nodes / each as u64).max(LEAST_NODES).min(nodes)
}

/// Lets every other thread go first.
#[cfg(target_os = "linux")]
pub fn step_back() {
    // Without it the thread runs as it is; setting it needs no privilege.
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 19);
}

#[cfg(not(target_os = "linux"))]
pub fn step_back() {}

#[cfg(test)]
mod tests;
