//! A thread of its own for what takes long to compute. Dropping its handle stops it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use tokio::sync::oneshot;

/// A computation under way.
#[derive(Debug)]
pub struct SearchThread<T> {
    result: oneshot::Receiver<T>,
    pub(crate) stop: Arc<AtomicBool>,
}

impl<T: Send + 'static> SearchThread<T> {
    /// Starts a computation, which is to end early as soon as the flag it is given says so.
    pub fn start(compute: impl FnOnce(&dyn Fn() -> bool) -> Option<T> + Send + 'static) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, result) = oneshot::channel();
        let stopped = Arc::clone(&stop);
        let run = move || {
            if let Some(found) = compute(&|| stopped.load(Relaxed)) {
                // The handle may be gone.
                let _ = sender.send(found);
            }
        };
        // Without a thread there is no result, as after a failure.
        let _ = thread::Builder::new().name("search".into()).spawn(run);
        SearchThread { result, stop }
    }
}

impl<T> SearchThread<T> {
    /// Asks it to end with its result so far.
    pub fn hurry(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Its result; none if it failed. To be asked once.
    pub async fn result(&mut self) -> Option<T> {
        (&mut self.result).await.ok()
    }
}

impl<T> Drop for SearchThread<T> {
    fn drop(&mut self) {
        self.hurry();
    }
}
