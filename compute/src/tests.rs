//! Tests of the pool.

use std::{
    net::{IpAddr, Ipv4Addr},
    sync::mpsc,
    time::Duration,
};

use engine::{Player, solve};
use game::{Board, Level, Rules};
use protocol::Limits;

use super::*;

fn address(host: u8) -> Payer {
    Payer::Address(IpAddr::from(Ipv4Addr::new(192, 0, 2, host)).into())
}

/// A pool, and the budgets from which its jobs are paid.
fn pool_with(limits: Limits) -> (ComputePool, Arc<Budgets>, Clock) {
    let clock = Clock::manual(1_000_000);
    let budgets = Arc::new(Budgets::new(Arc::new(limits), 1));
    let pool = ComputePool::new(Arc::clone(&budgets), clock.clone());
    (pool, budgets, clock)
}

fn pool() -> ComputePool {
    pool_with(Limits::default()).0
}

fn terms(kind: JobKind, payer: Payer) -> JobTerms {
    JobTerms {
        kind,
        payer,
        nodes: 100_000,
        due_ms: None,
        stop: StopFlag::default(),
    }
}

/// Threads on which such jobs run: one is left to moves.
fn threads(kind: JobKind) -> usize {
    thread_count() - usize::from(kind.is_review())
}

/// Keeps every thread busy on which such jobs run: each `()` that is sent frees one of them, so that
/// it alone serves what has queued up, and a dropped sender all.
fn busy(
    pool: &ComputePool,
    kind: JobKind,
    jobs: usize,
) -> (mpsc::SyncSender<()>, Vec<JobAnswer<()>>) {
    let (go_on, held) = mpsc::sync_channel::<()>(0);
    let held = Arc::new(Mutex::new(held));
    let (begin, begun) = mpsc::sync_channel(jobs);
    let jobs = (0..jobs).map(|_| {
        let (held, begin) = (Arc::clone(&held), begin.clone());
        let wait = move |_: Budget<'_>| {
            // Nobody listens to those that begin later.
            let _ = begin.send(());
            let _ = held.lock().recv();
        };
        pool.submit(terms(kind, Payer::Server), wait)
    });
    let jobs = jobs.collect();
    for _ in 0..threads(kind) {
        begun.recv().expect("a thread that begins");
    }
    (go_on, jobs)
}

#[tokio::test]
async fn a_job_is_answered_and_one_that_is_stopped_is_not() {
    let pool = pool();
    let answer = pool.submit(terms(JobKind::Move, Payer::Server), |_| 7);
    assert_eq!(answer.await, Ok(Ok(7)));
    let stopped = JobTerms {
        stop: StopFlag::new(true.into()),
        ..terms(JobKind::Move, Payer::Server)
    };
    assert!(pool.submit(stopped, |_| 7).await.is_err());
}

#[tokio::test]
async fn a_job_that_panics_takes_no_other_with_it() {
    let pool = pool();
    for _ in 0..2 * thread_count() {
        let lost = pool.submit::<u8>(terms(JobKind::Review, Payer::Server), |_| {
            panic!("on purpose")
        });
        assert!(lost.await.is_err());
    }
    let answer = pool.submit(terms(JobKind::Move, Payer::Server), |_| 7);
    assert_eq!(answer.await, Ok(Ok(7)));
}

#[tokio::test]
async fn reviews_leave_a_thread_to_moves() {
    let pool = pool();
    let (go_on, reviews) = busy(&pool, JobKind::Review, thread_count());
    let answer = pool.submit(terms(JobKind::Move, Payer::Server), |_| 7);
    assert_eq!(answer.await, Ok(Ok(7)));
    drop(go_on);
    for review in reviews {
        assert_eq!(review.await, Ok(Ok(())));
    }
}

