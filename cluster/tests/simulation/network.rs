//! The simulated store and the links of nodes to it and to each other. Every delay and mishap is drawn from the
//! seed; time is tokio's paused clock, so a history takes milliseconds and repeats.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use cluster::{LogRecord, LogSeq, LogSlice, LogStore, NodeId};
use futures::future::{BoxFuture, FutureExt, pending};
use tokio::{
    sync::oneshot,
    time::{Instant, sleep, sleep_until, timeout},
};

use crate::simulation::{
    Fault,
    judge::{Payload, Record},
    node::SimNode,
    random::Random,
};

/// Time that a node waits for an append; an election takes seconds.
const APPEND_TIMEOUT: Duration = Duration::from_secs(5);

/// Time that a node waits for a read.
const READ_TIMEOUT: Duration = Duration::from_secs(1);

/// Chances of each mishap, of 1,000.
#[derive(Clone, Copy, Debug)]
pub struct Weather {
    /// An append is refused for nothing.
    pub refused: u64,
    /// An answer is lost.
    pub forgotten: u64,
    /// A call to the store takes seconds.
    pub late: u64,
    /// A read is answered by a copy that is behind.
    pub stale: u64,
    /// A republished record is lost.
    pub dropped: u64,
}

/// All that nodes share.
pub struct Network {
    pub fault: Option<Fault>,
    pub weather: Weather,
    state: Mutex<State>,
}

struct State {
    random: Random,
    log: LogSlice<Payload>,
    nodes: BTreeMap<NodeId, Arc<SimNode>>,
    /// Nodes whose place another life has taken. They do not learn of it, so they go on like a process that was
    /// stopped, but hear and answer nobody.
    former: Vec<Arc<SimNode>>,
    /// Until when a node reaches neither the store nor other nodes.
    cut_off: BTreeMap<NodeId, Instant>,
    /// When the last message to a node arrives: messages to one node keep their order.
    delivered: BTreeMap<NodeId, Instant>,
    is_calm: bool,
}

