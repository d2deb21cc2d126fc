//! A listener that has few clients, none of them players: the operator's commands, and scrapes.

use std::{
    future::poll_fn,
    io,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use tokio::{sync::Semaphore, task::JoinSet};

/// Between a stream that could not be accepted, for want of files, and the next.
const PAUSE: Duration = Duration::from_millis(100);

/// Accepts streams and serves each, at most `most` at once while others wait; until dropped.
pub async fn serve_few<S, F>(
    most: usize,
    accept: impl Fn(&mut Context<'_>) -> Poll<io::Result<S>>,
    serve: impl Fn(S) -> F,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let places = Arc::new(Semaphore::new(most));
    let mut serving = JoinSet::new();
    loop {
        // Never closed.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        let accepted = tokio::select! {
            accepted = poll_fn(&accept) => accepted,
            Some(_) = serving.join_next() => continue,
        };
        match accepted {
            Ok(stream) => {
                let served = serve(stream);
                serving.spawn(async move {
                    served.await;
                    drop(place);
                });
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}
