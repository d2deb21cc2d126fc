//! Tests of `service`.

use std::{pin::pin, sync::mpsc, task::Poll};

use futures::poll;

use super::*;
use crate::workers::Workers;

#[tokio::test]
async fn a_thread_that_takes_no_work_holds_back_the_report_to_the_watchdog() {
    let workers = Workers::start(3).unwrap();
    let threads = workers.handles();
    assert_eq!(threads.len(), 2);
    all_answer(&threads).await;
    let (begun, has_begun) = tokio::sync::oneshot::channel();
    let (go_on, goes_on) = mpsc::sync_channel::<()>(1);
    threads[1].spawn(async move {
        begun.send(()).unwrap();
        goes_on.recv().unwrap();
    });
    has_begun.await.unwrap();
    let mut answer = pin!(all_answer(&threads[1..]));
    assert_eq!(poll!(&mut answer), Poll::Pending);
    // The other thread is not concerned.
    all_answer(&threads[..1]).await;
    assert_eq!(poll!(&mut answer), Poll::Pending);
    go_on.send(()).unwrap();
    answer.await;
}