#[tokio::test]
async fn addresses_take_turns_and_wait_in_bounded_numbers() {
    let pool = pool();
    let (go_on, held) = busy(&pool, JobKind::Move, thread_count());
    let done = Arc::new(Mutex::new(Vec::new()));
    let ask = |kind, host| {
        let done = Arc::clone(&done);
        pool.submit(terms(kind, address(host)), move |_| done.lock().push(host))
    };
    let many: Vec<_> = (0..=WAITING_PER_ADDRESS)
        .map(|_| ask(JobKind::Hint, 1))
        .collect();
    let few = ask(JobKind::Hint, 2);
    let moves = ask(JobKind::Move, 1);
    go_on.send(()).unwrap();
    let mut refused = 0;
    for answer in many.into_iter().chain([few, moves]) {
        refused += usize::from(answer.await.unwrap().is_err());
    }
    assert_eq!(refused, 1, "one hint too many, and no move");
    let done = done.lock().clone();
    assert_eq!(done.len(), WAITING_PER_ADDRESS + 2);
    // Behind the first of the other.
    assert_eq!(done[1], 2);
    drop(go_on);
    for answer in held {
        assert_eq!(answer.await, Ok(Ok(())));
    }
}

/// Addresses that queue up while every thread is busy, and the order in which they were served.
struct Queued {
    pool: ComputePool,
    kind: JobKind,
    served: Arc<Mutex<Vec<u8>>>,
    answers: Vec<JobAnswer<()>>,
    /// Set once they have given up.
    stop: StopFlag,
}

impl Queued {
    /// Queues up to `most` jobs of an address; how many wait.
    fn ask(&mut self, host: u8, most: usize) -> usize {
        let before = self.answers.len();
        for _ in 0..most {
            let served = Arc::clone(&self.served);
            let serve = move |_: Budget<'_>| served.lock().push(host);
            let terms = JobTerms {
                stop: Arc::clone(&self.stop),
                ..terms(self.kind, address(host))
            };
            let mut answer = self.pool.submit(terms, serve);
            // An address that has too many is refused at once.
            match answer.try_recv() {
                Ok(refused) => assert!(refused.is_err()),
                Err(_) => self.answers.push(answer),
            }
        }
        self.answers.len() - before
    }

    async fn serve(&mut self) -> Vec<u8> {
        for answer in self.answers.drain(..) {
            assert_eq!(answer.await, Ok(Ok(())));
        }
        std::mem::take(&mut *self.served.lock())
    }
}

#[tokio::test]
async fn one_address_and_fifty_wait_in_bounded_numbers_and_take_turns() {
    const ASKED: usize = 40;
    for (name, kind, most) in [
        // Each of a room of its own.
        ("searches for moves", JobKind::Move, ASKED),
        ("hints", JobKind::Hint, WAITING_PER_ADDRESS),
        ("reviews", JobKind::Review, WAITING_PER_ADDRESS),
        ("pictures of boards", JobKind::Picture, WAITING_PER_ADDRESS),
    ] {
        let mut queued = Queued {
            pool: pool(),
            kind,
            served: Arc::default(),
            answers: Vec::new(),
            stop: StopFlag::default(),
        };
        for others in [0, 50] {
            let (go_on, held) = busy(&queued.pool, kind, threads(kind));
            assert_eq!(queued.ask(1, ASKED), most, "{name}: one address");
            for host in 2..2 + others {
                assert_eq!(queued.ask(host, ASKED), most, "{name}: of fifty");
            }
            assert_eq!(queued.ask(99, 1), 1, "{name}: a newcomer");
            go_on.send(()).unwrap();
            let served = queued.serve().await;
            let turn = served.iter().position(|host| *host == 99);
            // Behind the first of each other.
            assert_eq!(turn, Some(usize::from(others) + 1), "{name}");
            drop(go_on);
            for answer in held {
                assert_eq!(answer.await, Ok(Ok(())));
            }
        }
        // They have had their turns; or give up, while others still have theirs.
        let (_go_on, _held) = busy(&queued.pool, kind, threads(kind));
        for _ in 0..2 {
            assert_eq!(queued.ask(1, ASKED), most, "{name}: back");
            queued.stop.store(true, Relaxed);
            queued.answers.clear();
            queued.stop = StopFlag::default();
        }
    }
}

