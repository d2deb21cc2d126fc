//! How fast the measured process's core is at the moment: a thread there that
//! sends itself small messages over loopback, which is what a server of small
//! messages does most, and times them.
//!
//! Knows nothing of what else runs there. The speed of a shared machine moves
//! by up to twice within seconds; CPU time divided by the probe's of the same
//! window moves less.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{SyncSender, sync_channel},
    },
    thread::{JoinHandle, sleep},
    time::Duration,
};

use crate::{
    Fault,
    client::line::PATIENCE,
    lock,
    machine::{cores::stay_on, procfs::cpu_of_thread},
    stats::Spread,
};

/// About what a move's reply has.
const MESSAGE_BYTES: usize = 90;
/// Messages in a row, after a first one that finds the caches cold.
const MESSAGES: u32 = 12;
/// Between one row and the next, at least.
const PAUSE: Duration = Duration::from_millis(10);
/// A pause is at least so many times what the row took: with the first message
/// and waking up the probe's share of the core stays below one in a hundred,
/// however slow the core is.
const SPARING: u32 = 120;
/// Samples that are kept: two hours of them.
const SAMPLES: usize = 720_000;

/// A running probe. Dropping it ends its thread.
pub struct Probe {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    /// Nanoseconds of CPU time a message, a sample a row.
    samples: Mutex<Vec<u32>>,
    stop: AtomicBool,
}

impl Probe {
    /// Starts a thread on that core.
    ///
    /// # Errors
    /// When it may not run there or there is no loopback.
    pub fn start(core: usize) -> Result<Probe, Fault> {
        let shared = Arc::new(Shared::default());
        let (ready, is_ready) = sync_channel(1);
        let theirs = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("probe".into())
            .spawn(move || theirs.run(core, &ready))?;
        let probe = Probe {
            shared,
            thread: Some(thread),
        };
        is_ready
            .recv_timeout(PATIENCE)
            .map_err(|_| "the probe does not start")??;
        Ok(probe)
    }

    /// How many samples there are so far.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.shared.samples().len()
    }

    /// Nanoseconds of CPU time a message: the median of the samples from that
    /// one on. None when there are none.
    #[must_use]
    pub fn median_ns(&self, from: usize) -> Option<f64> {
        let samples = self.shared.samples();
        let since = samples.get(from..)?.iter().copied().map(f64::from);
        Spread::of(since).map(|spread| spread.median)
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        self.shared.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            // It returns nothing that anybody could want.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn samples(&self) -> std::sync::MutexGuard<'_, Vec<u32>> {
        lock(&self.samples)
    }

    fn run(&self, core: usize, ready: &SyncSender<Result<(), Fault>>) {
        let opened = stay_on(core).and_then(|()| loopback());
        let mut ends = match opened {
            Ok(ends) => {
                let _ = ready.send(Ok(()));
                ends
            }
            Err(why) => {
                let _ = ready.send(Err(why));
                return;
            }
        };
        // A row that fails ends the samples, and their absence is reported.
        while !self.stop.load(Relaxed) {
            let Ok(took) = row(&mut ends) else { return };
            let each = took.as_nanos() / u128::from(MESSAGES);
            let mut samples = self.samples();
            if samples.len() < SAMPLES {
                samples.push(u32::try_from(each).unwrap_or(u32::MAX));
            }
            drop(samples);
            sleep(PAUSE.max(took * SPARING));
        }
    }
}

/// Both ends of a connection.
fn loopback() -> Result<(TcpStream, TcpStream), Fault> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let one = TcpStream::connect(listener.local_addr()?)?;
    let (other, _) = listener.accept()?;
    for end in [&one, &other] {
        end.set_nodelay(true)?;
        end.set_read_timeout(Some(PATIENCE))?;
    }
    Ok((one, other))
}

/// CPU time of a row of messages. Over loopback the sender carries a message
/// to the receiver's socket, so that it is there when it is read; and what the
/// thread waits while another runs is not its CPU time.
fn row((one, other): &mut (TcpStream, TcpStream)) -> Result<Duration, Fault> {
    let mut message = [b'x'; MESSAGE_BYTES];
    let mut pass = || {
        one.write_all(&message)?;
        other.read_exact(&mut message)
    };
    pass()?;
    let begin = cpu_of_thread()?;
    for _ in 0..MESSAGES {
        pass()?;
    }
    Ok(cpu_of_thread()?.saturating_sub(begin))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::cores::Cores;

    #[test]
    fn the_median_is_of_the_samples_since_the_mark() {
        let probe = Probe {
            shared: Arc::default(),
            thread: None,
        };
        assert_eq!(probe.median_ns(0), None);
        probe.shared.samples().extend([900, 10, 30, 20]);
        assert_eq!(probe.median_ns(1), Some(20.0));
        assert_eq!(probe.median_ns(4), None);
    }

    #[test]
    fn a_row_takes_cpu_time_and_ends() {
        let mut ends = loopback().unwrap();
        assert!(row(&mut ends).unwrap() > Duration::ZERO);
        if let Some(cores) = Cores::choose() {
            drop(Probe::start(cores.subject).unwrap());
        }
    }
}
