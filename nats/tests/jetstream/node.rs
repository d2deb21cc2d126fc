//! A node of ours: the log's driver on the real store, a copy, and one seat's commands at a time.

use std::{sync::Arc, time::Duration};

use cluster::{
    LogChange, LogDriver, LogObserver, LogRecord, LogSeq, LogStore, LogTail, NodeId, RecordBody,
    WriterId,
};
use cluster_nats::NatsStore;
use tokio::{
    sync::watch,
    task::JoinHandle,
    time::{Instant, interval, timeout},
};

use crate::judge::{self, Acknowledged, CopyEnd, Payload, Record, Step};

/// No command takes longer, elections included.
const PATIENCE: Duration = Duration::from_secs(60);

/// Time between two looks of a node for what the log has, as in `journal-sqlite`.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// Within this time followers have what was committed, nothing being amiss.
const APPLIED: Duration = Duration::from_secs(10);

/// Records that a node has applied.
#[derive(Default)]
struct Copy {
    records: Vec<(LogSeq, Record)>,
    is_frozen: bool,
}

impl Copy {
    /// The step of a seat that is the last one, and how many there are of all.
    fn last(&self, seat: usize) -> (Option<Step>, u64) {
        let records = self.records.iter();
        let steps = records.filter_map(|(_, record)| *record.body.payload());
        let last = steps.clone().rfind(|step| step.seat == seat);
        (last, steps.count() as u64)
    }
}

struct Observer(watch::Sender<Copy>);

impl LogObserver<Vec<u8>> for Observer {
    fn shown(&self, shown: LogChange<Vec<u8>>) {
        self.0.send_modify(|copy| match shown {
            LogChange::Record(seq, record) => copy.records.push((seq, typed(record))),
            LogChange::SteppedDown => {}
            LogChange::Frozen => copy.is_frozen = true,
        });
    }
}

fn encoded(step: Step) -> Vec<u8> {
    let Step { seat, n, total } = step;
    format!("{seat} {n} {total}").into_bytes()
}

fn decoded(payload: Vec<u8>) -> Payload {
    let text = String::from_utf8(payload).unwrap();
    let numbers: Vec<u64> = text
        .split_whitespace()
        .map(|n| n.parse().unwrap())
        .collect();
    let [seat, n, total] = numbers[..] else {
        return None;
    };
    let seat = usize::try_from(seat).unwrap();
    Some(Step { seat, n, total })
}

fn typed(record: LogRecord<Vec<u8>>) -> Record {
    LogRecord {
        id: record.id,
        previous: record.previous,
        term: record.term,
        body: match record.body {
            RecordBody::Fence(payload) => RecordBody::Fence(decoded(payload)),
            RecordBody::Entry(payload) => RecordBody::Entry(decoded(payload)),
        },
    }
}

pub struct LogNode {
    store: Arc<NatsStore>,
    driver: Arc<LogDriver<Vec<u8>, NatsStore, Observer>>,
    copy: watch::Receiver<Copy>,
    lock: tokio::sync::Mutex<()>,
    following: JoinHandle<()>,
}

impl Drop for LogNode {
    fn drop(&mut self) {
        self.following.abort();
    }
}

impl LogNode {
    /// The node of this number, which follows the log.
    pub async fn open(node: u32, store: NatsStore) -> Arc<LogNode> {
        let (sender, copy) = watch::channel(Copy::default());
        let (store, me) = (
            Arc::new(store),
            WriterId {
                node: NodeId(node),
                life: u64::from(node),
            },
        );
        let observer = Observer(sender);
        let driver = LogDriver::new(me, LogTail::default(), Arc::clone(&store), observer);
        let following = {
            let driver = Arc::clone(&driver);
            tokio::spawn(async move {
                let mut looks = interval(LOOK_EVERY);
                loop {
                    looks.tick().await;
                    driver.missed();
                }
            })
        };
        Arc::new(LogNode {
            store,
            driver,
            copy,
            lock: tokio::sync::Mutex::default(),
            following,
        })
    }

    /// A command until it is done, by whatever it takes to be the writer.
    pub async fn command(&self, seat: usize, n: u64) -> Acknowledged {
        let sent = Instant::now();
        let done = async {
            loop {
                if let Some(step) = self.try_command(seat, n).await {
                    return step;
                }
            }
        };
        let step = timeout(PATIENCE, done).await.expect("a command is done");
        Acknowledged {
            sent,
            answered: Instant::now(),
            step,
        }
    }

    async fn try_command(&self, seat: usize, n: u64) -> Option<Step> {
        let _lock = self.lock.lock().await;
        if !self.driver.writes() {
            self.driver.fence(Vec::new()).await.ok()?;
        }
        let (last, count) = self.copy.borrow().last(seat);
        if let Some(done) = last.filter(|done| done.n == n) {
            return Some(done);
        }
        let total = count + 1;
        let step = Step { seat, n, total };
        let committed = self.driver.commit(encoded(step)).await;
        committed.ok().map(|_| step)
    }

    /// All of the log.
    async fn log(&self) -> Vec<(LogSeq, Record)> {
        let mut log: Vec<(LogSeq, Record)> = Vec::new();
        loop {
            let after = log.last().map_or(LogSeq::NONE, |(seq, _)| *seq);
            let read = timeout(PATIENCE, self.store.read(after)).await;
            match read.unwrap() {
                None => {}
                Some(read) if read.is_empty() => return log,
                Some(read) => log.extend(read.into_iter().map(|(seq, one)| (seq, typed(one)))),
            }
        }
    }
}

/// Checks the answers to clients, and what each node has applied, against the log. Returns the length of the log.
pub async fn judge(nodes: &[Arc<LogNode>], acknowledged: &[Acknowledged]) -> usize {
    let log = nodes[0].log().await;
    let last = log.last().map(|(seq, _)| *seq);
    judge::log_is_sound(&log).unwrap();
    judge::is_linearizable(&log, acknowledged).unwrap();
    for node in nodes {
        let mut copy = node.copy.clone();
        let current = copy
            .wait_for(|copy| copy.is_frozen || copy.records.last().map(|(seq, _)| *seq) == last);
        let copy = timeout(APPLIED, current)
            .await
            .expect("it has the log's end");
        let copy = copy.unwrap();
        judge::was_true(&log, &copy.records).unwrap();
        let end = CopyEnd {
            last: copy.records.last().map(|(seq, _)| *seq),
            is_frozen: copy.is_frozen,
        };
        judge::is_current(&log, end).unwrap();
    }
    log.len()
}
