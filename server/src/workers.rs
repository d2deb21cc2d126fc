//! The threads that serve connections. Each has a runtime of its own and keeps
//! the connections it was given.
//!
//! In one runtime of several threads nearly every move woke another thread,
//! which looked for work and went to sleep again: with two threads on one core
//! a move cost a quarter more.

use std::{
    io,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread::JoinHandle,
};

use tokio::{
    runtime::{Builder, Handle},
    sync::oneshot,
};

/// The thread that asks, and others beside it. Dropping this ends the others.
#[derive(Debug, Default)]
pub struct Workers {
    others: Vec<Worker>,
    next: AtomicUsize,
}

#[derive(Debug)]
struct Worker {
    handle: Handle,
    /// Dropped, it ends the thread.
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Workers {
    /// Starts that number of threads, less the caller's own.
    ///
    /// # Errors
    /// When the system does not give them.
    pub fn start(count: usize) -> io::Result<Workers> {
        let others = (1..count).map(|_| Worker::start());
        Ok(Workers {
            others: others.collect::<io::Result<_>>()?,
            next: 0.into(),
        })
    }

    /// The other threads, to see whether each still takes work.
    pub fn handles(&self) -> Vec<Handle> {
        let others = self.others.iter();
        others.map(|worker| worker.handle.clone()).collect()
    }

    /// Where to serve the next connection, in turn; nothing: here.
    pub fn next(&self) -> Option<&Handle> {
        let turn = self.next.fetch_add(1, Relaxed) % (self.others.len() + 1);
        Some(&self.others.get(turn.checked_sub(1)?)?.handle)
    }
}

impl Worker {
    fn start() -> io::Result<Worker> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::Builder::new().name("worker".into());
        let thread = thread.spawn(move || {
            let _ = runtime.block_on(stopped);
            // Reads from the journal that are under way are not waited for.
            runtime.shutdown_background();
        })?;
        Ok(Worker {
            handle,
            stop,
            thread,
        })
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for Worker { stop, thread, .. } in self.others.drain(..) {
            drop(stop);
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests;
