//! A room at a node of ours: a replica on the real store, a display, and one seat's commands at a time.

use std::{sync::Arc, time::Duration};

use cluster::{
    Acquired, LogRecord, LogSeq, LogStore, NodeId, RecordBody, RoomKey, RoomObserver, RoomReplica,
    Shown, Term, WriterId,
};
use cluster_nats::{Followed, NatsStore};
use tokio::{
    sync::watch,
    task::JoinHandle,
    time::{Instant, timeout},
};

use crate::judge::{self, Acknowledged, DisplayEnd, Payload, Record, Step};

/// No command takes longer, elections included.
const PATIENCE: Duration = Duration::from_secs(60);

/// Within this time followers have what was committed, nothing being amiss.
const SHOWN: Duration = Duration::from_secs(10);

/// The display of a room at a node.
#[derive(Default)]
struct Display {
    records: Vec<(LogSeq, Record)>,
    is_frozen: bool,
}

impl Display {
    /// The step of a seat that is the last one, and how many there are of all.
    fn last(&self, seat: usize) -> (Option<Step>, u64) {
        let steps = || self.records.iter().filter_map(|(_, record)| step(record));
        let last = steps().rfind(|step| step.seat == seat);
        (last, steps().count() as u64)
    }
}

fn step(record: &Record) -> Option<Step> {
    match record.body {
        RecordBody::Step(Payload::Step(step)) => Some(step),
        _ => None,
    }
}

struct Observer(watch::Sender<Display>);

impl RoomObserver<Vec<u8>> for Observer {
    fn shown(&self, shown: Shown<Vec<u8>>) {
        self.0.send_modify(|display| match shown {
            Shown::Record(seq, record) => display.records.push((seq, typed(record))),
            Shown::LetGo => {}
            Shown::Frozen => display.is_frozen = true,
        });
    }
}

fn encoded(step: Step) -> RecordBody<Vec<u8>> {
    let Step { seat, n, total } = step;
    RecordBody::Step(format!("{seat} {n} {total}").into_bytes())
}

fn typed(record: LogRecord<Vec<u8>>) -> Record {
    let body = match record.body {
        RecordBody::Fence => RecordBody::Fence,
        RecordBody::Step(payload) => {
            let text = String::from_utf8(payload).unwrap();
            let numbers: Vec<u64> = text.split(' ').map(|n| n.parse().unwrap()).collect();
            let seat = usize::try_from(numbers[0]).unwrap();
            let (n, total) = (numbers[1], numbers[2]);
            RecordBody::Step(Payload::Step(Step { seat, n, total }))
        }
        body => panic!("{body:?} is not written here"),
    };
    LogRecord {
        id: record.id,
        previous: record.previous,
        term: record.term,
        body,
    }
}

pub struct NodeRoom {
    node: NodeId,
    key: RoomKey,
    store: Arc<NatsStore>,
    replica: Arc<RoomReplica<Vec<u8>, NatsStore, Observer>>,
    display: watch::Receiver<Display>,
    lock: tokio::sync::Mutex<()>,
    tasks: [JoinHandle<()>; 2],
}

impl Drop for NodeRoom {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

impl NodeRoom {
    /// A room at the node of this number, which follows it and answers for it.
    pub async fn open(node: u32, key: RoomKey, store: &Arc<NatsStore>) -> Arc<NodeRoom> {
        let (sender, display) = watch::channel(Display::default());
        let writer = WriterId {
            node: NodeId(node),
            life: u64::from(node),
        };
        let replica = RoomReplica::new(writer, key, Arc::clone(store), Observer(sender));
        let mut follower = store.follow(key).await.unwrap();
        let following = {
            let replica = Arc::clone(&replica);
            tokio::spawn(async move {
                while let Some(followed) = follower.next().await {
                    match followed {
                        Followed::Missed(_) => replica.missed(),
                        Followed::Record(_, seq, record) => replica.republished(seq, record),
                    }
                }
            })
        };
        let answering = {
            let (store, replica) = (Arc::clone(store), Arc::clone(&replica));
            tokio::spawn(async move {
                store.answer(key, || replica.claim()).await.unwrap();
            })
        };
        Arc::new(NodeRoom {
            node: NodeId(node),
            key,
            store: Arc::clone(store),
            replica,
            display,
            lock: tokio::sync::Mutex::default(),
            tasks: [following, answering],
        })
    }

