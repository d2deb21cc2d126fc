//! One history: nodes, clients and mishaps, all from one seed.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use cluster::{NodeId, RecordBody};
use futures::future::join_all;
use tokio::time::{Instant, sleep, timeout};

use crate::simulation::{
    Fault,
    judge::{self, Acknowledged},
    network::{Network, Weather},
    node::{Command, Copy, SimNode},
    random::Random,
};

const NODES: u32 = 3;
const SEATS: usize = 3;
const COMMANDS: u64 = 6;

/// Time until clients send a command without an answer again, elsewhere.
const PATIENCE: Duration = Duration::from_secs(8);

/// Duration of mishaps. Clients that are not through by then go on without.
const MISHAPS: Duration = Duration::from_secs(40);

/// Within this time after the last mishap and the last command every copy is the same, but for marks of life.
const HEALED: Duration = Duration::from_secs(20);

/// Within this time after the last mishap every client has his answers.
const THROUGH: Duration = Duration::from_secs(120);

/// No history takes longer.
const LONGEST: Duration = Duration::from_secs(600);

/// The figures of a history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub acknowledged: usize,
    pub records: usize,
    pub fences: usize,
}

/// Lives through one history and judges it. The same seed gives the same history.
pub fn run(seed: u64, fault: Option<Fault>) -> Result<Figures, String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(async {
        let history = timeout(LONGEST, history(seed, fault)).await;
        history.map_err(|_| "it does not end".to_owned())?
    })
}

async fn history(seed: u64, fault: Option<Fault>) -> Result<Figures, String> {
    let mut random = Random::new(seed);
    let mut up_to = |most: u64| random.below(most + 1);
    let weather = Weather {
        refused: up_to(60),
        forgotten: up_to(60),
        late: up_to(60),
        stale: up_to(200),
        dropped: up_to(200),
    };
    let network = Network::new(seed, weather, fault);
    for id in 1..=NODES {
        SimNode::start(NodeId(id), 1, Copy::default(), &network);
    }
    let mishaps = tokio::spawn(mishaps(Arc::clone(&network)));
    let acknowledged: Arc<Mutex<Vec<Acknowledged>>> = Arc::default();
    let clients: Vec<_> = (0..SEATS)
        .map(|seat| {
            let (network, acknowledged) = (Arc::clone(&network), Arc::clone(&acknowledged));
            tokio::spawn(client(network, seat, acknowledged))
        })
        .collect();
    mishaps.await.map_err(|error| error.to_string())?;
    network.calm();
    let is_through = timeout(THROUGH, join_all(clients)).await.is_ok();
    sleep(HEALED).await;
    let acknowledged = std::mem::take(&mut *acknowledged.lock().unwrap());
    let figures = judge(&network, &acknowledged).await?;
    let is_through = is_through && acknowledged.len() == SEATS * COMMANDS as usize;
    is_through
        .then_some(figures)
        .ok_or_else(|| "a client has no answer".to_owned())
}

async fn judge(network: &Network, acknowledged: &[Acknowledged]) -> Result<Figures, String> {
    let log = network.log();
    judge::is_linearizable(&log, acknowledged)?;
    judge::log_is_sound(&log)?;
    // What was stored last is on its way.
    sleep(Duration::from_millis(500)).await;
    let later = network.log();
    for node in network.lives() {
        node.look(|copy| judge::was_true(&later, &copy.records))?;
    }
    for node in network.present() {
        let mut end = node.look(Copy::end);
        end.last = end.last.min(log.last().map(|(seq, _)| *seq));
        judge::is_current(&log, end).map_err(|why| format!("{:?} {why}", node.id))?;
    }
    let fences = log
        .iter()
        .filter(|(_, record)| matches!(record.body, RecordBody::Fence(_)));
    Ok(Figures {
        acknowledged: acknowledged.len(),
        records: log.len(),
        fences: fences.count(),
    })
}

/// A seat's client: command after command, again and elsewhere until it is answered.
async fn client(network: Arc<Network>, seat: usize, acknowledged: Arc<Mutex<Vec<Acknowledged>>>) {
    for n in 1..=COMMANDS {
        sleep(Duration::from_millis(network.below(4_000))).await;
        let sent = Instant::now();
        let step = loop {
            let at = NodeId(1 + u32::try_from(network.below(NODES.into())).unwrap());
            let answer = carried(&network, at, Command { seat, n });
            if let Some(step) = timeout(PATIENCE, answer).await.ok().flatten() {
                break step;
            }
            sleep(Duration::from_millis(200)).await;
        };
        acknowledged.lock().unwrap().push(Acknowledged {
            sent,
            answered: Instant::now(),
            step,
        });
    }
}

/// A node that is asked carries the command to the writer that it knows.
async fn carried(network: &Arc<Network>, at: NodeId, command: Command) -> Option<judge::Step> {
    network.travel().await;
    let there = network.node(at)?.writer()?;
    let node = network.node(there)?;
    network.travel().await;
    if [at, there]
        .into_iter()
        .any(|id| network.is_cut_off(id).is_some())
    {
        return None;
    }
    let done = tokio::spawn(Arc::clone(&node).command(command)).await;
    network.travel().await;
    // A node that died meanwhile answers nobody.
    let lives = network.node(there).is_some_and(|now| now.life == node.life);
    done.ok().flatten().filter(|_| lives)
}

/// Nodes are cut off, end and begin again.
async fn mishaps(network: Arc<Network>) {
    let end = Instant::now() + MISHAPS;
    let mut lives = 1;
    while Instant::now() < end {
        sleep(Duration::from_millis(500 + network.below(8_000))).await;
        let id = NodeId(1 + u32::try_from(network.below(NODES.into())).unwrap());
        match network.below(4) {
            0 => network.cut_off(id, Duration::from_millis(network.below(15_000))),
            with @ (1 | 2) => {
                lives += 1;
                let kept = network.node(id).map(|node| node.look(Clone::clone));
                let copy = kept.filter(|_| with == 1).unwrap_or_default();
                SimNode::start(id, lives, copy, &network);
            }
            _ => {}
        }
    }
}
