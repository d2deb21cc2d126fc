//! A node: its copy, commands of seats, and when it tries to become the writer.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use cluster::{LogChange, LogDriver, LogObserver, LogSeq, LogTail, NodeId, WriterId};
use tokio::time::{Instant, sleep, timeout};

use crate::simulation::{
    Fault,
    judge::{CopyEnd, Payload, Record, Step},
    network::{Link, Network},
};

/// So long after the last record a node tries to become the writer.
const SILENCE: Duration = Duration::from_secs(3);

/// Time between two signs of life of the writer.
const LIFE: Duration = Duration::from_secs(1);

/// Time that a node tries to become the writer.
const FENCE_TIMEOUT: Duration = Duration::from_secs(8);

/// A seat's numbered command.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    pub seat: usize,
    pub n: u64,
}

/// Everything that a node has applied, and its fold.
#[derive(Clone, Default)]
pub struct Copy {
    pub records: Vec<(LogSeq, Record)>,
    pub last: BTreeMap<usize, Step>,
    pub is_frozen: bool,
}

impl Copy {
    fn apply(&mut self, seq: LogSeq, record: Record) {
        if let Some(step) = record.body.payload() {
            self.last.insert(step.seat, *step);
        }
        self.records.push((seq, record));
    }

    pub fn end(&self) -> CopyEnd {
        CopyEnd {
            last: self.records.last().map(|(seq, _)| *seq),
            is_frozen: self.is_frozen,
        }
    }

    /// Number of steps until now.
    fn total(&self) -> u64 {
        self.last.values().map(|step| step.total).max().unwrap_or(0)
    }

    fn tail(&self) -> LogTail {
        let last = self.records.last();
        last.map_or_else(LogTail::default, |(seq, record)| LogTail {
            last: *seq,
            id: Some(record.id),
            term: record.term,
        })
    }
}

/// A copy, and when it last grew.
struct Kept(Copy, Instant);

pub struct Observer(Arc<Mutex<Kept>>);

impl LogObserver<Payload> for Observer {
    fn shown(&self, shown: LogChange<Payload>) {
        let mut kept = self.0.lock().unwrap();
        match shown {
            LogChange::Record(seq, record) => {
                kept.0.apply(seq, record);
                kept.1 = Instant::now();
            }
            LogChange::SteppedDown => {}
            LogChange::Frozen => kept.0.is_frozen = true,
        }
    }
}

pub struct SimNode {
    pub id: NodeId,
    pub life: u64,
    network: Arc<Network>,
    pub driver: Arc<LogDriver<Payload, Link, Observer>>,
    kept: Arc<Mutex<Kept>>,
    lock: tokio::sync::Mutex<()>,
}

impl SimNode {
    /// A node that begins, or begins again, with the copy that it has.
    pub fn start(id: NodeId, life: u64, copy: Copy, network: &Arc<Network>) {
        let tail = copy.tail();
        let kept = Arc::new(Mutex::new(Kept(copy, Instant::now())));
        let link = Link {
            network: Arc::clone(network),
            node: id,
        };
        let me = WriterId { node: id, life };
        let observer = Observer(Arc::clone(&kept));
        let node = Arc::new(SimNode {
            id,
            life,
            network: Arc::clone(network),
            driver: LogDriver::new(me, tail, Arc::new(link), observer),
            kept,
            lock: tokio::sync::Mutex::default(),
        });
        network.join(Arc::clone(&node));
        node.driver.missed();
        tokio::spawn(node.live());
    }

    pub fn look<T>(&self, look: impl FnOnce(&Copy) -> T) -> T {
        look(&self.kept.lock().unwrap().0)
    }

    /// The writer shows that it lives; others watch for that.
    async fn live(self: Arc<Self>) {
        loop {
            let pause = Duration::from_millis(self.network.below(1_000));
            sleep(LIFE + pause / 4).await;
            // Another life has its place; what it has sent is still on the way.
            if self
                .network
                .node(self.id)
                .is_none_or(|now| now.life != self.life)
            {
                return;
            }
            if self.driver.writes() {
                let _lock = self.lock.lock().await;
                let _ = self.driver.commit(None).await;
                continue;
            }
            let silent = self.kept.lock().unwrap().1.elapsed();
            if silent > SILENCE + pause {
                let fence = self.driver.fence(None);
                if timeout(FENCE_TIMEOUT, fence).await.is_err() {
                    self.driver.release();
                }
            }
        }
    }

    /// The writer as the log says.
    pub fn writer(&self) -> Option<NodeId> {
        self.driver.tail().id.map(|id| id.writer.node)
    }

    /// Does a command, if this is the writer. `None`: ask again.
    pub async fn command(self: Arc<Self>, command: Command) -> Option<Step> {
        let _lock = self.lock.lock().await;
        if !self.driver.writes() {
            return None;
        }
        let step = {
            let kept = self.kept.lock().unwrap();
            let done = kept.0.last.get(&command.seat).copied();
            match done {
                Some(done) if done.n == command.n => return Some(done),
                Some(done) if done.n + 1 != command.n => return None,
                None if command.n != 1 => return None,
                _ => Step {
                    seat: command.seat,
                    n: command.n,
                    total: kept.0.total() + 1,
                },
            }
        };
        if self.network.fault == Some(Fault::AcknowledgesEarly) {
            let driver = Arc::clone(&self.driver);
            tokio::spawn(async move { driver.commit(Some(step)).await });
            return Some(step);
        }
        self.driver.commit(Some(step)).await.ok().map(|_| step)
    }
}
