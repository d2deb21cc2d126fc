//! A log in memory, which refuses for nothing and forgets to answer, as a real one does.

use std::{
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use cluster::{LogRecord, LogSeq, LogSlice, LogStore, NodeId, WriterId};
use futures::future::{BoxFuture, FutureExt, ready};
use journal::shared::SharedOptions;
use parking_lot::Mutex;
use tokio::runtime::Runtime;

/// Faults of an append: every so manieth, if not 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mishaps {
    /// It is refused, though it could be stored.
    pub refused: u64,
    /// It is stored, and nobody answers.
    pub unanswered: u64,
}

/// The log.
#[derive(Default)]
pub struct MemoryLog {
    records: Mutex<LogSlice<Vec<u8>>>,
    mishaps: Mishaps,
    appends: AtomicU64,
    reads: AtomicU64,
    /// Whether no read is answered.
    pub is_unreadable: AtomicBool,
    /// Whether no append arrives.
    pub is_unreachable: AtomicBool,
}

impl MemoryLog {
    pub fn new(mishaps: Mishaps) -> Arc<MemoryLog> {
        Arc::new(MemoryLog {
            mishaps,
            ..MemoryLog::default()
        })
    }

    /// The same log, but for its last records, which it has lost.
    pub fn shorter(&self, records: usize) -> Arc<MemoryLog> {
        let kept = self.records.lock()[..records].to_vec();
        Arc::new(MemoryLog {
            records: Mutex::new(kept),
            ..MemoryLog::default()
        })
    }

    /// The same log without its first records, which were purged.
    pub fn without_first(&self, records: usize) -> Arc<MemoryLog> {
        let kept = self.records.lock()[records..].to_vec();
        Arc::new(MemoryLog {
            records: Mutex::new(kept),
            ..MemoryLog::default()
        })
    }

    /// Number of reads.
    pub fn reads(&self) -> u64 {
        self.reads.load(Ordering::Relaxed)
    }

    /// Number of records sent.
    pub fn appends(&self) -> u64 {
        self.appends.load(Ordering::Relaxed)
    }

    pub fn records(&self) -> LogSlice<Vec<u8>> {
        self.records.lock().clone()
    }
}

impl LogStore<Vec<u8>> for MemoryLog {
    fn append(&self, record: LogRecord<Vec<u8>>) -> BoxFuture<'_, Option<LogSeq>> {
        let number = self.appends.fetch_add(1, Ordering::Relaxed) + 1;
        let happens = |every: u64| every > 0 && number.is_multiple_of(every);
        let mut records = self.records.lock();
        let end = records.last().map_or(LogSeq::NONE, |(seq, _)| *seq);
        let is_lost = self.is_unreachable.load(Ordering::Relaxed);
        if record.previous != end || is_lost || happens(self.mishaps.refused) {
            return ready(None).boxed();
        }
        let seq = LogSeq(end.0 + 1);
        records.push((seq, record));
        ready(Some(seq).filter(|_| !happens(self.mishaps.unanswered))).boxed()
    }

    fn read(&self, after: LogSeq) -> BoxFuture<'_, Option<LogSlice<Vec<u8>>>> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        if self.is_unreadable.load(Ordering::Relaxed) {
            return ready(None).boxed();
        }
        let records = self.records.lock();
        let behind = records.iter().filter(|(seq, _)| *seq > after);
        // In small parts, as from a long log.
        let part = behind.take(7).cloned().collect();
        ready(Some(part)).boxed()
    }
}

/// Where the logs' calls run.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_time()
        .build()
        .unwrap()
});

/// A silence that none of these tests waits for.
pub const NEVER: Duration = Duration::from_secs(3_600);

/// A new life of a node on that log, which takes over at once.
pub fn life(of: &Arc<MemoryLog>, node: u32, now_ms: u64) -> SharedOptions {
    static LIVES: AtomicU64 = AtomicU64::new(1);
    SharedOptions {
        store: Arc::<MemoryLog>::clone(of),
        log: 7,
        me: WriterId {
            node: NodeId(node),
            life: LIVES.fetch_add(1, Ordering::Relaxed),
        },
        runtime: RUNTIME.handle().clone(),
        clock: Arc::new(move || now_ms),
        silence: NEVER,
        pause: Duration::ZERO,
        patience: Duration::from_secs(3_600),
        begins: true,
    }
}