impl Network {
    pub fn new(seed: u64, weather: Weather, fault: Option<Fault>) -> Arc<Network> {
        Arc::new(Network {
            fault,
            weather,
            state: Mutex::new(State {
                random: Random::new(seed),
                log: Vec::new(),
                nodes: BTreeMap::new(),
                former: Vec::new(),
                cut_off: BTreeMap::new(),
                delivered: BTreeMap::new(),
                is_calm: false,
            }),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    pub fn below(&self, bound: u64) -> u64 {
        self.state().random.below(bound)
    }

    /// Whether something befalls a message now.
    fn happens(&self, of_thousand: u64) -> bool {
        let mut state = self.state();
        let drawn = state.random.below(1_000);
        !state.is_calm && drawn < of_thousand
    }

    /// From now on nothing goes wrong.
    pub fn calm(&self) {
        let mut state = self.state();
        state.is_calm = true;
        state.cut_off.clear();
    }

    pub fn log(&self) -> LogSlice<Payload> {
        self.state().log.clone()
    }

    /// A node takes its place, also that of its former life.
    pub fn join(&self, node: Arc<SimNode>) {
        let mut state = self.state();
        let former = state.nodes.insert(node.id, node);
        state.former.extend(former);
    }

    /// The nodes as they are now.
    pub fn present(&self) -> Vec<Arc<SimNode>> {
        self.state().nodes.values().cloned().collect()
    }

    /// Every node in each of its lives, the present ones last.
    pub fn lives(&self) -> Vec<Arc<SimNode>> {
        let state = self.state();
        let former = state.former.iter();
        former.chain(state.nodes.values()).cloned().collect()
    }

    pub fn node(&self, id: NodeId) -> Option<Arc<SimNode>> {
        self.state().nodes.get(&id).cloned()
    }

    pub fn cut_off(&self, id: NodeId, lasts: Duration) {
        self.state().cut_off.insert(id, Instant::now() + lasts);
    }

    /// Until when a node is cut off, if it is.
    pub fn is_cut_off(&self, id: NodeId) -> Option<Instant> {
        let until = self.state().cut_off.get(&id).copied();
        until.filter(|until| *until > Instant::now())
    }

    /// Most messages take milliseconds; during an election, seconds.
    pub async fn travel(&self) {
        let ms = match self.happens(self.weather.late) {
            true => 1_000 + self.below(8_000),
            false => 1 + self.below(8),
        };
        sleep(Duration::from_millis(ms)).await;
    }

    /// The fate of a record that reaches the store.
    fn keep(self: &Arc<Network>, record: &Record) -> Option<LogSeq> {
        let accepted = match self.happens(self.weather.refused) {
            true => None,
            false => self.append(record),
        };
        match (accepted, self.fault) {
            (Some(seq), _) => self.republish(seq, record),
            // A subscription to the subject that is published to hears refused appends, too.
            (None, Some(Fault::ShowsRefused)) => {
                self.republish(LogSeq(record.previous.0 + 1), record);
            }
            _ => {}
        }
        accepted
    }

    fn append(&self, record: &Record) -> Option<LogSeq> {
        let mut state = self.state();
        let end = end_of(&state.log);
        if end != record.previous {
            return None;
        }
        let seq = LogSeq(end.0 + 1 + state.random.below(3));
        state.log.push((seq, record.clone()));
        Some(seq)
    }

    fn republish(self: &Arc<Network>, seq: LogSeq, record: &Record) {
        let ids: Vec<NodeId> = self.state().nodes.keys().copied().collect();
        for id in ids {
            if self.happens(self.weather.dropped) || self.is_cut_off(id).is_some() {
                continue;
            }
            let arrives = {
                let mut state = self.state();
                let delay = Duration::from_millis(1 + state.random.below(20));
                let soonest = Instant::now() + delay;
                let before = state.delivered.get(&id).copied();
                let arrives = before.map_or(soonest, |before| before.max(soonest));
                state.delivered.insert(id, arrives);
                arrives
            };
            let (network, record) = (Arc::clone(self), record.clone());
            tokio::spawn(async move {
                sleep_until(arrives).await;
                if let Some(node) = network.node(id) {
                    node.driver.republished(seq, record);
                }
            });
        }
    }

    /// Waits until a node is reached; a node that is cut off buffers what it sends.
    async fn reached(&self, id: NodeId) {
        while let Some(until) = self.is_cut_off(id) {
            sleep_until(until).await;
        }
    }
}

/// The number at which a log ends.
fn end_of(log: &[(LogSeq, Record)]) -> LogSeq {
    log.last().map_or(LogSeq::NONE, |(seq, _)| *seq)
}

/// One node's way to the store, in one of its lives.
pub struct Link {
    pub network: Arc<Network>,
    pub node: NodeId,
}

impl Link {
    /// Sends an append on its way, which does not end when nobody waits for it any more.
    fn send(&self, record: Record) -> oneshot::Receiver<Option<LogSeq>> {
        let (answer, receiver) = oneshot::channel();
        let (network, node) = (Arc::clone(&self.network), self.node);
        tokio::spawn(async move {
            network.reached(node).await;
            network.travel().await;
            let seq = network.keep(&record);
            if network.happens(network.weather.forgotten) || network.is_cut_off(node).is_some() {
                return pending().await;
            }
            network.travel().await;
            let _ = answer.send(seq);
        });
        receiver
    }

    async fn append_once(&self, record: Record) -> Option<LogSeq> {
        timeout(APPEND_TIMEOUT, self.send(record))
            .await
            .ok()?
            .ok()?
    }
}

impl LogStore<Payload> for Link {
    fn append(&self, record: Record) -> BoxFuture<'_, Option<LogSeq>> {
        async move {
            let seq = self.append_once(record.clone()).await;
            let is_step = record.body.payload().is_some();
            if seq.is_some() || !is_step || self.network.fault != Some(Fault::RetriesOnAnotherEnd) {
                return seq;
            }
            // "wrong last sequence: 15"
            let previous = end_of(&self.network.log());
            self.append_once(LogRecord { previous, ..record }).await
        }
        .boxed()
    }

    fn read(&self, after: LogSeq) -> BoxFuture<'_, Option<LogSlice<Payload>>> {
        let read = async move {
            self.network.travel().await;
            self.network.reached(self.node).await;
            let mut log = self.network.log();
            if self.network.happens(self.network.weather.stale) {
                let length = self.network.below(log.len() as u64 + 1);
                log.truncate(usize::try_from(length).unwrap());
            }
            log.retain(|(seq, _)| *seq > after);
            self.network.travel().await;
            log
        };
        timeout(READ_TIMEOUT, read).map(Result::ok).boxed()
    }
}
