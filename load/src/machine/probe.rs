//! A probe of how fast the measured process's core is at the moment: a thread there that sends
//! itself small messages over loopback, which is what a server of small messages does most, and
//! times them.
//!
//! The speed of a shared machine moves by up to twice within seconds; CPU time divided by the
//! probe's of the same window moves less.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex, Weak},
    thread::sleep,
    time::Duration,
};

use crate::{
    BenchError,
    client::connection::TIMEOUT,
    lock,
    machine::{cores::stay_on, procfs::cpu_of_thread},
    stats::Spread,
};

/// The bytes of the bare relay's messages, and of about a reply.
const MESSAGE_BYTES: usize = 90;
/// Messages in a row, after a first one that finds the caches cold.
const MESSAGES: u32 = 12;
/// Between one row and the next, at least.
const PAUSE: Duration = Duration::from_millis(10);
/// A pause is at least this multiple of the row's time, so that the probe's share of the core
/// stays below one in a hundred, however slow the core is.
const SPARING: u32 = 120;

/// A running probe. Its thread ends soon after it is dropped.
pub struct CoreProbe {
    /// Nanoseconds of CPU time a message, a sample a row.
    samples: Arc<Mutex<Vec<u32>>>,
}

impl CoreProbe {
    /// Starts a thread on that core. When it cannot run there or a row fails, the samples end.
    pub fn start(core: usize) -> Result<CoreProbe, BenchError> {
        let mut ends = loopback()?;
        let samples = Arc::default();
        let weak: Weak<Mutex<Vec<u32>>> = Arc::downgrade(&samples);
        let probe = move || {
            stay_on(core)?;
            while let Some(samples) = weak.upgrade() {
                let took = row(&mut ends)?;
                let each = took.as_nanos() / u128::from(MESSAGES);
                lock(&samples).push(u32::try_from(each).unwrap_or(u32::MAX));
                drop(samples);
                sleep(PAUSE.max(took * SPARING));
            }
            Ok::<_, BenchError>(())
        };
        std::thread::Builder::new()
            .name("probe".into())
            .spawn(probe)?;
        Ok(CoreProbe { samples })
    }

    /// Number of samples so far.
    pub fn samples(&self) -> usize {
        lock(&self.samples).len()
    }

    /// Nanoseconds of CPU time a message: the median of the samples from that one on.
    pub fn median_ns(&self, from: usize) -> Option<f64> {
        let samples = lock(&self.samples);
        let since = samples.get(from..)?.iter().copied().map(f64::from);
        Spread::of(since).map(|spread| spread.median)
    }
}

/// Both ends of a connection.
fn loopback() -> Result<(TcpStream, TcpStream), BenchError> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let one = TcpStream::connect(listener.local_addr()?)?;
    let (other, _) = listener.accept()?;
    for end in [&one, &other] {
        end.set_nodelay(true)?;
        end.set_read_timeout(Some(TIMEOUT))?;
    }
    Ok((one, other))
}

/// CPU time of a row of messages. Over loopback the sender carries a message to the receiver's
/// socket, so that reading never waits.
fn row((one, other): &mut (TcpStream, TcpStream)) -> Result<Duration, BenchError> {
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
mod tests;