#[tokio::test]
async fn an_address_that_has_spent_half_of_its_budget_gets_the_least_search() {
    let (pool, budgets, clock) = pool_with(Limits {
        work_us_per_s: 1_000,
        work_burst_us: 1_000_000,
        ..Limits::default()
    });
    let nodes = |kind, payer| pool.submit(terms(kind, payer), |budget| budget.most());
    let spend = |payer, cost_us| match payer {
        Payer::Address(source) => budgets.pay_search(source, Cost(cost_us), clock.now_ms()),
        Payer::Server => {}
    };
    let one = address(1);
    assert_eq!(nodes(JobKind::Review, one).await, Ok(Ok(100_000)));
    spend(one, 300_000);
    let half = nodes(JobKind::Move, one).await.unwrap().unwrap();
    assert!((45_000..=50_000).contains(&half), "{half}");
    spend(one, 200_000);
    for host in 2..=51 {
        spend(address(host), 500_000);
    }
    for host in 1..=51 {
        let payer = address(host);
        assert_eq!(nodes(JobKind::Move, payer).await, Ok(Ok(LEAST_NODES)));
        for kind in [JobKind::Hint, JobKind::Review] {
            let refused = nodes(kind, payer).await.unwrap().unwrap_err();
            assert!(refused.retry_in_ms > 0);
        }
    }
    for (kind, payer) in [
        (JobKind::Review, address(99)),
        (JobKind::Move, Payer::Server),
    ] {
        assert_eq!(nodes(kind, payer).await, Ok(Ok(100_000)));
    }
    // In time, and by itself.
    clock.advance(500_000);
    assert_eq!(nodes(JobKind::Hint, one).await, Ok(Ok(100_000)));
}

#[tokio::test]
async fn a_job_is_charged_for_the_time_it_took() {
    let (pool, budgets, clock) = pool_with(Limits::default());
    let used = || {
        budgets
            .spent(clock.now_ms())
            .first()
            .map_or(0.0, |load| load.work)
    };
    let spin = |_: Budget<'_>| {
        let begun = cpu_time();
        while cpu_time() - begun < Duration::from_millis(20) {
            std::hint::black_box(0);
        }
    };
    pool.submit(terms(JobKind::Move, address(1)), spin)
        .await
        .unwrap()
        .unwrap();
    // It is paid for before it is answered.
    assert!(used() >= 0.02, "{}", used());
}

#[test]
fn a_longer_queue_leaves_less_to_each_job() {
    assert_eq!(share(24_000, rounds(0)), 24_000);
    assert_eq!(share(24_000, rounds(thread_count())), 12_000);
    assert_eq!(share(24_000, rounds(1_000 * thread_count())), LEAST_NODES);
    assert_eq!(share(100, rounds(1_000)), 100);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn search_threads_have_low_priority() {
    let pool = pool();
    let nice = || rustix::process::getpriority_process(Some(rustix::thread::gettid()));
    let answer = pool.submit(terms(JobKind::Move, Payer::Server), move |_| nice().ok());
    assert_eq!(answer.await, Ok(Ok(Some(19))));
    assert_ne!(nice().ok(), Some(19));
}

#[tokio::test]
async fn a_job_returns_its_best_result_by_its_deadline_and_a_late_job_is_short() {
    let (pool, _, clock) = pool_with(Limits::default());
    let due = |after_ms: u64| JobTerms {
        due_ms: Some(clock.now_ms() + after_ms),
        nodes: u64::MAX,
        ..terms(JobKind::Move, Payer::Server)
    };
    let board = Board::replay(Rules::GOMOKU, &[112, 113, 96]).unwrap();
    let (begins, begun) = mpsc::sync_channel(1);
    let found = pool.submit(due(100), move |budget| {
        begins.send(()).unwrap();
        Player::new(Level::TOP).choose(&board, 1, budget)
    });
    begun.recv().unwrap();
    clock.advance(100);
    assert!(found.await.unwrap().unwrap().is_some());
    let looked_at = pool.submit(due(0), |budget| {
        solve(&Board::new(Rules::GOMOKU), budget).nodes
    });
    let looked_at = looked_at.await.unwrap().unwrap();
    assert!(
        (LEAST_NODES..2 * LEAST_NODES).contains(&looked_at),
        "{looked_at}"
    );
}
