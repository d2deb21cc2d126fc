//! The log's lines on their way out: a thread writes them, so that a reader who stands still, a terminal that was stopped or a
//! full pipe, holds up nobody who plays.

use std::{
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
        mpsc::{SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use tokio::sync::mpsc::{self, error::TryRecvError};
use tracing_subscriber::fmt::MakeWriter;

/// Lines that wait at most; further ones are lost, and counted, until there is room.
pub(super) const LOG_LINES: usize = 4_096;
/// Time that the end of the program waits until the lines of before are written, and between two looks for room meanwhile.
const LAST_LINES: Duration = Duration::from_secs(1);
const LOOK_EVERY: Duration = Duration::from_millis(5);

enum LogEntry {
    Line(Vec<u8>),
    /// Answered once everything before it is written.
    Flush(SyncSender<()>),
}

/// Where lines are put, by any thread and without waiting.
#[derive(Clone)]
pub(super) struct LogQueue {
    entries: mpsc::Sender<LogEntry>,
    lost: Arc<AtomicU64>,
}

impl LogQueue {
    /// A queue whose lines are written there, by a thread that ends with the process. `say_lost` logs how many were lost, once
    /// there is room for that.
    ///
    /// # Errors
    /// When no thread can be had.
    pub(super) fn to(
        out: impl Write + Send + 'static,
        say_lost: impl Fn(u64) + Send + 'static,
    ) -> io::Result<LogQueue> {
        let (entries, queued) = mpsc::channel(LOG_LINES);
        let lost = Arc::<AtomicU64>::default();
        let counted = Arc::clone(&lost);
        thread::Builder::new()
            .name("log".into())
            .spawn(move || write_all(queued, out, &counted, say_lost))?;
        Ok(LogQueue { entries, lost })
    }

    /// Waits until the queued lines are written, for a moment at most.
    pub(super) fn drain(&self) {
        let (written, is_written) = sync_channel(1);
        let until = Instant::now() + LAST_LINES;
        let flush = || self.entries.try_send(LogEntry::Flush(written.clone()));
        while flush().is_err() {
            // A full queue: of many lines at once, or of a reader who stands still.
            if Instant::now() >= until {
                return;
            }
            thread::sleep(LOOK_EVERY);
        }
        let _ = is_written.recv_timeout(until.saturating_duration_since(Instant::now()));
    }
}

fn write_all(
    mut queued: mpsc::Receiver<LogEntry>,
    mut out: impl Write,
    lost: &AtomicU64,
    say_lost: impl Fn(u64),
) {
    loop {
        let entry = match queued.try_recv() {
            Err(TryRecvError::Empty) => {
                // Now there is room for that line, which comes here by the same queue.
                match lost.swap(0, Relaxed) {
                    0 => {}
                    lines => say_lost(lines),
                }
                queued.blocking_recv()
            }
            found => found.ok(),
        };
        match entry {
            // There is no other place to complain of it.
            Some(LogEntry::Line(line)) => drop(out.write_all(&line)),
            Some(LogEntry::Flush(written)) => drop(written.try_send(())),
            None => return,
        }
    }
}

/// Each write is a line: the subscriber formats one whole and writes it at once.
impl Write for LogQueue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let put = self.entries.try_send(LogEntry::Line(line.to_vec()));
        if put.is_err() {
            self.lost.fetch_add(1, Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogQueue {
    type Writer = LogQueue;

    fn make_writer(&'a self) -> LogQueue {
        self.clone()
    }
}
