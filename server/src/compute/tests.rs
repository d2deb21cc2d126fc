//! Tests of `compute`.

use super::*;

#[tokio::test]
async fn a_job_is_answered_and_one_that_is_stopped_is_not() {
    let pool = ComputePool::default();
    let answer = pool.submit(Priority::Move, 1_000, StopFlag::default(), |_| 7);
    assert_eq!(answer.await, Ok(7));
    let stop = StopFlag::new(true.into());
    assert!(
        pool.submit(Priority::Move, 1_000, stop, |_| 7)
            .await
            .is_err()
    );
}

#[tokio::test]
async fn a_job_that_panics_takes_no_other_with_it() {
    let pool = ComputePool::default();
    for _ in 0..2 * count() {
        let lost = pool.submit::<u8>(Priority::Review, 1, StopFlag::default(), |_| {
            panic!("on purpose")
        });
        assert!(lost.await.is_err());
    }
    assert_eq!(
        pool.submit(Priority::Move, 1, StopFlag::default(), |_| 7)
            .await,
        Ok(7)
    );
}

#[tokio::test]
async fn reviews_leave_a_thread_to_moves() {
    let pool = ComputePool::default();
    let (go_on, held) = std::sync::mpsc::sync_channel::<()>(0);
    let held = Arc::new(Mutex::new(held));
    let reviews: Vec<_> = (0..2 * count())
        .map(|_| {
            let held = Arc::clone(&held);
            let wait = move |_: Budget<'_>| lock(&held).recv().is_err();
            pool.submit(Priority::Review, 1, StopFlag::default(), wait)
        })
        .collect();
    assert_eq!(
        pool.submit(Priority::Move, 1, StopFlag::default(), |_| 7)
            .await,
        Ok(7)
    );
    drop(go_on);
    for review in reviews {
        assert_eq!(review.await, Ok(true));
    }
}

#[test]
fn the_more_wait_the_less_each_may_cost() {
    assert_eq!(share(24_000, 0), 24_000);
    assert_eq!(share(24_000, count()), 12_000);
    assert_eq!(share(24_000, 1_000 * count()), LEAST_NODES);
    assert_eq!(share(100, 1_000), 100);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn searching_threads_let_others_go_first() {
    let pool = ComputePool::default();
    let nice = || rustix::process::getpriority_process(Some(rustix::thread::gettid()));
    let answer = pool.submit(Priority::Move, 1, StopFlag::default(), move |_| nice().ok());
    assert_eq!(answer.await, Ok(Some(19)));
    assert_ne!(nice().ok(), Some(19));
}