    /// A command until it is done, here or where the room is written. Who takes the room over asks nobody.
    pub async fn command(
        self: &Arc<NodeRoom>,
        others: &[Arc<NodeRoom>],
        seat: usize,
        n: u64,
        takes_over: bool,
    ) -> Acknowledged {
        let sent = Instant::now();
        let done = async {
            let mut silent = Term(if takes_over { u64::MAX } else { 0 });
            loop {
                match self.try_here(seat, n, silent).await {
                    Tried::Done(step) => return step,
                    Tried::Again => {}
                    Tried::Elsewhere(node, term) => {
                        let other = others.iter().find(|other| other.node == node).unwrap();
                        match other.try_here(seat, n, Term(0)).await {
                            Tried::Done(step) => return step,
                            _ => silent = term,
                        }
                    }
                }
            }
        };
        let step = timeout(PATIENCE, done).await.expect("a command is done");
        Acknowledged {
            room: self.key,
            sent,
            answered: Instant::now(),
            step,
        }
    }

    async fn try_here(&self, seat: usize, n: u64, silent: Term) -> Tried {
        let _lock = self.lock.lock().await;
        if !self.replica.may_commit() {
            match self.replica.acquire(silent).await {
                Acquired::Here(_) => {}
                Acquired::Nothing if n == 1 => {}
                Acquired::Elsewhere(claim) => return Tried::Elsewhere(claim.node, claim.term),
                Acquired::Frozen => panic!("the log is called contradictory"),
                _ => return Tried::Again,
            }
        }
        let (last, count) = self.display.borrow().last(seat);
        if let Some(done) = last.filter(|done| done.n == n) {
            return Tried::Done(done);
        }
        let total = count + 1;
        let step = Step { seat, n, total };
        match self.replica.commit(encoded(step)).await {
            Some(_) => Tried::Done(step),
            None => Tried::Again,
        }
    }

    /// All of the log.
    async fn log(&self) -> Vec<(LogSeq, Record)> {
        let mut log: Vec<(LogSeq, Record)> = Vec::new();
        loop {
            let after = log.last().map_or(LogSeq::NONE, |(seq, _)| *seq);
            let read = timeout(PATIENCE, self.store.read(self.key, after)).await;
            match read.unwrap() {
                None => {}
                Some(read) if read.is_empty() => return log,
                Some(read) => log.extend(read.into_iter().map(|(seq, one)| (seq, typed(one)))),
            }
        }
    }
}

enum Tried {
    Done(Step),
    Again,
    Elsewhere(NodeId, Term),
}

/// Checks the answers to clients, and what each node has shown, against the log. Returns the length of the log.
pub async fn judge(rooms: &[Arc<NodeRoom>], acknowledged: &[Acknowledged]) -> usize {
    let log = rooms[0].log().await;
    let last = log.last().map(|(seq, _)| *seq);
    judge::log_is_sound(&log).unwrap();
    judge::is_linearizable(&log, acknowledged).unwrap();
    let mut ends = Vec::new();
    for room in rooms {
        let mut display = room.display.clone();
        let current = display.wait_for(|display| {
            display.is_frozen || display.records.last().map(|(seq, _)| *seq) == last
        });
        let shown = timeout(SHOWN, current)
            .await
            .expect("it shows the log's end");
        let shown = shown.unwrap();
        judge::was_true(&log, &shown.records).unwrap();
        let end = DisplayEnd {
            last: shown.records.last().map(|(seq, _)| *seq),
            is_frozen: shown.is_frozen,
        };
        judge::is_current(&log, end).unwrap();
        ends.push(end);
    }
    judge::all_show_the_same(&ends).unwrap();
    log.len()
}
