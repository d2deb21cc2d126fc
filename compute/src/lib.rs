//! A small thread pool of low priority for the computer's searches. Addresses take turns in it and
//! pay for what their jobs took. The more jobs wait, the smaller the budget of each, so that
//! people's moves never wait for a computer's.

mod cpu_time;
mod fair_queue;
mod job;
mod review;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use admission::{Budgets, Cost, Payer};
use clock::Clock;
use engine::Budget;
use parking_lot::{Condvar, Mutex};
use strum::VariantNames;
use tokio::sync::oneshot;

pub use self::job::{JobAnswer, JobKind, JobRefused, JobTerms, StopFlag};
use self::{cpu_time::cpu_time, fair_queue::FairQueue, job::StopOnDrop};

/// The least that a job may cost, in positions: some hundred microseconds,
/// and enough for the strongest level to be unbeaten on 3×3 all the same, in
/// misère too (`engine/tests/unbeaten.rs`).
const LEAST_NODES: u64 = 1_000;

/// Hints, reviews and pictures of one address that wait at most. Of its computers one waits a room.
const WAITING_PER_ADDRESS: usize = 32;
/// When to ask again for a job that was not done.
const BUSY_RETRY_MS: u64 = 5_000;

/// A search within a budget, or what becomes of it without one.
type SearchTask = Box<dyn FnOnce(Result<Budget<'_>, JobRefused>) -> Delivery + Send>;
/// Answers, once the search is paid for.
type Delivery = Box<dyn FnOnce() + Send>;

/// The pool. Its threads start with the first job, and end with this.
pub struct ComputePool {
    shared: Arc<PoolShared>,
    started: Mutex<bool>,
}

struct PoolShared {
    waiting: Mutex<JobQueues>,
    changed: Condvar,
    /// Jobs of each kind that have run, in the order of [`JobKind::VARIANTS`].
    completed: [AtomicU64; JobKind::VARIANTS.len()],
    budgets: Arc<Budgets>,
    clock: Clock,
}

#[derive(Default)]
struct JobQueues {
    /// At most one move a room that a computer plays in, and one hint a connection.
    moves: FairQueue<Payer, SearchJob>,
    /// At most one a connection, and one picture a stream.
    reviews: FairQueue<Payer, SearchJob>,
    /// Number of threads that are busy with reviews.
    reviewing: usize,
    closed: bool,
}

struct SearchJob {
    terms: JobTerms,
    search: SearchTask,
}

/// Threads of the pool: half as many as the processor has cores, rounded up, and at least two.
fn thread_count() -> usize {
    thread::available_parallelism().map_or(2, |cores| cores.get().div_ceil(2).max(2))
}

impl ComputePool {
    /// An idle pool whose jobs are paid from these budgets.
    pub fn new(budgets: Arc<Budgets>, clock: Clock) -> ComputePool {
        ComputePool {
            shared: Arc::new(PoolShared {
                waiting: Mutex::default(),
                changed: Condvar::new(),
                completed: Default::default(),
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
            due_ms: None,
            stop,
        };
        let drawn = self.submit(terms, |_| draw());
        drawn.await.ok()?.ok()
    }

    /// Jobs of each priority that wait for a thread.
    pub fn waiting(&self) -> [(&'static str, usize); 2] {
        let waiting = self.shared.waiting.lock();
        [
            ("move", waiting.moves.len()),
            ("review", waiting.reviews.len()),
        ]
    }

    /// Jobs of each kind that have run.
    pub fn completed(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let completed = self.shared.completed.iter();
        let counts = completed.map(|count| count.load(Relaxed));
        JobKind::VARIANTS.iter().copied().zip(counts)
    }

    /// Whether there are threads; tried again with the next job if there are none.
    fn start(&self) -> bool {
        let mut started = self.started.lock();
        if *started {
            return true;
        }
        for _ in 0..thread_count() {
            let shared = Arc::clone(&self.shared);
            let thread = thread::Builder::new().name("search".into());
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
        while let Some((job, rounds)) = self.next() {
            let is_review = job.terms.kind.is_review();
            if !job.terms.stop.load(Relaxed) {
                self.run_job(job, rounds);
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

    fn run_job(&self, SearchJob { terms, search }: SearchJob, rounds: u64) {
        let nodes = match self.payable_nodes(&terms, share(terms.nodes, rounds)) {
            Ok(nodes) => nodes,
            Err(refused) => return search(Err(refused))(),
        };
        let ends_ms = self.ends_ms(&terms, rounds);
        let is_late = || self.clock.now_ms() >= ends_ms;
        let stopped = || terms.stop.load(Relaxed);
        let budget = Budget::nodes(nodes)
            .until(&stopped)
            .within(&is_late, LEAST_NODES);
        let begun = cpu_time();
        let run = AssertUnwindSafe(|| search(Ok(budget)));
        let found = catch_unwind(run);
        if let Payer::Address(source) = terms.payer {
            let took_us = cpu_time().saturating_sub(begun).as_micros();
            let took = u32::try_from(took_us).unwrap_or(u32::MAX);
            let took = Cost(took.saturating_sub(terms.kind.paid().0));
            let now_ms = self.clock.now_ms();
            self.budgets.pay_search(source, took, now_ms);
        }
        self.completed[terms.kind as usize].fetch_add(1, Relaxed);
        match found {
            Ok(deliver) => deliver(),
            // The one who asked hears of it by getting no answer.
            Err(_) => tracing::error!("the computer lost its thread"),
        }
    }

    /// When a job ends at the latest, so that those behind it are not late either.
    fn ends_ms(&self, terms: &JobTerms, rounds: u64) -> u64 {
        let Some(due_ms) = terms.due_ms else {
            return u64::MAX;
        };
        let now_ms = self.clock.now_ms();
        // One round more, for what comes meanwhile.
        now_ms + due_ms.saturating_sub(now_ms) / (rounds + 1)
    }

    /// Number of positions, of `nodes`, that the payer can pay for. A move gets the least there is.
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

    /// The next job, and in how many rounds all threads are through with it and what waits; nothing at the end.
    fn next(&self) -> Option<(SearchJob, u64)> {
        let mut waiting = self.waiting.lock();
        loop {
            if waiting.closed {
                return None;
            }
            if let Some(job) = waiting.take() {
                let JobTerms { kind, payer, .. } = job.terms;
                let behind = waiting.queue(kind).behind(payer);
                return Some((job, rounds(behind)));
            }
            self.changed.wait(&mut waiting);
        }
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
        if self.reviewing + 1 >= thread_count() {
            return None;
        }
        let review = self.reviews.pop()?;
        self.reviewing += 1;
        Some(review)
    }
}

/// In how many rounds all threads are through with one job and those behind it.
fn rounds(behind: usize) -> u64 {
    (behind / thread_count() + 1) as u64
}

/// The share of one of several jobs, so that the last of them does not wait for long.
fn share(nodes: u64, rounds: u64) -> u64 {
    (nodes / rounds).max(LEAST_NODES).min(nodes)
}

/// Lets every other thread go first.
#[cfg(target_os = "linux")]
pub fn step_back() {
    // Without it the thread runs as it is; setting it needs no privilege.
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 19);
}

/// Nothing where threads have no priority of their own.
#[cfg(not(target_os = "linux"))]
pub fn step_back() {}

#[cfg(test)]
mod tests;
